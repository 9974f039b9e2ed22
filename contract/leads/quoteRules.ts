import {
  absent,
  type Body,
  type Fields,
  integer,
  type OptionalRule,
  parseFields,
  text,
  validateFields,
} from '../calls/fields.ts'
import {
  isProductId,
  maxQuoteRows,
  type NamedRow,
  type QuoteRow,
  rowLimits,
  rowWordsOf,
  type TypedRow,
} from './quoteList.ts'
import type { Product } from '../kinds/entities.ts'

const short = (max: number, title: string) => text({ trim: true, max: [max, `${title}不能超过${max}个字符`] })
const noProduct = '没有这个产品'
const rowFields = {
  productId: text({
    required: '缺少产品',
    max: [rowLimits.productId, noProduct],
    check: (id) => (isProductId(id) ? undefined : noProduct),
  }),
  model: short(rowLimits.model, '型号'),
  quantity: integer(1, 1_000_000, undefined),
  unit: short(rowLimits.unit, '单位'),
  note: short(rowLimits.note, '备注'),
} satisfies Fields

/** Why a row cannot be sent. */
export function rowError(row: unknown): string | undefined {
  if (absent(row) || typeof row !== 'object') return '应为产品'
  const [[name, message] = []] = Object.entries(validateFields(rowFields, row as Body))
  return name === 'quantity' ? `数量${message}` : message
}

/** An empty list is none. */
export const quoteRows: OptionalRule<QuoteRow[] | undefined> = {
  optional: true,
  validate(value) {
    if (absent(value)) return undefined
    if (!Array.isArray(value) || value.length > maxQuoteRows) return `应为最多${maxQuoteRows}行的列表`
    const errors = value.map(rowError)
    const index = errors.findIndex((error) => error !== undefined)
    return index < 0 ? undefined : `第${index + 1}行：${errors[index]}`
  },
  parse(value) {
    if (absent(value) || (value as unknown[]).length === 0) return undefined
    return (value as Body[]).map((row) => {
      const { productId, ...more } = parseFields(rowFields, row)
      return { productId, ...Object.fromEntries(Object.entries(more).filter(([, each]) => each)) }
    })
  },
}

/** What a price is for: 台 of 1.28万元/台起. */
const unitOf = (price = ''): string => /元\s*[/／]\s*([\p{L}²³]{1,3}?)(?=起|[^\p{L}²³]|$)/u.exec(price)?.[1] ?? ''

/** With what the product leaves no choice of: its only model, and the unit of its price. */
export function completedRow(row: TypedRow, product: Pick<Product, 'models' | 'price'> = {}): TypedRow {
  const { price, models = [] } = product
  const model = row.model || (models.length === 1 && models[0]?.model) || ''
  const chosen = models.find((sold) => sold.model === model)
  return { ...row, model, unit: row.unit || unitOf(chosen?.price || price) }
}

/** A list in words, for who has sent it. */
export const listWords = (rows: readonly NamedRow[]): string =>
  rows.map((row) => rowWordsOf(row) + (row.note ? `（${row.note}）` : '')).join('\n')
