import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { listen, together } from '../../lib/listen.ts'
import type { FieldProps } from '../ui/fields.tsx'
import { keepWork } from './unfinished.ts'
import { useUploads } from './uploads.ts'
import { textIn } from '../../../contract/kinds/merge.ts'
import { createForm, type Form } from './form.ts'
import type { FormOptions, FormView } from './formState.ts'

export interface UsedForm extends Form, FormView {
  /** Something is still going up, or has failed and is needed. */
  uploading: boolean
  fields(display: Readonly<Record<string, { label: string }>>, disabled: boolean): (name: string) => FieldProps
}

/**
 * The form of a dialog or a group. Closing the view at `path` asks first while something is unsaved; another form in the same slot of the
 * view ends it.
 */
export function useForm(path: string, slot: string, options: FormOptions): UsedForm {
  useSignals()
  const [form] = useState(() => createForm(options))
  const view = form.view.value
  const uploading = useUploads(form.hasUploads)

  useEffect(() => {
    keepWork(path, slot, form)
    return together(
      listen(window, { pagehide: form.flushDraft }),
      listen(document, { visibilitychange: form.flushDraft }),
      form.show(),
    )
  }, [form])

  return {
    ...form,
    ...view,
    uploading,
    fields: (display, disabled) => (name) => ({
      name,
      label: display[name]?.label ?? name,
      value: textIn(view.values, name),
      error: view.errors[name],
      disabled,
      onChange: (value) => form.set(name, value),
      onBlur: () => form.check(name),
    }),
  }
}
