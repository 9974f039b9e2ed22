import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { applied as appliedMessage, consentRule } from '../../../contract/application.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyInput } from './ApplyInput.tsx'
import type { ApplyKind, ApplyOptions, FormField } from './applyKinds.ts'
import { PageLinks } from './PageLinks.tsx'
import { useApplyForm } from './useApplyForm.ts'
import { useFirstField } from './useFirstField.ts'
import { useFormInUse } from './useFormInUse.ts'

interface Props extends ApplyOptions {
  kind: ApplyKind
  frame: Pick<FrameFacts, 'hotline' | 'pageNames' | 'pagesOn' | 'inquiry'>
  /** Whether a link has led to this form, so that its first field gets the focus. */
  offered?: boolean
  /** Fields that nobody fills in, and what the form is about. */
  children?: ReactNode
}

/**
 * A form of visitors; the kinds differ in their fields and in the call. Without a script, and before the script has run, the browser sends
 * it itself. The fields are uncontrolled, so that they keep what was typed before the script ran.
 */
export function ApplyForm({ kind, frame, offered = false, children, ...options }: Props) {
  const { hotline, pageNames, pagesOn, inquiry } = frame
  const { posted, chosen } = options
  const id = useId()
  const consent: FormField | undefined = inquiry.consentBox
    ? { is: 'tick', name: 'consent', label: '我已阅读并同意', rule: consentRule(pageNames.privacy) }
    : undefined
  const fields = consent ? [...kind.fields, consent] : kind.fields
  const used = useApplyForm({ ...kind, fields }, options)
  const { form, button, status, state, errors, locked, served, onInput, onBlur, submit, prefetch } = used
  const untouched = useFirstField(form, offered && !served)
  useFormInUse(form, button)

  const firstInvalid = fields.find(({ name }) => posted?.errors[name]) ?? (offered && !posted ? fields[0] : undefined)
  const privacy = <a href="/privacy">《{pageNames.privacy}》</a>
  const inputs = fields.map((field) => {
    const { name, Input = ApplyInput } = field
    return (
      <Input
        key={name}
        id={`${id}${name}`}
        field={field}
        value={(posted?.values ?? chosen)?.[name]}
        error={errors[name]}
        autoFocus={field === firstInvalid}
        onInput={() => onInput(field)}
        onBlur={(event) => !untouched(event) && onBlur(field)}
      >
        {field === consent && privacy}
      </Input>
    )
  })
  const failure = state.phase === 'failed' && (
    <p className="apply-failed row" role="alert" tabIndex={-1} autoFocus={served}>
      <Icon name="warning" />
      <Failure message={state.message} hotline={hotline} />
    </p>
  )
  const done = (
    <>
      <p className="apply-done row" role="status" tabIndex={-1} autoFocus={served} ref={status}>
        {state.phase === 'done' && (
          <>
            <Icon name="check" />
            {appliedMessage}
            {inquiry.callBack}
          </>
        )}
      </p>
      {state.phase === 'done' && nextPages.some((page) => pagesOn[page]) && (
        <p className="apply-next row wraps">
          接着看看
          <PageLinks pages={nextPages} className="more row accent" frame={frame} />
        </p>
      )}
    </>
  )
  return (
    <form
      ref={form} className={`apply stack ${state.phase}`} method="post" action={kind.action} noValidate onFocus={prefetch} onSubmit={submit}
      onKeyDown={ignoreComposing}
    >
      {served && failure}
      {served && done}
      {children}
      {inputs}
      <Honeypot id={`${id}website`} />
      {!served && failure}
      <button ref={button} type="submit" className="button" disabled={locked}>
        {state.phase === 'sending' ? '提交中…' : state.phase === 'failed' ? '重试' : kind.submit}
      </button>
      {!served && done}
      {!consent && <p className="apply-privacy muted small">提交即表示同意{privacy}</p>}
    </form>
  )
}

const nextPages = ['product', 'cases'] as const

/** The server offers the phone number to somebody who has to wait. */
function Failure({ message, hotline }: { message: string; hotline: string }) {
  const [reason, end] = hotline ? message.split(hotline) : []
  if (end === undefined) return message
  return (
    <span>
      {reason}
      <a className="nowrap" href={`tel:${hotline}`}>{hotline}</a>
      {end}
    </span>
  )
}

/** Only bots fill it in; their applications get the message of success and are put aside. */
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
