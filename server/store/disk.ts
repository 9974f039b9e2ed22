import { open, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
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
  /** Whether all of it can be read and written now. */
  check(): Promise<boolean>
  /** Waits for the writes under way; later ones are refused. */
  close(): Promise<void>
}

/** One JSON file per record, `root/<collection>/<id>.json`. `commit` stands in for the thread that writes. */
export function openDisk(root: string, { log, commit }: { log: Log; commit?: Commit }): Disk {
  makeFolder(root)
  const thread = writerThread(root)
  const queue = writeQueue(commit ?? thread.commit)
  const folders = new Set<string>()

  return {
    load(collection) {
      const folder = join(root, safeName(collection))
      makeFolder(folder)
      folders.add(folder)
      return loadFolder(root, collection, log)
    },
    put: async (collection, id, value) =>
      queue.add({ collection: safeName(collection), id: safeName(id), text: recordText(value) }),
    remove: async (collection, id) => queue.add({ collection: safeName(collection), id: safeName(id) }),
    setAside: (collection, id, why) => quarantine(root, safeName(collection), `${safeName(id)}.json`, why, log),
    check: heldForASecond(async () => (await areThere(folders)) && (await takesAProbe(root))),
    async close() {
      await queue.close()
      await thread.close()
    },
  }
}

async function areThere(folders: Iterable<string>): Promise<boolean> {
  const found = await Promise.all(Array.from(folders, (folder) => stat(folder).then((is) => is.isDirectory(), () => false)))
  return found.every(Boolean)
}

/** Whatever the reason why not, the answer is no. */
async function takesAProbe(root: string): Promise<boolean> {
  const path = join(root, '.probe')
  const probe = Buffer.alloc(4096, String(Date.now()))
  const back = Buffer.alloc(4096)
  try {
    const file = await open(path, 'w+', 0o600)
    try {
      await file.writeFile(probe)
      await file.read(back, 0, back.length, 0)
    } finally {
      await file.close()
      await unlink(path)
    }
    return back.equals(probe)
  } catch {
    return false
  }
}

/** Asking often costs no more than asking once a second. */
function heldForASecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let until = 0
  return () => {
    if (answer && performance.now() < until) return answer
    until = Infinity
    answer = ask().finally(() => (until = performance.now() + 1000))
    return answer
  }
}
