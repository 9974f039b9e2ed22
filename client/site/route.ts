import type { ComponentType } from 'react'
import type { PostedForm } from '../../contract/leads/application.ts'
import type { CallName, OutputOf, InputOf } from '../../contract/calls/calls.ts'
import type { CarouselPhoto, PublicSite, Site } from '../../contract/kinds/entities.ts'
import type { PictureNotes } from '../../contract/media/media.ts'
import { invitesToVisit, isPageOn, openEntries, pagesWithContent, quotePage } from '../../contract/site/sitePages.ts'
import { pick, shownSections } from './facts.ts'

export interface Route<Facts = unknown> {
  path: string
  /** The query parameters that make another page of it. */
  query?: readonly string[]
  /** Which values some of them have; with any other it is the page without the parameter. */
  values?: Readonly<Record<string, (value: string) => boolean>>
  /** The query parameter that alone identifies the page, whatever the others are. */
  id?: string
  /** The frame around it. `bare`: none. */
  frame: 'desktop' | 'phone' | 'wide' | 'bare'
  /** Keeps its tab, scroll position and state while other pages are shown. */
  keepAlive?: true
  /** With the section of phone, mailbox, address and map above the footer. */
  contact?: true
  /** The page has a contact panel beside it. */
  floatingContact?: true
  /** Its own bar has a phone link, so no phone button floats over it. */
  callBar?: true
  /** It shows any text or id from its query, so that there would be unlimited versions to cache. */
  uncacheable?: true
  page(): Promise<PageModule<Facts>>
}

/** What the file of a page exports. */
interface PageModule<Facts> {
  default: ComponentType<PageProps<Facts>>
  /** Loads all that the page shows; without it there are no facts. On an error with code 404 NotFound is shown instead. */
  load?(request: PageRequest): Promise<Facts>
  head(facts: Facts, site: Site): Head
  /** The banner under the header; pages with a hero of their own have none. */
  banner?(facts: Facts, site: Site): Banner | undefined
  /** What follows from the address alone, shown until the page is loaded. */
  placeholder?(query: URLSearchParams, frame: FrameFacts): { facts: Facts; head: Head } | undefined
  /** The address of its style sheet, in a browser: the build adds it. */
  sheet?: string
}

export interface PageProps<Facts> {
  facts: Facts
  frame: FrameFacts
}

export interface PageRequest {
  path: string
  query: URLSearchParams
  site: PublicSite
  call: MakeCall
  /** The outcome of the page's form, when it was sent without a script. */
  posted?: PostedForm | undefined
}

/** Thrown by the `load` of a page that does not exist; NotFound is shown in its place. */
export class NoSuchPage extends Error {
  readonly code = 404
}

/** Whether a page or a call failed because what it asks for does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 404

/** Makes a call: over HTTP in the browser, in process on the server. */
export type MakeCall = <N extends CallName>(name: N, sent: InputOf<N>) => Promise<OutputOf<N>>

export interface Head {
  title: string
  description: string
  /** The canonical path and query for search engines, if not the page's own address. */
  canonical?: string
  image?: string
  article?: { published: string }
  noindex?: true
  /** Of a page that is not in Chinese. */
  lang?: 'en'
}

export interface Banner {
  image: string
  title: string
  lead?: string
  /** Shown in turn instead of the image, if there are any. */
  photos?: readonly CarouselPhoto[]
  /** A photograph that is looked at, and not only the ground of the title. */
  large?: true
}

/** A page with all that it shows, ready to be rendered. */
export interface SitePage {
  /** The address it is known by. */
  at: string
  route: Route
  View: ComponentType<PageProps<unknown>>
  sheet?: string | undefined
  facts: unknown
  banner: Banner | undefined
  frame: FrameFacts
  head: Head
  /** The library's notes on the pictures, for the first page only. */
  pictures?: PictureNotes
  /** Rendered from its address alone while the rest is loading. */
  placeholder?: true
}

/** Of the page that was asked for. */
export type PageStatus = 'idle' | 'loading' | 'failed'

/** The data of the frame around every page. */
export type FrameFacts = ReturnType<typeof frameFacts>

export const frameFacts = (site: PublicSite) => ({
  ...pick(
    site,
    'siteName',
    'titlePattern',
    'slogan',
    'companyName',
    'hotline',
    'hours',
    'hoursText',
    'phones',
    'mailbox',
    'address',
    'map',
    'icp',
    'police',
    'creditCode',
    'licence',
    'support',
    'wecomService',
    'officialAccount',
    'logo',
    'pageNames',
    'contactTitle',
  ),
  buttons: { ...site.buttons, visit: invitesToVisit(site) ? site.buttons.visit : '' },
  english: site.english.title !== '',
  pagesOn: pagesWithContent(site),
  menus: openEntries(site),
  aboutContact: shownSections(site.aboutSections).includes('contact'),
  inquiry: {
    ...pick(site.inquiry, 'form', 'callBack', 'consentBox', 'fileMegabytes'),
    // Its form is on the page of dealers.
    dealer: site.inquiry.dealer && site.pagesOn.agent,
    agent: site.inquiry.agent && site.pagesOn.agent,
    quoteList: isPageOn(site, quotePage),
  },
})
