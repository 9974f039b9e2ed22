import { documentNames } from '../../../contract/documents.ts'
import type { UploadType } from '../../../contract/rules.ts'
import { emptyValue, type ListField } from '../../../contract/siteFieldKinds.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { isRunning, type Upload } from '../../lib/uploads.ts'
import { documents } from '../media/library.ts'
import { pictures } from '../work/senders.ts'
import { uploads } from '../work/uploads.ts'
import type { GroupValues, KeyPath } from './groupValues.ts'

/** A list in a form. */
export interface List {
  form: string
  field: ListField
  keyPath: KeyPath
  values: GroupValues
  pictureType: UploadType
}

export const acceptedFiles = {
  picture: pictureTypes.join(),
  document: Object.keys(documentNames).map((extension) => `.${extension}`).join(),
} as const

/** The file that an item has, by its name among the fields of the item. */
const memberOf = ({ of }: ListField): { name: string; kind: keyof typeof acceptedFiles } | undefined => {
  if (of.kind === 'object') {
    for (const [name, { kind }] of Object.entries(of.fields)) if (kind === 'picture' || kind === 'document') return { name, kind }
  }
  return undefined
}

/** What its items are, where these are files: there is none before its file is there. Other items may also have a picture. */
export function filesOf(field: ListField): keyof typeof acceptedFiles | undefined {
  if (field.of.kind === 'picture') return 'picture'
  return memberOf(field)?.kind === 'document' ? 'document' : undefined
}

/**
 * Uploads files that were chosen or dropped for a list. Each becomes an item, in the order of the files: when all have ended, or, where the
 * items are files and seen as they go up, when those before it have.
 */
export function sendFiles(files: readonly File[], { form, field, keyPath, values, pictureType }: List): void {
  const kind = filesOf(field)
  if (kind === undefined && !memberOf(field)) return
  const target = { form, field: keyPath.join('.'), sender: kind === 'document' ? documents : pictures(pictureType) }
  const all = (): Upload[] => uploads.of(form, target.field)
  for (const upload of all()) if (!isRunning(upload) && !(kind && upload.remedy)) uploads.remove(upload.id)
  const room = field.max - values.itemsOf(keyPath).length - all().length
  const full = { ...target, sender: { ...target.sender, refusal: () => fullMessage(field) } }

  const onEnd = (): void => {
    const running = all().findIndex(isRunning)
    const done = all().slice(0, running < 0 ? undefined : kind ? running : 0).filter(({ state }) => state === 'done')
    addFiles(done.map(({ address, file }) => ({ address, name: file.name })), { field, keyPath, values })
    for (const { id } of done) uploads.remove(id)
  }
  for (const [index, file] of files.entries()) uploads.add(index < room ? target : full, file, onEnd)
}

/** At the end of the list. */
export const addFiles = (
  files: readonly { address: string; name: string }[], { field, keyPath, values }: Pick<List, 'field' | 'keyPath' | 'values'>,
): void => void values.insert(keyPath, Infinity, files.map(({ address, name }) => itemOf(field, address, name)))

export const fullMessage = ({ max, full = `最多${max}项` }: ListField): string => full

/** Named after its file. */
function itemOf(field: ListField, address: string, fileName: string): unknown {
  const { of } = field
  const member = memberOf(field)
  if (of.kind !== 'object' || !member) return address
  const named = of.fields['name']
  const texts = named?.kind === 'text' ? { name: fileName.replace(/\.\w+$/, '').slice(0, named.max) } : {}
  return { ...(emptyValue(of) as object), ...texts, [member.name]: address }
}

type Sent = Pick<List, 'form' | 'field' | 'keyPath'>

/** What is going up to this list, or could not. */
export const sentTo = ({ form, field, keyPath }: Sent): Upload[] =>
  uploads.of(form, keyPath.join('.')).filter(({ error }) => error !== fullMessage(field))

/** The same in words, where the items are no files, and what was not added for lack of room. */
export function sendingStatus(list: Sent): string {
  const full = fullMessage(list.field)
  const left = uploads.of(list.form, list.keyPath.join('.')).filter(({ error }) => error === full)
  const sent = filesOf(list.field) ? [] : sentTo(list)
  const failed = sent.filter(({ state }) => state === 'failed')
  const ended = sent.filter((upload) => !isRunning(upload)).length
  const names = (some: readonly Upload[]): string => some.map(({ file }) => file.name).join('、')
  const parts = [
    ended < sent.length && `正在上传 ${ended + 1}/${sent.length}`,
    failed.length > 0 && `没有上传成功：${names(failed)}`,
    left.length > 0 && `${full}，${left.length}个文件没有添加：${names(left)}`,
  ]
  return parts.filter((part) => part !== false).join('；')
}
