import type { FilmUpload } from '../../contract/media.ts'
import { limits } from '../../contract/rules.ts'
import { Failure, fieldFailure, noSpace, notFound } from '../failure.ts'
import { mediaId, recordUpload } from '../media/library.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { FreeSpace } from '../store/freeSpace.ts'
import { KeyedQueue } from '../store/keyedQueue.ts'
import type { FilmUploadRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Films } from '../uploads/films.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'

interface Services {
  store: Store
  films: Films
  /** The largest film in bytes; 0 where none can be uploaded. */
  filmBytes: number
  space: { uploads: FreeSpace }
  /** Bytes to keep free. */
  diskReserve: number
  now: () => number
}

/** Of one account. */
const maxUnfinished = 3

type FilmCalls = 'filmBegin' | 'filmStatus' | 'filmChunk' | 'filmFinish' | 'filmCancel'

/** Long because every call uses the same queue, by which the chunks of one film follow each other. */
export function filmCalls({ store, films, filmBytes, space, diskReserve, now }: Services): Pick<Handlers, FilmCalls> {
  const { filmUpload, media } = store
  const queue = new KeyedQueue()
  const replyOf = ({ id, name, bytes, received }: FilmUploadRecord): FilmUpload => ({ uploadId: id, name, bytes, received, chunk: limits.filmChunk })

  /** An upload of the caller's own. */
  const uploadOf = (id: string, caller: Caller): FilmUploadRecord => {
    const record = filmUpload.get(id)
    if (!record || record.userId !== signedIn(caller).user.id) throw new Failure(404, '这次上传不存在或已过期，请重新上传')
    return record
  }

  const requireSpace = async (bytes: number): Promise<void> => {
    const free = diskReserve === 0 ? undefined : await space.uploads.bytes()
    const awaited = unfinished().reduce((sum, each) => sum + each.bytes - each.received, 0)
    if (free !== undefined && free - awaited - bytes < diskReserve) throw noSpace('服务器存储空间不足，无法上传这部视频，请联系管理员')
  }
  const unfinished = (): FilmUploadRecord[] => filmUpload.all().filter(({ address }) => address === undefined)

  return {
    async filmBegin({ name, bytes }, caller) {
      const { user } = signedIn(caller)
      if (filmBytes === 0) throw fieldFailure('bytes', '本站未开启视频上传，请联系管理员')
      if (bytes > filmBytes) throw new Failure(413, `视频不能超过${Math.floor(filmBytes / 1_048_576)}MB！`, { data: { field: 'bytes' } })
      return queue.run(`begin ${user.id}`, async () => {
        if (unfinished().filter(({ userId }) => userId === user.id).length >= maxUnfinished) {
          throw new Failure(429, `同时最多上传${maxUnfinished}部视频，请等其他视频传完，或取消后再试`)
        }
        await requireSpace(bytes)
        return replyOf(await filmUpload.insert({ name, bytes, received: 0, userId: user.id, changedAt: chinaTime(now()) }))
      })
    },

    filmStatus: ({ uploadId }, caller) => replyOf(uploadOf(uploadId, caller)),

    /** Bytes are received outside the queue, where nobody waits for a connection that was lost. */
    async filmChunk({ uploadId, offset, body }, caller) {
      const end = offset + body.size
      const write = await queue.run(uploadId, async () => {
        const record = uploadOf(uploadId, caller)
        // The reply to a chunk may have been lost.
        if (end <= record.received) return undefined
        if (offset !== record.received) throw new Failure(409, '分段不连续，请从已收到的位置继续', { data: { ...replyOf(record) } })
        if (end > record.bytes) throw fieldFailure('chunk', '分段超出了文件大小')
        return films.begin(uploadId, offset)
      })
      if (!write) return replyOf(uploadOf(uploadId, caller))
      await write(body.chunks)
      const updated = await filmUpload.update(uploadId, (current) => ({ ...current, received: Math.max(current.received, end), changedAt: chinaTime(now()) }))
      if (!updated) throw notFound()
      return replyOf(updated)
    },

    /**
     * The record names the address before the file moves there: a server that is killed in between does the rest when the same call is
     * made again.
     */
    filmFinish: ({ uploadId, poster }, caller) =>
      queue.run(uploadId, async () => {
        const record = uploadOf(uploadId, caller)
        if (record.received < record.bytes) throw new Failure(409, '视频还没有传完', { data: { ...replyOf(record) } })
        const already = record.address === undefined ? undefined : media.get(mediaId(record.address))
        if (already) {
          await films.discard(uploadId)
          return { mediaId: already.id, address: already.address }
        }
        const facts = (record.address === undefined ? undefined : await films.kept(record.address)) ?? (await checked(record))
        await filmUpload.update(uploadId, (current) => ({ ...current, address: facts.address }))
        await films.keep(uploadId, facts.address)
        const { id } = await recordUpload(store, facts, { name: record.name, by: signedIn(caller).user.name, ...(poster && { poster }) })
        return { mediaId: id, address: facts.address }
      }),

    filmCancel: ({ uploadId }, caller) =>
      queue.run(uploadId, async () => {
        uploadOf(uploadId, caller)
        await remove(uploadId)
        return null
      }),
  }

  async function checked({ id, bytes }: FilmUploadRecord) {
    try {
      return await films.check(id, bytes)
    } catch (error) {
      // Sending the same bytes again would not help.
      if (error instanceof Failure && error.code === 422) await remove(id)
      throw error
    }
  }

  async function remove(id: string): Promise<void> {
    await filmUpload.remove(id)
    await films.discard(id)
  }
}
