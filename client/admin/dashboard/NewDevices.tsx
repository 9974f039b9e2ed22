import { adminScreens } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { Ago } from '../ui/Ago.tsx'
import { api } from '../api.ts'
import { attempt } from '../ui/attempt.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { Link } from '../ui/Link.tsx'
import { Warning } from '../ui/sheets.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** Sign-ins to the account from devices that it did not know, until they are confirmed as known. */
export function NewDevices({ summary, now, onSeen }: { summary: Summary | undefined; now: number; onSeen(): void }) {
  const [locked, run] = useRepeatGuard()
  const devices = summary?.newDevices ?? []
  if (devices.length === 0) return null

  const see = (): Promise<void> => attempt(async () => {
    await Promise.all(devices.map(({ sessionId }) => api('sessionSeen', { sessionId })))
    onSeen()
  })
  return (
    <Warning
      titles={devices.map(({ device, network, at }) => (
        <>{`新设备登录：${device}${network && `（${network}）`}，`}<Ago date={at} now={now} /></>
      ))}
    >
      不是您本人？请到<Link className="inline-link" href={adminScreens.account}>我的账号</Link>修改密码，并退出其他设备。
      <LinkButton disabled={locked} onClick={() => run(see)}>知道了</LinkButton>
    </Warning>
  )
}
