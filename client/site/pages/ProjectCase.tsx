import type { Figure, ProjectCase as Project, Site } from '../../../contract/entities.ts'
import { FilmPlayer } from '../../ui/FilmPlayer.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import type { CardProduct } from '../cardProduct.ts'
import { excerpt, titled } from '../head.ts'
import { inquiryPlace, type InquiryPlace } from '../inquiryPlace.ts'
import { loadProducts } from '../loadProducts.ts'
import { NoSuchPage } from '../noSuchPage.ts'
import { CaseCards } from '../parts/CaseCards.tsx'
import { Crumbs } from '../parts/Crumbs.tsx'
import { Details } from '../parts/Details.tsx'
import { InquiryBand } from '../parts/InquiryBand.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { ProductCard } from '../parts/ProductCard.tsx'
import { Section } from '../parts/Section.tsx'
import { pick } from '../pick.ts'
import type { Banner, Head, PageProps, PageRequest } from '../route.ts'

interface ProjectCaseFacts {
  project: Project
  caseTexts: Site['caseTexts']
  others: Pick<Project, 'name' | 'image' | 'path'>[]
  /** The products used in the project. */
  products: CardProduct[]
  place: InquiryPlace
}

export async function load({ call, site, path }: PageRequest): Promise<ProjectCaseFacts> {
  const { cases, caseTexts } = site
  const project = cases.find((each) => each.path === path)
  if (!project) throw new NoSuchPage()
  const others = cases.filter((each) => each !== project).map((other) => pick(other, 'name', 'image', 'path'))
  return { project, caseTexts, others, products: await loadProducts({ call, site }, project.products), place: inquiryPlace(site, 'case') }
}

export const head = ({ project }: ProjectCaseFacts, site: Site): Head => ({
  title: titled(project.name, site),
  description: excerpt(project.intro),
  image: project.image,
})

export const banner = ({ project }: ProjectCaseFacts): Banner => ({ image: project.banner, title: project.name })

export default function ProjectCase({
  facts: { project, caseTexts, others, products, place }, frame,
}: PageProps<ProjectCaseFacts>) {
  const { name, image, intro, company, films, figures, details } = project
  return (
    <>
      <div className="wrap">
        <Crumbs href="/xiangmuanli" parent={frame.pageNames.cases}>{name}</Crumbs>
        {figures.length > 0 && <ProjectFigures figures={figures} />}
      </div>
      <section className="section project">
        <div className="wrap columns">
          <Picture src={image} alt={name} width={960} height={640} sizes="(min-width: 60rem) 42rem, calc(100vw - 2rem)" priority />
          <div>
            <h2>{caseTexts.intro}</h2>
            <p className="lead ink">{intro}</p>
            {company.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {place.button && (
              <p className="actions">
                <InquiryLink className="button" asked={{}}>咨询类似项目</InquiryLink>
              </p>
            )}
          </div>
        </div>
        {details.length > 0 && (
          <div className="wrap">
            <Details details={details} />
          </div>
        )}
      </section>
      <Section className="night films unprinted" items={films}>
        <div className="wrap">
          {films.map((film) => (
            <div key={film.url}>
              <SectionHead name={film.title} />
              <FilmPlayer film={film} />
            </div>
          ))}
        </div>
      </Section>
      <Section className="tinted project-products" items={products}>
        <div className="wrap">
          <SectionHead {...caseTexts.products} />
          <div className="grid tiles">
            {products.map((product) => (
              <ProductCard key={product.productId} product={product} />
            ))}
          </div>
        </div>
      </Section>
      <Section items={others}>
        <div className="wrap">
          <SectionHead name={caseTexts.others} more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={others} />
        </div>
      </Section>
      <InquiryBand band={place.band} frame={frame} />
    </>
  )
}

/** The project in numbers, each over a measuring line. */
function ProjectFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures-large project-figures">
      {figures.map(({ value, suffix, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            <small>{suffix}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
