import type { SitePage } from './route.ts'
import { addressOf, notFound, routeOf } from './routes.ts'

/** The data in the HTML: the page without its code and its address, which the browser already has. */
export interface HydrationData extends Pick<SitePage, 'facts' | 'banner' | 'frame' | 'pictures'> {
  missing: boolean
}
export const hydrationData = ({ route, facts, banner, frame, pictures }: SitePage): HydrationData => ({
  facts,
  banner,
  frame,
  ...(pictures && { pictures }),
  missing: route === notFound,
})

export async function pageFromHydration(
  { missing, ...data }: HydrationData,
  path: string,
  search: string,
  title: string,
): Promise<SitePage> {
  const route = (missing ? undefined : routeOf(path)) ?? notFound
  const { default: View, sheet } = await route.page()
  return { ...data, at: addressOf(path, search), route, View, sheet, head: { title, description: '' } }
}
