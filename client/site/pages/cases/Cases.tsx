import type { Site } from '../../../../contract/entities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { pageHead } from '../../head.ts'
import { loadCases } from '../../parts/CaseCards.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Outcomes } from '../../parts/Outcomes.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import type { Banner, Head, PageProps, PageRequest } from '../../route.ts'

interface CasesFacts extends Pick<InquiryPlace, 'band'> {
  cases: Awaited<ReturnType<typeof loadCases>>
}

const outcomesInRow = 2

export const load = async (request: PageRequest): Promise<CasesFacts> => ({
  cases: await loadCases(request),
  ...inquiryBand(request.site, 'list'),
})

export const head = (_facts: CasesFacts, site: Site): Head => pageHead('cases', site)

export const banner = (_facts: CasesFacts, { banners, pageNames }: Site): Banner => ({
  image: banners.cases.image || banners.all.image || banners.home.image,
  title: pageNames.cases,
  lead: banners.cases.lead,
})

export default function Cases({ facts: { cases, band }, frame }: PageProps<CasesFacts>) {
  if (cases.length === 0) return <Preparing what={frame.pageNames.cases} frame={frame} />
  return (
    <>
      <div className="section gridded">
        <div className="wrap case-rows stack">
          {cases.map(({ name, image, path, intro, outcomes }, index) => (
            <article className="case-row columns" key={path}>
              <a href={path} tabIndex={-1} aria-hidden="true">
                <Thumbnail image={image} sizes="(min-width: 48rem) min(42vw, 45rem), 100vw" priority={index === 0} />
              </a>
              <div>
                <h2>
                  <a href={path} {...keepWords(name)} />
                </h2>
                <Outcomes className="row-outcomes" outcomes={outcomes.slice(0, outcomesInRow)} />
                <p dir="auto">{intro}</p>
                <a className="more row accent" href={path} aria-label={`查看案例：${name}`}>
                  查看案例
                  <Icon name="arrow-right" />
                </a>
              </div>
            </article>
          ))}
        </div>
      </div>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}
