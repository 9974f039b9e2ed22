import { Fragment } from 'react'
import type { Picture as NamedPicture, Point, Site } from '../../../../contract/entities.ts'
import { Carousel } from '../../../ui/Carousel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { shownSections } from '../../facts.ts'
import { FilledText } from '../../parts/FilledText.tsx'
import { Points } from '../../parts/Points.tsx'
import { Section } from '../../parts/Section.tsx'
import type { CardProduct } from '../../products.ts'
import type { FrameFacts, PageProps, PageRequest } from '../../route.ts'
import { homeFacts, type HomeFacts as SharedFacts, loadGroups } from './data.ts'
import { Layers } from './Layers.tsx'
import { ProductStrip } from './ProductStrip.tsx'
import { type Drawn, sharedSections } from './sections.tsx'

interface HomeFacts extends SharedFacts, Pick<Site, 'slogan' | 'oneStop' | 'techSupport'> {
  hero: NamedPicture
  products: CardProduct[]
  /** The sections that are shown, in their order. */
  sections: Site['homeSections'][number]['name'][]
}

export async function load(request: PageRequest): Promise<HomeFacts> {
  const { site } = request
  const sections = shownSections(site.homeSections)
  const groups = await loadGroups(request, sections, 6)
  return {
    hero: site.banners.home, slogan: site.slogan, sections,
    oneStop: sections.includes('oneStop') ? site.oneStop : [],
    techSupport: sections.includes('support') ? site.techSupport : [],
    products: groups.flatMap(({ products }) => products), ...(await homeFacts(request, sections)),
  }
}

export { head } from './data.ts'

export default function Home({ facts, frame }: PageProps<HomeFacts>) {
  const { hero, slogan, sections, homeTexts } = facts
  return (
    <>
      <Hero picture={hero} slogan={slogan} lead={homeTexts.hero} frame={frame} />
      {sections.map((name) => <Fragment key={name}>{drawn[name](facts, frame)}</Fragment>)}
    </>
  )
}

const drawn: Drawn<HomeFacts> = {
  ...sharedSections(false),
  oneStop: ({ oneStop, homeTexts }) => <OneStop title={homeTexts.oneStop} points={oneStop} />,
  products: ({ products, homeTexts }) => (
    <Section items={products}>
      <div className="wrap">
        <SectionHead {...homeTexts.products} more={{ href: '/product', words: '查看全部产品' }} />
      </div>
      <ProductStrip products={products} />
    </Section>
  ),
  support: ({ techSupport, supportTexts }) => (
    <Section className="tinted technique" items={techSupport}>
      <div className="wrap columns beside">
        <div>
          <SectionHead {...supportTexts.technique} />
          <Layers points={techSupport} />
        </div>
        <Points points={techSupport} numbered />
      </div>
    </Section>
  ),
  showroom: ({ showroom, supportTexts }) => (
    <Section className="night gridded showroom" items={showroom}>
      <div className="wrap">
        <SectionHead {...supportTexts.showroom} />
      </div>
      <Carousel label={supportTexts.showroom.name} intervalMs={5000} visible={3} centred>
        {showroom.map(({ image, name }) => (
          <figure key={image}>
            <Picture src={image} alt={name} ownAlt width={960} height={640} sizes="(min-width: 40rem) 33vw, 100vw" />
            <figcaption className="strong">{name}</figcaption>
          </figure>
        ))}
      </Carousel>
    </Section>
  ),
}

/** The four steps of a project, over the bottom of the hero where they follow it. */
function OneStop({ title, points }: { title: string; points: readonly Point[] }) {
  if (points.length === 0) return null
  return (
    <section className="wrap one-stop">
      <div className="card">
        <h2 className="like-h3">
          <FilledText text={title} />
        </h2>
        <Points points={points} numbered />
      </div>
    </section>
  )
}

/** The drawing becomes the building: a line moves once across the picture and turns the drawing sheet into the construction site. */
function Hero({ picture, slogan, lead, frame: { companyName, inquiry, pagesOn, buttons } }: {
  picture: NamedPicture
  slogan: string
  lead: string
  frame: FrameFacts
}) {
  const steps = slogan.match(/[^、，]+[、，]?/g) ?? [slogan]
  return (
    <section className="hero clipped">
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
          {inquiry.dealer && <a className="button outline" href="/dljm">{buttons.agent}</a>}
        </p>
      </div>
    </section>
  )
}
