import type { ProductRow, Scenario } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Details } from '../parts/Details.tsx'
import { productName } from '../productName.ts'
import type { PageProps } from '../route.ts'

export interface ScenariosFacts {
  scenarios: Scenario[]
  /** All that any of them names. */
  products: ProductRow[]
}

/** Five pictures in turns, and below them what each scenario is made of. */
export default function Scenarios({ facts: { scenarios, products } }: PageProps<ScenariosFacts>) {
  return (
    <>
      <section className="scenarios-turn">
        <div className="wrap">
          <h1>应用场景</h1>
        </div>
        <Carousel label="应用场景" every={4000} name="scenario">
          {scenarios.map(({ name, image, desc }, index) => (
            <figure className="scenario" key={name}>
              <Picture src={image} alt="" width={1600} height={800} sizes="max(100vw, 30rem)" first={index === 0} />
              <figcaption>
                <b>{name}</b>
                <span>{desc}</span>
              </figcaption>
            </figure>
          ))}
        </Carousel>
      </section>
      <section className="section gridded">
        <div className="wrap scenario-list">
          {scenarios.map((scenario) => (
            <Row key={scenario.name} scenario={scenario} products={products.filter(({ productId }) => scenario.products?.includes(productId))} />
          ))}
        </div>
      </section>
    </>
  )
}

function Row({ scenario: { name, desc, details }, products }: { scenario: Scenario; products: readonly ProductRow[] }) {
  return (
    <article>
      <div>
        <h2>{name}</h2>
        <p>{desc}</p>
      </div>
      <div>
        {details && <Details details={details} />}
        {products.length > 0 && (
          <p className="scenario-products">
            {products.map((product) => (
              <a className="more" key={product.productId} href={`/productDet?productId=${product.productId}`}>
                {productName(product)}
                <Icon name="arrow-right" />
              </a>
            ))}
          </p>
        )}
      </div>
    </article>
  )
}
