import type { ComponentType } from 'react'
import type { CallName, OutputOf, SentOf } from '../../contract/calls.ts'
import type { CarouselPhoto, Site } from '../../contract/entities.ts'

/** Makes a call: over HTTP in the browser, in process on the server. */
export type MakeCall = <N extends CallName>(name: N, sent: SentOf<N>) => Promise<OutputOf<N>>

/** What the frame around every page needs to know. */
export type FrameFacts = Pick<
  Site,
  'siteName' | 'slogan' | 'companyName' | 'hotline' | 'phones' | 'mailbox' | 'address' | 'map' | 'icp' | 'support' | 'officialAccount'
>

export function frameFacts({ siteName, slogan, companyName, hotline, phones, mailbox, address, map, icp, support, officialAccount }: Site): FrameFacts {
  return { siteName, slogan, companyName, hotline, phones, mailbox, address, map, icp, support, officialAccount }
}

export interface PageProps<Facts> {
  facts: Facts
  frame: FrameFacts
}

export interface Head {
  title: string
  description: string
  /** Path and query that the page is known by; its own unless said otherwise. */
  canonical?: string
  image?: string
  article?: { published: string }
  noindex?: true
}

/** A row of the table of pages. */
export interface Route<Facts> {
  path: string
  page(): Promise<{ default: ComponentType<PageProps<Facts>> }>
  /** The query parameters that make another page of it. */
  query?: readonly string[]
  /** The one of them that names the page alone, whatever the others are. */
  id?: string
  /** All that the page shows. A failure with code 404 makes it the page that cannot be entered. */
  load(call: MakeCall, site: Site, query: URLSearchParams): Promise<Facts>
  head(facts: Facts, site: Site, query: URLSearchParams): Head
  /** What can be shown of it before anything is loaded. */
  early?(query: URLSearchParams, frame: FrameFacts): { facts: Facts; head: Head } | undefined
  /** Which frame stands around it. `bare`: none. */
  frame: 'desktop' | 'phone' | 'wide' | 'bare'
  /** The banner under the header; pages with a hero of their own have none. */
  banner?(facts: Facts, site: Site): Banner
  /** Stays as it was left: tab, scroll and state. */
  kept?: true
  /** The block with phone, mailbox, address and map stands above the footer. */
  contact?: true
  /** The contact element floats beside the page. */
  floating?: true
  /** Its own bar offers the call, so no phone button floats over it. */
  callBar?: true
  /** Text of the query is on the page, so there is no end of such pages: none is remembered. */
  passing?: true
}

export interface Banner {
  image: string
  title: string
  lead?: string
  /** Shown in turns in place of the image, once there are any. */
  photos?: readonly CarouselPhoto[]
}
