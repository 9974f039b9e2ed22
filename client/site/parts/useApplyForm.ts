import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import { CallError } from '../../lib/callError.ts'
import { stored } from '../../lib/stored.ts'
import type { AnsweringFrame } from './answerTo.ts'
import type { ApplyKind, ApplyOptions, FormField, SentFiles } from './applyKinds.ts'

type SendableFiles = NonNullable<ReturnType<SentFiles['read']>>
type Errors = Partial<Record<string, string>>
type ApplyState =
  | { phase: 'open' | 'sending' }
  | { phase: 'done'; answer: string }
  | { phase: 'failed'; message: string }

const noFiles = { files: [], missing: '' }

/** After a click the button is disabled this long, so that an impatient second one does nothing. */
const cooldownMs = 1000

const fetchSender = () => import('./sendForm.ts')

export function useApplyForm(
  kind: ApplyKind,
  frame: AnsweringFrame,
  { posted, chosen, more, onDone, files }: ApplyOptions,
) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, setErrors, valueOf, errorOf, check, checkLater, stopPhoneCheck } = useFieldErrors(form, kind, posted)
  const { button, status, state, setState, locked, coolDown, served } = useApplyState(posted)
  const draft = useFormDraft(form, kind, { posted, chosen })

  const input = ({ name }: FormField): HTMLElement | null => form.current?.querySelector(`[name=${name}]`) ?? null
  const onInput = (field: FormField): void => {
    draft.keep(field, valueOf(field.name))
    if (state.phase === 'done') setState({ phase: 'open' })
    if (field.is === 'phone') stopPhoneCheck()
    checkLater(field)
    // A message disappears as soon as the field is valid.
    if (errors[field.name] !== undefined && errorOf(field) === undefined) check(field)
  }
  const onBlur = (field: FormField): void => {
    if (state.phase === 'done') return
    if (field.is === 'phone') stopPhoneCheck()
    if (!checkLater(field)) check(field)
  }

  const send = async ({ files: sentFiles, missing }: SendableFiles, others: { items?: object[] }): Promise<void> => {
    const { consent, ...values } = Object.fromEntries(
      kind.fields.map(({ name, rule }) => [name, rule.parse(valueOf(name))]),
    )
    const website = valueOf('website')
    const { sendForm, thanks } = await fetchSender()
    const reply = await sendForm(kind.call, {
      ...values,
      ...others,
      ...(sentFiles.length > 0 && { files: sentFiles.map(({ fileId }) => fileId) }),
      ...(website && { website }),
      ...(consent && { consent: true }),
    })
    const { items } = others
    const arrived = reply ? { id: reply.agentId, phone: valueOf('phone'), items, files: sentFiles } : undefined
    const answer = form.current ? thanks(form.current, frame, missing, arrived) : ''
    // A reset would restore the values that the page was served with.
    for (const each of form.current?.querySelectorAll<HTMLInputElement>('[type=text], [type=tel], textarea') ?? [])
      each.value = ''
    files?.sent.current?.clear()
    draft.forget()
    stopPhoneCheck()
    setErrors({})
    setState({ phase: 'done', answer })
    onDone?.()
  }
  const fail = (error: unknown): void => {
    const { message, field } =
      error instanceof CallError ? error : { message: '网络连接失败，请检查网络后重试', field: undefined }
    const invalid = kind.fields.find(({ name }) => name === field)
    if (field === 'files') files?.sent.current?.say(message)
    setState(invalid || field === 'files' ? { phase: 'open' } : { phase: 'failed', message })
    if (!invalid) return
    setErrors({ [invalid.name]: message })
    input(invalid)?.focus()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    // What nobody has taken from the input yet goes with the form as without a script.
    if (form.current?.querySelector<HTMLInputElement>('[type=file]')?.value) return
    event.preventDefault()
    if (locked) return
    coolDown()
    stopPhoneCheck()
    const newErrors = kind.fields.reduce<Errors>((errors, field) => withError(errors, field, errorOf(field)), {})
    setErrors(newErrors)
    const first = kind.fields.find(({ name }) => newErrors[name] !== undefined)
    if (first) {
      setState({ phase: 'open' })
      return input(first)?.focus()
    }
    const others = more ? more() : {}
    // A warning about files that nobody would see is none: the focus is elsewhere.
    const sendable = others && files?.sent.current ? files.sent.current.read() : noFiles
    if (!others || !sendable) return setState({ phase: 'open' })
    setState({ phase: 'sending' })
    await send(sendable, others).catch(fail)
  }

  return {
    form,
    button,
    status,
    state,
    errors,
    locked,
    served,
    onInput,
    onBlur,
    submit,
    prefetch: () => void fetchSender().catch(() => {}),
  }
}

