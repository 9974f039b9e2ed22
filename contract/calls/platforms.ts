import { type Fields, flag, maybe, oneOf, text } from './fields.ts'

/** Where the company has an account of its own, and what it consists of. A row is all that calls and forms know of one. */
export const platforms = {
  /** The search engine that is notified of pages. */
  push: {
    label: '百度',
    account: { name: 'site', label: '站点', example: 'https://www.example.com' },
    secret: { name: 'token', label: '推送密钥' },
    secretIsOfAccount: false,
  },
  /** The official account (公众号) that signs what is shared in WeChat. */
  wechat: {
    label: '公众号',
    account: { name: 'appId', label: 'AppID', example: 'wx…' },
    secret: { name: 'secret', label: 'AppSecret' },
    /** Another account has another secret. */
    secretIsOfAccount: true,
  },
} as const
export type PlatformName = keyof typeof platforms

const kind = oneOf(['push', 'wechat'], '没有这个平台')
const copied = (pattern: RegExp, max: number, message: string) =>
  maybe(text({ trim: true, max: [max, message], check: (value) => (pattern.test(value) ? undefined : message) }))

export const platformInput = { kind } satisfies Fields
/** What is left out, or empty, stays, since secrets are never sent back. */
export const platformForm = {
  kind,
  on: maybe(flag()),
  site: copied(/^(https?:\/\/)?[\w.-]+(:\d+)?$/, 200, '站点是网址的开头，例如https://www.example.com，后面没有“/”'),
  token: maybe(text({ trim: true, max: [100, '密钥不能超过100个字符'] })),
  appId: copied(/^wx[\da-f]{16}$/, 32, 'AppID以wx开头，共18个字符，请在公众平台复制'),
  secret: copied(/^[\da-f]{32}$/, 32, 'AppSecret是32个数字和小写字母，请在公众平台复制'),
} satisfies Fields

/** What a platform replied last, in words. */
export interface PlatformAnswer {
  at: string
  words: string
  failed?: true
}

export interface PlatformDetail {
  on: boolean
  /** Why it cannot reach the site; absent where it can. */
  problem?: string
  /** That of the site; the platform asks for it. */
  host: string
  site?: string
  appId?: string
  /** The last characters of the secret. */
  hint?: string
  answer?: PlatformAnswer
  /** How many pages have changed and were not sent. */
  waiting: number
}

export const signedPage = {
  /** As the browser has it. */
  url: text({ required: '请填写网址', exact: true, max: [2000, '网址不能超过2000个字符'] }),
} satisfies Fields

/** What a page needs to be shown as a card; the names are those of WeChat's script. */
export interface WeChatSignature {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}
