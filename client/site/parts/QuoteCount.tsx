import { useQuoteRows } from '../quoteRows.ts'

/** How many rows the tab's list has. Pages are the same for everybody, so it stands over a corner, where it moves nothing. */
export function QuoteCount() {
  const { length } = useQuoteRows()
  if (length === 0) return null
  return (
    <>
      <b className="quote-count digits">{length}</b>
      <span className="visually-hidden">项</span>
    </>
  )
}
