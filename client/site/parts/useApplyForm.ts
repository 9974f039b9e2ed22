import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/application.ts'
import { CallError } from '../../lib/callError.ts'
import { type Applied, type ApplyField, applyFields, type ApplyKind } from './applyKinds.ts'

type Errors = Partial<Record<ApplyField, string>>
type ApplyState = { phase: 'open' | 'sending' | 'done' } | { phase: 'failed'; message: string }

/** After a click the button is disabled this long, so that an impatient second one does nothing. */
const cooldownMs = 1000

/** Fetched when somebody begins to fill in the form: most visitors never do. */
const fetchCall = () => import('../../lib/call.ts')

/** The state of the form and its handlers. One function, since they share the fields, their errors and the timer of the phone number. */
export function useApplyForm({ rules, names, inputOf, phoneCheckMs }: ApplyKind, posted: PostedForm | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const phoneCheck = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [errors, setErrors] = useState<Errors>(() => Object.fromEntries(applyFields.map((field) => [field, posted?.errors[names[field]]])))
  const [initial] =
    useState<ApplyState>(posted?.failure ? { phase: 'failed', message: posted.failure } : { phase: posted?.done ? 'done' : 'open' })
  const [state, setState] = useState(initial)
  const [coolingDown, setCoolingDown] = useState(false)
  const locked = coolingDown || state.phase === 'sending'

  useEffect(() => {
    if (!coolingDown) return
    const timer = setTimeout(() => setCoolingDown(false), cooldownMs)
    return () => clearTimeout(timer)
  }, [coolingDown])
  useEffect(() => () => clearTimeout(phoneCheck.current), [])
  useEffect(() => {
    if (state.phase === 'done') status.current?.focus()
  }, [state])
  useEffect(() => {
    // A disabled button loses the focus; keyboard users get it back.
    if (!locked && state.phase === 'failed' && document.activeElement === document.body) button.current?.focus()
  }, [locked])

  const input = (field: ApplyField): HTMLInputElement | null => form.current?.querySelector(`[name=${names[field]}]`) ?? null
  const valueOf = (field: ApplyField): string => input(field)?.value ?? ''
  const errorOf = (field: ApplyField): string | undefined => rules[field].validate(valueOf(field))
  const check = (field: ApplyField): void => setErrors((errors) => withError(errors, field, errorOf(field)))
  const checkLater = (field: ApplyField): boolean => {
    if (field !== 'phone' || !phoneCheckMs) return false
    phoneCheck.current = setTimeout(check, phoneCheckMs, field)
    return true
  }

  const onInput = (field: ApplyField): void => {
    if (state.phase === 'done') setState({ phase: 'open' })
    if (field === 'phone') clearTimeout(phoneCheck.current)
    checkLater(field)
    // A message disappears as soon as the field is valid.
    if (errors[field] !== undefined && errorOf(field) === undefined) check(field)
  }
  const onBlur = (field: ApplyField): void => {
    if (state.phase === 'done') return
    if (field === 'phone') clearTimeout(phoneCheck.current)
    if (!checkLater(field)) check(field)
  }

  const send = async (): Promise<void> => {
    const website = form.current?.querySelector<HTMLInputElement>('[name=website]')?.value
    const applied = Object.fromEntries(applyFields.map((field) => [field, rules[field].parse(valueOf(field))])) as Applied
    const { call } = await fetchCall()
    await call('agentSave', { ...inputOf(applied), ...(website && { website }) })
    // A reset would restore the values that the page was served with.
    for (const each of form.current?.querySelectorAll('input') ?? []) each.value = ''
    clearTimeout(phoneCheck.current)
    setErrors({})
    setState({ phase: 'done' })
  }
  const fail = (error: unknown): void => {
    const { message, field } = error instanceof CallError ? error : { message: '网络连接失败，请检查网络后重试', field: undefined }
    const invalid = applyFields.find((own) => names[own] === field)
    setState(invalid ? { phase: 'open' } : { phase: 'failed', message })
    if (!invalid) return
    setErrors({ [invalid]: message })
    input(invalid)?.focus()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (locked) return
    setCoolingDown(true)
    clearTimeout(phoneCheck.current)
    const found = applyFields.reduce<Errors>((errors, field) => withError(errors, field, errorOf(field)), {})
    setErrors(found)
    const first = applyFields.find((field) => found[field] !== undefined)
    if (first) {
      setState({ phase: 'open' })
      return input(first)?.focus()
    }
    setState({ phase: 'sending' })
    await send().catch(fail)
  }

  /** The outcome that the page was served with is shown above the fields; a later one beside the button. */
  const served = state === initial && initial.phase !== 'open'
  return { form, button, status, state, errors, locked, served, onInput, onBlur, submit, prefetch: () => void fetchCall().catch(() => {}) }
}

function withError(errors: Errors, field: ApplyField, error: string | undefined): Errors {
  const { [field]: _, ...others } = errors
  return error === undefined ? others : { ...others, [field]: error }
}