/** The messages of the fields. A phone number is checked a moment after its last digit, other fields when they are left. */
function useFieldErrors(
  form: RefObject<HTMLFormElement | null>,
  { phoneCheckMs }: ApplyKind,
  posted: ApplyOptions['posted'],
) {
  const phoneCheck = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [errors, setErrors] = useState<Errors>(() => ({ ...posted?.errors }))
  useEffect(() => () => clearTimeout(phoneCheck.current), [])

  const valueOf = (name: string): string => (form.current ? String(new FormData(form.current).get(name) ?? '') : '')
  const errorOf = ({ name, rule }: FormField): string | undefined => rule.validate(valueOf(name))
  const check = (field: FormField): void => setErrors((errors) => withError(errors, field, errorOf(field)))
  const checkLater = (field: FormField): boolean => {
    if (field.is !== 'phone' || !phoneCheckMs) return false
    phoneCheck.current = setTimeout(check, phoneCheckMs, field)
    return true
  }
  return {
    errors,
    setErrors,
    valueOf,
    errorOf,
    check,
    checkLater,
    stopPhoneCheck: () => clearTimeout(phoneCheck.current),
  }
}

function initialState({ done, answer = '', failure }: Partial<PostedForm> = {}): ApplyState {
  if (failure) return { phase: 'failed', message: failure }
  return done ? { phase: 'done', answer } : { phase: 'open' }
}

/** Where the form stands: open, sending, sent or failed. */
function useApplyState(posted: ApplyOptions['posted']) {
  const button = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const [initial] = useState<ApplyState>(initialState(posted))
  const [state, setState] = useState(initial)
  const [coolingDown, setCoolingDown] = useState(false)
  const locked = coolingDown || state.phase === 'sending'

  useEffect(() => {
    if (!coolingDown) return
    const timer = setTimeout(() => setCoolingDown(false), cooldownMs)
    return () => clearTimeout(timer)
  }, [coolingDown])
  useEffect(() => {
    if (state.phase === 'done') status.current?.focus()
  }, [state])
  useEffect(() => {
    // A disabled button loses the focus; keyboard users get it back.
    if (!locked && state.phase === 'failed' && document.activeElement === document.body) button.current?.focus()
  }, [locked])

  return {
    button,
    status,
    state,
    setState,
    locked,
    coolDown: () => setCoolingDown(true),
    /** The outcome that the page was served with is shown above the fields; a later one beside the button. */
    served: state === initial && initial.phase !== 'open',
  }
}

function withError(errors: Errors, { name }: FormField, error: string | undefined): Errors {
  const { [name]: _, ...others } = errors
  return error === undefined ? others : { ...others, [name]: error }
}

/** Keeps what somebody types until it is sent: they may look something up on another page of the site, or reload this one. */
function useFormDraft(
  form: RefObject<HTMLFormElement | null>,
  { action, fields }: ApplyKind,
  { posted, chosen }: ApplyOptions,
) {
  const store = stored(action, 'sessionStorage')
  const readDraft = () => (store.read() ?? {}) as Readonly<Record<string, string>>
  useEffect(() => {
    if (posted?.done) store.remove()
    if (posted) return
    for (const [name, value] of Object.entries(readDraft())) {
      const field = fields.find((field) => field.name === name)
      if (!field || chosen?.[name]) continue
      const input = Array.from(form.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? []).find(
        (each) => each.type !== 'radio' || each.value === value,
      )
      if (input?.type === 'radio') input.checked = true
      // What was typed before the script ran is newer.
      else if (input && !input.value) {
        input.value = value
        // The number of characters below it follows.
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }, [])

  return {
    forget: store.remove,
    keep({ name, is }: FormField, value: string): void {
      if (is !== 'tick') store.write({ ...readDraft(), [name]: value })
    },
  }
}
