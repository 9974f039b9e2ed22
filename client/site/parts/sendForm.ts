import { maxOriginLength, type Origin } from '../../../contract/application.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { isPhone } from '../../../contract/twins.ts'
import { call } from '../../lib/call.ts'
import { landing } from '../landing.ts'
import type { ApplyKind } from './applyKinds.ts'

/** Fetched when somebody begins to fill in a form: most visitors never do. */
export const sendForm = (name: ApplyKind['call'], input: object): Promise<null> =>
  call(name, { ...input, origin: originHere() } as InputOf<typeof name>)

/** Apps with a browser of their own, which names no site that led here. The first match counts: that of 企业微信 names 微信, too. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/wxwork/i, '企业微信'], [/MicroMessenger/i, '微信'], [/DingTalk/i, '钉钉'], [/Lark|Feishu/i, '飞书'], [/aweme/i, '抖音'], [/ QQ\//, 'QQ'],
]
/** Where this visitor came from, and where the form is; cut, or a long address would make the request too large. */
function originHere(): Origin {
  const { address = '', referrer = '' } = landing()
  const { userAgent } = navigator
  const query = new URLSearchParams(address.split('?')[1])
  const [, host = ''] = /^https?:\/\/([^/?#]+)/.exec(referrer) ?? []
  const [, app = ''] = apps.find(([pattern]) => pattern.test(userAgent)) ?? []
  return {
    landing: address.slice(0, maxOriginLength),
    referrer: host && host !== location.host ? host : app,
    campaign: ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((name) => query.get(name) || []).join(' / ').slice(0, maxOriginLength),
    device: isPhone(userAgent) ? 'phone' : 'desktop',
    page: (location.pathname + location.search).slice(0, maxOriginLength),
  }
}
