import { useRef, useState } from 'react'
import { type Fields, validateFields } from '../../../contract/fields.ts'
import { hasOwn } from '../../../contract/standIns.ts'
import { CallError } from '../../lib/callError.ts'

type Errors<V> = { readonly [name in keyof V]?: string | undefined }

/** The fields of a small form: their values, their error messages, and the focus on the first invalid one. `form` is the ref of the form element. */
export function useFields<V extends Record<string, string>>(rules: Fields, initial: V) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<V>>({})

  const setError = (name: keyof V, message: string | undefined): void => setErrors((before) => ({ ...before, [name]: message }))
  const set = (name: keyof V, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setError(name, undefined)
  }
  /** Returns whether there are no errors. */
  const show = (found: Errors<V>): boolean => {
    setErrors(found)
    if (Object.values(found).every((message) => message === undefined)) return true
    // The attribute is there after the next render.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return false
  }
  return {
    form,
    values,
    errors,
    set,
    setValues,
    setError,
    /** The props of a field. */
    field: <N extends keyof V & string>(name: N) => ({ name, value: values[name], error: errors[name], onChange: (value: string) => set(name, value) }),
    /** By the rules, and by what only this form can check. */
    validate: (others: Errors<V> = {}): boolean => show({ ...others, ...(validateFields(rules, values) as Errors<V>) }),
    /** Shows what the server refused beside its field; returns the message if it belongs to none. */
    refusal(cause: unknown, fallback: string): string | undefined {
      if (!(cause instanceof CallError)) return fallback
      const { field, message } = cause
      if (field === undefined || !hasOwn(initial, field)) return message
      show({ [field]: message } as Errors<V>)
      return undefined
    },
    reset(): void {
      setValues(initial)
      setErrors({})
    },
  }
}
