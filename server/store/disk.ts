import { join } from 'node:path'
import type { Log } from '../log.ts'
import { checkAccess } from './access.ts'
import { healthCheck } from './healthCheck.ts'
import { type Loaded, loadFolder, safeName } from './loadFolder.ts'
import { makeFolder } from './makeFolder.ts'
import { quarantine } from './quarantine.ts'
import { recordText } from './records.ts'
import { type Commit, writeQueue } from './writeQueue.ts'
import { writerThread } from './writerThread.ts'

/** Where records outlive the process. What put and remove resolve to is durable; what they reject with is a SaveFailure. */
export interface Disk {
  /** Everything readable in a collection; the rest goes to quarantine. */
  load(collection: string): Iterable<Loaded>
  put(collection: string, id: string, value: object): Promise<void>
  /** Removing what is not there is no failure. */
  remove(collection: string, id: string): Promise<void>
  /** Moves a record that cannot be served to quarantine, with one line in the log. */
  setAside(collection: string, id: string, why: string): void
  /** Whether all of it can be read and written durably now. */
  check(): Promise<boolean>
  /** Waits for the writes under way; later ones are refused. */
  close(): Promise<void>
}

/** One JSON file per record, `root/<collection>/<id>.json`. `commit` stands in for the thread that writes. */
export function openDisk(root: string, { log, commit }: { log: Log; commit?: Commit }): Disk {
  makeFolder(root)
  // These may be needed only later, at a bad moment.
  for (const folder of ['', 'quarantine', 'orders']) checkAccess(join(root, folder))
  const thread = writerThread(root)
  const queue = writeQueue(commit ?? thread.commit)
  const collections = new Set<string>()

  return {
    load(collection) {
      const folder = join(root, safeName(collection))
      makeFolder(folder)
      checkAccess(folder)
      collections.add(collection)
      return loadFolder(root, collection, log)
    },
    put: async (collection, id, value) =>
      queue.add({ collection: safeName(collection), id: safeName(id), text: recordText(value) }),
    remove: async (collection, id) => queue.add({ collection: safeName(collection), id: safeName(id) }),
    setAside: (collection, id, why) => quarantine(root, safeName(collection), `${safeName(id)}.json`, why, log),
    check: healthCheck(root, collections, queue.add),
    async close() {
      await queue.close()
      await thread.close()
    },
  }
}

