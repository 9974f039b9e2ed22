import { adminScreens } from '../../../contract/adminPaths.ts'
import { type Check, checkSummary } from '../../../contract/checks.ts'
import { CheckIcon, isOpen } from '../site/CheckScreen.tsx'
import { useChecks } from '../site/useChecks.ts'
import { may } from '../session.ts'
import { Link } from '../ui/Link.tsx'

const shown = 5
const rank = ({ first, state }: Check): number => (first ? 0 : state === 'problem' ? 1 : 2)

/** What of 上线检查 is open and in the person's hands: its first rows until the first hour is over, then one line. */
export function OpenChecks() {
  const { data: all } = useChecks()
  if (!all) return null
  const checks = all.filter(({ id, link }) => (id === 'clear' ? may('legal:update') : !link || isOpen(link)))
  const open = checks.filter(({ state }) => state !== 'ok').sort((a, b) => rank(a) - rank(b))
  const [next] = open
  const title = <Link className="inline-link" href={adminScreens.check}>上线检查</Link>
  if (!next?.first) {
    return (
      <p className={`check-line card row of-${next?.state ?? 'ok'}`}>
        <CheckIcon state={next?.state ?? 'ok'} />
        <span>{title}：{checkSummary(checks)}</span>
      </p>
    )
  }
  const done = checks.length - open.length
  return (
    <section className="open-checks card stack" aria-labelledby="open-checks">
      <header className="row wraps">
        <h2 id="open-checks">{title}</h2>
        <progress max={checks.length} value={done} aria-label="上线检查的进度" />
        <p className="muted small digits">{`${checks.length}项里完成了${done}项`}</p>
      </header>
      <ol>
        {open.slice(0, shown).map((check) => (
          <li key={check.id} className={`of-${check.state}`}>
            <Link className="row" href={check.link ?? adminScreens.check}>
              <CheckIcon state={check.state} />
              <b>{check.title}</b>
              <span className="muted small clamped">{check.why}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
