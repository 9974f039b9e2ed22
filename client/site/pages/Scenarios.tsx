import type { Scenario, Site } from '../../../contract/kinds/entities.ts'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { Picture } from '../../ui/Picture.tsx'
import { pageHead } from '../head.ts'
import { Details } from '../parts/Details.tsx'
import { InquiryBand, type InquiryPlace, inquiryPlace } from '../parts/InquiryBand.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import { type CardProduct, loadProducts, namesAmong } from '../products.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

interface ScenariosFacts {
  scenarios: Scenario[]
  products: CardProduct[]
  place: InquiryPlace
}

export async function load({ call, site }: PageRequest): Promise<ScenariosFacts> {
  const { scenarios } = site
  const products = await loadProducts(
    { call, site },
    scenarios.flatMap(({ products }) => products),
  )
  return { scenarios, products, place: inquiryPlace(site, 'scenario') }
}

export const head = (_facts: ScenariosFacts, site: Site): Head => pageHead('scenarios', site)

/** Five pictures in turn, and below them what each scenario is made of. */
export default function Scenarios({ facts: { scenarios, products, place }, frame }: PageProps<ScenariosFacts>) {
  return (
    <>
      <section className="scenario-carousel">
        <div className="wrap">
          <h1 className="like-h1">{frame.pageNames.scenarios}</h1>
        </div>
        <Carousel label={frame.pageNames.scenarios} intervalMs={4000} name="scenario">
          {scenarios.map(({ name, image, desc }, index) => (
            <figure className={image ? 'scenario' : 'scenario drawn'} key={name}>
              {image && (
                <Picture
                  src={image}
                  alt=""
                  width={1600}
                  height={800}
                  sizes="min(100vw, 84rem)"
                  priority={index === 0}
                />
              )}
              <figcaption className="stack">
                <b>{name}</b>
                {!image && <span dir="auto">{desc}</span>}
              </figcaption>
            </figure>
          ))}
        </Carousel>
      </section>
      <div className="section gridded">
        <div className="wrap scenario-list stack">
          {scenarios.map((scenario) => (
            <Row
              key={scenario.name}
              scenario={scenario}
              products={products.filter(({ productId }) => scenario.products.includes(productId))}
              button={place.button}
            />
          ))}
        </div>
      </div>
      <InquiryBand band={place.band} frame={frame} />
    </>
  )
}

function Row({
  scenario: { name, desc, details, image },
  products,
  button,
}: {
  scenario: Scenario
  products: readonly CardProduct[]
  button: boolean
}) {
  return (
    <article className={image ? 'columns ticked' : 'ticked'}>
      {image && <Picture src={image} alt="" width={1600} height={800} sizes="(min-width: 62rem) 34rem, 92vw" />}
      <div>
        <h2 {...keepWords(name)} />
        <p dir="auto">{desc}</p>
        {details.length > 0 && <Details details={details} />}
        {products.length > 0 && (
          <ul className="scenario-products row wraps">
            {products.map((product) => (
              <li key={product.productId}>
                <a className="boxed row" href={productPage(product.productId)}>
                  <Thumbnail image={product.coverUrl} sizes="5rem" />
                  <span {...keepWords(namesAmong(products)(product))} />
                </a>
              </li>
            ))}
          </ul>
        )}
        {button && (
          <InquiryLink className="button outline" asked={{}}>
            咨询此场景
          </InquiryLink>
        )}
      </div>
    </article>
  )
}
