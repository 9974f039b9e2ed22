import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tempPrefix } from './commit.ts'
import type { WriteQueue } from './writeQueue.ts'

/** A disk that does not answer for so long is as good as none. */
const patienceMs = 4_000
const freshMs = 1_000

/** Not a safe name, hence never a record; if a kill leaves its file behind, the next start sweeps it like any temporary one. */
const probe = `${tempPrefix}probe`

/**
 * Whether every collection can be read and written durably: a probe goes the same way as a record, through the queue and the
 * thread to a synced and renamed file in a synced folder, and is removed again. Asking often costs no more than asking once a
 * second, and while a disk hangs, only one probe waits for it.
 */
export function healthCheck(root: string, collections: ReadonlySet<string>, add: WriteQueue['add']): () => Promise<boolean> {
  const goTheWay = async (): Promise<void> => {
    const { R_OK, W_OK, X_OK } = constants
    // With its slash it must be a folder.
    await Promise.all(['', ...collections].map((collection) => access(join(root, collection, '/'), R_OK | W_OK | X_OK)))
    const [collection] = collections
    if (collection === undefined) return
    await add({ collection, id: probe, text: '{}\n' })
    await add({ collection, id: probe })
  }

  let probing: Promise<boolean> | undefined
  const ask = (): Promise<boolean> => {
    // Whatever the reason why not, the answer is no.
    probing ??= goTheWay().then(() => true, () => false).finally(() => (probing = undefined))
    return Promise.race([probing, delay(patienceMs, false, { ref: false })])
  }

  let answer: Promise<boolean> | undefined
  let freshUntil = 0
  return () => {
    if (answer && performance.now() < freshUntil) return answer
    freshUntil = Infinity
    answer = ask().finally(() => (freshUntil = performance.now() + freshMs))
    return answer
  }
}
