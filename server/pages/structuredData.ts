import { clockTime, timeSpanIn, workingDayCount } from '../../contract/leads/callBack.ts'
import type { Film, ProjectFilm, Site } from '../../contract/kinds/entities.ts'
import { parentOf } from '../../contract/kinds/groups.ts'
import { addressOfPage, sitePageOf } from '../../contract/site/sitePages.ts'
import type { Place, RecordPlace } from '../site/addressBook.ts'
import { versionOf } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import { factsOf, groupOf, pagedKind, type Shown } from '../store/shown.ts'
import type { ListedItem } from './itemList.ts'
import { pixelIcon } from './siteFiles.ts'

type Absolute = (address: string) => string
interface Sources {
  site: Site
  absolute: Absolute
  mediaAt(address: string): MediaRecord | undefined
  /** What the page lists. */
  items: readonly ListedItem[]
}

/** The JSON-LD of a page, with the types of schema.org. */
export function jsonLdFor(place: Place, sources: Sources): object {
  const { site, absolute, items } = sources
  const entities = [organization(site, absolute)]
  if (place.is === 'record') entities.push(...recordEntities(place, site, absolute))
  else if (place.address === '/') entities.push(website(site, absolute))
  if (items.length > 0) entities.push(itemList(items, absolute))
  entities.push(...filmEntities(place, sources))
  if (place.is === 'record') entities.push(breadcrumbs(site, place, absolute))
  return { '@context': 'https://schema.org', '@graph': entities }
}

const website = ({ siteName }: Site, absolute: Absolute): object => ({
  '@type': 'WebSite',
  name: siteName,
  url: absolute('/'),
})

const organization = (
  { companyName, siteName, hotline, hours, mailbox, address, slogan, logo, creditCode }: Site,
  absolute: Absolute,
): object => ({
  '@type': 'Organization',
  name: companyName,
  alternateName: siteName,
  slogan,
  url: absolute('/'),
  logo: absolute(pixelIcon(logo.light)),
  email: mailbox,
  contactPoint: {
    '@type': 'ContactPoint',
    telephone: hotline,
    contactType: 'sales',
    areaServed: 'CN',
    availableLanguage: 'zh-CN',
    ...openingHours(hours),
  },
  address: postalAddress(address),
  ...(creditCode && { identifier: { '@type': 'PropertyValue', propertyID: '统一社会信用代码', value: creditCode } }),
})

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function openingHours({ days, time }: Site['hours']): object {
  const span = timeSpanIn(time)
  if (!span) return {}
  const hoursAvailable = {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays.slice(0, workingDayCount[days]),
    opens: clockTime(span.from),
    closes: clockTime(span.until),
  }
  return { hoursAvailable }
}

const itemList = (items: readonly ListedItem[], absolute: Absolute): object => ({
  '@type': 'ItemList',
  itemListElement: items.map(({ title, address }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    url: absolute(address),
  })),
})

/** Stored times are those of China. */
export const chinaIso = (time: string): string => `${time.slice(0, 19)}+08:00`

/** What its kind says that it is, and when it was changed, which products have no property for. */
function recordEntities(place: RecordPlace, site: Site, absolute: Absolute): object[] {
  const { kind, record, title, address, text, picture } = place
  const { structured } = pagedKind(kind).page
  const dateModified = chinaIso(versionOf(record))
  const page = { '@type': 'WebPage', name: title, url: absolute(address), dateModified }
  if (structured === undefined) return [page]
  const company = { '@type': 'Organization', name: site.companyName }
  const common = { description: text, url: absolute(address), ...(picture && { image: absolute(picture) }) }
  if (structured === 'Product')
    return [{ '@type': structured, name: title, ...common, ...productFacts(place, site, absolute) }, page]
  const datePublished = chinaIso(record.createdAt)
  return [
    {
      '@type': structured,
      headline: title,
      ...common,
      datePublished,
      dateModified,
      author: company,
      publisher: company,
    },
  ]
}

function productFacts({ kind, record, picture, address }: RecordPlace, site: Site, absolute: Absolute): object {
  const {
    pictures = [],
    specs = [],
    models = [],
    price = '',
  }: Partial<Shown<'product'>> = 'coverUrl' in record ? record : {}
  const offer = offerIn(price)
  const facts = [...factsOf(kind, record, (field) => field.inStructuredData !== false), ...specs]
  const images = [...new Set([picture, ...pictures])].filter(Boolean).map(absolute)
  const group = groupOf(kind, record, site)
  const levels = group ? [parentOf(site.groups, group), group].flatMap((each) => each?.name ?? []) : []
  return {
    category: levels.join(' > '),
    ...(images.length > 0 && { image: images }),
    ...(facts.length > 0 && {
      additionalProperty: facts.map(({ term, value }) => ({ '@type': 'PropertyValue', name: term, value })),
    }),
    brand: { '@type': 'Brand', name: site.companyName },
    ...(models.length > 0 && { model: models.map(({ model }) => model) }),
    ...(offer && { offers: { ...offer, url: absolute(address) } }),
  }
}

