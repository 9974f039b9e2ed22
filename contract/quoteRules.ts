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
import { isProductId, maxQuoteRows, quoteLengths, type QuoteRow, quoteRowOf, type TypedRow } from './quoteList.ts'

const rowFields = {
  productId: text({
    required: '缺少产品',
    max: [80, '没有这个产品'],
    check: (id) => (isProductId(id) ? undefined : '没有这个产品'),
  }),
  model: text({ trim: true, max: [quoteLengths.model, `型号不能超过${quoteLengths.model}个字符`] }),
  quantity: integer(1, 1_000_000, undefined),
  unit: text({ trim: true, max: [quoteLengths.unit, `单位不能超过${quoteLengths.unit}个字符`] }),
  note: text({ trim: true, max: [quoteLengths.note, `备注不能超过${quoteLengths.note}个字符`] }),
} satisfies Fields
const rowWords: Readonly<Record<string, string>> = { quantity: '数量' }

function rowError(row: unknown): string | undefined {
  if (absent(row) || typeof row !== 'object') return '应为产品'
  const [[name, message] = []] = Object.entries(validateFields(rowFields, row as Body))
  return name && `${rowWords[name] ?? ''}${message}`
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
    return (value as Body[]).map((row) => quoteRowOf(parseFields(rowFields, row)))
  },
}

/** The message about the number; '' is none. */
export const quantityError = ({ quantity }: TypedRow): string | undefined => {
  const message = rowFields.quantity.validate(quantity)
  return message && `数量${message}`
}
