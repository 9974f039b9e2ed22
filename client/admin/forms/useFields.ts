import { useEffect, useRef, useState } from 'react'
import { type Fields, validateFields } from '../../../contract/fields.ts'
import { hasOwn } from '../../../contract/standIns.ts'
import { CallError } from '../../lib/callError.ts'

type Errors<V> = { readonly [name in keyof V]?: string | undefined }

/**
 * The fields of a small form: their values, their error messages, and the focus on the first invalid one. `form` is the ref of the form
 * element.
 */
export function useFields<V extends Record<string, string>>(rules: Fields, initial: V) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<V>>({})
  const focusInvalid = useRef(false)
  useEffect(() => {
    if (focusInvalid.current) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    focusInvalid.current = false
  }, [errors])

  const setError = (name: keyof V, message: string | undefined): void => setErrors((before) => ({ ...before, [name]: message }))
  const set = (name: keyof V, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setError(name, undefined)
  }
  /** Returns whether there are no errors. */
  const show = (found: Errors<V>): boolean => {
    setErrors(found)
    focusInvalid.current = Object.values(found).some((message) => message !== undefined)
    return !focusInvalid.current
  }
  return {
    form,
    values,
    errors,
    set,
    setValues,
    setError,
    /** The props of a field. */
    field: <N extends keyof V & string>(name: N) => ({
      name, value: values[name], error: errors[name], onChange: (value: string) => set(name, value),
    }),
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
    /** Enter then sends the form again, and what is typed replaces the value. */
    focus(name: keyof V & string): void {
      const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      field?.focus()
      field?.select()
    },
    reset(): void {
      setValues(initial)
      setErrors({})
    },
  }
}
