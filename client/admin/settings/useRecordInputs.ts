import { useState } from 'react'
import { fieldText, type FieldValues } from '../../../contract/merge.ts'
import type { SiteFields } from '../../../contract/siteFieldKinds.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { createGroupValues } from './groupValues.ts'
import type { InputContext } from './inputProps.ts'
import { problemsIn } from './settingsForm.ts'

const nothing: Pick<InputContext, 'starter' | 'menuPages'> = { starter: new Set(), menuPages: { site: [], own: [] } }

/** What the inputs of a record's form share, so that they are drawn as those of the settings. */
export function useRecordInputs<V extends FieldValues>(
  fields: SiteFields, form: UsedForm<V>, own: Pick<InputContext, 'disabled' | 'pictureType' | 'preview'>,
): InputContext {
  const [values] = useState(() => createGroupValues(fields, form, fieldText))
  return { ...nothing, ...own, form: form.name, values, problems: problemsIn(fields, form) }
}
