import type { PlatformAnswer } from '../../contract/calls/platforms.ts'
import { internalKind, type Kind, type Stored, switches, texts } from './kind.ts'

/** An account at a platform, with its secret: Baidu's lies in `engine`, that of WeChat in `wechat`. */
export interface PlatformRecord extends Stored {
  on: boolean
  /**
   * Pages behind it are not sent yet: the time when it was switched on, later the version and the address of the last page that it has
   * accepted, since several pages may have the same version. '' before all pages.
   */
  since: string
  site?: string
  token?: string
  appId?: string
  secret?: string
  /** When it was asked last. */
  askedAt?: string
  /** What WeChat signs pages with until then. */
  ticket?: { text: string; until: string }
  answer?: PlatformAnswer
}

/** The id of its record. Older programs have left others in `engine`, which nothing reads. */
export const platformIds = { push: 'baidu', wechat: 'wechat' } as const

export const isSharedInWeChat = (accounts: { get(id: string): PlatformRecord | undefined }): boolean =>
  accounts.get(platformIds.wechat)?.on ?? false

const platformKind = (name: string): Kind<PlatformRecord> =>
  internalKind(name, { ...texts('since'), ...switches('on') })

export const searchEngineKind = platformKind('engine')
/** Pages differ by whether it is on. */
export const weChatKind: Kind<PlatformRecord> = {
  ...platformKind('wechat'),
  published: (record, before) => record?.on !== before?.on,
}
