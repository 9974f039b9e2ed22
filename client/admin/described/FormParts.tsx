import { type ReactNode, useLayoutEffect, useState } from 'react'

interface Props {
  text: ReactNode
  more: ReactNode
  textNames: readonly string[]
  errors: Readonly<Record<string, unknown>>
}

const parts = [
  ['text', '正文'],
  ['more', '其他信息'],
] as const

/** The two parts of a form with a long body: side by side on a wide screen; on a narrow one, one at a time, each at full height. */
export function FormParts({ text, more, textNames, errors }: Props) {
  const [shown, setShown] = useState<'text' | 'more'>('text')
  const isInvalid = (part: 'text' | 'more'): boolean => Object.keys(errors).some((name) => textNames.includes(name) === (part === 'text'))

  // Only a visible field can be focused.
  useLayoutEffect(() => {
    const other = shown === 'text' ? 'more' : 'text'
    if (isInvalid(other) && !isInvalid(shown)) setShown(other)
  }, [errors])

  return (
    <div className={`form-parts fill show-${shown}`}>
      <div className="switch" role="group" aria-label="表单内容">
        {parts.map(([part, label]) => (
          <button key={part} type="button" aria-pressed={part === shown} onClick={() => setShown(part)}>
            {label}
            {isInvalid(part) && <b> 有误</b>}
          </button>
        ))}
      </div>
      <div className="form-text">{text}</div>
      <div className="form-more scroll">{more}</div>
    </div>
  )
}
