import { createHmac } from 'node:crypto'
import { permanent } from './deliveryFailure.ts'
import { messageKeyword } from '../../contract/calls/channels.ts'
import { errcodeOf, type Robot } from './robot.ts'

/** The secret is the key of the signature, and part of what is signed. */
export const dingtalkSign = (secret: string, timestamp: number): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')

/** https://open.dingtalk.com/document/robots/custom-robot-access */
export const dingtalk: Robot = {
  kind: 'dingtalk',
  hosts: ['oapi.dingtalk.com'],
  path: '/robot/send',
  parameter: 'access_token',
  maxBytes: 19_000,
  request: (content, secret, now) => ({
    ...(secret !== undefined && { search: { timestamp: `${now}`, sign: dingtalkSign(secret, now) } }),
    body: { msgtype: 'text', text: { content } },
  }),
  codeOf: errcodeOf,
  failures: {
    '310000 keywords': [`机器人设置了自定义关键词（310000），请在它的安全设置里加上“${messageKeyword}”`, permanent],
    '310000 timestamp': ['服务器的时间不准（310000），请运维人员校准，相差不能超过一小时', permanent],
    '310000 sign': ['加签密钥不对（310000），请在机器人的安全设置里重新复制以SEC开头的密钥', permanent],
    '310000 whitelist': ['服务器的IP不在机器人的白名单里（310000），请在它的安全设置里加上', permanent],
    310000: ['没有通过机器人的安全设置（310000），请检查关键词、加签密钥和IP白名单', permanent],
    300001: ['机器人的地址不对，或机器人已被移除（300001），请重新复制Webhook地址', permanent],
    400013: ['机器人所在的群已解散（400013），请换一个群', permanent],
    400101: ['机器人的地址不对，或机器人已被移除（400101），请重新复制Webhook地址', permanent],
    400102: ['机器人已停用（400102），请在群里启用它', permanent],
    // The robot is muted for ten minutes.
    130101: ['发送太频繁（130101），十分钟后自动重试', { waitMs: 600_000 }],
    90030: ['发送太频繁（90030），稍后自动重试', { waitMs: 60_000 }],
  },
}
