import type { Site } from '../../../contract/entities.ts'
import { CountUp } from '../../ui/CountUp.tsx'

/** The company in numbers, each over a measuring line. */
export function Figures({ figures, trademarks, copyrights }: Pick<Site, 'figures' | 'trademarks' | 'copyrights'>) {
  return (
    <section className="section night gridded figures">
      <div className="wrap">
        <h2>用数字说话</h2>
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
          <div>
            <dt>注册商标</dt>
            <dd>
              <CountUp to={trademarks}>
                <small>项</small>
              </CountUp>
            </dd>
          </div>
          <div>
            <dt>软件著作权</dt>
            <dd>
              <CountUp to={copyrights}>
                <small>项</small>
              </CountUp>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
