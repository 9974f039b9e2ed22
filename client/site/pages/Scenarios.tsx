import type { Scenario } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
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
        <Carousel label="应用场景" every={4000} name="scenario">
          {scenarios.map(({ name, image, desc }, index) => (
            <figure className="scenario" key={name}>
              <img src={image} alt="" width="1600" height="800" loading={index === 0 ? 'eager' : 'lazy'} decoding="async" draggable={false} />
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
          {scenarios.map(({ name, image, desc }) => (
            <article key={name}>
              <Shot image={image} />
              <h2>{name}</h2>
              <p>{desc}</p>
            </article>
          ))}
        </div>
      </section>
    </>
  )
}
