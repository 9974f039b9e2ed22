import { useEffect, useRef } from 'react'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { beginningOf } from '../../../contract/plainText.ts'
import { isContent, type RecordField } from '../../../contract/recordFields.ts'
import type { Derived } from '../../../contract/recordHead.ts'
import { limits, uploadTypes } from '../../../contract/rules.ts'
import { suggestedPath } from '../../../contract/suggestedPath.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { FormParts } from '../described/FormParts.tsx'
import type { FieldsProps } from './RecordDialog.tsx'
import { ShareFields } from '../form/ShareFields.tsx'
import { addressOf, listOf, rowText } from '../list/recordSource.ts'
import { user } from '../session.ts'
import { FieldInput } from '../described/SiteFieldInput.tsx'
import { isTable } from '../described/ListInput.tsx'
import { recordCodec, useRecordInputs } from '../described/useRecordInputs.ts'

/** The form of a record: title and body, what stands beside them, and what is folded below that. */
export function RecordFields({ name, form, disabled, preview }: FieldsProps & { name: KindName }) {
  const kind: RecordKind = kinds[name]
  const { described, body, unique } = kind
  const { values, errors } = form
  const set = useSuggestedPath(name, form)
  const pictureType = uploadTypes.find((type) => type === name) ?? 'media'
  const context = useRecordInputs(described, { ...form, set }, { disabled, preview, pictureType })
  const input = (each: string, field: RecordField) => (
    <FieldInput key={each} field={field} path={each} keyPath={[each]} value={recordCodec.decode(field, values[each])} context={context} />
  )
  const inputs = (wanted: (field: RecordField) => boolean) => shown.filter(([, field]) => wanted(field)).map((entry) => input(...entry))
  const shown = Object.entries(described).filter(([, field]) => isContent(field))
  const folded = shown.filter(([, field]) => field.folded !== undefined)
  const isList = (field: RecordField): boolean => field.kind === 'list' && !isTable(field)
  const beside = (field: RecordField): boolean => isList(field) || field.aside !== undefined || field.folded !== undefined
  const text = shown.filter(([, field]) => !beside(field))
  if (body === undefined) return <>{inputs((field) => field.kind !== 'list')}</>
  return (
    <FormParts
      errors={errors} textNames={text.map(([each]) => each)}
      text={<>{inputs((field) => !beside(field) && !isTable(field))}{inputs(isTable)}</>}
      more={
        <>
          {inputs(({ aside }) => aside === 'first')}
          {inputs(({ aside }) => aside === true)}
          <div className="form-folds row wraps">
            {inputs(isList)}
            {folded.length > 0 && (
              <ShareFields
                fields={folded} {...{ values, errors, input }} derived={derivedOf(kind, values)}
                path={form.id() === '' && unique === undefined ? undefined : addressOf(kind, form.id(), values)}
              />
            )}
          </div>
        </>
      }
    />
  )
}

/** What follows from a record where staff have typed nothing else for search results. */
function derivedOf({ title, cover, body = '', filter = '', page }: RecordKind, values: FieldValues): Derived {
  const { name: productType = '' } = user.peek()?.groups.find(({ id }) => id === values[filter]) ?? {}
  const named = { ...values, productType, createDate: values['createDate'] || chinaTime(Date.now()) }
  const name = values[title] || page?.untitled?.(named) || ''
  const text = page?.text === undefined ? beginningOf(values[body] ?? '') || name : values[page.text]
  return { title: name, text: text ?? '', picture: values[cover] ?? '' }
}

/** Sets a field; with the title also the address, as long as nobody has chosen one. A published record keeps its address. */
function useSuggestedPath(name: KindName, form: FieldsProps['form']): FieldsProps['form']['set'] {
  const { id, title, unique, described }: RecordKind = kinds[name]
  const path = described[unique ?? '']
  const others = useRef<readonly string[]>([])
  useEffect(() => {
    if (unique === undefined) return
    const request = new AbortController()
    listOf(name, { limit: limits.listLimit, show: 'all' }, request.signal).then(
      ({ data }) => void (others.current = data.filter((row) => rowText(row, id) !== form.id()).map((row) => rowText(row, unique))),
      // Without an answer the suggestion may be one of theirs, which publishing says.
      () => {},
    )
    return () => request.abort()
  }, [])
  const last = useRef('')
  const suggested = (from: string): string => suggestedPath(from, others.current, path && 'folder' in path ? path.folder : undefined)
  return (field, value) => {
    const { values, publication } = form.view.peek()
    form.set(field, value)
    if (unique === undefined || field !== title || publication?.published !== undefined) return
    const [before = '', chosen = ''] = [values[title], values[unique]]
    // Before the others were known, one of theirs may have been suggested.
    if (chosen !== '' && chosen !== suggested(before) && chosen !== last.current) return
    last.current = suggested(value)
    form.set(unique, last.current)
  }
}
