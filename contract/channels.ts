import { type Fields, flag, integer, maybe, oneOf, text } from './fields.ts'

/** The ways to notify staff of inquiries and applications. */
export const channelKinds = {
  wecom: '企业微信群机器人',
  dingtalk: '钉钉群机器人',
  feishu: '飞书群机器人',
  webhook: 'Webhook',
  mail: '邮件',
} as const
export type ChannelKind = keyof typeof channelKinds
export type RobotKind = Exclude<ChannelKind, 'webhook' | 'mail'>

export const maxChannels = 20
/** In every message: for robots that only accept what has a certain word. */
export const messageKeyword = '客户线索'

/**
 * Robots and webhooks have an `address`, mail has `host` to `to`. What is left out, or empty, stays when a channel is saved again, since
 * secrets are never sent back. What a kind needs, the server checks.
 */
export const channelForm = {
  kind: oneOf(Object.keys(channelKinds) as ChannelKind[], '请选择通知方式'),
  label: text({ required: '请输入名称', trim: true, max: [30, '名称不能超过30个字符'] }),
  on: maybe(flag()),
  weekly: maybe(flag()),
  operator: maybe(flag()),
  address: maybe(text({ trim: true, max: [2000, '地址不能超过2000个字符'] })),
  secret: maybe(text({ trim: true, max: [200, '密钥不能超过200个字符'] })),
  host: maybe(text({ trim: true, max: [253, '服务器名称不能超过253个字符'] })),
  port: integer(1, 65_535, undefined),
  user: maybe(text({ trim: true, max: [200, '邮箱账号不能超过200个字符'] })),
  password: maybe(text({ trim: true, max: [200, '授权码不能超过200个字符'] })),
  to: maybe(text({ trim: true, max: [1000, '收件人不能超过1000个字符'] })),
} satisfies Fields

/** A channel as lists show it, without its secrets. */
export interface ChannelRow {
  channelId: string
  kind: ChannelKind
  label: string
  on: boolean
  /** Whether it gets last week's numbers on Mondays at nine. */
  weekly?: boolean
  /** Whether it is for who keeps the machine: it gets what is wrong with it, and nothing of customers. */
  operator?: boolean
  /** A lasting error, until a test succeeds or the channel is saved again. */
  paused?: { reason: string }
  /** The last characters of a robot's key, or the host of a webhook. */
  hint?: string
  host?: string
  port?: number
  user?: string
  to?: string
}

/** What has become of one notice by one channel. */
export interface Delivery {
  channelId: string
  /** What the channel is called, for staff who may not see the channels. */
  label: string
  state: 'sent' | 'waiting' | 'failed'
  at?: string
  reason?: string
}
