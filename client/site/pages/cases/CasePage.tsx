import type { CaseCard, ProjectCase, Site } from '../../../../contract/kinds/entities.ts'
import { FilmPlayer } from '../../../ui/FilmPlayer.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { pick } from '../../facts.ts'
import { recordHead } from '../../head.ts'
import { CaseCards, loadCases } from '../../parts/CaseCards.tsx'
import { CaseQuotes } from '../../parts/CaseQuotes.tsx'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { Details } from '../../parts/Details.tsx'
import { InquiryBand, type InquiryPlace, inquiryPlace } from '../../parts/InquiryBand.tsx'
import { InquiryLink } from '../../parts/InquiryLink.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { Outcomes } from '../../parts/Outcomes.tsx'
import { PageBar } from '../../parts/PageBar.tsx'
import { ProductTiles } from '../../parts/ProductTiles.tsx'
import { Section } from '../../parts/Section.tsx'
import { type CardProduct, loadProducts } from '../../products.ts'
import type { Banner, Head, PageProps, PageRequest } from '../../route.ts'

interface ProjectCaseFacts {
  project: ProjectCase
  caseTexts: Site['caseTexts']
  others: CaseCard[]
  previous: CaseCard | undefined
  next: CaseCard | undefined
  products: CardProduct[]
  place: InquiryPlace
}

export async function load({ call, site, path }: PageRequest): Promise<ProjectCaseFacts> {
  const [project, cases] = await Promise.all([call('caseDetail', { casePath: path }), loadCases({ call })])
  const links = cases.map((each): CaseCard => pick(each, 'name', 'image', 'path'))
  // A preview of a new one is not among them.
  const index = links.findIndex((link) => link.path === project.casePath)
  return {
    project,
    caseTexts: site.caseTexts,
    others: links.filter((_, at) => at !== index),
    previous: links[index - 1],
    next: links[index + 1],
    products: await loadProducts({ call, site }, project.products),
    place: inquiryPlace(site, 'case'),
  }
}

export const head = ({ project }: ProjectCaseFacts, site: Site): Head =>
  recordHead({ title: project.caseName, text: project.caseIntro, picture: project.caseImage }, project, site)

export const banner = ({ project: { caseName, caseBanner, caseImage } }: ProjectCaseFacts): Banner => ({
  image: caseBanner || caseImage,
  title: caseName,
  large: true,
})

export default function CasePage({
  facts: { project, caseTexts, others, previous, next, products, place },
  frame,
}: PageProps<ProjectCaseFacts>) {
  const { caseName: name, films = [], figures = [] } = project
  return (
    <>
      <PageBar
        name={name}
        parts={[
          { id: 'overview', name: '概览', on: true },
          { id: 'films', name: '视频', on: films.length > 0 },
          { id: 'products', name: '产品', on: products.length > 0 },
          { id: 'cases', name: '案例', on: others.length > 0 },
          { id: 'ask', name: '咨询', on: place.band !== undefined && !place.button },
        ]}
        asked={place.button ? {} : undefined}
      />
      <div className="wrap">
        <Crumbs href="/xiangmuanli" parent={frame.pageNames.cases}>
          {name}
        </Crumbs>
        <Outcomes className="project-figures" outcomes={figures} />
      </div>
      <Overview {...{ project, caseTexts, place }} />
      <Section className="night films unprinted" id="films" items={films}>
        {films.map((film) => (
          <div key={film.url}>
            <SectionHead quiet name={film.title} lead={film.desc} />
            <FilmPlayer film={film} />
          </div>
        ))}
      </Section>
      <ProductTiles id="products" heading={caseTexts.products} products={products} />
      <Section id="cases" items={others}>
        <SectionHead name={caseTexts.others} more={{ href: '/xiangmuanli', words: '全部案例' }} />
        <CaseCards cases={others} />
        <Neighbours
          label="相邻案例"
          words={['上一个案例', '下一个案例']}
          list="/xiangmuanli"
          previous={neighbour(previous)}
          next={neighbour(next)}
        />
      </Section>
      <InquiryBand band={place.band} frame={frame} />
    </>
  )
}

function Overview({ project, caseTexts, place }: Pick<ProjectCaseFacts, 'project' | 'caseTexts' | 'place'>) {
  const { caseName, caseImage, caseBanner, caseIntro, caseBody, details = [], quotes = [] } = project
  const hasAside = details.length > 0 || place.button
  return (
    <Section className="project" id="overview" inside={hasAside ? 'columns' : ''}>
      <div>
        <h2>{caseTexts.intro}</h2>
        <p className="lead ink" dir="auto">
          {caseIntro}
        </p>
        {/* Without a banner of its own the case has its picture there. */}
        {caseBanner !== '' && (
          <Picture
            src={caseImage}
            alt={caseName}
            width={960}
            height={640}
            sizes="(min-width: 60rem) 42rem, calc(100vw - 2rem)"
          />
        )}
        <RichText html={caseBody} />
        <CaseQuotes quotes={quotes} />
      </div>
      {hasAside && (
        <div className="project-aside">
          {details.length > 0 && <Details details={details} />}
          {place.button && (
            <p className="actions">
              <InquiryLink className="button" asked={{}}>
                咨询类似项目
              </InquiryLink>
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

const neighbour = (to: CaseCard | undefined) => to && { href: to.path, name: to.name }
