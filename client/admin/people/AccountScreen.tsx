import { useSignals } from '@preact/signals-react/runtime'
import { roleNames } from '../../../contract/roles.ts'
import { openOverlay } from '../overlay.ts'
import { user } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

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
        <p><Button onClick={() => openOverlay('password')}>修改密码</Button></p>
      </section>
      <SecondFactor />
      <Sessions />
    </div>
  )
}
