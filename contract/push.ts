import type { Delivery } from './channels.ts'
import { type Fields, flag, maybe, oneOf, text } from './fields.ts'

/** Services of search engines that are notified of pages. */
export const engineNames = { baidu: '百度', indexnow: 'IndexNow' } as const
export type EngineName = keyof typeof engineNames
const engine = oneOf(Object.keys(engineNames) as EngineName[], '没有这个搜索引擎')

export const engineInput = { engine } satisfies Fields
/** Baidu has a site and a token. What is left out, or empty, stays, since the token is never sent back. */
export const engineForm = {
  engine,
  on: maybe(flag()),
  site: maybe(text({ trim: true, max: [200, '站点不能超过200个字符'] })),
  token: maybe(text({ trim: true, max: [100, '密钥不能超过100个字符'] })),
} satisfies Fields

/** A service as staff see it. */
export interface EngineRow {
  engine: EngineName
  on: boolean
  /** A lasting error, until a test succeeds or it is saved again. */
  paused?: { reason: string }
  /** How many pages have changed and were not sent. */
  waiting: number
  site?: string
  /** The last characters of the token. */
  hint?: string
  /** How many pages it accepts today, as far as it has said. */
  remain?: number
  /** The file by which IndexNow checks who owns the site. */
  keyFile?: string
}

/** What has become of the address of a page. */
export interface PushRow {
  address: string
  title: string
  changedAt: string
  removed?: true
  results: (Pick<Delivery, 'state' | 'at' | 'reason'> & { engine: EngineName })[]
}

export interface PushDetail {
  /** Why search engines cannot be notified; absent where they can. */
  problem?: string
  engines: EngineRow[]
  /** The last to change, first. */
  pages: PushRow[]
}
