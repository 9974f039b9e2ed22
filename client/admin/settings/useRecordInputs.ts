import { useState } from 'react'
import { fieldText, type FieldValues } from '../../../contract/merge.ts'
import type { UploadType } from '../../../contract/rules.ts'
import { problemsOf, type SiteFields } from '../../../contract/siteFieldKinds.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { createGroupValues } from './groupValues.ts'
import type { InputContext } from './inputProps.ts'
import { decode } from './settingsForm.ts'

const nothing: Pick<InputContext, 'starter' | 'menuPages'> = { starter: new Set(), menuPages: { site: [], own: [] } }

/** What the inputs of a record's form share, so that they are drawn as those of the settings. */
export function useRecordInputs<V extends FieldValues>(
  fields: SiteFields, form: UsedForm<V>, own: { disabled: boolean; pictureType: UploadType; preview(): void },
): InputContext {
  const [values] = useState(() => createGroupValues(fields, form, fieldText))
  return { ...nothing, ...own, form: form.name, values, problems: problemsIn(fields, form) }
}

/** A record has one message for a list: it is beside the first value that is invalid, and the others are marked. */
function problemsIn(fields: SiteFields, { errors, values }: { errors: Partial<FieldValues>; values: FieldValues }): Map<string, string> {
  const found = Object.entries(fields).map(([name, field]) => ({ name, field, error: errors[name] }))
  return new Map(found.flatMap(({ name, field, error }) => {
    if (error === undefined) return []
    const inside = field.kind === 'list' && field.of.kind === 'object' ? problemsOf(field, decode(field, values[name]), name) : []
    return inside.length === 0 ? [[name, error] as const] : inside.map(({ path }, index) => [path, index === 0 ? error : ''] as const)
  }))
}
