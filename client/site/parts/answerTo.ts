import type { PostedForm, Topic } from '../../../contract/leads/application.ts'
import { answerWords } from '../../../contract/leads/callBack.ts'
import type { FrameFacts } from '../route.ts'

export type AnsweringFrame = Pick<FrameFacts, 'hours' | 'inquiry'>

/** By when the sender of these values is answered. A server of an older release leaves the hours out. */
export const answerTo = (
  { topic, phone: left }: PostedForm['values'],
  { hours, inquiry }: AnsweringFrame,
  now?: number,
): string => answerWords({ hours, own: inquiry.callBack }, { topic: topic as Topic | undefined, left }, now)

/** As it is now in China, by what is chosen and typed. */
export const answerIn = (form: HTMLFormElement, frame: AnsweringFrame): string =>
  answerTo(Object.fromEntries(new FormData(form)) as PostedForm['values'], frame, Date.now())
