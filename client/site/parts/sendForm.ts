import { truncate } from '../../../contract/characters.ts'
import { maxOriginPartLength, type LeadOrigin } from '../../../contract/leadOrigin.ts'
import { calls, type InputOf } from '../../../contract/calls.ts'
import { type LeadFile, leadFileWords } from '../../../contract/leadFiles.ts'
import type { Reply } from '../../../contract/replies.ts'
import { appOf, campaignOf } from '../../../contract/sources.ts'
import { isPhone } from '../../../contract/twins.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/callError.ts'
import { landing } from '../landing.ts'
import type { ApplyKind } from './applyKinds.ts'

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

/** Sends a file that goes with a form; `fetch` does not tell how much of it has been sent. */
export function sendFile(file: File, onProgress: (share: number) => void): { done: Promise<LeadFile>; stop(): void } {
  const request = new XMLHttpRequest()
  const { method, path, upload } = calls.inquiryFile
  const done = new Promise<LeadFile>((resolve, reject) => {
    const fail = (): void => reject(new CallError(0, leadFileWords.failed))
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onerror = fail
    request.onload = () => {
      const reply = request.response as Reply<LeadFile> | null
      if (request.status === 200 && reply?.data) resolve(reply.data)
      else if (reply?.msg) reject(new CallError(request.status, reply.msg))
      else fail()
    }
  })
  const form = new FormData()
  form.append(upload.field, file)
  request.open(method, path)
  request.responseType = 'json'
  request.send(form)
  return { done, stop: () => request.abort() }
}
