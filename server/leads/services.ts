import type { ChannelKind } from '../../contract/calls/channels.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { mail } from './mail.ts'
import { robotService } from './robot.ts'
import type { Service } from './service.ts'
import { webhook } from './webhook.ts'
import { wecom } from './wecom.ts'

export const services: Readonly<Record<ChannelKind, Service>> = {
  wecom: robotService(wecom),
  dingtalk: robotService(dingtalk),
  feishu: robotService(feishu),
  webhook,
  mail,
}
