import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { SessionRow } from '../../../contract/kinds/entities.ts'
import { roleNames } from '../../../contract/calls/roles.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { minute, RowButton } from '../list/cells.tsx'
import { openOverlay } from '../ui/overlay.ts'
import { user } from '../session/session.ts'
import { attempt, toast } from '../ui/Toast.tsx'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** 我的账号: how the person signs in. */
export function AccountScreen() {
  useSignals()
  if (!user.value) return null
  const { name, role } = user.value
  return (
    <div className="account stack loose">
      <section className="card account-part stack" aria-labelledby="account-name">
        <h2 id="account-name">{name}</h2>
        <p className="muted">{roleNames[role]}</p>
        <p>
          <Button onClick={() => openOverlay('password')}>修改密码</Button>
        </p>
      </section>
      <SecondFactor />
      <Sessions />
    </div>
  )
}

/** 登录设备: where the account is signed in, and a way to end that. */
function Sessions() {
  const {
    data: rows,
    state,
    why,
    refresh,
  } = useLoaded((signal) => api('sessionList', {}, signal), [], { onShow: true })
  const [ending, setEnding] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const others = rows?.filter(({ here }) => !here).length ?? 0

  const end = async (which: { sessionId: string } | { others: true }, question: string): Promise<void> => {
    if (!(await confirm(question, { ok: '退出' }))) return
    setEnding(true)
    await attempt(async () => {
      await api('sessionEnd', which)
      toast('已退出登录')
      // The button that was pressed goes away.
      heading.current?.focus()
    })
    setEnding(false)
    void refresh()
  }
  return (
    <section
      className="card account-part stack"
      aria-labelledby="account-sessions"
      aria-busy={ending || state === 'loading'}
    >
      <h2 id="account-sessions" ref={heading} tabIndex={-1}>
        登录设备
      </h2>
      <p className="muted">这个账号正在这些设备上登录。有不认识的，请退出它，并修改密码。</p>
      {state === 'failed' && <FormFailed message={why} onRetry={refresh} />}
      {!rows && state === 'loading' && <Waiting />}
      {rows && (
        <ul className="stack" aria-label="登录设备">
          {rows.map((row) => (
            <Session
              key={row.sessionId}
              row={row}
              onEnd={() =>
                void end({ sessionId: row.sessionId }, `“${row.device}”要重新登录才能继续使用后台。确定退出吗？`)
              }
            />
          ))}
        </ul>
      )}
      {rows && others === 0 && <p className="muted">没有在其他设备上登录。</p>}
      {others > 0 && (
        <p>
          <Button
            disabled={ending}
            onClick={() => void end({ others: true }, `其他${others}个设备都要重新登录才能继续使用后台。确定退出吗？`)}
          >
            退出其他设备
          </Button>
        </p>
      )}
    </section>
  )
}

function Session({ row, onEnd }: { row: SessionRow; onEnd(): void }) {
  const { device, network, createdAt, lastUse, here } = row
  return (
    <li className="account-session row loose">
      <div className="fill">
        <p>
          <b className="strong">{device}</b>
          {here && <span className="small good">此设备</span>}
        </p>
        <p className="muted small row wraps">
          <span>
            {network && `${network}，`}
            <span className="nowrap">{`${createdAt.slice(0, 16)}登录`}</span>
          </span>
          {!here && <span className="nowrap">最近使用 {minute(lastUse)}</span>}
        </p>
      </div>
      {!here && <RowButton label="退出" row={device} bad onClick={onEnd} />}
    </li>
  )
}
