import { useMemo, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import type { AccountRow } from '../../../contract/kinds/entities.ts'
import { type Role, roleNames, roles } from '../../../contract/calls/roles.ts'
import { accountName, messages, role } from '../../../contract/calls/rules.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { FormDialog, useSmallForm } from '../form/smallForm.tsx'
import { actionsColumn, minute, RowButton } from '../list/cells.tsx'
import { may, user } from '../session/session.ts'
import { attempt, toast } from '../ui/Toast.tsx'
import { Button, Link } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { SelectField, TextField, Options } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ShownOnceDialog } from '../ui/ShownOnce.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'
import { PasswordForm } from './SecondFactor.tsx'

const none: readonly AccountRow[] = []
const rowId = ({ userId }: AccountRow): string => userId
const rowName = ({ name }: AccountRow): string => name

export const useAccounts = () => useLoaded((signal) => api('accountList', {}, signal), [], { onShow: true })

/** 账号管理: who may sign in, and as what. */
export function AccountsScreen() {
  const { data: rows = none, state, why, refresh } = useAccounts()
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<MadePassword>()
  const [ending, setEnding] = useState<AccountRow>()

  /** Asks before it changes the account. */
  const change = async (question: string, ok: string, send: () => Promise<unknown>): Promise<void> => {
    if (await confirm(question, { ok })) await attempt(send)
    await refresh()
  }
  const update = (changes: Parameters<typeof api<'accountUpdate'>>[1]) => async () => {
    await api('accountUpdate', changes)
    toast(messages.modified)
  }
  const setRole = useStable(({ userId, name }: AccountRow, role: Role) =>
    change(`把“${name}”的角色改为“${roleNames[role]}”？马上生效。`, '改角色', update({ userId, role })),
  )
  const toggle = useStable(({ userId, name, disabled }: AccountRow) =>
    change(
      disabled ? `启用“${name}”？可以用原来的密码登录。` : `停用“${name}”？在所有设备上马上退出，不能再登录。`,
      disabled ? '启用' : '停用',
      update({ userId, disabled: !disabled }),
    ),
  )
  const reset = useStable(({ userId, name }: AccountRow) =>
    change(`重置“${name}”的密码？原来的密码作废，二次验证关闭，在所有设备上退出登录。`, '重置密码', async () =>
      setMade({ name, ...(await api('accountReset', { userId })) }),
    ),
  )
  const columns = useMemo(() => columnsOf({ setRole, toggle, reset, end: setEnding }), [])
  return (
    <div className="list-screen stack">
      <div className="row wraps">
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
          添加账号
        </Button>
        <p className="muted small">每人一个账号；离开的人请停用。</p>
      </div>
      <DataTable
        label="账号"
        {...{ rows, rowId, rowName, columns, state }}
        error={why}
        onRetry={refresh}
        empty="还没有账号"
        above={<AccountTabs path={adminScreens.accounts} />}
      />
      {adding && (
        <AccountDialog
          onClose={() => setAdding(false)}
          onMade={(account) => {
            setAdding(false)
            setMade(account)
            refresh()
          }}
        />
      )}
      {ending && (
        <EndSecondFactor
          row={ending}
          onClose={() => {
            setEnding(undefined)
            refresh()
          }}
        />
      )}
      {made && <PasswordMade {...made} onClose={() => setMade(undefined)} />}
    </div>
  )
}

interface Actions {
  setRole(row: AccountRow, role: Role): Promise<void>
  toggle(row: AccountRow): Promise<void>
  reset(row: AccountRow): Promise<void>
  end(row: AccountRow): void
}

const isOwn = ({ userId }: AccountRow): boolean => userId === user.peek()?.userId

