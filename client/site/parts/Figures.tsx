import type { Site } from '../../../contract/kinds/entities.ts'
import { CountUp } from '../../ui/CountUp.tsx'
import { Section } from './Section.tsx'

export const figuresOf = ({ figures, trademarks, copyrights, aboutTexts }: Site, shown: boolean) => ({
  figures: shown ? figures : [],
  counts: [
    { label: aboutTexts.trademarks, value: trademarks },
    { label: aboutTexts.copyrights, value: copyrights },
  ].filter(({ value }) => shown && value > 0),
  figuresTitle: aboutTexts.figures,
})

/** The company in numbers, each over a measuring line. */
export function Figures({ figures, counts, figuresTitle }: ReturnType<typeof figuresOf>) {
  return (
    <Section className="night gridded figures" items={[...figures, ...counts]}>
      <h2>{figuresTitle}</h2>
      <Numbers className="figures-large" numbers={figures} />
      <Numbers className="figures-small" numbers={counts.map((count) => ({ ...count, suffix: '项' }))} />
    </Section>
  )
}

function Numbers({
  className,
  numbers,
}: {
  className: string
  numbers: readonly { value: number; suffix: string; label: string }[]
}) {
  if (numbers.length === 0) return null
  return (
    <dl className={className}>
      {numbers.map(({ value, suffix, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {/* A year, such as that of the foundation, is not counted. */}
            {suffix === '年' && value >= 1900 ? value : <CountUp to={value} />}
            <small>{suffix}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
