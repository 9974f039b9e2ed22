import { hasOwn } from '../text/standIns.ts'
import { type Fields, flag, integer, maybe, oneOf, text } from './fields.ts'

/** In every message: for robots that only accept what has a certain word. */
export const messageKeyword = '客户线索'

/** What a channel may get. */
type Notice =
  /** Each inquiry, and on its day a reminder of it. */
  | 'leads'
  /** What is wrong with the machine. */
  | 'alarms'
  /** Sign-ins from devices that an account did not know. */
  | 'devices'
  /** The numbers of last week. */
  | 'week'
  /** Several in one message: it is read by people, whom too many would annoy. */
  | 'digests'

/** What the form asks for. */
export interface ChannelField {
  name: 'address' | 'secret' | 'host' | 'port' | 'user' | 'password' | 'to'
  label: string
  hint: string
  example?: string
  /** A channel can be made without it. */
  optional?: true
  /** The server keeps it and does not send it back. */
  secret?: 'shown while typed' | 'hidden while typed'
}

interface ChannelKindRow {
  label: string
  fields: readonly ChannelField[]
  gets: readonly Notice[]
  /** It makes markup, mentions and links of what visitors write. */
  readsMarkup?: true
  /** What lists show of its address; of others they show the user. */
  hint?: 'end of the key' | 'host'
  /** Where to look after a test, beside the group or program itself. */
  arrivesAt?: string
}

const people = ['leads', 'alarms', 'devices', 'week', 'digests'] as const
const robot = { gets: people, readsMarkup: true, hint: 'end of the key' } as const
const address = (hint: string, example: string, label = 'Webhook地址'): ChannelField => ({
  name: 'address',
  label,
  hint,
  example,
  secret: 'shown while typed',
})
const secret = (label: string, hint: string): ChannelField => ({
  name: 'secret',
  label,
  hint,
  secret: 'hidden while typed',
  optional: true,
})
const orKeyword = `用“自定义关键词”的，关键词填“${messageKeyword}”，这里留空。`

/** The ways to notify staff of inquiries and applications. A row is all that is known of one; `server/leads/services.ts` sends by it. */
const rows = {
  wecom: {
    ...robot,
    label: '企业微信群机器人',
    fields: [
      address(
        '在企业微信群里点右上角“…” › 消息推送（以前叫“群机器人”） › 添加 › 新建，再复制它的Webhook地址，完整地粘贴到这里。',
        'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
      ),
    ],
  },
  dingtalk: {
    ...robot,
    label: '钉钉群机器人',
    fields: [
      address(
        '在钉钉群里点右上角“群设置” › 机器人 › 添加机器人 › 自定义，完成后复制Webhook，完整地粘贴到这里。',
        'https://oapi.dingtalk.com/robot/send?access_token=…',
      ),
      secret('加签密钥', `添加机器人时，在“安全设置”里勾选“加签”，再把SEC开头的密钥粘贴到这里。${orKeyword}`),
    ],
  },
  feishu: {
    ...robot,
    label: '飞书群机器人',
    fields: [
      address(
        '在飞书群里点右上角“…” › 设置 › 群机器人 › 添加机器人 › 自定义机器人，再复制Webhook地址，完整地粘贴到这里。',
        'https://open.feishu.cn/open-apis/bot/v2/hook/…',
      ),
      secret('签名密钥', `在机器人的“安全设置”里勾选“签名校验”，再把密钥粘贴到这里。${orKeyword}`),
    ],
  },
  webhook: {
    label: 'Webhook',
    fields: [
      address('公司的CRM等系统接收通知的地址，由技术人员提供。', 'https://crm.example.com/zhuzhan', '接收地址'),
      secret('签名密钥', '没有就留空：保存时会生成一个，只显示一次。'),
    ],
    // A program that refuses a type it does not know would pause the channel, also for inquiries.
    gets: ['leads'],
    hint: 'host',
  },
  mail: {
    label: '邮件',
    fields: [
      { name: 'user', label: '发件邮箱', hint: '完整的邮箱地址，通知由它发出。', example: 'notice@example.com' },
      {
        name: 'password',
        label: '授权码',
        secret: 'hidden while typed',
        hint: '不是登录密码。在邮箱网页版的“设置”里开启SMTP服务，按提示生成授权码（企业邮箱叫“客户端专用密码”）。',
      },
      {
        name: 'host',
        label: 'SMTP服务器',
        example: 'smtp.qq.com',
        hint: 'QQ邮箱smtp.qq.com，163邮箱smtp.163.com，腾讯企业邮箱smtp.exmail.qq.com，其他邮箱可在它的帮助里查到。',
      },
      { name: 'port', label: '端口', hint: '一般是465。', example: '465', optional: true },
      { name: 'to', label: '收件人', hint: '多个邮箱用逗号分开。', example: 'sales@example.com' },
    ],
    gets: people,
    arrivesAt: '收件箱（也看一下垃圾邮件）',
  },
} as const satisfies Record<string, ChannelKindRow>

export type ChannelKind = keyof typeof rows
export const channelKindNames = Object.keys(rows) as ChannelKind[]
/** Of what only a newer program knows, nothing is asked and nothing sent: it waits. */
const unknownKind: ChannelKindRow = { label: '这个版本不认识的方式', fields: [], gets: [] }
export const channelKindOf = (kind: ChannelKind): ChannelKindRow => (hasOwn(rows, kind) ? rows[kind] : unknownKind)
export const channelGets = (kind: ChannelKind, notice: Notice): boolean => channelKindOf(kind).gets.includes(notice)

export const maxChannels = 20

/** What is left out, or empty, stays when a channel is saved again, since secrets are never sent back. */
export const channelForm = {
  kind: oneOf(channelKindNames, '请选择通知方式'),
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
  /** Of its address, as its kind says. */
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

/** Of a server with SEND=off. */
export const sendsNothing = '这台服务器不对外发送（SEND=off）'
