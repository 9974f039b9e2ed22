import { fillText } from '../../../../contract/companyText.ts'
import type { CaseCard, ProductGroup, Site } from '../../../../contract/entities.ts'
import { pick } from '../../facts.ts'
import { excerpt } from '../../head.ts'
import { loadCases } from '../../parts/CaseCards.tsx'
import { figuresOf } from '../../parts/Figures.tsx'
import { type CardProduct, cardProduct } from '../../products.ts'
import type { Head, PageRequest } from '../../route.ts'

export type HomeFacts = Awaited<ReturnType<typeof homeFacts>>

/** What both home pages show: nothing of a section that is not among these, or whose page is off. */
export async function homeFacts(request: PageRequest, sections: readonly string[]) {
  const { site } = request
  const { pagesOn } = site
  const listOf = <T>(name: string, items: readonly T[]): readonly T[] => (sections.includes(name) ? items : [])
  const cases = sections.includes('cases') && pagesOn.cases ? await loadCases(request) : []
  return {
    ...pick(site, 'homeTexts', 'supportTexts'),
    ...figuresOf(site, sections.includes('figures')),
    showroom: listOf('showroom', site.showroom),
    partners: listOf('partners', site.partners),
    cases: cases.map((each): CaseCard => pick(each, 'name', 'image', 'path')),
    scenarios: listOf('scenarios', pagesOn.scenarios ? site.scenarios : []).map((scenario) => pick(scenario, 'name', 'image')),
  }
}

export interface HomeGroup extends Pick<ProductGroup, 'id' | 'name'> {
  products: CardProduct[]
}

/** The groups that have products, with at most so many of each, the first. */
export async function loadGroups({ call, site }: PageRequest, sections: readonly string[], limit: number): Promise<HomeGroup[]> {
  if (!sections.includes('products') || !site.pagesOn.product) return []
  const { zhgdList, cpxtList, jzbhList, more = [] } = await call('productGroups', { limit })
  const lists = new Map([['zhgd', zhgdList], ['cpxt', cpxtList], ['jzbh', jzbhList], ...more.map(({ id, list }) => [id, list] as const)])
  return site.groups
    .map(({ id, name }) => ({ id, name, products: (lists.get(id) ?? []).map(cardProduct) }))
    .filter(({ products }) => products.length > 0)
}

export const head = (_facts: HomeFacts, site: Site): Head => ({
  title: fillText(site.homeTitle, { 网站名称: site.siteName }) || `${site.siteName} - ${site.slogan}`,
  description: excerpt(site.intro.join('')),
})
