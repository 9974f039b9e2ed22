import type { Site } from '../../../contract/entities.ts'
import { type LocationId, locationIds } from '../../../contract/locations.ts'
import type { CardProduct } from '../cardProduct.ts'
import { excerpt } from '../head.ts'
import { pick } from '../pick.ts'
import type { Head, MakeCall } from '../route.ts'
import { cardsOf } from './catalogue.ts'
import { figuresOf } from './company.ts'

export type HomeFacts = ReturnType<typeof homeFacts>

export const homeFacts = (site: Site) => ({
  ...pick(site, 'showroom', 'partners', 'homeTexts', 'supportTexts'),
  ...figuresOf(site),
  cases: site.cases.map((project) => pick(project, 'name', 'image', 'path')),
  scenarios: site.scenarios.map((scenario) => pick(scenario, 'name', 'image')),
})

/** At most so many products of each group, the newest. */
export async function loadGroups(call: MakeCall, limit: number): Promise<Record<LocationId, CardProduct[]>> {
  const groups = await call('productGroups', { limit })
  return Object.fromEntries(locationIds.map((id) => [id, cardsOf(id, groups[`${id}List`])])) as Record<LocationId, CardProduct[]>
}

export const head = (_facts: HomeFacts, site: Site): Head => ({
  title: `${site.siteName} - ${site.slogan}`,
  description: excerpt(site.intro.join('')),
})
