import type { News, Product, Site } from '../../contract/entities.ts'
import type { Page } from '../../client/site/page.ts'

type Whole = (address: string) => string

/** What search engines are told of a page, in the words of schema.org. */
export function thingsOn({ route: { path }, facts }: Page, site: Site, whole: Whole): object {
  return { '@context': 'https://schema.org', '@graph': [organization(site, whole), ...own(path, facts, site, whole)] }
}

/** The facts are those that the route of this path loads. */
function own(path: string, facts: unknown, site: Site, whole: Whole): object[] {
  if (path === '/productDet') {
    const { product } = facts as { product: Product }
    return [productThing(product, site, whole), breadcrumbs([['产品中心', '/product'], [product.coverName, `/productDet?productId=${product.productId}`]], whole)]
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

const productThing = ({ productId, coverName, coverDescribe, coverUrl, productType }: Product, { companyName }: Site, whole: Whole): object => ({
  '@type': 'Product',
  name: coverName,
  description: coverDescribe,
  category: productType,
  url: whole(`/productDet?productId=${productId}`),
  ...(coverUrl && { image: whole(coverUrl) }),
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
