import { createHmac } from 'node:crypto'
import { permanent } from './deliveryFailure.ts'
import { messageKeyword } from '../../contract/calls/channels.ts'
import type { Robot } from './robot.ts'

/** The time and the secret are the key of the signature; what is signed is empty. */
export const feishuSign = (secret: string, timestamp: number): string =>
  createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')

/** Feishu and, abroad, Lark: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
export const feishu: Robot = {
  kind: 'feishu',
  hosts: ['open.feishu.cn', 'open.larksuite.com'],
  path: '/open-apis/bot/v2/hook/',
  maxBytes: 18_000,
  request(text, secret, now) {
    const seconds = Math.floor(now / 1000)
    const message = { msg_type: 'text', content: { text } }
    if (secret === undefined) return { body: message }
    return { body: { timestamp: `${seconds}`, sign: feishuSign(secret, seconds), ...message } }
  },
  codeOf({ code, StatusCode = code, msg }) {
    const value = code ?? StatusCode
    return typeof value === 'number' ? { code: value, reason: String(msg) } : undefined
  },
  failures: {
    19001: ['机器人的地址不对，或机器人已被移除（19001），请重新复制Webhook地址', permanent],
    19021: ['签名没有通过（19021）：签名校验的密钥不对，或服务器的时间相差超过一小时', permanent],
    19022: ['服务器的IP不在机器人的白名单里（19022），请在它的安全设置里加上', permanent],
    19024: [`机器人设置了自定义关键词（19024），请在它的安全设置里加上“${messageKeyword}”`, permanent],
    9499: ['飞书不接受这个请求（9499），请检查Webhook地址', permanent],
    11232: ['发送太频繁（11232），稍后自动重试', { waitMs: 60_000 }],
    99991400: ['发送太频繁（99991400），稍后自动重试', { waitMs: 60_000 }],
  },
}
