import { type Role, roleNames, roles } from '../../../contract/roles.ts'
import { accountName, role } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { FormFailed } from '../form/FormFailed.tsx'
import { FormDialog, useSmallForm } from '../form/smallForm.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { ShownOnceDialog } from '../ui/ShownOnce.tsx'

export interface MadePassword {
  name: string
  password: string
}

export const roleOptions = roles.map((each) => [each, roleNames[each]] as const)
const roleWords: Readonly<Record<string, string>> = {
  admin: '全部功能，包括账号。',
  editor: '产品、新闻等内容、素材和网站设置；备案、协议、通知、客户线索和账号除外。',
  service: '只有客户线索：查看、跟进、导出。',
} satisfies Record<Role, string>

const rules = { name: accountName, role }

interface Props {
  onMade(made: MadePassword): void
  onClose(): void
}

/** The form of a new account. */
export function AccountDialog({ onMade, onClose }: Props) {
  const form = useSmallForm({ rules, initial: { name: '', role: 'editor' }, send, failure: '添加失败，请重试' })
  const { values, field, sending, message } = form

  async function send(typed: { name: string; role: string }): Promise<void> {
    const name = accountName.parse(typed.name)
    const { password } = await api('accountSave', { name, role: typed.role as Role })
    onMade({ name, password })
  }
  return (
    <FormDialog title="添加账号" ok="添加" {...{ form, onClose }}>
      {message !== '' && <FormFailed message={message} />}
      <TextField label="账号" hint="登录时填写，例如姓名。" autoComplete="off" readOnly={sending} {...field('name')} />
      <SelectField label="角色" options={roleOptions} hint={roleWords[values.role]} disabled={sending} {...field('role')} />
    </FormDialog>
  )
}

/** The password that was made for somebody. */
export const PasswordMade = ({ name, password, onClose }: MadePassword & { onClose(): void }) => (
  <ShownOnceDialog
    title={`“${name}”的密码`} width="30rem" onClose={onClose}
    shown={{ words: '密码只显示这一次，请复制后告诉本人：', secret: password, copyLabel: '复制密码' }}
  >
    <p className="muted">登录以后，首页会提醒换成自己的密码。</p>
  </ShownOnceDialog>
)
