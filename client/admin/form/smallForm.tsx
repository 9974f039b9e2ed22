import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Fields, validateFields } from '../../../contract/calls/fields.ts'
import { hasOwn } from '../../../contract/text/standIns.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { Button } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

type Errors<V> = { readonly [name in keyof V]?: string | undefined }

interface SmallFormProps<V> {
  rules: Fields
  initial: V
  /** What only this form can check. */
  check?(values: V): Errors<V>
  send(values: V): Promise<void>
  /** It is shown where the server gives no reason. */
  failure: string
  /** The server refused it for a reason that belongs to no field. */
  onRefused?(message: string, cause: unknown): void
}

type SmallForm = Pick<ReturnType<typeof useSmallForm>, 'attributes' | 'locked' | 'sending'>

/** A form that saves at once, without a draft: its fields, its refusal, and a second press that is ignored. */
export function useSmallForm<V extends Record<string, string>>({
  rules,
  initial,
  check,
  send,
  failure,
  onRefused,
}: SmallFormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<V>>({})
  const [message, setMessage] = useState('')
  const [locked, run, sending] = useRepeatGuard()
  const focusInvalid = useRef(false)
  useEffect(() => {
    if (focusInvalid.current) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    focusInvalid.current = false
  }, [errors])

  /** Returns whether there are none. */
  const showErrors = (errors: Errors<V>): boolean => {
    setErrors(errors)
    focusInvalid.current = Object.values(errors).some((message) => message !== undefined)
    return !focusInvalid.current
  }
  const setError = (name: keyof V, message: string | undefined): void =>
    setErrors((before) => ({ ...before, [name]: message }))
  const set = (name: keyof V, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setError(name, undefined)
  }
  const submit = async (): Promise<void> => {
    setMessage('')
    try {
      await send(values)
    } catch (cause) {
      const field = cause instanceof CallError ? cause.field : undefined
      const refused = messageOf(cause, failure)
      if (field !== undefined && hasOwn(initial, field)) return void showErrors({ [field]: refused } as Errors<V>)
      setMessage(refused)
      onRefused?.(refused, cause)
    }
  }
  return {
    values,
    set,
    setValues,
    setError,
    field: <N extends keyof V & string>(name: N) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => set(name, value),
    }),
    /** Why it was refused, if that belongs to no field. */
    message,
    locked,
    sending,
    attributes: {
      ref: element,
      noValidate: true,
      onSubmit(event: FormEvent, isAllowed = true): void {
        event.preventDefault()
        const errors = { ...check?.(values), ...(validateFields(rules, values) as Errors<V>) }
        if (showErrors(errors) && isAllowed) run(submit)
      },
    },
    /** Enter then sends the form again, and what is typed replaces the value. */
    focus(name: keyof V & string): void {
      const field = element.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      field?.focus()
      field?.select()
    },
    reset(): void {
      setValues(initial)
      setErrors({})
      setMessage('')
    },
  }
}

interface FormDialogProps {
  title: string
  form: SmallForm
  ok: string
  cancel?: string
  width?: string
  open?: boolean
  onClose(): void
  children: ReactNode
}

export function FormDialog({
  title,
  form,
  ok,
  cancel = '取消',
  width = '30rem',
  open = true,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  const { attributes, locked, sending } = form
  return (
    <Modal
      {...{ title, width, open, onClose }}
      busy={sending}
      footer={
        <>
          <Button disabled={sending} onClick={onClose}>
            {cancel}
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={locked}>
            {ok}
          </Button>
        </>
      }
    >
      <form id={id} {...attributes}>
        {children}
      </form>
    </Modal>
  )
}
