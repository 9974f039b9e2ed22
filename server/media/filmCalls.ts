import type { OutputOf } from '../../contract/calls/calls.ts'
import { isDocumentName } from '../../contract/media/documents.ts'
import type { FilmUpload } from '../../contract/media/media.ts'
import { isDumpName, isMovedName, maxDumpBytes } from '../../contract/kinds/movedRecords.ts'
import { categoryOf, type MediaCategory } from '../../contract/media/mediaTypes.ts'
import { limits, messages } from '../../contract/calls/rules.ts'
import { Failure, fieldFailure, noSpace, notFound } from '../failure.ts'
import { mediaId, recordUpload, type UploadDetails } from './library.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import type { FilmUploadRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Films } from './films.ts'
import type { UploadFacts } from './uploads.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'

interface FilmCallsParts {
  store: Store
  films: Films
  /** The largest film in bytes; 0 where none can be uploaded. */
  filmBytes: number
  space: { uploads: FreeSpace }
  /** Bytes to keep free. */
  diskReserve: number
  now: () => number
}

type Begun = Pick<FilmUploadRecord, 'name' | 'bytes' | 'userId'>

const maxUnfinishedPerAccount = 3

export function filmCalls(services: FilmCallsParts) {
  const {
    store: { filmUpload },
    films,
    now,
  } = services
  const queue = new KeyedQueue()
  const replyOf = ({ id, name, bytes, received }: FilmUploadRecord): FilmUpload => ({
    uploadId: id,
    name,
    bytes,
    received,
    chunk: limits.uploadChunk,
  })

  const uploadOf = (id: string, caller: Caller): FilmUploadRecord => ownUpload(services.store, id, caller)

  return {
    uploadBegin: ({ name, bytes }, caller) => {
      const { id: userId } = signedIn(caller).user
      return queue.run(`begin ${userId}`, async () => {
        await refuseTooMuch(services, { name, bytes, userId })
        return replyOf(await filmUpload.insert({ name, bytes, received: 0, userId, changedAt: chinaTime(now()) }))
      })
    },

    uploadStatus: ({ uploadId }, caller) => replyOf(uploadOf(uploadId, caller)),

    /** Bytes are received outside the queue, where nobody waits for a connection that was lost. */
    async uploadChunk({ uploadId, offset, body }, caller) {
      const end = offset + body.size
      const write = await queue.run(uploadId, async () => {
        const record = uploadOf(uploadId, caller)
        // The reply to a chunk may have been lost.
        if (end <= record.received) return undefined
        if (offset !== record.received)
          throw new Failure(409, '分段不连续，请从已收到的位置继续', { data: { ...replyOf(record) } })
        if (end > record.bytes) throw fieldFailure('chunk', '分段超出了文件大小')
        return films.begin(uploadId, offset)
      })
      if (!write) return replyOf(uploadOf(uploadId, caller))
      await write(body.chunks)
      const updated = await filmUpload.update(uploadId, (current) => ({
        ...current,
        received: Math.max(current.received, end),
        changedAt: chinaTime(now()),
      }))
      if (!updated) throw notFound()
      return replyOf(updated)
    },

    uploadFinish: ({ uploadId, poster }, caller) =>
      queue.run(uploadId, async () => {
        const record = uploadOf(uploadId, caller)
        if (record.received < record.bytes) throw new Failure(409, '文件还没有传完', { data: { ...replyOf(record) } })
        return finish(services, record, {
          name: record.name,
          by: signedIn(caller).user.name,
          ...(poster && { poster }),
        })
      }),

    uploadCancel: ({ uploadId }, caller) =>
      queue.run(uploadId, async () => {
        uploadOf(uploadId, caller)
        await removeUpload(services, uploadId)
        return null
      }),
  } satisfies Partial<Handlers>
}

/** Nobody continues the upload of somebody else. */
export function ownUpload({ filmUpload }: Pick<Store, 'filmUpload'>, id: string, caller: Caller): FilmUploadRecord {
  const record = filmUpload.get(id)
  if (!record || record.userId !== signedIn(caller).user.id)
    throw new Failure(404, '这次上传不存在或已过期，请重新上传')
  return record
}

