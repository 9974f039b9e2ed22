import type { Scenario } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Shot } from '../parts/Shot.tsx'
import type { PageProps } from '../route.ts'

export interface ScenariosFacts {
  scenarios: Scenario[]
}

/** Five in turns, and below them all five to read in peace. */
export default function Scenarios({ facts: { scenarios } }: PageProps<ScenariosFacts>) {
  return (
    <>
      <section className="scenarios-turn">
        <div className="wrap">
          <h1>应用场景</h1>
        </div>
        <Carousel label="应用场景" every={4000}>
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
          {scenarios.map(({ name, image, desc }, index) => (
            <article key={name}>
              <Shot image={image} sizes={`(min-width: 60rem) ${index < 2 ? 42 : 27}rem, 100vw`} />
              <h2>{name}</h2>
              <p>{desc}</p>
            </article>
          ))}
        </div>
      </section>
    </>
  )
}
