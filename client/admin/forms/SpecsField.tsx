import type { ClipboardEvent } from 'react'
import { fieldList } from '../../../contract/merge.ts'
import type { Spec } from '../../../contract/kinds.ts'
import { limits } from '../../../contract/rules.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { ListField } from './ListField.tsx'

/** What people compare. */
export const specsText = (value: string): string =>
  (fieldList(value) as Spec[]).map(({ term, value: text }) => `${term}：${text}`).join('\n')

/** The first two columns of a spreadsheet; nothing of any other text. */
const columnsOf = (text: string): Spec[] =>
  (!text.includes('\t') ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== '').map((line) => {
    const [term = '', value = ''] = line.split('\t')
    return { term: term.trim(), value: value.trim() }
  }))

/** The technical data of a product. */
export function SpecsField(field: Omit<FieldProps, 'inline' | 'hint'>) {
  return (
    <ListField<Spec>
      {...field} max={limits.specs} full={`参数最多${limits.specs}项`} empty={{ words: '添加一项', item: { term: '', value: '' } }}
      nameOf={({ term }, index) => term || `第${index + 1}项`}
      hint={`在产品页上列成一张表，最多${limits.specs}项。可以从Excel复制两列，粘贴到名称里`}
      row={({ item, index, disabled, change, replace }) => {
        const paste = (event: ClipboardEvent): void => {
          const pasted = columnsOf(event.clipboardData.getData('text'))
          if (pasted.length === 0) return
          event.preventDefault()
          replace(item.term === '' && item.value === '' ? pasted : [item, ...pasted])
        }
        const input = (name: keyof Spec, label: string) => (
          <input
            className="input" name={field.name} aria-label={`第${index + 1}项的${label}`} placeholder={label} value={item[name]}
            disabled={disabled} autoComplete="off" aria-invalid={(field.error !== undefined && item[name].trim() === '') || undefined}
            onPaste={paste} onChange={({ target }) => change({ ...item, [name]: target.value })}
          />
        )
        return (
          <span className="fill stack item-spec">
            {input('term', '名称')}
            {input('value', '值')}
          </span>
        )
      }}
    />
  )
}
