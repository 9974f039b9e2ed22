import { useState } from 'react'
import { fieldList, fieldText } from '../../../contract/merge.ts'
import type { SiteFields } from '../../../contract/siteFieldKinds.ts'
import type { UsedForm } from '../form/useForm.ts'
import { type Codec, createGroupValues } from './groupValues.ts'
import type { InputContext } from './inputProps.ts'
import { noPages } from './menuPages.ts'
import { problemsIn } from './settingsForm.ts'

/** Texts are as they are, lists are JSON. */
export const recordCodec: Codec = { decode: ({ kind }, text = '') => (kind === 'list' ? fieldList(text) : text), encode: fieldText }

/** What the inputs of a record's form share, so that they are drawn as those of the settings. */
export function useRecordInputs(
  fields: SiteFields, form: UsedForm, own: Pick<InputContext, 'disabled' | 'pictureType' | 'preview'>,
): InputContext {
  const [values] = useState(() => createGroupValues(fields, form, recordCodec))
  return { ...own, menuPages: noPages, form: form.name, check: form.check, values, problems: problemsIn(fields, form, recordCodec.decode) }
}
