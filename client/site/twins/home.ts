import type { ProductGroups, Site } from '../../../contract/entities.ts'
import { excerpt } from '../head.ts'
import { pick } from '../pick.ts'
import type { Head, MakeCall } from '../route.ts'
import { inOrder } from './catalogue.ts'
import { figuresOf } from './company.ts'

export type HomeFacts = ReturnType<typeof homeFacts>

export const homeFacts = (site: Site) => ({
  ...pick(site, 'showroom', 'partners', 'homeTexts', 'supportTexts'),
  ...figuresOf(site),
  cases: site.cases.map((project) => pick(project, 'name', 'image', 'path')),
  scenarios: site.scenarios.map((scenario) => pick(scenario, 'name', 'image')),
})

/** At most so many products of each group, the newest. */
export async function loadGroups(call: MakeCall, limit: number): Promise<ProductGroups> {
  const groups = await call('productGroups', { limit })
  return { ...groups, cpxtList: inOrder('cpxt', groups.cpxtList) }
}

export const head = (_facts: HomeFacts, site: Site): Head => ({
  title: `${site.siteName} - ${site.slogan}`,
  description: excerpt(site.intro.join('')),
})
