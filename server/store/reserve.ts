import { randomBytes } from 'node:crypto'
import { stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile } from '../system/folders.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { type Op, tempPrefix } from './commit.ts'

/** How the files of what an import has sent begin. */
export const stagedPrefix = 'staged-'

/** Enough to delete the largest record with its draft. */
const size = 8 * 1_048_576
const blockBytes = 4096

/** Named like a temporary file, so that copies made by hand leave it out. */
export const reserveFile = `${tempPrefix}reserve`

/**
 * What may use it: whoever deletes signs in before, what is deleted goes to the trash and the history, and staff are sent that the disk is
 * full. Erasing needs no space. An operation may be a deletion; what an import has sent is none.
 */
export const mayUseReserve = (ops: readonly Op[]): boolean =>
  ops.some(
    (op) =>
      'text' in op &&
      !op.id.startsWith(stagedPrefix) &&
      /^(trash\/.+|session|newDevice|alarm|operation|history\/operation\/.+)$/.test(op.collection),
  )

export type Reserve = ReturnType<typeof createReserve>

/** A file of nothing: on a full disk as much of it is given up as a write needs. */
export function createReserve(root: string) {
  const path = join(root, reserveFile)
  let filling: Promise<boolean> | undefined

  const fill = async (): Promise<boolean> => {
    if ((await stat(path).catch(ignoreMissing))?.size === size) return true
    const { bavail, bsize } = await statfs(root)
    if (bavail * bsize < 2 * size) return false
    // Zeros would take no space where the file system compresses.
    await writeFile(path, randomBytes(size), { mode: 0o600 })
    return true
  }

  return {
    /** Call it after a write that has succeeded. A disk that does not allow it has no reserve. */
    async fill(): Promise<void> {
      if (!(await (filling ??= fill().catch(() => false)))) filling = undefined
    },
    async giveUp(ops: readonly Op[]): Promise<void> {
      // Each op may also need a folder, and a longer list of names in one.
      const needed = ops.reduce(
        (sum, op) => sum + blockBytes * (3 + ('text' in op ? Math.ceil(Buffer.byteLength(op.text) / blockBytes) : 0)),
        0,
      )
      filling = undefined
      await truncate(path, Math.max(0, (await stat(path)).size - needed))
      // Some file systems free it only then.
      await syncFile(path)
    },
    async idle(): Promise<void> {
      await filling
    },
  }
}
