import { useState } from 'react'
import { topics } from '../../../contract/application.ts'
import { lengthOf } from '../../../contract/fields.ts'
import { maxQuestionLength } from '../../../contract/inquiryForm.ts'
import { attributesOf, Message } from './ApplyInput.tsx'
import type { InputProps } from './applyKinds.ts'

/** The first is chosen unless a link or a visitor has chosen another one. */
export function TopicInput({ id, field: { name, label }, value, error, onInput }: InputProps) {
  const chosen = topics.find((topic) => topic === value) ?? topics[0]
  return (
    <fieldset className="field choice" aria-describedby={`${id}-error`}>
      <legend className="strong">{label}</legend>
      <div className="row wraps">
        {topics.map((topic) => (
          <label key={topic}>
            <input type="radio" name={name} value={topic} defaultChecked={topic === chosen} onInput={onInput} />
            <span>{topic}</span>
          </label>
        ))}
      </div>
      <Message id={id} error={error} />
    </fieldset>
  )
}

export function QuestionInput(props: InputProps) {
  const { id, field: { label }, value, error, onInput } = props
  const [length, setLength] = useState(() => lengthOf(value ?? ''))
  return (
    <div className="field lines">
      <label className="strong" htmlFor={id}>
        {label}
        <small className="muted">选填</small>
      </label>
      <span className="field-count small muted digits">
        {length}/{maxQuestionLength}
      </span>
      <textarea {...attributesOf(props)} rows={3} onInput={({ currentTarget }) => (setLength(lengthOf(currentTarget.value)), onInput())} />
      <Message id={id} error={error} />
    </div>
  )
}
