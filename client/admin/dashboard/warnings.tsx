import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { adminScreens, settingsFieldPath } from '../../../contract/calls/adminPaths.ts'
import { bytes } from '../../../contract/text/bytes.ts'
import { type Check, checkSummary } from '../../../contract/calls/checks.ts'
import type { NewDevice } from '../../../contract/kinds/entities.ts'
import { api } from '../session/api.ts'
import { openOverlay } from '../ui/overlay.ts'
import { may, user } from '../session/session.ts'
import { CheckIcon, isOpen, useChecks } from '../site/CheckScreen.tsx'
import { LinkButton, InlineLink } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Warning } from '../ui/sheets.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { type OfSummary, shortMinute } from './sheets.tsx'

/** An administrator has ended the second factor. */
export function EndedSecondFactor() {
  useSignals()
  const ended = user.value?.secondFactor.endedBy
  return (
    ended && (
      <Warning icon="lock" label="二次验证" titles={['您的二次验证已经关闭']}>
        {`“${ended.name}”在${ended.at.slice(0, 16)}关闭了它，现在只用密码就能登录。请在`}
        <InlineLink href={adminScreens.account}>我的账号</InlineLink>
        重新开启。
      </Warning>
    )
  )
}

/** Somebody else knows the person's password. */
export function FirstPassword() {
  useSignals()
  return (
    user.value?.firstPassword && (
      <Warning icon="lock" label="密码" titles={['请换一个只有自己知道的密码']}>
        {'现在的密码是第一次启动时的，或是管理员给的，还有别人知道。'}
        <PasswordLink>修改密码</PasswordLink>
      </Warning>
    )
  )
}

const PasswordLink = ({ children }: { children: ReactNode }) => (
  <button type="button" className="inline-link" onClick={() => openOverlay('password')}>
    {children}
  </button>
)

function rank({ first, state }: Check): number {
  if (first) return 0
  return state === 'problem' ? 1 : 2
}

/**
 * What of 上线检查 is open and in the person's hands, in one line. A new site is no fault: until the first hour is over the line has the
 * next step, and the password that others know.
 */
export function OpenChecks() {
  useSignals()
  const { data: all, state } = useChecks()
  if (!all) return state === 'failed' && <FirstPassword />
  const checks = all.filter(({ id, link }) => (id === 'clear' ? may('legal:update') : !link || isOpen(link)))
  const open = checks.filter((check) => check.state !== 'ok').sort((a, b) => rank(a) - rank(b))
  const [next] = open
  const begins = user.value?.byLink || open.some(({ id }) => id === 'names')
  const line = (words: ReactNode) => (
    <p className={`check-line card row of-${next ? 'warning' : 'ok'}`}>
      <CheckIcon state={next ? 'warning' : 'ok'} />
      <span>
        <InlineLink href={adminScreens.check}>上线检查</InlineLink>：{words}
        {begins && may('legal:update') && <InlineLink href={adminScreens.begin}>一步一步填好</InlineLink>}
      </span>
    </p>
  )
  if (!next?.first)
    return (
      <>
        <FirstPassword />
        {line(checkSummary(checks))}
      </>
    )
  const step = <InlineLink href={next.link ?? adminScreens.check}>{next.title}</InlineLink>
  return line(
    <>
      {`还有${open.length}项没有完成，`}
      {user.value?.firstPassword ? (
        <>
          先<PasswordLink>换掉初始密码</PasswordLink>，再做“{step}”。
        </>
      ) : (
        <>下一项是“{step}”。</>
      )}
    </>,
  )
}

