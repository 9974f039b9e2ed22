import { truncate } from '../../../contract/characters.ts'
import { maxOriginPartLength, type LeadOrigin } from '../../../contract/leadOrigin.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { appOf, campaignOf } from '../../../contract/sources.ts'
import { isPhone } from '../../../contract/twins.ts'
import { call } from '../../lib/call.ts'
import { landing } from '../landing.ts'
import type { ApplyKind } from './applyKinds.ts'

export { answerWithoutFiles } from '../../../contract/leadFiles.ts'
export { answerIn } from './answerTo.ts'

/** Fetched when somebody begins to fill in a form: most visitors never do. */
export const sendForm = (name: ApplyKind['call'], input: object): Promise<null> =>
  call(name, { ...input, origin: originHere() } as InputOf<typeof name>)

/** Where this visitor came from, and where the form is; cut, or a long address would make the request too large. */
function originHere(): LeadOrigin {
  const { address = '', referrer = '' } = landing()
  const { userAgent } = navigator
  const query = new URLSearchParams(address.split('?')[1])
  const [, host = ''] = /^https?:\/\/([^/?#]+)/.exec(referrer) ?? []
  return {
    landing: address.slice(0, maxOriginPartLength),
    referrer: host && host !== location.host ? host : appOf(userAgent),
    campaign: truncate(campaignOf(query), maxOriginPartLength),
    device: isPhone(userAgent) ? 'phone' : 'desktop',
    page: (location.pathname + location.search).slice(0, maxOriginPartLength),
  }
}
