/** A day has no more visitors than this: above it nobody is added. */
export const maxVisitors = 200_000

/** What does not fit among the names that are counted. */
export const otherNames = '其他'

export interface VisitDay {
  day: string
  /** How often pages were opened. */
  count: number
  /** Days before they were counted have none. */
  visitors?: number
}

/** The last days, and what was counted on them by name, the most frequent first and 其他 last. */
export interface VisitsSummary {
  /** The list begins with the oldest. */
  days: VisitDay[]
  /** Phones and desktops are counted together; without a title the page is not there any more, or has none. */
  pages: { path: string; title?: string; count: number }[]
  /** Where visitors came from, with the enquiries and applications that came from there; in-site links are left out. */
  sources: { source: string; count: number; enquiries: number }[]
  devices: { device: string; count: number }[]
  engines: { engine: string; count: number }[]
  /** What visitors searched for without finding anything. */
  missed: { word: string; count: number }[]
  /** What visitors asked for and no page has, with the page that is meant, as far as its title says so. */
  absent: { address: string; guess?: { path: string; title: string }; count: number }[]
}
