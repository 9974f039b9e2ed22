import type { Product } from '../../../contract/entities.ts'

const mostFigures = 4

/** The technical data that staff have ticked, as large numbers over a measuring line. */
export function KeyFigures({ specs = [] }: { specs: Product['specs'] }) {
  const ticked = specs.filter(({ key }) => key).slice(0, mostFigures)
  if (ticked.length === 0) return null
  return (
    <dl className="figures-large key-figures">
      {ticked.map(({ term, value }, index) => {
        const { before, number, unit, note } = figureIn(value)
        return (
          <div key={index}>
            <dt>
              {term}
              {note && <span className="muted small">{note}</span>}
            </dt>
            <dd>
              {before && <small>{before}</small>}
              {number}
              {unit && <small>{unit}</small>}
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
