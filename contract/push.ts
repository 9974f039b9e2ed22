import { type Fields, flag, maybe, oneOf, text } from './fields.ts'

/** The search engines that are notified of pages. */
export const searchEngines = { baidu: '百度', indexnow: 'IndexNow' } as const
export type SearchEngineName = keyof typeof searchEngines
export const searchEngineNames = Object.keys(searchEngines) as SearchEngineName[]
const engine = oneOf(searchEngineNames, '没有这个搜索引擎')

export const searchEngineInput = { engine } satisfies Fields
/** Baidu has a site and a token. What is left out, or empty, stays, since the token is never sent back. */
export const searchEngineForm = {
  engine,
  on: maybe(flag()),
  site: maybe(text({ trim: true, max: [200, '站点不能超过200个字符'] })),
  token: maybe(text({ trim: true, max: [100, '密钥不能超过100个字符'] })),
} satisfies Fields

/** A search engine as staff see it. */
export interface SearchEngineRow {
  engine: SearchEngineName
  on: boolean
  /** How many pages have changed and were not sent. */
  waiting: number
  /** What it replied last, in words. */
  answer?: { at: string; words: string; failed?: true }
  site?: string
  /** The last characters of the token. */
  hint?: string
  /** The file by which IndexNow checks who owns the site. */
  keyFile?: string
}

export interface PushDetail {
  /** Why search engines cannot be notified; absent where they can. */
  problem?: string
  engines: SearchEngineRow[]
}
