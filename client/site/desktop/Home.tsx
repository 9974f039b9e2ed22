import type { Picture as NamedPicture, Point, ProductRow, Site } from '../../../contract/entities.ts'
import { locations } from '../../../contract/locations.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { CaseCards } from '../parts/CaseCards.tsx'
import { Figures } from '../parts/Figures.tsx'
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
  products: ProductRow[]
}

export async function load({ call, site }: PageRequest): Promise<HomeFacts> {
  const { zhgdList, cpxtList, jzbhList } = await loadGroups(call, 6)
  return { hero: site.banners.home, ...pick(site, 'slogan', 'oneStop', 'techSupport'), products: [...zhgdList, ...cpxtList, ...jzbhList], ...homeFacts(site) }
}

export { head } from '../twins/home.ts'

export default function Home({ facts, frame }: PageProps<HomeFacts>) {
  const { hero, slogan, oneStop, products, techSupport, showroom, cases, scenarios, partners } = facts
  return (
    <>
      <Hero picture={hero} slogan={slogan} company={frame.companyName} />
      <OneStop points={oneStop} />
      {products.length > 0 && (
        <section className="section products-shown">
          <div className="wrap">
            <SectionHead name="产品与系统" lead={`${Object.values(locations).join('、')}，一个团队交付。`} more={{ href: '/product', words: '查看全部产品' }} />
          </div>
          <ProductStrip products={products} />
        </section>
      )}
      <section className="section tinted technique">
        <div className="wrap beside">
          <div>
            <SectionHead name="技术支持" lead="从一颗传感器到一张报表，层层搭起。" />
            <Layers points={techSupport} />
          </div>
          <Points points={techSupport} numbered />
        </div>
      </section>
      <section className="section night gridded showroom">
        <div className="wrap">
          <SectionHead name="智慧展厅" lead="设备就在眼前，数据就在墙上。走一遍，比看十份方案更清楚。" />
        </div>
        <Carousel label="智慧展厅" intervalMs={5000} visible={3} centred>
          {showroom.map(({ image, name }) => (
            <figure key={image}>
              <Picture src={image} alt={name} width={960} height={640} sizes="(min-width: 40rem) 33vw, 100vw" />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </Carousel>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name="项目案例" lead="从图纸走到现场，看看它们是怎样建成的。" more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </section>
      <Figures figures={facts.figures} trademarks={facts.trademarks} copyrights={facts.copyrights} />
      <section className="section tinted">
        <div className="wrap">
          <SectionHead name="应用场景" lead="走出工地，同一套感知与调度，也守着更多地方。" more={{ href: '/yingyongchangjing', words: '查看场景' }} />
        </div>
        <ScenarioStrip scenarios={scenarios} />
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name="合作伙伴" />
          <Partners partners={partners} />
        </div>
      </section>
    </>
  )
}

/** The four steps of a project, over the bottom of the hero. */
function OneStop({ points }: { points: readonly Point[] }) {
  return (
    <section className="wrap one-stop">
      <div className="card">
        <h2>
          从规划到运维
          <br />
          一站式交付
        </h2>
        <Points points={points} numbered />
      </div>
    </section>
  )
}
