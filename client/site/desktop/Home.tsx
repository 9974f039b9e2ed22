import type { Picture as NamedPicture, Point, Site } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import type { CardProduct } from '../cardProduct.ts'
import { CaseCards } from '../parts/CaseCards.tsx'
import { Figures } from '../parts/Figures.tsx'
import { FilledText } from '../parts/FilledText.tsx'
import { Partners } from '../parts/Partners.tsx'
import { Points } from '../parts/Points.tsx'
import { ScenarioStrip } from '../parts/ScenarioStrip.tsx'
import { pick } from '../pick.ts'
import type { PageProps, PageRequest } from '../route.ts'
import { homeFacts, type HomeFacts as SharedFacts, loadGroups } from '../twins/home.ts'
import { Hero } from './Hero.tsx'
import { Layers } from './Layers.tsx'
import { ProductStrip } from './ProductStrip.tsx'

interface HomeFacts extends SharedFacts, Pick<Site, 'slogan' | 'oneStop' | 'techSupport'> {
  hero: NamedPicture
  products: CardProduct[]
}

export async function load({ call, site }: PageRequest): Promise<HomeFacts> {
  const { zhgd, cpxt, jzbh } = await loadGroups(call, 6)
  return {
    hero: site.banners.home, ...pick(site, 'slogan', 'oneStop', 'techSupport'), products: [...zhgd, ...cpxt, ...jzbh], ...homeFacts(site),
  }
}

export { head } from '../twins/home.ts'

export default function Home({ facts, frame }: PageProps<HomeFacts>) {
  const { hero, slogan, oneStop, products, techSupport, showroom, cases, scenarios, partners, homeTexts, supportTexts } = facts
  return (
    <>
      <Hero picture={hero} slogan={slogan} lead={homeTexts.hero} frame={frame} />
      <OneStop title={homeTexts.oneStop} points={oneStop} />
      {products.length > 0 && (
        <section className="section">
          <div className="wrap">
            <SectionHead {...homeTexts.products} more={{ href: '/product', words: '查看全部产品' }} />
          </div>
          <ProductStrip products={products} />
        </section>
      )}
      <section className="section tinted technique">
        <div className="wrap columns beside">
          <div>
            <SectionHead {...supportTexts.technique} />
            <Layers points={techSupport} />
          </div>
          <Points points={techSupport} numbered />
        </div>
      </section>
      <section className="section night gridded showroom">
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
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead {...homeTexts.cases} more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </section>
      <Figures {...facts} />
      <section className="section tinted">
        <div className="wrap">
          <SectionHead {...homeTexts.scenarios} more={{ href: '/yingyongchangjing', words: '查看场景' }} />
        </div>
        <ScenarioStrip scenarios={scenarios} />
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead {...homeTexts.partners} />
          <Partners partners={partners} invitation={homeTexts.invitation} />
        </div>
      </section>
    </>
  )
}

/** The four steps of a project, over the bottom of the hero. */
function OneStop({ title, points }: { title: string; points: readonly Point[] }) {
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
