import type { PostedForm } from '../../contract/leads/application.ts'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import { isAnswered } from '../../contract/site/sitePages.ts'
import { frameFacts, type FrameFacts, isMissing, type MakeCall, type Route, type SitePage } from './route.ts'
import { addressOf, notFound, routeOf } from './routes.ts'

/** With the outcome of its form it is a page for one visitor, which is not indexed. */
export async function loadPage(
  path: string,
  search: string,
  call: MakeCall,
  site: PublicSite,
  posted?: PostedForm,
): Promise<SitePage> {
  const load = async (route: Route): Promise<SitePage> => {
    const page = await route.page()
    const facts = (await page.load?.({ path, query: new URLSearchParams(search), site, call, posted })) ?? {}
    return {
      at: addressOf(path, search),
      route,
      View: page.default,
      sheet: page.sheet,
      facts,
      banner: page.banner?.(facts, site),
      frame: frameFacts(site),
      head: { ...page.head(facts, site), ...(posted && { noindex: true }) },
    }
  }
  try {
    return await load((isAnswered(site, path) ? routeOf(path) : undefined) ?? notFound)
  } catch (error) {
    if (isMissing(error)) return load(notFound)
    throw error
  }
}

/** The page as far as its address describes it, if it does. */
export async function placeholderPage(path: string, search: string, frame: FrameFacts): Promise<SitePage | undefined> {
  const route = routeOf(path) ?? notFound
  const { default: View, sheet, placeholder } = await route.page()
  const known = placeholder?.(new URLSearchParams(search), frame)
  return (
    known && { ...known, at: addressOf(path, search), route, View, sheet, banner: undefined, frame, placeholder: true }
  )
}
