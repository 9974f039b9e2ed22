import { internalKind, type Kind, type Stored, switches, texts } from './kind.ts'

/** The company's official account, with its secret. There is one. */
export interface WeChatRecord extends Stored {
  on: boolean
  appId: string
  secret: string
  /** What pages are signed with until then. */
  ticket?: WeChatTicket
  /** What WeChat replied last, in words. */
  answer?: { at: string; words: string; failed?: true }
}

export interface WeChatTicket {
  text: string
  until: string
}

export const weChatId = 'wechat'

export const isSharedInWeChat = (accounts: { get(id: string): WeChatRecord | undefined }): boolean =>
  accounts.get(weChatId)?.on ?? false

/** Pages differ by whether it is on. */
export const weChatKind: Kind<WeChatRecord, WeChatRecord> = {
  ...internalKind('wechat', { ...texts('appId', 'secret'), ...switches('on') }),
  published: (record, before) => record?.on !== before?.on,
}
