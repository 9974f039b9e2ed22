import { Fragment, useState } from 'react'
import type { Picture as NamedPicture, Point, Site } from '../../../../contract/kinds/entities.ts'
import { Carousel } from '../../../ui/Carousel.tsx'
import { Arrow, Icon } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { queryText, shownSections } from '../../facts.ts'
import { OfferLine } from '../../parts/OfferLine.tsx'
import { PictureList } from '../../parts/PictureList.tsx'
import { Points } from '../../parts/Points.tsx'
import { ProductTabs } from '../../parts/ProductTabs.tsx'
import { Section } from '../../parts/Section.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { type CardProduct, pictured, productLink, productName } from '../../products.ts'
import type { FrameFacts, Head, PageProps, PageRequest } from '../../route.ts'
import { homeFacts, type HomeFacts, type HomeGroup, loadGroups, head as sharedHead } from './data.ts'
import { type Drawn, HomeActions, sharedSections } from './sections.tsx'

/** The rest is behind 查看更多产品. */
const shownOfGroup = 4

interface PhoneHomeFacts extends HomeFacts {
  greeting: { title: string; desc: string }
  banners: NamedPicture[]
  groups: HomeGroup[]
  supportIcons: Point[]
  /** The sections that are shown, in their order. */
  sections: Site['phoneSections'][number]['name'][]
}

export async function load(request: PageRequest): Promise<PhoneHomeFacts> {
  const { site, query } = request
  const sections = shownSections(site.phoneSections)
  const { groups } = await loadGroups(request, sections, { limit: 999 }, shownOfGroup)
  const slides = [site.mobileBanners, [site.banners.home]]
    .map((pictures) => pictures.filter(({ image }) => image !== ''))
    .find((pictures) => pictures.length > 0)
  const ofProducts = (): NamedPicture[] =>
    pictured(groups.flatMap(({ products }) => products)).map((product) => ({
      image: product.coverUrl,
      name: productName(product),
    }))
  return {
    ...(await homeFacts(request, sections)),
    greeting: { title: queryText(query, 'title', 40) || site.slogan, desc: queryText(query, 'desc', 120) },
    banners: slides ?? ofProducts(),
    supportIcons: sections.includes('support') ? site.supportIcons : [],
    groups,
    sections,
  }
}

/** With words of the address it is a page that anybody can make up. */
export const head = (facts: PhoneHomeFacts, site: Site): Head => ({
  ...sharedHead(facts, site),
  ...((facts.greeting.title !== site.slogan || facts.greeting.desc) && { noindex: true }),
})

const shortcuts = [
  { href: '/gongsijianjie', page: 'about', name: 'aboutPhone', icon: 'users' },
  { href: '/zhuyingyewu', page: 'product', name: 'product', icon: 'box' },
  { href: '/xiangmuanli', page: 'cases', name: 'cases', icon: 'plan' },
] as const

export default function PhoneHome({ facts, frame }: PageProps<PhoneHomeFacts>) {
  return (
    <>
      <Hero greeting={facts.greeting} lead={facts.homeTexts.hero} banners={facts.banners} frame={frame} />
      {facts.sections.map((name) => (
        <Fragment key={name}>{drawn[name](facts, frame)}</Fragment>
      ))}
    </>
  )
}

const drawn: Drawn<PhoneHomeFacts> = {
  ...sharedSections(true),
  products: ({ groups }, { pageNames }) => (
    <Section className="phone-home-products" items={groups}>
      <SectionHead name={pageNames.product} />
      <GroupTabs groups={groups} />
      <a className="button outline" href="/zhuyingyewu">
        查看更多产品
        <Arrow />
      </a>
    </Section>
  ),
  showroom: ({ showroom, supportTexts }) => (
    <Section id="showroom" className="tinted phone-showroom" items={showroom} wide>
      <div className="wrap">
        <SectionHead name={supportTexts.showroom.name} />
      </div>
      <PictureList variant="rooms" pictures={showroom} />
    </Section>
  ),
  support: ({ supportIcons, supportTexts }) => (
    <Section id="technique" items={supportIcons}>
      <SectionHead quiet name={supportTexts.technique.name} />
      <Points phone="support" points={supportIcons} />
    </Section>
  ),
}

/** The banners, the greeting on the same ground, and three shortcuts across its lower edge. */
function Hero({
  greeting: { title, desc },
  lead,
  banners,
  frame,
}: Pick<PhoneHomeFacts, 'greeting' | 'banners'> & {
  lead: string
  frame: FrameFacts
}) {
  const { pageNames, pagesOn } = frame
  const openShortcuts = shortcuts.filter(({ page }) => pagesOn[page])
  return (
    <>
      <div className="section night gridded phone-hero">
        {banners.length > 0 && (
          <Carousel label="精选画面">
            {banners.map(({ image, name }, index) => (
              <div className="phone-slide" key={image}>
                <Picture
                  className="cover"
                  src={image}
                  alt=""
                  sizes="(min-width: 48rem) 55vw, max(100vw, 24rem)"
                  priority={index === 0}
                />
                <p className="strong" {...keepWords(name)} />
              </div>
            ))}
          </Carousel>
        )}
        <div className="wrap">
          <h1 className="like-h1" {...keepWords(title)} />
          <p className="lead" dir="auto">
            {desc || lead}
          </p>
          <HomeActions phone frame={frame} />
        </div>
      </div>
      {openShortcuts.length > 0 && (
        <nav className="wrap phone-shortcuts" aria-label="快捷入口">
          {openShortcuts.map(({ href, name, icon }) => (
            <a className="stack tight strong" href={href} key={href}>
              <Icon name={icon} />
              {pageNames[name]}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

function GroupTabs({ groups }: { groups: readonly HomeGroup[] }) {
  const [current, setCurrent] = useState(groups[0]?.id ?? '')
  return (
    <ProductTabs
      groups={groups}
      current={current}
      onChange={setCurrent}
      level={3}
      show={({ products }) => <Highlights products={products} />}
    />
  )
}

/** The first product large, the others in rows below it, or beside it on a wider screen. */
function Highlights({ products }: { products: readonly CardProduct[] }) {
  return (
    <ul className="phone-highlights">
      {products.map((product, index) => (
        <li key={product.productId}>
          <a className="ruled" href={productLink(product)}>
            <Thumbnail image={product.coverUrl} sizes={index === 0 ? '(min-width: 48rem) 50vw, 100vw' : '7.5rem'} />
            <h4 {...keepWords(productName(product))} />
            {index > 0 && (product.model || product.price) ? (
              <OfferLine offer={product} />
            ) : (
              <p className="muted small" dir="auto">
                {product.coverDescribe}
              </p>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
