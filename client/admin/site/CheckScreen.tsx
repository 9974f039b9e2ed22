import { useRef } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { type Check, checkStates, checkSummary, type CheckState, type Finding } from '../../../contract/checks.ts'
import type { SiteField } from '../../../contract/siteFieldKinds.ts'
import { siteFields } from '../../../contract/siteFields.ts'
import { FormFailed } from '../form/FormFailed.tsx'
import { may, mayOpenGroup } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { Link } from '../ui/Link.tsx'
import { ClaimItem } from './ClaimItem.tsx'
import { ClearStarter } from './ClearStarter.tsx'
import { useChecks } from './useChecks.ts'

/** 上线检查: whether the site is ready for visitors, what is to be done first. */
export function CheckScreen() {
  const { data: checks, state, why, refresh } = useChecks()
  const busy = state === 'loading'
  const screen = useRef<HTMLDivElement>(null)
  const again = async (): Promise<void> => {
    await refresh()
    // What had the focus may have moved to another group.
    screen.current?.focus({ preventScroll: true })
  }
  return (
    <div className="checks stack loose" ref={screen} tabIndex={-1} aria-busy={busy}>
      <header className="split wraps">
        <p className="checks-summary strong" role="status">{checks ? checkSummary(checks) : busy && '正在检查…'}</p>
        <Button icon="refresh" aria-disabled={busy} onClick={() => void (busy || refresh())}>{busy && checks ? '正在检查…' : '重新检查'}</Button>
      </header>
      {why !== '' && <FormFailed message={why} autoFocus={false} onRetry={refresh} />}
      {checks && <Group id="first" title="第一个小时" checks={checks.filter(({ first }) => first)} onChange={again} />}
      {checks && (Object.keys(checkStates) as CheckState[]).map((state) => (
        <Group
          key={state} id={state} title={checkStates[state]} checks={checks.filter((check) => !check.first && check.state === state)}
          onChange={again}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  id: CheckState | 'first'
  title: string
  checks: readonly Check[]
  onChange(): Promise<void>
}

const Group = ({ id, title, checks, onChange }: GroupProps) => checks.length > 0 && (
  <section className="stack" aria-labelledby={`checks-${id}`}>
    <h2 id={`checks-${id}`}>{title}</h2>
    <ul className={`check-group card of-${id}`}>
      {checks.map((check) => <Row key={check.id} {...check} onChange={onChange} />)}
    </ul>
  </section>
)

function Row({ id, state, title, why, link, findings = [], onChange }: Check & Pick<GroupProps, 'onChange'>) {
  return (
    <li className={`of-${state}`}>
      <CheckIcon state={state} />
      <div className="stack tight">
        <h3 className="strong">{title}</h3>
        <p>{why}</p>
        <Findings findings={findings} folded={state === 'ok'} onChange={onChange} />
      </div>
      {link && isOpen(link) && <Link className="button" href={link} aria-label={`去处理：${title}`}>去处理</Link>}
      {id === 'clear' && state !== 'ok' && may('legal:update') && <ClearStarter onChanged={() => void onChange()} />}
    </li>
  )
}

export const CheckIcon = ({ state }: Pick<Check, 'state'>) =>
  <AdminIcon name={state === 'ok' ? 'check' : state === 'warning' ? 'info' : 'warning'} />

/** A group of settings, and a field in it, is for those who may change it. */
export const isOpen = (link: string): boolean => {
  const [screen, search] = link.split('?')
  const query = new URLSearchParams(search)
  const [name = ''] = (query.get('field') ?? '').split('.')
  const needed = name === 'channels' ? 'channel:update' : fields[name]?.permission
  return screen !== adminScreens.settings || (mayOpenGroup(query.get('group') ?? '') && (!needed || may(needed)))
}
const fields: Readonly<Record<string, SiteField | undefined>> = siteFields

const unfolded = 6

function Findings({ findings, folded, onChange }: { findings: readonly Finding[]; folded: boolean } & Pick<GroupProps, 'onChange'>) {
  const first = folded ? [] : findings.slice(0, unfolded)
  const rest = findings.slice(first.length)
  const list = (shown: readonly Finding[]) => (
    <ul className="check-findings">
      {shown.map((finding) => finding.claim
        ? <ClaimItem key={finding.claim.key} claim={finding.claim} place={<Place {...finding} />} onChange={onChange} />
        : <li key={finding.text}><Place {...finding} /></li>)}
    </ul>
  )
  return (
    <>
      {first.length > 0 && list(first)}
      {rest.length > 0 && (
        <details>
          <summary>{folded ? `查看（${rest.length}）` : `另外${rest.length}处`}</summary>
          {list(rest)}
        </details>
      )}
    </>
  )
}

const Place = ({ text, link }: Finding) => (link && isOpen(link) ? <Link className="inline-link" href={link}>{text}</Link> : text)
