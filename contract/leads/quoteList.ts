import { percentDecoded, truncate } from '../text/characters.ts'
import { quotePage } from '../site/sitePages.ts'

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

export const isProductId = (text: string): boolean => /^[\w-]{1,80}$/.test(text)

/** How many characters each input of a row takes. */
export const rowLimits = { productId: 80, name: 200, model: 60, quantity: 20, unit: 10, note: 100 } as const
/** A row as it is typed, with what its product was called when it was chosen. */
export type TypedRow = Record<keyof typeof rowLimits, string>

/** One of a product, as somebody adds it. */
export const newRow = (productId: string, name = '', model = ''): TypedRow => ({
  productId,
  name,
  model,
  quantity: '1',
  unit: '',
  note: '',
})

/** One of a product is enough; where each has its model, another may follow. */
export const indexWithoutModel = (rows: readonly TypedRow[], productId: string): number =>
  rows.findIndex((row) => row.productId === productId && row.model === '')

/** What a form has of the rows, by the names of its inputs: those of a row end with its place. */
export const rowsOfForm = (valueOf: (name: string) => unknown): TypedRow[] =>
  Array.from({ length: maxQuoteRows }, (_, index) => {
    const values = Object.entries(rowLimits).map(([name, max]) => [
      name,
      truncate(String(valueOf(`${name}${index}`) ?? ''), max),
    ])
    return Object.fromEntries(values) as TypedRow
  }).filter(({ productId }) => isProductId(productId))

/** As they are sent: 3台 is a number with its unit, and what is no number, such as 三台, is a note. */
export const sentRows = (rows: readonly TypedRow[]): TypedRow[] =>
  rows.map((row) => {
    const typed = row.quantity.normalize('NFKC').replace(/[\s,]/g, '')
    const [, quantity, unit = ''] = /^([-+]?\d[\d.]*(?:e\d+)?)(\p{L}{0,4})$/iu.exec(typed) ?? []
    if (quantity) return { ...row, quantity, unit: unit || row.unit }
    return { ...row, quantity: '', note: [row.quantity.trim(), row.note].filter(Boolean).join('，') }
  })

/** The page with these rows, without what is noted of them: `/xunjia?p=id*3,id:model*20*米`. */
export function quoteAddress(rows: readonly TypedRow[]): string {
  const text = rows.map(rowText).join()
  return text ? `${quotePage}?p=${encodeURIComponent(text).replace(/%(3A|2C)/g, decodeURIComponent)}` : quotePage
}

function rowText({ productId, model, quantity, unit }: TypedRow): string {
  const ofModel = model && `:${escaped(model)}`
  const inUnits = unit && `*${escaped(unit)}`
  const count = (quantity || unit) && `*${escaped(quantity)}`
  return productId + ofModel + count + inUnits
}

const escaped = (part: string): string =>
  part.replace(/[%,:*]/g, (sign) => encodeURIComponent(sign).replace('*', '%2A'))

/** What can be read of the rows in an address, which anyone may have written. */
export const rowsInText = (text: string): TypedRow[] =>
  text
    .split(',')
    .flatMap((part) => {
      const [product = '', quantity = '', ...unit] = part.split('*')
      const [productId = '', ...model] = product.split(':')
      if (!isProductId(productId)) return []
      const row = newRow(productId, '', percentDecoded(model.join(':')))
      return { ...row, quantity: percentDecoded(quantity), unit: percentDecoded(unit.join('*')) }
    })
    .slice(0, maxQuoteRows)

/** Two lists as one: a row of both is as the second has it, with the note and the name of the first where the second has none. */
export function joinedRows(first: readonly TypedRow[], second: readonly TypedRow[]): TypedRow[] {
  const sameIn = (rows: readonly TypedRow[], { productId, model }: TypedRow): TypedRow | undefined =>
    rows.find((row) => row.productId === productId && row.model === model)
  const joined = second.map((row) => {
    const { note = '', name = '' } = sameIn(first, row) ?? {}
    return { ...row, note: row.note || note, name: row.name || name }
  })
  return [...first.filter((row) => !sameIn(second, row)), ...joined].slice(0, maxQuoteRows)
}

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

/** As it is typed, or as it was sent. */
export interface NamedRow extends Omit<AskedRow, 'quantity'> {
  quantity?: number | string
}

/** One row in words: 塔机监测 ZZ-T100 ×20台. */
export function rowWordsOf({ productId, productName = productId, model, quantity, unit = '' }: NamedRow): string {
  return [productName, model, quantity && `×${quantity}${unit}`].filter(Boolean).join(' ')
}
