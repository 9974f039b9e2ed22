import type { MouseEvent } from 'react'
import { listAddress, maxQuoteRows, newRow, quoteAddress } from '../../../contract/quoteList.ts'
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

/** Puts a product into the tab's list; without a script it leads to the page with a list of this alone. */
export function QuoteLink({ product: { productId, name }, model, className, counted }: Props) {
  const rows = useQuoteRows()
  const row = newRow(productId, name, model)
  const isIn = rows.some((each) => each.productId === productId && (model === undefined || each.model === model))
  const add = (event: MouseEvent): void => {
    // The page says that the list is full.
    if (keptRows().length >= maxQuoteRows) return
    event.preventDefault()
    keepRows([...keptRows(), row])
  }
  const what = [name, model].filter(Boolean).join(' ')
  return (
    <a
      className={className}
      href={isIn ? listAddress(rows) : quoteAddress([row])}
      rel="nofollow"
      aria-label={isIn ? `${what}已在询价单，查看` : `把${what}加入询价单`}
      onClick={isIn ? undefined : add}
    >
      {isIn ? '已在询价单' : '加入询价单'}
      {counted && <QuoteCount />}
    </a>
  )
}
