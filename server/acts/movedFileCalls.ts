import type { ImportResult } from '../../contract/kinds/foreignReading.ts'
import type { Handlers } from '../call.ts'
import { Failure, tooManyTries } from '../failure.ts'
import { ownUpload, removeUpload } from '../media/filmCalls.ts'
import type { Films } from '../media/films.ts'
import type { Store } from '../store/store.ts'
import { LimitExceeded } from '../system/jobWorker.ts'
import { TooManyWaiting } from '../system/oneAtATime.ts'
import type { ForeignReader } from './foreignReader.ts'

const readMs = 20_000
const fileTooLarge =
  '这个文件太大、太复杂或已经损坏，没有读成。WordPress的内容请按日期分几次导出；数据库请重新下载或导出一次，.sql只要栏目和内容的表'

interface Parts {
  store: Store
  films: Films
  foreignReader: ForeignReader
}

export function movedFileCalls({ store, films, foreignReader }: Parts) {
  return {
    async importFile({ uploadId, after = '' }, caller) {
      const { bytes } = ownUpload(store, uploadId, caller)
      const path = await films.pathOf(uploadId, bytes)
      const result = await foreignReader({ read: 'file', path, after }, readMs).catch(
        (error: unknown): ImportResult => {
          if (error instanceof LimitExceeded) return { refused: fileTooLarge }
          throw error instanceof TooManyWaiting ? tooManyTries('正在读取别的文件，请稍后再试', 5) : error
        },
      )
      if ('part' in result) return result.part
      if (!('refused' in result)) throw new Error('something else was read')
      // Reading the same bytes again would not help.
      await removeUpload({ store, films }, uploadId)
      throw new Failure(422, result.refused)
    },
  } satisfies Partial<Handlers>
}
