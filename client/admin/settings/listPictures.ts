import { emptyValue, type ListField } from '../../../contract/siteFieldKinds.ts'
import { isRunning, type Upload } from '../../lib/uploads.ts'
import { pictures } from '../work/senders.ts'
import { uploads } from '../work/uploads.ts'
import type { GroupValues, KeyPath } from './groupValues.ts'

interface List {
  form: string
  field: ListField
  keyPath: KeyPath
  values: GroupValues
}

/** The picture of an item. */
const pictureIn = ({ of }: ListField): string | undefined =>
  of.kind === 'object' ? Object.keys(of.fields).find((name) => of.fields[name]?.kind === 'picture') : undefined

/** Uploads pictures that were dropped on a list. When all have ended, each becomes an item, in the order of the files. */
export function dropPictures(files: readonly File[], { form, field, keyPath, values }: List): void {
  const name = pictureIn(field)
  if (name === undefined) return
  const target = { form, field: keyPath.join('.'), sender: pictures('quill') }
  const all = (): Upload[] => uploads.of(form, target.field)
  for (const ended of all()) if (!isRunning(ended)) uploads.remove(ended.id)
  const room = field.max - values.itemsOf(keyPath).length - all().length
  const full = { ...target, sender: { ...target.sender, refusal: () => fullMessage(field) } }

  const onEnd = (): void => {
    if (all().some(isRunning)) return
    const done = all().filter(({ state }) => state === 'done')
    values.insert(keyPath, Infinity, done.map((upload) => itemOf(field, name, upload)))
    for (const { id } of done) uploads.remove(id)
  }
  for (const [index, file] of files.entries()) uploads.add(index < room ? target : full, file, onEnd)
}

const fullMessage = ({ max }: ListField): string => `最多${max}项`

/** Named after its file. */
function itemOf({ of }: ListField, picture: string, { file, address }: Upload): object {
  const named = of.kind === 'object' ? of.fields['name'] : undefined
  const texts = named?.kind === 'text' ? { name: file.name.replace(/\.[^.]+$/, '').slice(0, named.max) } : {}
  return { ...(emptyValue(of) as object), ...texts, [picture]: address }
}

/** What is going up, and what was not added, to this list. */
export function dropStatus({ form, field, keyPath }: Omit<List, 'values'>): string {
  const all = uploads.of(form, keyPath.join('.'))
  const full = fullMessage(field)
  const left = all.filter(({ error }) => error === full)
  const sent = all.filter(({ error }) => error !== full)
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
