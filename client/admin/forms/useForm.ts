import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { listen } from '../../lib/listen.ts'
import { useGuard } from '../guards.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { draftPrefix } from './drafts.ts'
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
    // Shown again, it is loaded again unless something would be replaced.
    const { phase, dirty, uploads, saving } = form.view.peek()
    if (phase !== 'ready' || !(dirty || uploads > 0 || saving)) void form.open()
    // Signing out removes all drafts at once, without a key, and they stay removed.
    const onStorage = ({ key, newValue }: StorageEvent): void => void (key?.startsWith(draftPrefix) && newValue === null && form.keepDraft())
    const unlisten = [listen(window, { pagehide: form.flushDraft, storage: onStorage }), listen(document, { visibilitychange: form.flushDraft })]
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