/** Search engines need a picture and a date of a film: that of its upload, or else of the record that shows it. */
function filmEntities(place: Place, { site, absolute, mediaAt }: Sources): object[] {
  const { films = [] }: Partial<Shown<'case'>> = place.is === 'record' ? place.record : {}
  const isAbout =
    place.address === addressOfPage('about') && site.aboutSections.some(({ name, on }) => name === 'film' && on)
  return (isAbout ? [site.introFilm] : films).flatMap(({ title, url, poster, desc }: Film & Partial<ProjectFilm>) => {
    const upload = mediaAt(url)
    const date = upload?.createdAt ?? (place.is === 'record' ? place.record.createdAt : undefined)
    if (!url || !poster || date === undefined) return []
    return [
      {
        '@type': 'VideoObject',
        name: title || place.title,
        description: desc || (place.is === 'record' ? place.text : site.intro[0]) || title || place.title,
        thumbnailUrl: absolute(poster),
        contentUrl: absolute(url),
        uploadDate: chinaIso(date),
        ...(upload?.seconds !== undefined && { duration: `PT${Math.round(upload.seconds)}S` }),
      },
    ]
  })
}

function breadcrumbs({ pageNames }: Site, { title, address }: Place, absolute: Absolute): object {
  const page = sitePageOf(address.split('?')[0] ?? '')
  const steps = [[pageNames.home, '/'], ...(page ? [[pageNames[page], addressOfPage(page)]] : []), [title, address]]
  const items = steps.map(([name, path = ''], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(path),
  }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

/** Up to the city no name has a word for a smaller place, as one of a street may have: 北市路. */
const provinceAndCity =
  /^(?<region>[^省市区县路街]{2,4}省|[^省市区县路街]{2,6}自治区)?(?<city>[^省市区县路街号]{2,10}?(?:市|自治州|地区|盟))?/

/** The address of a company, with its province and its city apart where it begins with them. */
export function postalAddress(address: string): object {
  const { region = '', city = '' } = provinceAndCity.exec(address)?.groups ?? {}
  return {
    '@type': 'PostalAddress',
    addressCountry: 'CN',
    ...(region && { addressRegion: region }),
    ...(city && { addressLocality: city }),
    streetAddress: address.slice(region.length + city.length),
  }
}

/** What products are counted in. What is paid by the month or by the square metre is no price of the product. */
const piece = '台套个件组顶片座间箱部辆只把张块条根栋樘'
/** 3.2万元/台起, 3～5万元, ￥4,800. What follows a comma or a bracket explains it. */
const written = new RegExp(
  [
    String.raw`^[￥¥]?\s*(?<low>[\d,]+(?:\.\d+)?)\s*(?<lowUnit>万?元?)`,
    String.raw`(?:\s*[-–—～~至]\s*[￥¥]?(?<high>[\d,]+(?:\.\d+)?)\s*(?<highUnit>万?元?))?`,
    String.raw`\s*(?:/\s*[${piece}])?\s*(?<from>起)?(?:[，,；;（(].*)?$`,
  ].join(''),
)

/** What schema.org calls an offer, where staff have written a price with a number; undefined for 面议 or 按月租. */
export function offerIn(price: string): object | undefined {
  const { low, lowUnit, high, highUnit = '', from } = written.exec(price.trim())?.groups ?? {}
  if (low === undefined || !/[元￥¥]/.test(price)) return undefined
  // 3～5万元 is 3万 to 5万.
  const lowPrice = yuan(low, lowUnit || highUnit)
  if (lowPrice === 0) return undefined
  const priceCurrency = 'CNY'
  if (high !== undefined) return { '@type': 'AggregateOffer', lowPrice, highPrice: yuan(high, highUnit), priceCurrency }
  if (from !== undefined) return { '@type': 'AggregateOffer', lowPrice, priceCurrency }
  return { '@type': 'Offer', price: lowPrice, priceCurrency }
}

/** Rounded to fen: 3.3 times 10,000 is not 33,000 for a computer. */
const yuan = (amount: string, unit: string): number =>
  Math.round(Number(amount.replace(/,/g, '')) * (unit.startsWith('万') ? 10_000 : 1) * 100) / 100
