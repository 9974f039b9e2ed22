import type { MouseEvent } from 'react'
import { indexWithoutModel, maxQuoteRows, newRow, quoteAddress } from '../../../contract/leads/quoteList.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { keepRows, keptRows, useQuoteRows } from '../quoteRows.ts'
import { QuoteCount } from './QuoteCount.tsx'

interface Props {
  product: { productId: string; name: string }
  /** One of its models; without it, a row of any of them is one of the product. */
  model?: string
  className: string
  /** With the number of rows, where the header's is out of sight. */
  counted?: boolean
}

/** Puts a product into the list; without a script it leads to the page with a list of this alone. */
export function QuoteLink({ product: { productId, name }, model, className, counted }: Props) {
  const rows = useQuoteRows()
  const row = newRow(productId, name, model)
  const isIn = rows.some((row) => row.productId === productId && (model === undefined || row.model === model))
  const add = (event: MouseEvent): void => {
    const next = [...keptRows()]
    // A row of the product without a model was the first step.
    const at = indexWithoutModel(next, productId)
    const first = next[at]
    if (first) next[at] = { ...first, model: row.model }
    // The page says that the list is full.
    else if (next.push(row) > maxQuoteRows) return
    event.preventDefault()
    keepRows(next)
  }
  const what = `${name} ${model ?? ''}`.trim()
  return (
    <a
      className={className}
      href={isIn ? quotePage : quoteAddress([row])}
      rel="nofollow"
      aria-label={isIn ? `${what}已在询价单，查看` : `把${what}加入询价单`}
      onClick={isIn ? undefined : add}
    >
      {isIn ? '已在询价单' : '加入询价单'}
      {counted && <QuoteCount />}
    </a>
  )
}
