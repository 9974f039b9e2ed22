import type { FetchedPicture } from '../../../contract/media/media.ts'
import { limits, maxFetchedPictures, richText, uploadTypes } from '../../../contract/calls/rules.ts'
import { sheetFields } from '../../../contract/kinds/sheetColumns.ts'
import { messageOf } from '../../lib/callError.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { isDrawnFirst } from '../../lib/pictureErrors.ts'
import type { Sender } from '../../lib/uploads.ts'
import { api } from '../session/api.ts'
import { pictures as pictureSender } from '../form/senders.ts'
import { keepTrying } from '../../lib/keepTrying.ts'
import { documents as documentSender } from '../media/library.ts'
import { nameIn, withPictures } from './pictures.ts'
import { type Fields, type FileSource, isLinked, type StagedRecord } from './staged.ts'

/** `signal` stops the calls; `onOffline` is called while they wait for the connection. */
export interface Connection {
  signal: AbortSignal
  onOffline(): void
}

/** The fields that the files of a record are in, and which of them were not accepted, with why: it goes on without those. */
export interface SentFiles {
  fields: Fields
  notes: readonly string[]
}

/** Sends the files of records, each once however many of them ask for it. */
export function createSending(connection: Connection) {
  const sent = new Map<FileSource, Promise<string>>()
  const once = (source: FileSource, send: () => Promise<string>): Promise<string> => {
    const address = sent.get(source) ?? send()
    sent.set(source, address)
    // The next record may have better luck.
    address.catch(() => sent.delete(source))
    return address
  }

  async function sendFile(file: File, sender: Sender): Promise<string> {
    const refusal = isDrawnFirst(file) ? undefined : sender.refusal(file)
    if (refusal !== undefined) throw new Error(refusal)
    const send = () => sender.send(file, { ...connection, onProgress: () => {}, onShrunk: () => {} })
    // A film or document goes on by itself.
    return (await (sender.queue === 'films' ? send() : keepTrying(send, connection))).address
  }

  async function addressIn(all: readonly FetchedPicture[], address: string): Promise<string> {
    const picture = all.find((each) => each.address === address)
    if (picture && 'url' in picture) return picture.url
    // Whatever it is, it is drawn first as a GIF is.
    if (picture?.bytes) return sendFile(new File([bytesOf(picture.bytes)], `${nameIn(address)}.gif`), inTexts)
    throw new Error(picture?.reason ?? '没有取到')
  }

  /** By the rules for pictures of other sites in pasted text, several in one call. */
  async function fetchPictures(addresses: readonly string[]): Promise<ReadonlyMap<string, Promise<string>>> {
    const stored = new Map<string, Promise<string>>()
    const wanted: string[] = []
    for (const each of new Set(addresses)) {
      const known = sent.get(each)
      if (known) stored.set(each, known)
      else wanted.push(each)
    }
    for (const some of inPortions(wanted, maxFetchedPictures)) {
      const fetched = keepTrying(() => api('mediaFetch', { addresses: some }, connection.signal), connection)
      for (const each of some)
        stored.set(
          each,
          once(each, () => fetched.then((all) => addressIn(all, each))),
        )
      await fetched.catch(() => {})
    }
    return stored
  }

  return async ({ kind, fields: typed, existing, ...files }: StagedRecord): Promise<SentFiles> => {
    const { cover: coverField, body: bodyField, pictures: galleryField, documents: documentsField } = sheetFields[kind]
    const ofKind = pictureSender(uploadTypes.find((type) => type === kind) ?? 'media')
    const pictures = files.pictures.slice(0, galleryField === undefined ? 1 : limits.pictures + 1)
    const all = [...pictures, ...files.otherPictures.values(), ...files.textPictures.values()]
    const fetched = await fetchPictures(all.filter((each) => typeof each === 'string'))
    const notes = new Set<string>()
    const send = async (source: FileSource, sender: Sender): Promise<string | undefined> => {
      try {
        return await (typeof source === 'string' ? fetched.get(source) : once(source, () => sendFile(source, sender)))
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : '没有上传成功'
        notes.add(`${typeof source === 'string' ? nameIn(source) : source.name}：${messageOf(cause, why)}`)
        return undefined
      }
    }

    const fields: Record<string, unknown> = {}
    const stored: string[] = []
    for (const picture of pictures) {
      const address = await send(picture, ofKind)
      if (address !== undefined) stored.push(address)
    }
    const [cover, ...others] = stored
    if (coverField !== '' && cover !== undefined) fields[coverField] = cover
    if (galleryField && others.length > 0) fields[galleryField] = withRest(others, existing?.fields[galleryField])
    for (const [field, picture] of files.otherPictures) {
      const address = await send(picture, ofKind)
      if (address !== undefined) fields[field] = address
    }
    const documents: { name: string; address: string }[] = []
    for (const { name, file } of files.documents.slice(0, limits.documents)) {
      const address = await send(file, documentSender)
      if (address !== undefined) documents.push({ name, address })
    }
    if (documentsField && documents.length > 0)
      fields[documentsField] = withRest(documents, existing?.fields[documentsField])

    const text = typed[bodyField]
    if (typeof text === 'string' && /<(?:img|a)\b/i.test(text)) {
      const inText = new Map<string, string | undefined>()
      for (const [written, picture] of files.textPictures) inText.set(written, await send(picture, senderFor(picture)))
      fields[bodyField] = withPictures(text, inText)
    }
    const tooLong = richText.validate(fields[bodyField] ?? text)
    if (tooLong !== undefined) {
      notes.add(`正文：${tooLong}`)
      fields[bodyField] = undefined
    }
    return { fields, notes: [...notes] }
  }
}

/** One that is changed takes the place of what was there; what stands behind it stays. */
const withRest = (changed: readonly unknown[], before: unknown): unknown[] => [
  ...changed,
  ...(Array.isArray(before) ? before.slice(changed.length) : []),
]

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))

const inTexts = pictureSender('quill')
const senderFor = (file: FileSource): Sender => (isLinked(file) ? documentSender : inTexts)
