import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isUsableFolder } from '../system/folders.ts'
import { tempPrefix } from './commit.ts'
import type { WriteQueue } from './writeQueue.ts'

/** A disk that takes longer than this counts as failed. */
const timeoutMs = 4_000
const freshMs = 1_000

/** Not a valid id, so never a record. If the server is killed, the next start removes the file like any temporary one. */
const probe = `${tempPrefix}probe`

/**
 * Whether every collection can be read and written durably: a probe is saved like a record, through the queue and the writer thread to
 * a synced and renamed file in a synced folder, and is removed again. The result is cached for a second, and while the disk hangs only
 * one probe waits for it.
 */
export function healthCheck(
  root: string,
  collections: ReadonlySet<string>,
  add: WriteQueue['add'],
): () => Promise<boolean> {
  const saveProbe = async (): Promise<void> => {
    const { R_OK, W_OK, X_OK } = constants
    // The trailing slash makes this fail for anything but a folder.
    await Promise.all(['', ...collections].map((collection) => access(join(root, collection, '/'), R_OK | W_OK | X_OK)))
    const [collection] = collections
    if (collection === undefined) return
    await add([{ collection, id: probe, text: '{}\n' }])
    await add([{ collection, id: probe }])
  }

  let probing: Promise<boolean> | undefined
  const checkNow = (): Promise<boolean> => {
    probing ??= saveProbe()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (probing = undefined))
    return Promise.race([probing, delay(timeoutMs, false, { ref: false })])
  }

  return cachedBriefly(checkNow)
}

/** The same of a folder beside the records. */
export const folderCheck = (folder: string): (() => Promise<boolean>) =>
  cachedBriefly(() => Promise.race([isUsableFolder(folder), delay(timeoutMs, false, { ref: false })]))

/** Anybody can request the state at any rate, so the result is cached for a second. */
export function cachedBriefly(check: () => Promise<boolean>): () => Promise<boolean> {
  let cached: Promise<boolean> | undefined
  let freshUntil = 0
  return () => {
    if (cached && performance.now() < freshUntil) return cached
    freshUntil = Infinity
    cached = check().finally(() => (freshUntil = performance.now() + freshMs))
    return cached
  }
}
