import { useEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import { minuteMs } from '../../../contract/text/durations.ts'
import { listen } from '../../lib/listen.ts'
import { type AnsweringFrame, answerIn, answerTo } from './answerTo.ts'

interface Props {
  frame: AnsweringFrame
  /** What the form begins with. */
  values: PostedForm['values']
}

/** By when the sender of the form around it is answered: in general, as every visitor gets it from the server, then as it is. */
export function CallBack({ frame, values }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const [answer, setAnswer] = useState(() => answerTo(values, frame))
  useEffect(() => {
    const form = line.current?.closest('form')
    if (!form) return
    const update = (): void => setAnswer(answerIn(form, frame))
    update()
    const unsubscribe = listen(form, { input: update })
    const timer = setInterval(update, minuteMs)
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [frame.hours])
  return (
    <p className="muted" ref={line}>
      {answer}
    </p>
  )
}
