import type { ReactNode } from 'react'
import { wordOf } from '../../../contract/site/siteSearch.ts'

/** What somebody asks about. */
export interface Asked {
  topic?: string | undefined
  productId?: string | undefined
  /** What the product is called. */
  product?: string | undefined
  /** What was searched for in vain. */
  word?: string | undefined
}

/** What a link to the page with the form says; what its product is called is not in it. */
export const askedIn = (query: URLSearchParams): Asked => ({
  topic: query.get('topic') ?? undefined,
  productId: query.get('productId') ?? undefined,
  word: wordOf(query),
})

/** The page with the form. With scripts, Site.tsx opens the form over the page that the link is on, and reads from it what it is about. */
export function InquiryLink({
  asked: { topic, productId, product, word },
  className,
  children,
}: {
  asked: Asked
  className: string
  children: ReactNode
}) {
  const query = new URLSearchParams({
    ...(productId && { productId }),
    ...(topic && { topic }),
    ...(word && { word }),
  }).toString()
  return (
    <a className={className} href={`/zixun${query && `?${query}`}`} data-product={product}>
      {children}
    </a>
  )
}
