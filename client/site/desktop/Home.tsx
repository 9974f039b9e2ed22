import { locations, type Picture as NamedPicture, type Point, type ProductRow, type Site } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { CaseCards } from '../parts/CaseCards.tsx'
import { Figures } from '../parts/Figures.tsx'
import { Partners } from '../parts/Partners.tsx'
import { Points } from '../parts/Points.tsx'
import { ScenarioStrip } from '../parts/ScenarioStrip.tsx'
import type { PageProps } from '../route.ts'
import { Hero } from './Hero.tsx'
import { Layers } from './Layers.tsx'
import { ProductStrip } from './ProductStrip.tsx'

export interface HomeFacts extends Pick<Site, 'slogan' | 'oneStop' | 'techSupport' | 'showroom' | 'figures' | 'trademarks' | 'copyrights' | 'partners'> {
  banner: NamedPicture
  products: ProductRow[]
  cases: Pick<Site['cases'][number], 'name' | 'image' | 'path'>[]
  scenarios: Pick<Site['scenarios'][number], 'name' | 'image'>[]
}

export default function Home({ facts, frame }: PageProps<HomeFacts>) {
  const { banner, slogan, oneStop, products, techSupport, showroom, cases, scenarios, partners } = facts
  return (
    <>
      <Hero banner={banner} slogan={slogan} company={frame.companyName} />
      <OneStop points={oneStop} />
      {products.length > 0 && (
        <section className="section products-shown">
          <div className="wrap">
            <SectionHead name="产品与系统" lead={`${Object.values(locations).join('、')}，一个团队交付。`} more={{ href: '/product', words: '查看全部产品' }} />
          </div>
          <ProductStrip products={products} />
        </section>
      )}
      <section className="section washed technique">
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
        <Carousel label="智慧展厅" every={5000} visible={3} centred>
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
      <section className="section washed">
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

/** The four steps of one order, laid over the foot of the hero. */
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
