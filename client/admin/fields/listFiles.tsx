import { truncate } from '../../../contract/text/characters.ts'
import { documentEndings } from '../../../contract/media/documents.ts'
import { emptyValue, type ListField } from '../../../contract/site/siteFieldKinds.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { isRunning, type Upload } from '../../lib/uploads.ts'
import { pictures } from '../form/senders.ts'
import { uploads, useUploads } from '../form/uploads.ts'
import { documents } from '../media/library.ts'
import { openPicker } from '../media/MediaPicker.tsx'
import { IconButton, LinkButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import type { InputProps } from './inputProps.ts'

type List = InputProps & { field: ListField }

const acceptedFiles = {
  picture: pictureTypes,
  document: documentEndings,
} as const

/** What becomes of files that are held over the list. */
export function noteOfDrop(count: number, list: List): string {
  const { field, keyPath, context } = list
  const measure = field.measure ?? '项'
  const room = field.max - context.values.itemsOf(keyPath).length - sentTo(list).filter(isRunning).length
  if (room <= 0) return `${fullMessage(field)}，不能再添加`
  if (count > room) return `${fullMessage(field)}：添加前${room}${measure}，其余${count - room}${measure}不添加`
  return `松开后上传${count > 0 ? `${count}${measure}，` : '，'}加到“${field.label}”的末尾`
}

/** Whether files can be dropped on the list. */
export const takesFiles = (field: ListField): boolean => filesOf(field) !== undefined || memberOf(field) !== undefined

/** The field of an item that holds a file. */
function memberOf({ of }: ListField) {
  if (of.kind !== 'object') return undefined
  for (const [name, { kind }] of Object.entries(of.fields)) {
    if (kind === 'picture' || kind === 'document') return { name, kind }
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
export function sendFiles(files: readonly File[], list: List): void {
  const {
    field,
    keyPath,
    context: { form, values, pictureType },
  } = list
  const kind = filesOf(field)
  if (kind === undefined && !memberOf(field)) return
  const target = { form, field: keyPath.join('.'), sender: kind === 'document' ? documents : pictures(pictureType) }
  const all = (): Upload[] => allOf(list)
  for (const upload of all()) if (!isRunning(upload) && !(kind && upload.remedy)) uploads.remove(upload.id)
  const room = field.max - values.itemsOf(keyPath).length - all().length
  const full = { ...target, sender: { ...target.sender, refusal: () => fullMessage(field) } }

  const onEnd = (): void => {
    const running = all().findIndex(isRunning)
    let ready = all()
    if (running >= 0) ready = kind ? ready.slice(0, running) : []
    const done = ready.filter(({ state }) => state === 'done')
    addFiles(
      done.map(({ address, file }) => ({ address, name: file.name })),
      list,
    )
    for (const { id } of done) uploads.remove(id)
  }
  for (const [index, file] of files.entries()) uploads.add(index < room ? target : full, file, onEnd)
}

const addFiles = (
  files: readonly { address: string; name: string }[],
  { field, keyPath, context: { values } }: List,
): void =>
  void values.insert(
    keyPath,
    Infinity,
    files.map(({ address, name }) => itemOf(field, address, name)),
  )

export const fullMessage = ({ max, full = `最多${max}项` }: ListField): string => full

function itemOf(field: ListField, address: string, fileName: string): unknown {
  const { of } = field
  const member = memberOf(field)
  if (of.kind !== 'object' || !member) return address
  const named = of.fields['name']
  const texts = named?.kind === 'text' ? { name: truncate(fileName.replace(/\.\w+$/, ''), named.max) } : {}
  return { ...(emptyValue(of) as object), ...texts, [member.name]: address }
}

const allOf = ({ keyPath, context: { form } }: List): Upload[] => uploads.of(form, keyPath.join('.'))
/** What is going up to this list, or could not. */
export const sentTo = (list: List): Upload[] => allOf(list).filter(({ error }) => error !== fullMessage(list.field))

/** The same in words, where the items are no files, and what was not added for lack of room. */
export function sendingStatus(list: List): string {
  const full = fullMessage(list.field)
  const refused = allOf(list).filter(({ error }) => error === full)
  const sent = filesOf(list.field) ? [] : sentTo(list)
  const failed = sent.filter(({ state }) => state === 'failed')
  const ended = sent.filter((upload) => !isRunning(upload)).length
  const names = (some: readonly Upload[]): string => some.map(({ file }) => file.name).join('、')
  const parts = [
    ended < sent.length && `正在上传 ${ended + 1}/${sent.length}`,
    failed.length > 0 && `没有上传成功：${names(failed)}`,
    refused.length > 0 && `${full}，${refused.length}个文件没有添加：${names(refused)}`,
  ]
  return parts.filter((part) => part !== false).join('；')
}

interface FileButtonsProps {
  list: List
  kind: keyof typeof acceptedFiles
}

/** Adds to a list whose items are files, from the computer or from the library. */
export function FileButtons({ list, kind }: FileButtonsProps) {
  const {
    field: { label, item, max },
    keyPath,
    context: { disabled, values },
  } = list
  const isFull = useUploads(() => sentTo(list).length) + values.itemsOf(keyPath).length >= max
  const choose = async (): Promise<void> => {
    const picked = await openPicker(kind)
    if (picked) addFiles([picked], list)
  }
  return (
    <div className="row wraps">
      <FileButton
        label={`上传${item}`}
        fieldLabel={label}
        accept={acceptedFiles[kind]}
        icon="upload"
        disabled={disabled || isFull}
        take={(files) => sendFiles(files, list)}
      />
      <LinkButton disabled={disabled || isFull} onClick={() => void choose()}>
        从素材库选择
      </LinkButton>
    </div>
  )
}

/** What is going up to such a list, or could not. */
export function SendingFiles({ list }: Pick<FileButtonsProps, 'list'>) {
  useUploads(uploads.all)
  return sentTo(list).map((upload) => {
    const { id, file, progress, error, remedy, state } = upload
    return (
      <li key={id} className={error === '' ? 'row muted' : 'row bad'}>
        {state === 'failed' ? (
          <small className="fill" role="alert">{`${file.name}：${error}`}</small>
        ) : (
          <>
            <span className="fill clamped">{file.name}</span>
            <progress value={progress} aria-label={`上传进度：${file.name}`} />
          </>
        )}
        {remedy && (
          <LinkButton onClick={() => uploads.retry(id)}>{remedy === 'shrink' ? '压缩后上传' : '重试'}</LinkButton>
        )}
        <IconButton
          icon="close"
          label={`${isRunning(upload) ? '取消上传' : '移除'}：${file.name}`}
          onClick={() => uploads.remove(id)}
        />
      </li>
    )
  })
}
