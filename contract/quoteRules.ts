import {
  absent,
  type Body,
  type Fields,
  integer,
  type OptionalRule,
  parseFields,
  text,
  validateFields,
} from './fields.ts'
import { isProductId, maxQuoteRows, type QuoteRow } from './quoteList.ts'

const short = (max: number, title: string) => text({ trim: true, max: [max, `${title}不能超过${max}个字符`] })
const noProduct = '没有这个产品'
const rowFields = {
  productId: text({
    required: '缺少产品',
    max: [80, noProduct],
    check: (id) => (isProductId(id) ? undefined : noProduct),
  }),
  model: short(60, '型号'),
  quantity: integer(1, 1_000_000, undefined),
  unit: short(10, '单位'),
  note: short(100, '备注'),
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
