import { type Fields, flag, maybe, text } from './fields.ts'

const copied = (pattern: RegExp, message: string) =>
  maybe(text({ trim: true, max: [32, message], check: (value) => (pattern.test(value) ? undefined : message) }))

/** The company's official account (公众号). What is left out, or empty, stays, since the secret is never sent back. */
export const weChatForm = {
  on: maybe(flag()),
  appId: copied(/^wx[\da-f]{16}$/, 'AppID以wx开头，共18个字符，请在公众平台复制'),
  secret: copied(/^[\da-f]{32}$/, 'AppSecret是32个数字和小写字母，请在公众平台复制'),
} satisfies Fields

export const signedPage = {
  /** As the browser has it. */
  url: text({ required: '请填写网址', exact: true, max: [2000, '网址不能超过2000个字符'] }),
} satisfies Fields

export interface WeChatDetail {
  on: boolean
  /** Why WeChat cannot show the site; absent where it can. */
  problem?: string
  /** The platform asks for it as the domain of its JS interface. */
  host: string
  appId?: string
  /** The last characters of the secret. */
  hint?: string
  /** What WeChat replied last, in words. */
  answer?: { at: string; words: string; failed?: true }
}

/** What a page needs to be shown as a card; the names are those of WeChat's script. */
export interface WeChatSignature {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}
