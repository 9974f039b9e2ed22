import { type Arrived, arrivedWords } from '../../../contract/leads/arrived.ts'
import { truncate } from '../../../contract/text/characters.ts'
import { maxOriginPartLength, type LeadOrigin } from '../../../contract/leads/leadOrigin.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import { answerWithoutFiles } from '../../../contract/leads/leadFiles.ts'
import { appOf, campaignOf } from '../../../contract/leads/sources.ts'
import { isPhone } from '../../../contract/site/twins.ts'
import { call } from '../../lib/call.ts'
import { landing } from '../landing.ts'
import { type AnsweringFrame, answerIn } from './answerTo.ts'
import type { ApplyKind } from './applyKinds.ts'

/** Fetched when somebody begins to fill in a form: most visitors never do. */
export const sendForm = (name: ApplyKind['call'], input: object) =>
  call(name, { ...input, origin: originHere() } as InputOf<typeof name>)

/** What somebody reads who has sent an inquiry, with `arrived`, or another form. */
export function thanks(form: HTMLFormElement, frame: AnsweringFrame, missing: string, arrived?: Arrived): string {
  const words = answerIn(form, frame)
  const answer = missing ? answerWithoutFiles(words, missing) : words
  return arrived ? arrivedWords(answer, arrived) : answer
}

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
