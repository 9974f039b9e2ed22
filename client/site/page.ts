import type { ComponentType } from 'react'
import type { Site } from '../../contract/entities.ts'
import { isMissing } from './noSuchPage.ts'
import { type Banner, frameFacts, type FrameFacts, type Head, type MakeCall, type PageProps, type Route } from './route.ts'
import { addressOf, notFound, routeOf } from './routes.ts'

/** A page with all that it shows, ready to be drawn. */
export interface Page {
  /** The address it is known by. */
  at: string
  route: Route<unknown>
  View: ComponentType<PageProps<unknown>>
  facts: unknown
  banner: Banner | undefined
  frame: FrameFacts
  head: Head
  /** Drawn from its address alone; the rest is on its way. */
  early?: true
}

/** What travels inside the HTML: the page but for its code and its address, which the browser knows. */
export interface Carried extends Pick<Page, 'facts' | 'banner' | 'frame'> {
  missing: boolean
}
export const carried = ({ route, facts, banner, frame }: Page): Carried => ({ facts, banner, frame, missing: route === notFound })

/** Draws what lies in the HTML again. */
export async function carriedPage({ missing, ...parts }: Carried, path: string, search: string, title: string): Promise<Page> {
  const route = (missing ? undefined : routeOf(path)) ?? notFound
  const { default: View } = await route.page()
  return { ...parts, at: addressOf(path, search), route, View, head: { title, description: '' } }
}

export async function loadPage(path: string, search: string, call: MakeCall, site: Site): Promise<Page> {
  const load = async (route: Route<unknown>): Promise<Page> => {
    const query = new URLSearchParams(search)
    const [{ default: View }, facts] = await Promise.all([route.page(), route.load(call, site, query)])
    return {
      at: addressOf(path, search),
      route,
      View,
      facts,
      banner: route.banner?.(facts, site),
      frame: frameFacts(site),
      head: route.head(facts, site, query),
    }
  }
  try {
    return await load(routeOf(path) ?? notFound)
  } catch (error) {
    if (isMissing(error)) return load(notFound)
    throw error
  }
}

/** What the link to a page says of it already. */
export async function earlyPage(path: string, search: string, frame: FrameFacts): Promise<Page | undefined> {
  const route = routeOf(path)
  const early = route?.early?.(new URLSearchParams(search), frame)
  if (!route || !early) return undefined
  const { default: View } = await route.page()
  return { at: addressOf(path, search), route, View, facts: early.facts, banner: undefined, frame, head: early.head, early: true }
}
