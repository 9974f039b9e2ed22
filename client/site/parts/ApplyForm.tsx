import { type KeyboardEvent, useId } from 'react'
import { applied as appliedMessage, type PostedForm } from '../../../contract/application.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ApplyInput } from './ApplyInput.tsx'
import { applyFields, applyKinds } from './applyKinds.ts'
import { useApplyForm } from './useApplyForm.ts'
import { useFormInUse } from './useFormInUse.ts'

interface Props {
  kind: 'dealer' | 'agent'
  /** The outcome, when it was sent without a script. */
  posted?: PostedForm | undefined
  /** What the page of the privacy notice is called. */
  privacy: string
}

/**
 * The application to become a dealer; the two kinds differ in their rules and in the names of their fields. Without a script, and before
 * the script has run, the browser sends it itself. The fields are uncontrolled, so that they keep what was typed before the script ran.
 */
export function ApplyForm({ kind, posted, privacy }: Props) {
  const { action, labels, names } = applyKinds[kind]
  const id = useId()
  const { form, button, status, state, errors, locked, served, onInput, onBlur, submit, prefetch } = useApplyForm(applyKinds[kind], posted)
  useFormInUse(form, button)

  const firstInvalid = applyFields.find((field) => posted?.errors[names[field]])
  const failure = state.phase === 'failed' && (
    <p className="apply-failed row" role="alert" tabIndex={-1} autoFocus={served}>
      <Icon name="warning" />
      {state.message}
    </p>
  )
  const done = (
    <p className="apply-done row" role="status" tabIndex={-1} autoFocus={served} ref={status}>
      {state.phase === 'done' && (
        <>
          <Icon name="check" />
          {appliedMessage}
        </>
      )}
    </p>
  )
  return (
    <form
      ref={form} className="apply stack" method="post" action={action} noValidate onFocus={prefetch} onSubmit={submit}
      onKeyDown={ignoreComposing}
    >
      {served && failure}
      {served && done}
      {applyFields.map((field) => (
        <ApplyInput
          key={field}
          id={`${id}${field}`}
          field={field}
          name={names[field]}
          label={labels[field]}
          value={posted?.values[names[field]]}
          error={errors[field]}
          autoFocus={field === firstInvalid}
          onInput={() => onInput(field)}
          onBlur={() => onBlur(field)}
        />
      ))}
      <Honeypot id={`${id}website`} />
      {!served && failure}
      <button ref={button} type="submit" className="button" disabled={locked}>
        {state.phase === 'sending' ? '提交中…' : state.phase === 'failed' ? '重试' : '提交申请'}
      </button>
      {!served && done}
      <p className="apply-privacy muted small">
        提交即表示同意<a href="/privacy">《{privacy}》</a>
      </p>
    </form>
  )
}

/** Only bots fill it in; their applications get the message of success and are not stored. */
function Honeypot({ id }: { id: string }) {
  return (
    <div className="apply-honeypot" aria-hidden="true">
      <label htmlFor={id}>网址（请留空）</label>
      <input id={id} name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** The Enter that ends the composition of a Chinese word must not submit; in Safari only the key code shows it. */
function ignoreComposing(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}
