import { errcodeOf, type Robot } from './robot.ts'

/** https://developer.work.weixin.qq.com/document/path/99110 */
export const wecom: Robot = {
  kind: 'wecom',
  hosts: ['qyapi.weixin.qq.com'],
  path: '/cgi-bin/webhook/send',
  parameter: 'key',
  maxBytes: 2048,
  request: (content) => ({ body: { msgtype: 'text', text: { content } } }),
  codeOf: errcodeOf,
  failures: {
    93000: ['机器人的地址不对，或机器人已从群里移除（93000），请在群里重新复制Webhook地址', { permanent: true }],
    45009: ['发送太频繁（45009），稍后自动重试', { waitMs: 60_000 }],
    '-1': ['企业微信的系统繁忙（-1），稍后自动重试'],
  },
}
