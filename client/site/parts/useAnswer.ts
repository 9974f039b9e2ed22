import { type RefObject, useEffect, useState } from 'react'
import type { PostedForm, Topic } from '../../../contract/application.ts'
import { answerWords } from '../../../contract/callBack.ts'
import type { FrameFacts } from '../route.ts'

const msPerMinute = 60_000

/**
 * By when the sender of a form is answered: in general, as every visitor gets it from the server, and with a script as it is now in China,
 * by what was chosen and typed. What was sent stays when the fields are emptied.
 */
export function useAnswer(
  form: RefObject<HTMLFormElement | null>,
  { hours, inquiry }: Pick<FrameFacts, 'hours' | 'inquiry'>,
  posted: PostedForm | undefined,
) {
  const [topic, setTopic] = useState(posted?.asking?.topic)
  const [left, setLeft] = useState(posted?.asking?.left)
  const [now, setNow] = useState<number>()
  const look = (): void => {
    if (!form.current) return
    const values = new FormData(form.current)
    setTopic((values.get('topic') ?? undefined) as Topic | undefined)
    setLeft(String(values.get('phone') ?? ''))
  }
  useEffect(() => {
    if (!posted?.done) look()
    // A server of an older release leaves the hours out.
    if (!hours) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), msPerMinute)
    return () => clearInterval(timer)
  }, [hours])
  return { answer: answerWords({ hours, own: inquiry.callBack }, { topic, left }, now), look }
}