const columnsOf = ({ setRole, toggle, reset, end }: Actions): Column<AccountRow>[] => [
  {
    key: 'name',
    title: '账号',
    always: true,
    cell: ({ name }) => (
      <span className="clamped strong" title={name}>
        {name}
      </span>
    ),
  },
  {
    key: 'role',
    title: '角色',
    width: '8.5rem',
    always: true,
    cell: (row) =>
      isOwn(row) ? (
        roleNames[row.role]
      ) : (
        <select
          className="input"
          aria-label={`角色：${row.name}`}
          value={row.role}
          onChange={({ target }) => void setRole(row, target.value as Role)}
        >
          <Options of={roleOptions} />
        </select>
      ),
  },
  {
    key: 'state',
    title: '状态',
    width: '4.5rem',
    always: true,
    cell: ({ disabled }) => <span className={disabled ? 'bad' : 'good'}>{disabled ? '停用' : '正常'}</span>,
  },
  {
    key: 'secondFactor',
    title: '二次验证',
    width: '7.5rem',
    always: true,
    cell: (row) =>
      !row.secondFactor ? (
        <span className="muted">未开启</span>
      ) : (
        <span className="row tight">
          <span className="good">已开启</span>
          {!isOwn(row) && <RowButton label="关闭" row={`${row.name}的二次验证`} onClick={() => end(row)} />}
        </span>
      ),
  },
  {
    key: 'lastUse',
    title: '最近使用',
    width: '9.25rem',
    always: true,
    cell: ({ lastUse }) => (lastUse === '' ? <span className="muted">从未登录</span> : minute(lastUse)),
  },
  actionsColumn('11.75rem', (row) =>
    isOwn(row) ? (
      <span className="muted small">自己的账号不能停用或改角色</span>
    ) : (
      <>
        <RowButton label="重置密码" row={row.name} onClick={() => void reset(row)} />
        <RowButton
          label={row.disabled ? '启用' : '停用'}
          row={row.name}
          bad={!row.disabled}
          onClick={() => void toggle(row)}
        />
      </>
    ),
  ),
]

/** Helps somebody whose phone is lost. */
function EndSecondFactor({ row: { userId, name }, onClose }: { row: AccountRow; onClose(): void }) {
  const end = async (values: { password: string }): Promise<void> => {
    await api('accountSecondFactorOff', { userId, ...values })
    toast(`已关闭“${name}”的二次验证`)
    onClose()
  }
  return (
    <Modal open title={`关闭“${name}”的二次验证`} width="30rem" onClose={onClose}>
      <div className="stack">
        <p className="muted">
          用于手机丢了、恢复码也没有了的人。对方在所有设备上退出登录，之后只用密码就能登录，首页会提醒重新开启。
        </p>
        <PasswordForm label="您自己的登录密码" button="关闭二次验证" send={end} onCancel={onClose} />
      </div>
    </Modal>
  )
}

interface MadePassword {
  name: string
  password: string
}

const roleOptions = roles.map((role) => [role, roleNames[role]] as const)
const roleWords: Readonly<Record<string, string>> = {
  admin: '全部功能，包括账号。',
  editor: '产品、新闻等内容、素材和网站设置；备案、协议、通知、代理加盟、客户咨询和账号除外。',
  service: '只有代理加盟和客户咨询：查看、跟进、导出。',
} satisfies Record<Role, string>

const accountRules = { name: accountName, role }

interface AccountDialogProps {
  onMade(made: MadePassword): void
  onClose(): void
}

function AccountDialog({ onMade, onClose }: AccountDialogProps) {
  const form = useSmallForm({
    rules: accountRules,
    initial: { name: '', role: 'editor' },
    send,
    failure: '添加失败，请重试',
  })
  const { values, field, sending, message } = form

  async function send(typed: { name: string; role: string }): Promise<void> {
    const name = accountName.parse(typed.name)
    const { password } = await api('accountSave', { name, role: typed.role as Role })
    onMade({ name, password })
  }
  return (
    <FormDialog title="添加账号" ok="添加" {...{ form, onClose }}>
      <FormFailed message={message} />
      <TextField label="账号" hint="登录时填写，例如姓名。" autoComplete="off" readOnly={sending} {...field('name')} />
      <SelectField
        label="角色"
        options={roleOptions}
        hint={roleWords[values.role]}
        disabled={sending}
        {...field('role')}
      />
    </FormDialog>
  )
}

/** The password that was made for somebody. */
const PasswordMade = ({ name, password, onClose }: MadePassword & { onClose(): void }) => (
  <ShownOnceDialog
    title={`“${name}”的密码`}
    width="30rem"
    onClose={onClose}
    shown={{ words: '密码只显示这一次，请复制后告诉本人：', secret: password, copyLabel: '复制密码' }}
  >
    <p className="muted">登录以后，首页会提醒换成自己的密码。</p>
  </ShownOnceDialog>
)

const accountTabs = [
  [adminScreens.accounts, '账号管理'],
  [adminScreens.log, '操作记录'],
] as const

/** Who may see both gets tabs. */
export const AccountTabs = ({ path }: { path: string }) =>
  may('account:update') &&
  may('log:list') && (
    <nav className="list-tabs row tight" aria-label="账号与记录">
      {accountTabs.map(([screen, title]) => (
        <Link key={screen} href={screen} aria-current={screen === path ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
