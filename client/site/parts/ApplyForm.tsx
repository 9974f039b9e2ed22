import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { applied as appliedMessage, type PostedForm } from '../../../contract/application.ts'
import { CallError } from '../../lib/callError.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ApplyInput } from './ApplyInput.tsx'
import { type Applied, type ApplyField, applyFields, applyKinds } from './applyKinds.ts'
import { useFormInUse } from './useFormInUse.ts'

type Faults = Partial<Record<ApplyField, string>>
type State = { is: 'open' | 'sending' | 'done' } | { is: 'failed'; why: string }

/** After a click the button rests this long, so that an impatient second one does nothing. */
const restMs = 1000

/** Fetched when someone begins to fill the form in: most visitors never do. */
const fetchCall = () => import('../../lib/call.ts')

interface Props {
  kind: 'dealer' | 'agent'
  /** What came of it, when it was sent without a script. */
  posted?: PostedForm | undefined
}

/**
 * The application to become a dealer; the two kinds differ in their rules and in how they name the fields. Without a script, and
 * before the script has come, the browser sends it itself: so its fields are uncontrolled, and keep what was typed by then.
 */
export function ApplyForm({ kind, posted }: Props) {
  const { action, rules, labels, names, sent, phoneCheckMs } = applyKinds[kind]
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const phoneCheck = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [faults, setFaults] = useState<Faults>(() => Object.fromEntries(applyFields.map((field) => [field, posted?.faults[names[field]]])))
  const [opening] = useState<State>(posted?.failure ? { is: 'failed', why: posted.failure } : { is: posted?.done ? 'done' : 'open' })
  const [state, setState] = useState(opening)
  const [resting, setResting] = useState(false)
  const locked = resting || state.is === 'sending'
  useFormInUse(form, button)

  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), restMs)
    return () => clearTimeout(timer)
  }, [resting])
  useEffect(() => () => clearTimeout(phoneCheck.current), [])
  useEffect(() => {
    if (state.is === 'done') status.current?.focus()
  }, [state])
  useEffect(() => {
    // A button that is disabled loses the focus; whoever sent the form by keyboard gets it back.
    if (!locked && state.is === 'failed' && document.activeElement === document.body) button.current?.focus()
  }, [locked])

  const input = (field: ApplyField): HTMLInputElement | null => form.current?.querySelector(`[name=${names[field]}]`) ?? null
  const valueOf = (field: ApplyField): string => input(field)?.value ?? ''
  const check = (field: ApplyField): void => setFaults((had) => withFault(had, field, rules[field].fault(valueOf(field))))

  const checkSoon = (field: ApplyField, typed: boolean): void => {
    if (field === 'phone') clearTimeout(phoneCheck.current)
    if (field === 'phone' && phoneCheckMs) phoneCheck.current = setTimeout(check, phoneCheckMs, field)
    else if (!typed) check(field)
    // A complaint goes as soon as its reason has.
    if (typed && faults[field] !== undefined && rules[field].fault(valueOf(field)) === undefined) check(field)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (locked) return
    setResting(true)
    clearTimeout(phoneCheck.current)
    const found: Faults = {}
    for (const field of applyFields) Object.assign(found, withFault({}, field, rules[field].fault(valueOf(field))))
    setFaults(found)
    const first = applyFields.find((field) => found[field] !== undefined)
    if (first) {
      setState({ is: 'open' })
      return input(first)?.focus()
    }
    setState({ is: 'sending' })
    try {
      const website = form.current?.querySelector<HTMLInputElement>('[name=website]')?.value
      const applied = Object.fromEntries(applyFields.map((field) => [field, rules[field].take(valueOf(field))])) as Applied
      const { call } = await fetchCall()
      await call('agentSave', { ...sent(applied), ...(website && { website }) })
      // A reset would bring back what the page came with.
      for (const input of form.current?.querySelectorAll('input') ?? []) input.value = ''
      clearTimeout(phoneCheck.current)
      setFaults({})
      setState({ is: 'done' })
    } catch (error) {
      const { message, field } = error instanceof CallError ? error : { message: '网络连接失败，请检查网络后重试', field: undefined }
      const blamed = applyFields.find((own) => names[own] === field)
      setState(blamed ? { is: 'open' } : { is: 'failed', why: message })
      if (!blamed) return
      setFaults({ [blamed]: message })
      input(blamed)?.focus()
    }
  }

  const words = state.is === 'sending' ? '提交中…' : state.is === 'failed' ? '重试' : '提交申请'
  const firstAtFault = applyFields.find((field) => posted?.faults[names[field]])
  /** What the page came back with is the first that it shows; what the script finds out stands beside the button that was pressed. */
  const onTop = state === opening && opening.is !== 'open'
  const failure = state.is === 'failed' && (
    <p className="apply-failed" role="alert" tabIndex={-1} autoFocus={onTop}>
      <Icon name="warning" />
      {state.why}
    </p>
  )
  const done = (
    <p className="apply-done" role="status" tabIndex={-1} autoFocus={onTop} ref={status}>
      {state.is === 'done' && (
        <>
          <Icon name="check" />
          {appliedMessage}
        </>
      )}
    </p>
  )
  return (
    <form ref={form} className="apply" method="post" action={action} noValidate onFocus={() => void fetchCall().catch(() => {})} onSubmit={submit} onKeyDown={keepComposing}>
      {onTop && failure}
      {onTop && done}
      {applyFields.map((field) => (
        <ApplyInput
          key={field}
          id={`${id}${field}`}
          field={field}
          name={names[field]}
          label={labels[field]}
          value={posted?.values[names[field]]}
          fault={faults[field]}
          first={field === firstAtFault}
          onInput={() => {
            if (state.is === 'done') setState({ is: 'open' })
            checkSoon(field, true)
          }}
          onBlur={() => state.is !== 'done' && checkSoon(field, false)}
        />
      ))}
      {/* For robots: whoever fills it in is thanked and forgotten. */}
      <div className="apply-trap" aria-hidden="true">
        <label htmlFor={`${id}website`}>网址（请留空）</label>
        <input id={`${id}website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {!onTop && failure}
      <button ref={button} type="submit" className="button" disabled={locked}>
        {words}
      </button>
      {!onTop && done}
      <p className="apply-privacy">
        提交即表示同意<a href="/privacy">《隐私说明》</a>
      </p>
    </form>
  )
}

function withFault(faults: Faults, field: ApplyField, fault: string | undefined): Faults {
  const { [field]: _, ...others } = faults
  return fault === undefined ? others : { ...others, [field]: fault }
}

/** Enter that only ends the composing of a Chinese word sends nothing; Safari is known by the key code. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}
