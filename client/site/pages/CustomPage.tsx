import type { CustomPage as Custom, Site } from '../../../contract/entities.ts'
import { beginningOf } from '../../../contract/plainText.ts'
import { RichText } from '../../ui/RichText.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { recordHead } from '../head.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../parts/InquiryBand.tsx'
import type { Banner, Head, PageProps, PageRequest } from '../route.ts'

export interface CustomPageFacts extends Pick<InquiryPlace, 'band'> {
  page: Custom
}

export const load = async ({ call, path, site }: PageRequest): Promise<CustomPageFacts> => ({
  page: await call('pageDetail', { pagePath: path.slice(path.lastIndexOf('/') + 1) }),
  ...inquiryBand(site, 'page'),
})

export const head = ({ page }: CustomPageFacts, site: Site): Head =>
  recordHead(
    { title: page.pageTitle, text: beginningOf(page.pageBody) || page.pageTitle, picture: page.pageBanner },
    page,
    site,
  )

export const banner = ({ page: { pageTitle, pageBanner } }: CustomPageFacts): Banner | undefined =>
  pageBanner === '' ? undefined : { image: pageBanner, title: pageTitle }

/** A page of the company's own: jobs, service points, downloads, certificates, questions and answers. */
export default function CustomPage({
  facts: {
    page: { pageTitle, pageBanner, pageBody },
    band,
  },
  frame,
}: PageProps<CustomPageFacts>) {
  return (
    <>
      <div className="wrap article">
        <Crumbs href="/" parent={frame.pageNames.home}>
          {pageTitle}
        </Crumbs>
        <article>
          {pageBanner === '' && (
            <header>
              <h1 {...keepWords(pageTitle)} />
            </header>
          )}
          <RichText html={pageBody} />
        </article>
      </div>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}
