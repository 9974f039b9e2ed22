import { Fragment } from 'react'
import type { Picture as NamedPicture, Point, Site } from '../../../../contract/kinds/entities.ts'
import { productPage } from '../../../../contract/kinds/recordPages.ts'
import { Carousel } from '../../../ui/Carousel.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { shownSections } from '../../facts.ts'
import { FilledText } from '../../parts/FilledText.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { InquiryLink } from '../../parts/InquiryLink.tsx'
import { Points } from '../../parts/Points.tsx'
import { Section } from '../../parts/Section.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { type CardProduct, pictured, productName } from '../../products.ts'
import type { FrameFacts, PageProps, PageRequest } from '../../route.ts'
import { homeFacts, type HomeFacts as SharedFacts, loadGroups } from './data.ts'
import { ProductStrip } from './ProductStrip.tsx'
import { type Drawn, HomeActions, sharedSections } from './sections.tsx'

interface HomeFacts extends SharedFacts, Pick<Site, 'slogan' | 'oneStop' | 'techSupport'>, Pick<InquiryPlace, 'band'> {
  hero: NamedPicture
  products: CardProduct[]
  hasMoreProducts: boolean
  /** The sections that are shown, in their order. */
  sections: Site['homeSections'][number]['name'][]
}

export async function load(request: PageRequest): Promise<HomeFacts> {
  const { site } = request
  const sections = shownSections(site.homeSections)
  const { groups, hasMore } = await loadGroups(request, sections, {})
  return {
    hero: site.banners.home,
    slogan: site.slogan,
    sections,
    oneStop: sections.includes('oneStop') ? site.oneStop : [],
    techSupport: sections.includes('support') ? site.techSupport : [],
    products: groups.flatMap(({ products }) => products),
    hasMoreProducts: hasMore,
    ...(await homeFacts(request, sections)),
    ...inquiryBand(site, 'home'),
  }
}

export { head } from './data.ts'

export default function Home({ facts, frame }: PageProps<HomeFacts>) {
  const { hero, slogan, sections, homeTexts } = facts
  return (
    <>
      <Hero picture={hero} slogan={slogan} lead={homeTexts.hero} products={facts.products} frame={frame} />
      {sections.map((name) => (
        <Fragment key={name}>{drawn[name](facts, frame)}</Fragment>
      ))}
      <InquiryBand band={facts.band} frame={frame} />
    </>
  )
}

const drawn: Drawn<HomeFacts> = {
  ...sharedSections(false),
  oneStop: ({ oneStop, homeTexts }) => <OneStop title={homeTexts.oneStop} points={oneStop} />,
  products: ({ products, hasMoreProducts, homeTexts }) => (
    <Section className="dense" items={products} wide>
      <ProductStrip
        head={<SectionHead {...homeTexts.products} more={{ href: '/product', words: '查看全部产品' }} />}
        products={products}
        hasMore={hasMoreProducts}
      />
    </Section>
  ),
  support: ({ techSupport, supportTexts }) => (
    <Section id="technique" className="tinted dense technique" items={techSupport}>
      <SectionHead quiet {...supportTexts.technique} />
      <Points points={techSupport} numbered />
    </Section>
  ),
  showroom: ({ showroom, supportTexts }, { inquiry, buttons }) => (
    <Section id="showroom" className="night dense showroom" items={showroom} inside="columns">
      <div>
        <SectionHead quiet {...supportTexts.showroom} />
        {inquiry.form && buttons.visit && (
          <InquiryLink className="button outline" asked={{ topic: '预约参观' }}>
            {buttons.visit}
          </InquiryLink>
        )}
      </div>
      <Carousel label={supportTexts.showroom.name} intervalMs={5000} effect="fade">
        {showroom.map(({ image, name }) => (
          <figure key={image}>
            <Picture
              className="cover"
              src={image}
              alt={name}
              ownAlt
              sizes="(min-width: 62rem) min(55vw, 50rem), 100vw"
            />
            <figcaption className="strong">{name}</figcaption>
          </figure>
        ))}
      </Carousel>
    </Section>
  ),
}

/** The four steps of a project. */
function OneStop({ title, points }: { title: string; points: readonly Point[] }) {
  if (points.length === 0) return null
  return (
    <section className="wrap one-stop">
      <h2 className="like-h3">
        <FilledText text={title} />
      </h2>
      <Points points={points} numbered />
    </section>
  )
}

/** Without a picture products lie on a drawing sheet. */
function Hero({
  picture,
  slogan,
  lead,
  products,
  frame,
}: {
  picture: NamedPicture
  slogan: string
  lead: string
  products: readonly CardProduct[]
  frame: FrameFacts
}) {
  const steps = slogan.match(/[^、，]+[、，]?/g) ?? [slogan]
  const shownProducts = picture.image ? [] : pictured(products)
  return (
    <section className={picture.image ? 'hero clipped' : 'hero drawn clipped'}>
      {picture.image && (
        <Picture
          className="cover"
          src={picture.image}
          alt={picture.name}
          ownAlt
          width={1920}
          height={900}
          sizes="(min-width: 64rem) max(100vw, 210vh), 83rem"
          priority
        />
      )}
      <div className="wrap">
        <p className="hero-company">{frame.companyName}</p>
        <h1>
          {steps.map((step) => (
            <span key={step}>{step}</span>
          ))}
        </h1>
        <p className="hero-lead lead" dir="auto">
          {lead}
        </p>
        <HomeActions phone={false} frame={frame} />
      </div>
      {shownProducts.length > 0 && (
        <ul className="hero-products tiles">
          {shownProducts.map((product) => (
            <li key={product.productId}>
              <a className="card stack tight clipped" href={productPage(product.productId)}>
                <Thumbnail image={product.coverUrl} sizes="(min-width: 64rem) 26rem, 92vw" priority />
                <b {...keepWords(productName(product))} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
