import { type ReactNode, useLayoutEffect, useState } from 'react'

interface Props {
  /** Title and body. */
  text: ReactNode
  /** All other fields. */
  more: ReactNode
  textNames: readonly string[]
  faults: Readonly<Record<string, unknown>>
}

const parts = [
  ['text', '正文'],
  ['more', '其他信息'],
] as const

/** The two parts of a record with a long body: beside each other on a wide screen; on a narrow one, one at a time, each with all the height. */
export function FormParts({ text, more, textNames, faults }: Props) {
  const [shown, setShown] = useState<'text' | 'more'>('text')
  const faulty = (part: 'text' | 'more'): boolean => Object.keys(faults).some((name) => textNames.includes(name) === (part === 'text'))

  // What is wrong must be in sight, and only what is in sight can be focused.
  useLayoutEffect(() => {
    const other = shown === 'text' ? 'more' : 'text'
    if (faulty(other) && !faulty(shown)) setShown(other)
  }, [faults])

  return (
    <div className={`form-parts show-${shown}`}>
      <div className="switch" role="group" aria-label="表单内容">
        {parts.map(([part, words]) => (
          <button key={part} type="button" aria-pressed={part === shown} onClick={() => setShown(part)}>
            {words}
            {faulty(part) && <b> 有误</b>}
          </button>
        ))}
      </div>
      <div className="form-text">{text}</div>
      <div className="form-more">{more}</div>
    </div>
  )
}
