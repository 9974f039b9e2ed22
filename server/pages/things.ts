import type { News, Product, Site } from '../../contract/entities.ts'
import type { Page } from '../../client/site/page.ts'
import { productName } from '../../client/site/productName.ts'

type Whole = (address: string) => string

/** What search engines are told of a page, in the words of schema.org. */
export function thingsOn({ route: { path }, facts }: Page, site: Site, whole: Whole): object {
  return { '@context': 'https://schema.org', '@graph': [organization(site, whole), ...own(path, facts, site, whole)] }
}

/** The facts are those that the route of this path loads. */
function own(path: string, facts: unknown, site: Site, whole: Whole): object[] {
  if (path === '/productDet') {
    const { product } = facts as { product: Product }
    return [productThing(product, site, whole), breadcrumbs([['产品中心', '/product'], [productName(product), `/productDet?productId=${product.productId}`]], whole)]
  }
  if (path === '/xwdtDet') {
    const { article } = facts as { article: News }
    return [newsThing(article, site, whole), breadcrumbs([['新闻动态', '/xwdt'], [article.newTitle, `/xwdtDet?newId=${article.newId}`]], whole)]
  }
  const project = site.cases.find((each) => each.path === path)
  return project ? [breadcrumbs([['项目案例', '/xiangmuanli'], [project.name, path]], whole)] : []
}

const organization = ({ companyName, siteName, hotline, mailbox, address, slogan }: Site, whole: Whole): object => ({
  '@type': 'Organization',
  name: companyName,
  alternateName: siteName,
  slogan,
  url: whole('/'),
  logo: whole('/media/touch-icon.png'),
  email: mailbox,
  contactPoint: { '@type': 'ContactPoint', telephone: hotline, contactType: 'sales', areaServed: 'CN', availableLanguage: 'zh-CN' },
  address: { '@type': 'PostalAddress', addressCountry: 'CN', streetAddress: address },
})

const productThing = (product: Product, { companyName }: Site, whole: Whole): object => ({
  '@type': 'Product',
  name: productName(product),
  description: product.coverDescribe,
  category: product.productType,
  url: whole(`/productDet?productId=${product.productId}`),
  ...(product.coverUrl && { image: whole(product.coverUrl) }),
  brand: { '@type': 'Brand', name: companyName },
})

const newsThing = ({ newId, newTitle, newIntro, newCover, createDate }: News, { companyName }: Site, whole: Whole): object => ({
  '@type': 'NewsArticle',
  headline: newTitle,
  description: newIntro,
  url: whole(`/xwdtDet?newId=${newId}`),
  ...(newCover && { image: whole(newCover) }),
  datePublished: `${createDate.replace(' ', 'T')}+08:00`,
  author: { '@type': 'Organization', name: companyName },
  publisher: { '@type': 'Organization', name: companyName },
})

const breadcrumbs = (trail: readonly (readonly [name: string, url: string])[], whole: Whole): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: [['首页', '/'] as const, ...trail].map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item: whole(item) })),
})