/** What is sent under a document's name may turn out to be a film, so both limits are checked again by the bytes. */
function refuseTooLarge(category: MediaCategory, bytes: number, filmBytes: number): void {
  const most = category === 'document' ? limits.document : filmBytes
  if (most === 0) throw fieldFailure('bytes', '本站未开启视频上传，请联系管理员')
  const message =
    category === 'document' ? messages.documentTooLarge : `视频不能超过${Math.floor(filmBytes / 1_048_576)}MB！`
  if (bytes > most) throw new Failure(413, message, { data: { field: 'bytes' } })
}

function refuseLargeDump(bytes: number): void {
  if (bytes > maxDumpBytes) throw new Failure(413, '备份不能超过200MB！', { data: { field: 'bytes' } })
}

async function refuseTooMuch(
  { store, filmBytes, space, diskReserve }: FilmCallsParts,
  { name, bytes, userId }: Begun,
): Promise<void> {
  if (isDumpName(name)) refuseLargeDump(bytes)
  else refuseTooLarge(isDocumentName(name) || isMovedName(name) ? 'document' : 'film', bytes, filmBytes)
  const unfinished = store.filmUpload.all().filter(({ address }) => address === undefined)
  if (unfinished.filter((upload) => upload.userId === userId).length >= maxUnfinishedPerAccount) {
    throw new Failure(429, `同时最多上传${maxUnfinishedPerAccount}个视频或文档，请等其他文件传完，或取消后再试`)
  }
  const free = diskReserve === 0 ? undefined : await space.uploads.bytes()
  const stillToCome = unfinished.reduce((sum, upload) => sum + upload.bytes - upload.received, 0)
  if (free !== undefined && free - stillToCome - bytes < diskReserve)
    throw noSpace('服务器存储空间不足，无法上传这个文件，请联系管理员')
}

/**
 * The record names the address before the file moves there: a server that is killed in between does the rest when the same call is made
 * again.
 */
async function finish(
  services: FilmCallsParts,
  record: FilmUploadRecord,
  origin: UploadDetails,
): Promise<OutputOf<'uploadFinish'>> {
  const { store, films } = services
  const { id, address } = record
  const already = address === undefined ? undefined : store.media.get(mediaId(address))
  if (already) {
    await films.discard(id)
    return { mediaId: already.id, address: already.address }
  }
  const facts = (address === undefined ? undefined : await films.kept(address)) ?? (await checked(services, record))
  await store.filmUpload.update(id, (current) => ({ ...current, address: facts.address }))
  await films.keep(id, facts.address)
  const recorded = await recordUpload(store, facts, origin)
  return { mediaId: recorded.id, address: facts.address }
}

async function checked(services: FilmCallsParts, { id, name, bytes }: FilmUploadRecord): Promise<UploadFacts> {
  try {
    const facts = await services.films.check(id, bytes)
    refuseTooLarge(categoryOf(facts.type), bytes, services.filmBytes)
    return facts
  } catch (error) {
    if (!(error instanceof Failure) || ![400, 413, 422].includes(Number(error.code))) throw error
    // Sending the same bytes again would not help.
    await removeUpload(services, id)
    throw error.code === 422 && isDocumentName(name) ? new Failure(422, messages.documentOnly) : error
  }
}

export async function removeUpload(
  { store, films }: Pick<FilmCallsParts, 'store' | 'films'>,
  id: string,
): Promise<void> {
  await store.filmUpload.remove(id)
  await films.discard(id)
}

const keptMs = 24 * 3_600_000

/**
 * Removes film uploads that were not continued for a day; of a finished one only the record is left. Only the server that leads removes
 * records, and resolves to how many; each removes the files in its own folder that a failure has left.
 */
export async function sweepFilmUploads(
  { filmUpload }: Pick<Store, 'filmUpload'>,
  films: Films,
  now: () => number,
  removesRecords: boolean,
): Promise<number> {
  const old = removesRecords
    ? filmUpload.all().filter(({ changedAt }) => !(Date.parse(changedAt) > now() - keptMs))
    : []
  for (const { id } of old) {
    await filmUpload.remove(id)
    await films.discard(id)
  }
  await films.removeOthers((id) => filmUpload.get(id) !== undefined)
  return old.length
}
