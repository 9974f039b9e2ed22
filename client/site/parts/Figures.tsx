import { useEffect, useRef } from 'react'
import type { Site } from '../../../contract/kinds/entities.ts'
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

/**
 * A number that counts up to its value when it is first seen, by client/lib/entry.ts. The final number is in the HTML throughout, for
 * screen readers and for print, and keeps the space; the running one is over it.
 */
function CountUp({ to }: { to: number }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (element.current) window.countUp?.(element.current)
  }, [])
  return (
    <span className="count-up" ref={element} suppressHydrationWarning>
      <span>{to}</span>
    </span>
  )
}
