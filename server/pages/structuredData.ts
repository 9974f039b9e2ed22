import type { News, Product, Site } from '../../contract/entities.ts'
import { newsPage, productPage } from '../../contract/recordPages.ts'
import type { Page } from '../../client/site/page.ts'
import { productName } from '../../client/site/productName.ts'
import { pixelIcon } from './siteFiles.ts'

/** The cases whose addresses staff have chosen. */
const caseRoute = '/xiangmuanli/*'

type Absolute = (address: string) => string

/** The JSON-LD of a page, with the types of schema.org. */
export function jsonLdFor({ at, route, facts }: Page, site: Site, absolute: Absolute): object {
  return { '@context': 'https://schema.org', '@graph': [organization(site, absolute), ...pageEntities(route.path === caseRoute ? at : route.path, facts, site, absolute)] }
}

/** `facts` is what the route of this path loads. */
function pageEntities(path: string, facts: unknown, site: Site, absolute: Absolute): object[] {
  if (path === '/productDet') {
    const { product } = facts as { product: Product }
    return [productEntity(product, site, absolute), breadcrumbs(site, [[site.pageNames.product, '/product'], [productName(product), productPage(product.productId)]], absolute)]
  }
  if (path === '/xwdtDet') {
    const { article } = facts as { article: News }
    return [newsEntity(article, site, absolute), breadcrumbs(site, [[site.pageNames.news, '/xwdt'], [article.newTitle, newsPage(article.newId)]], absolute)]
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

const productEntity = (product: Product, { companyName }: Site, absolute: Absolute): object => ({
  '@type': 'Product',
  name: productName(product),
  description: product.coverDescribe,
  category: product.productType,
  url: absolute(productPage(product.productId)),
  ...(product.coverUrl && { image: absolute(product.coverUrl) }),
  brand: { '@type': 'Brand', name: companyName },
})

const newsEntity = ({ newId, newTitle, newIntro, newCover, createDate }: News, { companyName }: Site, absolute: Absolute): object => ({
  '@type': 'NewsArticle',
  headline: newTitle,
  description: newIntro,
  url: absolute(newsPage(newId)),
  ...(newCover && { image: absolute(newCover) }),
  datePublished: `${createDate.replace(' ', 'T')}+08:00`,
  author: { '@type': 'Organization', name: companyName },
  publisher: { '@type': 'Organization', name: companyName },
})

const breadcrumbs = ({ pageNames }: Site, trail: readonly (readonly [name: string, url: string])[], absolute: Absolute): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: [[pageNames.home, '/'] as const, ...trail].map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item: absolute(item) })),
})
