import { percentDecoded, truncate } from './characters.ts'
import { quotePage } from './sitePages.ts'

/** What somebody wants an offer for: so many of a product, or of one of its models. */
export interface QuoteRow {
  productId: string
  model?: string
  quantity?: number
  unit?: string
  note?: string
}
/** As staff get it, with the name that the product had at that time. */
export type AskedRow = QuoteRow & { productName?: string }

export const maxQuoteRows = 30
export const fullQuoteList = `询价单最多${maxQuoteRows}行`

export const quoteLengths = { model: 60, unit: 10, note: 100 }
export const isProductId = (text: string): boolean => /^[\w-]{1,80}$/.test(text)

interface Parts {
  productId: string
  model: string
  quantity: number | undefined
  unit: string
  note: string
}
/** Without what is empty. */
export function quoteRowOf({ productId, model, quantity, unit, note }: Parts): QuoteRow {
  return {
    productId,
    ...(model && { model }),
    ...(quantity !== undefined && { quantity }),
    ...(unit && { unit }),
    ...(note && { note }),
  }
}

/** A row as it is typed. */
export interface TypedRow {
  productId: string
  model: string
  quantity: string
  unit: string
  note: string
}

/** One of a product, as somebody adds it. */
export const newRow = (productId: string, model = ''): TypedRow => ({
  productId,
  model,
  quantity: '1',
  unit: '',
  note: '',
})

const isSameRow = (a: TypedRow, b: TypedRow): boolean => a.productId === b.productId && a.model === b.model

/** A number is typed with its unit as well, as in 3台; what is none, such as 三台, is a note. */
export function readQuantity(row: TypedRow): TypedRow {
  const typed = row.quantity.normalize('NFKC').replace(/[\s,]/g, '')
  const [, digits, unit = ''] = /^0*(\d{1,9})(\p{L}{0,4})$/u.exec(typed) ?? []
  if (digits !== undefined) return { ...row, quantity: digits, unit: row.unit || unit }
  if (typed === '' || /^[-+.\d]/.test(typed)) return { ...row, quantity: typed }
  const note = truncate([row.quantity.trim(), row.note].filter(Boolean).join('，'), quoteLengths.note)
  return { ...row, quantity: '', note }
}

/** What a form has of the rows, by the names of its inputs; they follow each other without a gap. */
export function rowsOfForm(valueOf: (name: string) => unknown): TypedRow[] {
  const rows: TypedRow[] = []
  for (let index = 0; index < maxQuoteRows; index++) {
    const value = (name: keyof TypedRow): string => String(valueOf(inputName(name, index)) ?? '')
    if (isProductId(value('productId'))) rows.push(typedRow(value))
  }
  return rows
}
export const inputName = (name: keyof TypedRow, index: number): string => `${name}${index}`

function typedRow(value: (name: keyof TypedRow) => string): TypedRow {
  return readQuantity({
    productId: value('productId'),
    model: truncate(value('model'), quoteLengths.model),
    quantity: value('quantity').slice(0, 20),
    unit: truncate(value('unit'), quoteLengths.unit),
    note: truncate(value('note'), quoteLengths.note),
  })
}

/** The rows in an address, as in `id*3,id:model*20`, which may be followed by *unit*note; each part without the four signs. */
export const textOfRows = (rows: readonly TypedRow[]): string =>
  rows
    .map(({ productId, model, ...more }) => {
      const parts = [model ? `${productId}:${escaped(model)}` : productId]
      parts.push(...[more.quantity, more.unit, more.note].map(escaped))
      return parts.join('*').replace(/\*+$/, '')
    })
    .join(',')
const escaped = (part: string): string =>
  part.replace(/[%,:*]/g, (sign) => encodeURIComponent(sign).replace('*', '%2A'))

/** A longer text is cut before it is read: rows without notes need less. */
const maxText = 16_384

/** The rows that can be read, and whether there were more than one list takes. */
export function rowsInText(text: string): { rows: TypedRow[]; cut: boolean } {
  const parts = text.slice(0, maxText).split(',')
  // The last one may have lost its end.
  if (text.length > maxText) parts.pop()
  const rows = parts.flatMap((part) => {
    const [product = '', quantity = '', unit = '', note = ''] = part.split('*')
    const [productId = '', model = ''] = product.split(':')
    if (!isProductId(productId)) return []
    const values = { productId, model, quantity, unit, note }
    return typedRow((name) => percentDecoded(values[name]))
  })
  return { rows: rows.slice(0, maxQuoteRows), cut: rows.length > maxQuoteRows || text.length > maxText }
}

/** Proxies refuse a line that is longer than 8 KB. */
const maxAddress = 7_000

/** What makes an address shorter, one after the other. */
const shortened: readonly ((row: TypedRow) => TypedRow)[] = [
  (row) => row,
  (row) => ({ ...row, unit: '', note: '' }),
  (row) => ({ ...row, model: '', unit: '', note: '' }),
]

/** The page with these rows; without their notes, and then without models, where it would be too long. */
export function quoteAddress(rows: readonly TypedRow[]): string {
  const addresses = shortened.map((shorten) => addressOf(rows.map(shorten)))
  return addresses.find(({ length }) => length <= maxAddress) ?? quotePage
}
const addressOf = (rows: readonly TypedRow[]): string => {
  const text = encodeURIComponent(textOfRows(rows)).replace(/%(3A|2C)/g, decodeURIComponent)
  return text ? `${quotePage}?p=${text}` : quotePage
}

/** As they are sent. */
export const sentRows = (rows: readonly TypedRow[]): QuoteRow[] =>
  rows.map(({ quantity, ...row }) => quoteRowOf({ ...row, quantity: quantity === '' ? undefined : Number(quantity) }))

/** Two lists as one: what is in both is as the second has it. */
export const joinedRows = <R extends TypedRow>(first: readonly R[], second: readonly R[]): R[] => [
  ...first.filter((row) => !second.some((other) => isSameRow(row, other))),
  ...second,
]

/** What an inquiry is about in a few words: of several products the first, with their number. */
export function productWords(
  { productName = '', items = [] }: { productName?: string; items?: readonly AskedRow[] },
  shorten = (name: string): string => name,
): string {
  const [first] = items
  if (productName || !first) return shorten(productName)
  const name = shorten(first.productName ?? first.productId)
  return items.length > 1 ? `${name}等${items.length}项` : name
}

/** One row in words: 塔机监测 ZZ-T100 ×20台. */
export function rowWordsOf({ productId, productName = productId, model, quantity, unit = '' }: AskedRow): string {
  const count = quantity === undefined ? unit : `×${quantity}${unit}`
  return [productName, model, count].filter(Boolean).join(' ')
}
