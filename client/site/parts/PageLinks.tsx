import { addressOfPage, type SwitchablePage } from '../../../contract/site/sitePages.ts'
import type { FrameFacts } from '../route.ts'

/** Links to those of the pages that are on. */
export const PageLinks = ({
  pages,
  className,
  frame: { pageNames, pagesOn },
}: {
  pages: readonly SwitchablePage[]
  className: string
  frame: Pick<FrameFacts, 'pageNames' | 'pagesOn'>
}) =>
  pages
    .filter((page) => pagesOn[page])
    .map((page) => (
      <a className={className} href={addressOfPage(page)} key={page}>
        {pageNames[page]}
      </a>
    ))
