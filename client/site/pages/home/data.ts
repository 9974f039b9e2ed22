import { fillText } from '../../../../contract/site/companyText.ts'
import type { NewsRow, ProductGroup, Site } from '../../../../contract/kinds/entities.ts'
import { pick } from '../../facts.ts'
import { excerpt } from '../../head.ts'
import { loadCases } from '../../parts/CaseCards.tsx'
import { figuresOf } from '../../parts/Figures.tsx'
import { type CardProduct, cardProduct, productLists } from '../../products.ts'
import type { Head, PageRequest } from '../../route.ts'

/** Beneath the first case. */
const smallCases = 3
const newsOnHome = 3

export type HomeFacts = Awaited<ReturnType<typeof homeFacts>>

/** What both home pages show: nothing of a section that is not among these, or whose page is off. */
export async function homeFacts(request: PageRequest, sections: readonly string[]) {
  const { site, call } = request
  const { pagesOn } = site
  const shows = (name: string, on = true): boolean => sections.includes(name) && on
  const [cases, news] = await Promise.all([
    shows('cases', pagesOn.cases) ? loadCases(request, 1 + smallCases) : [],
    shows('news', pagesOn.news) ? call('newsList', { limit: newsOnHome }).then(({ data }) => data) : [],
  ])
  return {
    ...pick(site, 'homeTexts', 'supportTexts'),
    ...figuresOf(site, shows('figures')),
    showroom: shows('showroom') ? site.showroom : [],
    partners: shows('partners') ? site.partners : [],
    cases: cases.map(({ outcomes: [outcome], ...each }) => ({ ...pick(each, 'name', 'image', 'path'), outcome })),
    leadCase: await loadLeadCase(request, cases[0]),
    news: news.map(
      (row): Pick<NewsRow, 'newId' | 'newTitle' | 'newCover' | 'createDate'> =>
        pick(row, 'newId', 'newTitle', 'newCover', 'createDate'),
    ),
    scenarios: shows('scenarios', pagesOn.scenarios)
      ? site.scenarios.map((scenario) => pick(scenario, 'name', 'image'))
      : [],
  }
}

/** What makes the first case the large one: its first outcome, and the words of a customer, or else its first sentence. */
async function loadLeadCase({ call }: PageRequest, first: { path: string; intro: string } | undefined) {
  if (!first) return undefined
  const { quotes = [], figures = [] } = await call('caseDetail', { casePath: first.path })
  return {
    quotes: quotes.slice(0, 1),
    outcomes: figures.slice(0, 1),
    intro: /^[^]*?(?:[。！？]|$)/.exec(first.intro)?.[0] ?? '',
  }
}

export interface HomeGroup extends Pick<ProductGroup, 'id' | 'name'> {
  products: CardProduct[]
}

/** How many products a home page has in its HTML at most: so many that it stays within its budget (docs/decisions.md). */
const mostProducts = 30
/** Of more groups each would have one or two. */
const mostGroups = 12

/**
 * The groups of the first level that have products, each with its first ones: at most `mostOfEach`, and fewer of large groups where the page would hold too many.
 */
export async function loadGroups(
  { call, site }: PageRequest,
  sections: readonly string[],
  input: { limit?: number },
  mostOfEach = mostProducts,
) {
  if (!sections.includes('products') || !site.pagesOn.product) return { groups: [], hasMore: false }
  const lists = productLists(await call('productGroups', input))
  const filled = site.groups
    .map(({ id, name }) => ({ id, name, products: lists.get(id) ?? [] }))
    .filter(({ products }) => products.length > 0)
  const groups = filled.slice(0, mostGroups)

  let limit = mostOfEach
  const countUpTo = (most: number): number =>
    groups.reduce((sum, { products }) => sum + Math.min(products.length, most), 0)
  while (countUpTo(limit) > mostProducts) limit -= 1
  return {
    groups: groups.map((group) => ({ ...group, products: group.products.slice(0, limit).map(cardProduct) })),
    hasMore: filled.length > mostGroups || groups.some(({ products }) => products.length > limit),
  }
}

export const head = (_facts: HomeFacts, site: Site): Head => ({
  title: fillText(site.homeTitle, { 网站名称: site.siteName }) || `${site.siteName} - ${site.slogan}`,
  description: excerpt(site.intro.join('')),
})
