import type { Site } from '../../contract/entities.ts'
import { blocksOf } from '../../contract/merge.ts'
import { plainText } from '../../contract/plainText.ts'
import { addressOfPage, sitePageOf } from '../../contract/sitePages.ts'
import type { Place, RecordPlace } from '../site/addressBook.ts'
import { textOf } from '../store/kind.ts'
import { groupNameOf, pagedKind } from '../store/recordPage.ts'
import type { ProductRecord } from '../store/records.ts'
import { pixelIcon } from './siteFiles.ts'

type Absolute = (address: string) => string

/** The JSON-LD of a page, with the types of schema.org. */
export function jsonLdFor(place: Place, site: Site, absolute: Absolute): object {
  const own = place.is === 'record' ? recordEntities(place, site, absolute) : []
  const trail = place.is === 'record' ? [breadcrumbs(site, place, absolute)] : []
  return { '@context': 'https://schema.org', '@graph': [organization(site, absolute), ...own, ...trail] }
}

const organization = ({ companyName, siteName, hotline, mailbox, address, slogan, logo }: Site, absolute: Absolute): object => ({
  '@type': 'Organization',
  name: companyName,
  alternateName: siteName,
  slogan,
  url: absolute('/'),
  logo: absolute(pixelIcon(logo.light)),
  email: mailbox,
  contactPoint: { '@type': 'ContactPoint', telephone: hotline, contactType: 'sales', areaServed: 'CN', availableLanguage: 'zh-CN' },
  address: { '@type': 'PostalAddress', addressCountry: 'CN', streetAddress: address },
})

/** What its kind says that it is. */
function recordEntities(place: RecordPlace, site: Site, absolute: Absolute): object[] {
  const { kind, record, title, address, text, picture } = place
  const { body = '', page: { structured } } = pagedKind(kind)
  if (structured === undefined) return []
  if (structured === 'FAQPage') return faqEntities(textOf(record, body))
  const company = { '@type': 'Organization', name: site.companyName }
  const common = { description: text, url: absolute(address), ...(picture && { image: absolute(picture) }) }
  if (structured === 'Product') return [{ '@type': structured, name: title, ...common, ...productFacts(place, site, absolute) }]
  const datePublished = `${record.createdAt.slice(0, 19)}+08:00`
  return [{ '@type': structured, headline: title, ...common, datePublished, author: company, publisher: company }]
}

function productFacts({ kind, record, picture }: RecordPlace, site: Site, absolute: Absolute): object {
  const { pictures = [], specs = [] }: Partial<ProductRecord> = 'coverUrl' in record ? record : {}
  const images = [...new Set([picture, ...pictures])].filter(Boolean).map(absolute)
  return {
    category: groupNameOf(kind, record, site),
    ...(images.length > 0 && { image: images }),
    ...(specs.length > 0 && { additionalProperty: specs.map(({ term, value }) => ({ '@type': 'PropertyValue', name: term, value })) }),
    brand: { '@type': 'Brand', name: site.companyName },
  }
}

/** Reads a page that consists of questions and answers. */
function faqEntities(body: string): object[] {
  const questions = questionsIn(body)
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => (
    { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
  ))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function breadcrumbs({ pageNames }: Site, { title, address }: Place, absolute: Absolute): object {
  const page = sitePageOf(address.split('?')[0] ?? '')
  const steps = [[pageNames.home, '/'], ...(page ? [[pageNames[page], addressOfPage(page)]] : []), [title, address]]
  const items = steps.map(([name, path = ''], index) => ({ '@type': 'ListItem', position: index + 1, name, item: absolute(path) }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}

/** The questions and answers of a rich text that has at least two of them, and nothing else but headings; else none. */
function questionsIn(html: string): { question: string; answer: string }[] {
  const isShown = (block: string): boolean => plainText(block) !== '' || /<(?:img|video|hr)\b/.test(block)
  const blocks = blocksOf(html).map(({ key }) => key).filter((block) => isShown(block) && !/^<h[1-6][ >]/.test(block))
  const questions = blocks.flatMap((block) => {
    const [, question = '', answer = ''] = /^<details><summary>(.*?)<\/summary>(.*)<\/details>$/s.exec(block) ?? []
    const texts = { question: plainText(question), answer: plainText(answer) }
    return texts.question && texts.answer ? [texts] : []
  })
  return questions.length === blocks.length && questions.length > 1 ? questions : []
}
