import type { Handlers } from '../call.ts'
import { Failure, tooManyTries } from '../failure.ts'
import { ownUpload, removeUpload } from '../media/filmCalls.ts'
import type { Films } from '../media/films.ts'
import type { Store } from '../store/store.ts'
import { LimitExceeded, limitedThread, TooManyWaiting } from '../system/limitedThread.ts'
import { workerProgram } from '../system/workerProgram.ts'
import type { Job, JobResult } from './movedFileWorker.ts'

/** A hostile file may take all that it gets: in a thread of its own nothing waits for it. */
const limits = {
  name: 'moved file',
  timeoutMs: 20_000,
  maxWaiting: 4,
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
}

const startWorker = workerProgram(new URL('./movedFileWorker.ts', import.meta.url))

export function movedFileCalls({ store, films }: { store: Store; films: Films }): Pick<Handlers, 'importFile'> {
  const read = limitedThread<Job, JobResult>(startWorker, limits)
  return {
    async importFile({ uploadId, after = '' }, caller) {
      const { bytes } = ownUpload(store, uploadId, caller)
      const path = await films.pathOf(uploadId, bytes)
      const result = await read({ path, after }).catch((error: unknown): JobResult => {
        if (error instanceof LimitExceeded) return { refused: '这个文件太大或已经损坏，没有读成' }
        throw error instanceof TooManyWaiting ? tooManyTries('正在读取别的文件，请稍后再试', 5) : error
      })
      if ('part' in result) return result.part
      // Reading the same bytes again would not help.
      await removeUpload({ store, films }, uploadId)
      throw new Failure(422, result.refused)
    },
  }
}
