import { type channelForm, type ChannelKind, messageKeyword } from '../../../contract/channels.ts'

export interface ChannelField {
  name: Exclude<keyof typeof channelForm, 'kind' | 'label' | 'on' | 'weekly'>
  label: string
  hint: string
  example?: string
  /** A channel can be made without it. */
  optional?: true
  /** The server keeps it and does not send it back. */
  secret?: 'shown while typed' | 'hidden while typed'
}

const address = (hint: string, example: string, label = 'Webhook地址'): ChannelField => ({
  name: 'address', label, hint, example, secret: 'shown while typed',
})
const secret = (label: string, hint: string): ChannelField => ({
  name: 'secret', label, hint, secret: 'hidden while typed', optional: true,
})
const orKeyword = `用“自定义关键词”的，关键词填“${messageKeyword}”，这里留空。`

/** What the form of each kind asks for. */
export const channelFields: Readonly<Record<ChannelKind, readonly ChannelField[]>> = {
  wecom: [
    address(
      '在企业微信群里点右上角“…” › 消息推送（以前叫“群机器人”） › 添加 › 新建，再复制它的Webhook地址，完整地粘贴到这里。',
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    ),
  ],
  dingtalk: [
    address(
      '在钉钉群里点右上角“群设置” › 机器人 › 添加机器人 › 自定义，完成后复制Webhook，完整地粘贴到这里。',
      'https://oapi.dingtalk.com/robot/send?access_token=…',
    ),
    secret('加签密钥', `添加机器人时，在“安全设置”里勾选“加签”，再把SEC开头的密钥粘贴到这里。${orKeyword}`),
  ],
  feishu: [
    address(
      '在飞书群里点右上角“…” › 设置 › 群机器人 › 添加机器人 › 自定义机器人，再复制Webhook地址，完整地粘贴到这里。',
      'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    ),
    secret('签名密钥', `在机器人的“安全设置”里勾选“签名校验”，再把密钥粘贴到这里。${orKeyword}`),
  ],
  webhook: [
    address('公司的CRM等系统接收通知的地址，由技术人员提供。', 'https://crm.example.com/zhuzhan', '接收地址'),
    secret('签名密钥', '没有就留空：保存时会生成一个，只显示一次。'),
  ],
  mail: [
    { name: 'user', label: '发件邮箱', hint: '完整的邮箱地址，通知由它发出。', example: 'notice@example.com' },
    {
      name: 'password', label: '授权码', secret: 'hidden while typed',
      hint: '不是登录密码。在邮箱网页版的“设置”里开启SMTP服务，按提示生成授权码（企业邮箱叫“客户端专用密码”）。',
    },
    {
      name: 'host', label: 'SMTP服务器', example: 'smtp.qq.com',
      hint: 'QQ邮箱smtp.qq.com，163邮箱smtp.163.com，腾讯企业邮箱smtp.exmail.qq.com，其他邮箱可在它的帮助里查到。',
    },
    { name: 'port', label: '端口', hint: '一般是465。', example: '465' },
    { name: 'to', label: '收件人', hint: '多个邮箱用逗号分开。', example: 'sales@example.com' },
  ],
}

/** Suggested while a mail server is typed. */
export const mailServers = [
  'smtp.qq.com', 'smtp.163.com', 'smtp.126.com', 'smtp.exmail.qq.com', 'smtp.qiye.aliyun.com', 'smtp.qiye.163.com',
]
