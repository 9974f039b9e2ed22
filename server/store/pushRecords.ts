import { internalKind, type Stored, switches, texts } from './kind.ts'

/** The id of the secret by which IndexNow checks who owns the site, and the file where it finds it. */
export const keyId = 'indexnow'
export const keyFile = (key: string): string => `${key}.txt`

/** A search engine, with its secret; `id` is its name. */
export interface SearchEngineRecord extends Stored {
  on: boolean
  /**
   * Pages behind it are not sent yet: the time when it was switched on, later the version and the address of the last page that it has
   * accepted, since several pages may have the same version. '' before all pages.
   */
  since: string
  site?: string
  token?: string
  /** What it replied last, in words. */
  answer?: { at: string; words: string; failed?: true }
}

export const searchEngineKind = internalKind<SearchEngineRecord>('engine', { ...texts('since'), ...switches('on') })
