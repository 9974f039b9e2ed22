import { useEffect, useState, useSyncExternalStore } from 'react'
import { useGuard } from '../guards.ts'
import { type Form, type FormOptions, type FormView, createForm } from './form.ts'
import type { Words } from '../lists/list.ts'
import type { FieldProps } from '../ui/Field.tsx'

export interface UsedForm<V extends Words> extends Omit<Form<V>, 'subscribe'>, FormView<V> {
  /** What a field needs of the form. */
  at(looks: Readonly<Record<keyof V, { label: string }>>, disabled: boolean): (name: keyof V & string) => FieldProps
}

/** The form of one opening: made with it, gone with it. Closing the view at `path` asks first while something is unsaved. */
export function useForm<V extends Words>(path: string, options: FormOptions<V>): UsedForm<V> {
  const [form] = useState(() => createForm(options))
  const view = useSyncExternalStore(form.subscribe, form.view)
  useGuard(path, form.unsaved)

  useEffect(() => {
    if (!form.view().dirty) void form.open()
    const leave = (): void => form.keepDraft()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      form.close()
    }
  }, [form])

  return {
    ...form,
    ...view,
    at: (looks, disabled) => (name) => ({
      name,
      label: looks[name].label,
      value: view.values[name] ?? '',
      fault: view.faults[name],
      disabled,
      onChange: (value) => form.set(name, value),
      onBlur: () => form.check(name),
    }),
  }
}
