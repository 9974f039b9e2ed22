import type { Picture as NamedPicture, Point, Site } from '../../../contract/entities.ts'
import type { LocationId } from '../../../contract/locations.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import type { CardProduct } from '../cardProduct.ts'
import { CaseCards } from '../parts/CaseCards.tsx'
import { Figures } from '../parts/Figures.tsx'
import { Partners } from '../parts/Partners.tsx'
import { ScenarioStrip } from '../parts/ScenarioStrip.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import { productLink } from '../productLink.ts'
import { productName } from '../productName.ts'
import { queryText } from '../queryText.ts'
import type { FrameFacts, Head, PageProps, PageRequest } from '../route.ts'
import { homeFacts, type HomeFacts, loadGroups, head as sharedHead } from '../twins/home.ts'
import { PhonePoints } from './PhonePoints.tsx'
import { PictureList } from './PictureList.tsx'
import { ProductTabs } from './ProductTabs.tsx'

interface PhoneHomeFacts extends HomeFacts {
  greeting: { title: string; desc: string }
  banners: NamedPicture[]
  groups: Record<LocationId, CardProduct[]>
  texts: Site['productGroups']
  supportIcons: Point[]
}

export async function load({ call, site, query }: PageRequest): Promise<PhoneHomeFacts> {
  const { zhgd, cpxt, jzbh } = await loadGroups(call, 999)
  return {
    ...homeFacts(site),
    greeting: { title: queryText(query, 'title', 40) || site.slogan, desc: queryText(query, 'desc', 120) },
    banners: site.mobileBanners,
    texts: site.productGroups,
    supportIcons: site.supportIcons,
    // All are loaded, since the robots are shown oldest first, but the HTML contains only those that are shown.
    groups: { zhgd: zhgd.slice(0, 6), cpxt: cpxt.slice(0, 6), jzbh: jzbh.slice(0, 6) },
  }
}

export const head = (facts: PhoneHomeFacts, site: Site): Head => ({ ...sharedHead(facts, site), canonical: '/mobile' })

const shortcuts = [
  { href: '/gongsijianjie', page: 'aboutPhone', icon: 'users' },
  { href: '/zhuyingyewu', page: 'product', icon: 'box' },
  { href: '/xiangmuanli', page: 'cases', icon: 'plan' },
] as const

export default function PhoneHome({ facts, frame: { pageNames } }: PageProps<PhoneHomeFacts>) {
  const { greeting, banners, groups, texts, showroom, supportIcons, partners, cases, scenarios, homeTexts, supportTexts } = facts
  return (
    <>
      <Hero greeting={greeting} banners={banners} pageNames={pageNames} />
      <section className="section phone-home-products">
        <div className="wrap">
          <SectionHead name={pageNames.product} />
          <ProductTabs texts={texts} listOf={(id) => groups[id]} level={3} show={(products) => <Highlights products={products} />} />
          <a className="button outline" href="/zhuyingyewu">
            查看更多产品
            <Icon name="arrow-right" />
          </a>
        </div>
      </section>
      <section className="section tinted phone-showroom">
        <div className="wrap">
          <SectionHead name={supportTexts.showroom.name} />
        </div>
        <PictureList variant="rooms" pictures={showroom} />
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name={supportTexts.technique.name} />
          <PhonePoints variant="support" points={supportIcons} />
        </div>
      </section>
      <Figures {...facts} />
      <section className="section">
        <div className="wrap">
          <SectionHead name={homeTexts.cases.name} more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </section>
      <section className="section tinted">
        <div className="wrap">
          <SectionHead name={homeTexts.partners.name} />
          <Partners partners={partners} invitation={homeTexts.invitation} />
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name={homeTexts.scenarios.name} more={{ href: '/yingyongchangjing', words: '查看场景' }} />
        </div>
        <ScenarioStrip scenarios={scenarios} />
      </section>
    </>
  )
}

/** The banners, the greeting on the same ground, and three shortcuts across its lower edge. */
function Hero({
  greeting: { title, desc }, banners, pageNames,
}: Pick<PhoneHomeFacts, 'greeting' | 'banners'> & Pick<FrameFacts, 'pageNames'>) {
  return (
    <>
      <div className="section night gridded phone-hero">
        <Carousel label="精选画面">
          {banners.map(({ image, name }, index) => (
            <div className="phone-slide" key={image}>
              <Picture className="cover" src={image} alt="" sizes="(min-width: 48rem) 55vw, max(100vw, 24rem)" priority={index === 0} />
              <p className="strong" {...keepWords(name)} />
            </div>
          ))}
        </Carousel>
        <div className="wrap">
          <h1 className="like-h1" {...keepWords(title)} />
          {desc && <p className="lead">{desc}</p>}
        </div>
      </div>
      <nav className="wrap phone-shortcuts" aria-label="快捷入口">
        {shortcuts.map(({ href, page, icon }) => (
          <a className="stack tight strong" href={href} key={href}>
            <Icon name={icon} />
            {pageNames[page]}
          </a>
        ))}
      </nav>
    </>
  )
}

/** The first product large, the others in rows below it, or beside it on a wider screen. */
function Highlights({ products }: { products: readonly CardProduct[] }) {
  return (
    <ul className="phone-highlights">
      {products.map((product, index) => (
        <li key={product.productId}>
          <a className="ruled" href={productLink(product)}>
            <Thumbnail image={product.coverUrl} sizes={index === 0 ? '(min-width: 48rem) 55vw, 100vw' : '7.5rem'} />
            <h4 {...keepWords(productName(product))} />
            {product.coverDescribe && <p className="muted small">{product.coverDescribe}</p>}
          </a>
        </li>
      ))}
    </ul>
  )
}