/** Sign-ins to the account from devices that it did not know, until they are confirmed as known. */
export function NewDevices({ summary, onSeen }: OfSummary & { onSeen(): void }) {
  const [locked, run] = useRepeatGuard()
  const devices = summary?.newDevices ?? []
  if (devices.length === 0) return null

  const see = async (): Promise<void> => {
    await Promise.all(devices.map(({ sessionId }) => api('sessionSeen', { sessionId })))
    onSeen()
  }
  return (
    <Warning
      titles={equalDevices(devices).map(({ device, network, count, last }) => (
        <>
          {`新设备登录：${device}${network && `（${network}）`}，${count > 1 ? `${count}次，最近一次 ` : ''}`}
          {shortMinute(last)}
        </>
      ))}
    >
      不是您本人？请到
      <InlineLink href={adminScreens.account}>我的账号</InlineLink>
      修改密码，并退出其他设备。
      <LinkButton disabled={locked} onClick={() => run(see)}>
        知道了
      </LinkButton>
    </Warning>
  )
}

interface EqualDevices extends Pick<NewDevice, 'device' | 'network'> {
  count: number
  last: string
}

/** A browser that keeps no cookies is a new device each time, and one line all the same. */
function equalDevices(newestFirst: readonly NewDevice[]): EqualDevices[] {
  const groups = new Map<string, EqualDevices>()
  for (const { device, network, at } of newestFirst) {
    const key = JSON.stringify([device, network])
    const group = groups.get(key)
    if (group) group.count++
    else groups.set(key, { device, network, count: 1, last: at })
  }
  return [...groups.values()]
}

/** How much of the disk the site uses, and how much is free. */
export function DiskUse({ summary }: OfSummary) {
  const disk = summary?.disk
  if (!disk) return null
  const parts = [
    `数据 ${bytes(disk.data)}`,
    // They are counted every ten minutes: nothing yet may be what was uploaded a moment ago.
    ...(disk.uploads === 0 ? [] : [`上传的文件 ${bytes(disk.uploads)}`]),
    // Left out where the system does not say.
    ...(disk.free === undefined ? [] : [`剩余空间 ${bytes(disk.free)}`]),
  ]
  return <p className="muted small">{`磁盘空间：${parts.join('，')}`}</p>
}

/** Warns of what is wrong with the machine, such as a backup that fails. */
export function Faults({ summary, onKept }: OfSummary & { onKept(): void }) {
  const [locked, run] = useRepeatGuard()
  const faults = summary?.faults ?? []
  const keep = async (): Promise<void> => {
    if (
      !(await confirm(
        '确定这台是正式的吗？别的机器就不再往异地存储发送；异地存储或别的机器有、这台没有的线索和修改，这台以后也不会有：要取回的，请技术人员先恢复，再确认。',
      ))
    )
      return
    await api('machineKeep', {})
    toast('已确认这台是正式的')
    onKept()
  }
  return (
    faults.length > 0 && (
      <Warning titles={faults}>
        {summary?.undecided && (
          <LinkButton disabled={locked} onClick={() => run(keep)}>
            这台是正式的
          </LinkButton>
        )}
      </Warning>
    )
  )
}

/** Warns that the hourly limit has refused some: real ones may be among them, and only the visitor saw the message. */
export function RefusedApplications({ summary }: OfSummary) {
  const refused = summary?.applications?.refused
  if (!refused) return null
  const count = refused.count.toLocaleString('zh-CN')
  const title = `自服务器上次启动以来有 ${count} 次咨询或申请因提交过多未被接收，最近一次在 ${refused.lastAt.slice(0, 16)}`
  return (
    <Warning titles={[title]}>
      访客看到的是请拨打电话的提示。如果最新的客户线索是乱填的，请删除并告诉技术人员；如果都是真实的，请技术人员提高每小时的上限。
    </Warning>
  )
}

/** Warns that nobody hears of new inquiries by these channels until somebody puts them right. */
export function PausedChannels({ summary }: OfSummary) {
  const paused = summary?.channels?.paused ?? []
  return (
    paused.length > 0 && (
      <Warning titles={paused.map(({ label, reason }) => `通知渠道“${label}”已暂停：${reason}`)}>
        {'新的咨询和申请不会通知到那里。'}
        {may('channel:update') ? (
          <>
            处理好以后，在
            <InlineLink href={settingsFieldPath('inquiry', 'channels')}>通知</InlineLink>
            里点“发送测试”，成功了就恢复。
          </>
        ) : (
          '请告诉管理网站设置的同事。'
        )}
      </Warning>
    )
  )
}
