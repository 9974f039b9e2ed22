import type { figuresOf } from '../twins/company.ts'
import { CountUp } from '../../ui/CountUp.tsx'

/** The company in numbers, each over a measuring line. */
export function Figures({ figures, counts, figuresTitle }: ReturnType<typeof figuresOf>) {
  return (
    <section className="section night gridded figures">
      <div className="wrap">
        <h2>{figuresTitle}</h2>
        <dl className="figures-large">
          {figures.map(({ value, suffix, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <CountUp to={value}>
                  <small>{suffix}</small>
                </CountUp>
              </dd>
            </div>
          ))}
        </dl>
        <dl className="figures-small">
          {counts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <CountUp to={value}>
                  <small>项</small>
                </CountUp>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
