import type { News, Product, Site } from '../../contract/entities.ts'
import { customPage, newsName, newsPage, productPage } from '../../contract/recordPages.ts'
import type { Page } from '../../client/site/page.ts'
import type { PhoneProductFacts } from '../../client/site/mobile/PhoneProduct.tsx'
import type { CustomPageFacts } from '../../client/site/pages/CustomPage.tsx'
import { productName } from '../../client/site/productName.ts'
import { questionsIn } from './questions.ts'
import { pixelIcon } from './siteFiles.ts'

/** The cases whose addresses staff have chosen. */
const caseRoute = '/xiangmuanli/*'

type Absolute = (address: string) => string

/** The JSON-LD of a page, with the types of schema.org. */
export function jsonLdFor({ at, route, facts }: Page, site: Site, absolute: Absolute): object {
  const entities = pageEntities(route.path === caseRoute ? at : route.path, facts, site, absolute)
  return { '@context': 'https://schema.org', '@graph': [organization(site, absolute), ...entities] }
}

/** `facts` is what the route of this path loads. */
function pageEntities(path: string, facts: unknown, site: Site, absolute: Absolute): object[] {
  if (path === '/productDet') {
    return productEntities((facts as { product: Product }).product, site, absolute)
  }
  if (path === '/cpDeatail') {
    const { productId, title, desc, image, type, content } = facts as PhoneProductFacts
    const product = { productId, coverName: title, coverDescribe: desc, coverUrl: image, productType: type, ...content }
    return productId ? productEntities(product, site, absolute) : []
  }
  if (path === '/xwdtDet') {
    const { article } = facts as { article: News }
    const trail: Trail = [[site.pageNames.news, '/xwdt'], [newsName(article), newsPage(article.newId)]]
    return [newsEntity(article, site, absolute), breadcrumbs(site, trail, absolute)]
  }
  if (path === '/p/*') {
    const { page: { pageTitle, pagePath, pageBody } } = facts as CustomPageFacts
    return [...faqEntities(pageBody), breadcrumbs(site, [[pageTitle, customPage(pagePath)]], absolute)]
  }
  const project = site.cases.find((each) => each.path === path)
  return project ? [breadcrumbs(site, [[site.pageNames.cases, '/xiangmuanli'], [project.name, path]], absolute)] : []
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

type NamedProduct = Pick<Product, 'productId' | 'coverName' | 'coverDescribe' | 'coverUrl' | 'productType' | 'pictures' | 'specs'>

function productEntities(product: NamedProduct, site: Site, absolute: Absolute): object[] {
  const trail: Trail = [[site.pageNames.product, '/product'], [productName(product), productPage(product.productId)]]
  return [productEntity(product, site, absolute), breadcrumbs(site, trail, absolute)]
}

function productEntity(product: NamedProduct, { companyName }: Site, absolute: Absolute): object {
  const { productId, coverDescribe, coverUrl, productType, pictures = [], specs = [] } = product
  const images = [...new Set([coverUrl, ...pictures])].filter(Boolean).map(absolute)
  return {
    '@type': 'Product',
    name: productName(product),
    description: coverDescribe,
    category: productType,
    url: absolute(productPage(productId)),
    ...(images.length > 0 && { image: images }),
    ...(specs.length > 0 && { additionalProperty: specs.map(({ term, value }) => ({ '@type': 'PropertyValue', name: term, value })) }),
    brand: { '@type': 'Brand', name: companyName },
  }
}

const newsEntity = (article: News, { companyName }: Site, absolute: Absolute): object => ({
  '@type': 'NewsArticle',
  headline: newsName(article),
  description: article.newIntro,
  url: absolute(newsPage(article.newId)),
  ...(article.newCover && { image: absolute(article.newCover) }),
  datePublished: `${article.createDate.replace(' ', 'T')}+08:00`,
  author: { '@type': 'Organization', name: companyName },
  publisher: { '@type': 'Organization', name: companyName },
})

/** Of a page that consists of questions and answers. */
function faqEntities(body: string): object[] {
  const questions = questionsIn(body)
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => (
    { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
  ))
  return [{ '@type': 'FAQPage', mainEntity }]
}

type Trail = readonly (readonly [name: string, path: string])[]

function breadcrumbs({ pageNames }: Site, trail: Trail, absolute: Absolute): object {
  const steps: Trail = [[pageNames.home, '/'], ...trail]
  const items = steps.map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: absolute(path) }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}
