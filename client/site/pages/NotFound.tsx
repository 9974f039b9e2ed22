import type { Site } from '../../../contract/kinds/entities.ts'
import { unlistedHead } from '../head.ts'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../parts/InquiryBand.tsx'
import { PageLinks } from '../parts/PageLinks.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import type { Head, PageProps, PageRequest } from '../route.ts'

type NotFoundFacts = Pick<InquiryPlace, 'band'>

export const load = async ({ site }: PageRequest): Promise<NotFoundFacts> => inquiryBand(site, 'search')

export const head = (_facts: NotFoundFacts, site: Site): Head =>
  unlistedHead('页面无法进入', site, '您访问的页面不存在或已被移走。')

/** An empty drawing sheet. */
export default function NotFound({ facts: { band }, frame }: PageProps<NotFoundFacts>) {
  return (
    <>
      <section className="section gridded not-found">
        <div className="wrap stack">
          <p className="not-found-mark" aria-hidden="true">
            404
          </p>
          <h1 className="like-h1">页面无法进入</h1>
          <p>您访问的页面不存在，或者已经移走。</p>
          <SearchForm />
          <p className="demo-row row wraps">
            <a className="button" href="/">
              返回首页
            </a>
            <PageLinks pages={['news', 'cases']} className="button outline" frame={frame} />
          </p>
        </div>
      </section>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}
