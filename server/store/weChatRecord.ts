import { internalKind, type Kind, type Stored, switches, texts } from './kind.ts'

/** The company's official account, with its secret. There is one. */
export interface WeChatRecord extends Stored {
  on: boolean
  appId: string
  secret: string
  /** When a ticket was asked for last. */
  askedAt?: string
  /** What pages are signed with until then. */
  ticket?: { text: string; until: string }
  /** What WeChat replied last, in words. */
  answer?: { at: string; words: string; failed?: true }
}

export const weChatId = 'wechat'

export const isSharedInWeChat = (accounts: { get(id: string): WeChatRecord | undefined }): boolean =>
  accounts.get(weChatId)?.on ?? false

/** Pages differ by whether it is on. */
export const weChatKind: Kind<WeChatRecord, WeChatRecord> = {
  ...internalKind('wechat', { ...texts('appId', 'secret'), ...switches('on') }),
  published: (record, before) => record?.on !== before?.on,
}
