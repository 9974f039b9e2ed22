import type { Picture as NamedPicture } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { FrameFacts } from '../route.ts'

/** The drawing becomes the building: a line moves once across the picture and turns the drawing sheet into the construction site. */
export function Hero({ picture, slogan, lead, frame: { companyName, inquiry, pagesOn, buttons } }: {
  picture: NamedPicture
  slogan: string
  lead: string
  frame: FrameFacts
}) {
  const steps = slogan.match(/[^、，]+[、，]?/g) ?? [slogan]
  return (
    <section className="hero">
      <Picture
        className="cover" src={picture.image} alt={picture.name} ownAlt width={1920} height={900}
        sizes="(min-width: 64rem) max(100vw, 210vh), 83rem" priority
      />
      <div className="hero-sheet cover" aria-hidden="true" />
      <div className="wrap">
        <p className="hero-company">{companyName}</p>
        <h1>
          {steps.map((step) => (
            <span key={step}>{step}</span>
          ))}
        </h1>
        <p className="hero-lead lead">{lead}</p>
        <p className="actions row wraps loose">
          {pagesOn.product && (
            <a className="button" href="/product">
              {buttons.product}
              <Icon name="arrow-right" />
            </a>
          )}
          {inquiry.dealer && (
            <a className="button outline" href="/dljm">
              {buttons.agent}
            </a>
          )}
        </p>
      </div>
    </section>
  )
}
