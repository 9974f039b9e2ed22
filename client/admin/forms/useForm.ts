import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { listen } from '../../lib/listen.ts'
import { useGuard } from '../guards.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { createForm, type Form, type FormOptions, type FormView } from './form.ts'
import type { FieldValues } from './mergeFields.ts'

export interface UsedForm<V extends FieldValues> extends Form<V>, FormView<V> {
  /** The props of a field. */
  at(display: Readonly<Record<keyof V, { label: string }>>, disabled: boolean): (name: keyof V & string) => FieldProps
}

/** The form of one dialog. Closing the view at `path` asks first while something is unsaved. */
export function useForm<V extends FieldValues>(path: string, options: FormOptions<V>): UsedForm<V> {
  useSignals()
  const [form] = useState(() => createForm(options))
  const view = form.view.value
  useGuard(path, form.unsaved)

  useEffect(() => {
    if (!form.view.peek().dirty) void form.open()
    const unlisten = [listen(window, { pagehide: form.flushDraft }), listen(document, { visibilitychange: form.flushDraft })]
    return () => {
      for (const end of unlisten) end()
      form.close()
    }
  }, [form])

  return {
    ...form,
    ...view,
    at: (display, disabled) => (name) => ({
      name,
      label: display[name].label,
      value: view.values[name] ?? '',
      error: view.errors[name],
      disabled,
      onChange: (value) => form.set(name, value),
      onBlur: () => form.check(name),
    }),
  }
}
