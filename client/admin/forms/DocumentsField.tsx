import { documentFacts, documentNames } from '../../../contract/documents.ts'
import { fieldList } from '../../../contract/merge.ts'
import type { DocumentLink } from '../../../contract/kinds.ts'
import { limits } from '../../../contract/rules.ts'
import type { Target } from '../../lib/uploads.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { ListField } from './ListField.tsx'

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  target: Target
  pick(): Promise<DocumentLink | undefined>
}

/** What people compare. */
export const documentsText = (value: string): string =>
  (fieldList(value) as DocumentLink[]).map(({ name, address }) => `${name}（${documentFacts(address, undefined)}）`).join('\n')

const accept = Object.keys(documentNames).map((extension) => `.${extension}`).join()
const withoutExtension = (name: string): string => name.replace(/\.\w+$/, '')

/** The documents of a record. */
export function DocumentsField({ target, pick, ...field }: Props) {
  const pickNamed = async (): Promise<DocumentLink | undefined> => {
    const picked = await pick()
    return picked && { ...picked, name: withoutExtension(picked.name) }
  }
  return (
    <ListField<DocumentLink>
      {...field} max={limits.documents} full={`资料最多${limits.documents}份`} nameOf={({ name }) => name}
      hint={`访客可以在产品页下载，最多${limits.documents}份。可以是PDF、Word、Excel、zip，不超过50MB`}
      files={{
        target, words: '上传资料', accept, itemOf: (address, fileName) => ({ name: withoutExtension(fileName), address }), pick: pickNamed,
      }}
      row={({ item, index, disabled, change }) => {
        const facts = documentFacts(item.address, undefined)
        return (
          <>
            <a className="link" href={item.address} target="_blank" rel="noreferrer" aria-label={`${facts}，打开：${item.name}`}>
              {facts}
            </a>
            <input
              className="input fill" name={field.name} aria-label={`第${index + 1}份资料的名称`} value={item.name} disabled={disabled}
              autoComplete="off" aria-invalid={item.name.trim() === '' || undefined}
              onChange={({ target: input }) => change({ ...item, name: input.value })}
            />
          </>
        )
      }}
    />
  )
}
