import { type FocusEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useId, useRef } from 'react'
import { consentRule } from '../../../contract/leads/application.ts'
import { listen } from '../../lib/listen.ts'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { ApplyInput } from './ApplyInput.tsx'
import type { ApplyKind, ApplyOptions, FormField } from './applyKinds.ts'
import { PageLinks } from './PageLinks.tsx'
import { useApplyForm } from './useApplyForm.ts'

interface Props extends ApplyOptions {
  kind: ApplyKind
  frame: Pick<FrameFacts, 'hotline' | 'hours' | 'pageNames' | 'pagesOn' | 'inquiry'>
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
  const { hotline, pageNames, inquiry } = frame
  const { posted, chosen, files } = options
  const id = useId()
  const consent: FormField | undefined = inquiry.consentBox
    ? { is: 'tick', name: 'consent', label: '我已阅读并同意', rule: consentRule(pageNames.privacy) }
    : undefined
  const fields = consent ? [...kind.fields, consent] : kind.fields
  const used = useApplyForm({ ...kind, fields }, frame, options)
  const { form, button, status, state, errors, locked, served, onInput, onBlur, submit, prefetch } = used
  const untouched = useFirstField(form, offered && !served)

  const firstInvalid = fields.find(({ name }) => posted?.errors[name]) ?? (offered && !posted ? fields[0] : undefined)
  const privacy = <a href="/privacy">《{pageNames.privacy}》</a>
  const isDone = state.phase === 'done'
  // What is sent needs no consent any more; the next one does.
  const inputs = fields
    .filter((field) => !isDone || field !== consent)
    .map((field) => {
      const { name } = field
      return (
        <ApplyInput
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
        </ApplyInput>
      )
    })
  const failure = state.phase === 'failed' && (
    <p className="apply-failed row" role="alert" tabIndex={-1} autoFocus={served}>
      <Icon name="warning" />
      <Failure message={state.message} hotline={hotline} />
    </p>
  )
  const done = <Done status={status} words={isDone ? kind.done + state.answer : ''} autoFocus={served} frame={frame} />
  const label = state.phase === 'failed' ? '重试' : kind.submit
  return (
    <form
      ref={form}
      className={`apply stack ${state.phase}`}
      method="post"
      encType={files && 'multipart/form-data'}
      action={kind.action}
      noValidate
      onFocus={prefetch}
      onSubmit={submit}
      onKeyDown={ignoreComposingEnter}
    >
      {served && failure}
      {served && done}
      {children}
      {inputs}
      {files?.field}
      <Honeypot id={`${id}website`} />
      {!served && failure}
      <button ref={button} type="submit" className="button" disabled={locked}>
        {state.phase === 'sending' ? '提交中…' : label}
      </button>
      {!served && done}
      {!consent && !isDone && <p className="apply-privacy muted small">提交即表示同意{privacy}</p>}
    </form>
  )
}

const nextPages = ['product', 'cases'] as const

interface DoneProps extends Pick<Props, 'frame'> {
  status: RefObject<HTMLParagraphElement | null>
  /** '' until it is sent. */
  words: string
  autoFocus: boolean
}

/** The paragraph is always there, so that screen readers notice when it is filled. */
function Done({ status, words, autoFocus, frame }: DoneProps) {
  return (
    <>
      <p className="apply-done row" role="status" tabIndex={-1} autoFocus={autoFocus} ref={status}>
        {words && (
          <>
            <Icon name="check" />
            {words}
          </>
        )}
      </p>
      {words && nextPages.some((page) => frame.pagesOn[page]) && (
        <p className="apply-next row wraps">
          接着看看
          <PageLinks pages={nextPages} className="more row accent" frame={frame} />
        </p>
      )}
    </>
  )
}

/** The server offers the phone number to somebody who has to wait. */
function Failure({ message, hotline }: { message: string; hotline: string }) {
  const [reason, end] = hotline ? message.split(hotline) : []
  if (end === undefined) return message
  return (
    <span>
      {reason}
      <a className="nowrap" href={`tel:${hotline}`}>
        {hotline}
      </a>
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

/**
 * Focuses the first field of a form that a link has led to: when it is offered, and when the link names the section around it. Returns
 * whether the field that loses the focus has not been touched since, so that nobody is blamed for what they never began.
 */
function useFirstField(
  form: RefObject<HTMLFormElement | null>,
  offered: boolean,
): (event: FocusEvent<HTMLElement>) => boolean {
  const focused = useRef<HTMLElement>(null)
  const focus = (): void => {
    const first = form.current?.querySelector<HTMLElement>('input:not([type=hidden])')
    const isElsewhere = document.activeElement !== first && form.current?.contains(document.activeElement)
    if (!first || isElsewhere) return
    focused.current = first
    // The page is where the link has scrolled it.
    first.focus({ preventScroll: true })
  }

  // A new page takes the focus away before its effects.
  useLayoutEffect(() => {
    if (offered) focus()
  }, [offered])
  useEffect(() => {
    if (offered) focus()
  }, [offered])
  useEffect(() => {
    const id = form.current?.closest('section')?.id
    if (!id) return
    // The browser scrolls to the section after the click, and takes the focus away.
    const followHash = (hash: string | undefined): void => {
      if (hash === `#${id}`) setTimeout(focus)
    }
    followHash(location.hash)
    return listen(document, {
      click: ({ target }) => followHash(target instanceof Element ? target.closest('a')?.hash : undefined),
    })
  }, [])

  return ({ currentTarget }) => {
    const first = currentTarget === focused.current
    if (first) focused.current = null
    return first && (currentTarget as HTMLInputElement).value === ''
  }
}
