import type { Product } from '../../../contract/kinds/entities.ts'

const mostFigures = 4
/** The length of a number with its unit: what stands beside another on a phone in the same size, and what stands in one line. */
const maxBeside = 8
const maxTogether = 12

/** The technical data that staff have ticked, as large numbers over a measuring line. */
export function KeyFigures({ specs = [] }: { specs: Product['specs'] }) {
  const ticked = specs.filter(({ key }) => key).slice(0, mostFigures)
  if (ticked.length === 0) return null
  return (
    <dl className="figures-large key-figures">
      {ticked.map(({ term, value }, index) => {
        const { before, number, unit, note } = figureIn(value)
        const length = number.length + unit.length
        return (
          <div key={index}>
            <dt>
              {term}
              {note && <span className="muted small">{note}</span>}
            </dt>
            <dd className={length > maxBeside ? 'long' : undefined}>
              {before && <small>{before}</small>}
              <span className={length > maxTogether ? undefined : 'nowrap'}>
                {number}
                {unit && <small>{unit}</small>}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/**
 * Reads “不超过32台，LoRa通信” as 不超过, 32, 台 and what follows the comma, and of “1200mm×2000mm” both numbers. A value without a number is
 * all unit.
 */
export function figureIn(value: string): Readonly<Record<'before' | 'number' | 'unit' | 'note', string>> {
  const [, first = '', rest = ''] = /^([^，；（]*)(.*)$/s.exec(value) ?? []
  const head = first.replace(/([a-z]+)×(?=[\d.]+\1)/g, '×')
  const [, before = '', number = '', unit = head] = /^([^\d±-]*?)([A-Za-z]*[±-]?\d[\d.:×～~±-]*)(.*)$/s.exec(head) ?? []
  return { before, number, unit, note: rest.replace(/^[，；（]|）$/g, '') }
}
