import { existsSync, readdirSync, readFileSync, renameSync, unlinkSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAccess, makeFolder } from '../system/folders.ts'
import type { Log } from '../system/log.ts'
import { errorCode, ignoreMissing } from '../system/systemErrors.ts'
import { jobWorker } from '../system/jobWorker.ts'
import { workerProgram } from '../system/workerProgram.ts'
import { type ActivityDisk, activityFiles, activityFolder } from './activityDisk.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { type Op, type Seen, type WriteResult, tempPrefix } from './commit.ts'
import { healthCheck } from './healthCheck.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { mayUseReserve, type Reserve } from './reserve.ts'
import { type Commit, SaveFailure, singleWrites, writeQueue } from './writeQueue.ts'

/**
 * Where records outlive the process: a folder of files, or a database that several servers share. What put and remove resolve to is
 * durable; they reject with a SaveFailure.
 */
export interface Disk {
  /** Every readable record of a collection; unreadable ones are quarantined. */
  load(collection: string): Promise<Loaded[]>
  /** Resolves to the record's new revision. The record is replaced whatever it is. */
  put(collection: string, id: string, value: object): Promise<number>
  /** Removing a missing record succeeds. */
  remove(collection: string, id: string): Promise<number>
  /**
   * Several changes, of which each is done only when the one before is durable. Resolves to their revisions; rejects with a
   * ChangedMeanwhile when another server has changed one of the records that were `seen`.
   */
  write(ops: readonly [Op, ...Op[]], seen?: readonly Seen[]): Promise<number[]>
  /** The ids in a collection that is not loaded. */
  list(collection: string): Promise<string[]>
  /** A record of such a collection; undefined when there is none. */
  read(collection: string, id: string): Promise<unknown>
  /** Whether a record is kept with this text, or with another that reads the same. */
  holds(collection: string, id: string, text: string, readsTheSame: (stored: unknown) => boolean): Promise<boolean>
  /** Moves a record that cannot be served to quarantine and logs one line. */
  quarantine(collection: string, id: string, reason: string): void
  /** The names of such records, until somebody has removed them. */
  quarantined(): Promise<string[]>
  /**
   * Calls back with every change since the disk was opened, by any server, in the order of revisions; never for a folder of files. Call
   * it when all collections are loaded: a change that is made while they load must find them.
   */
  follow(apply: (collection: string, change: Change) => void): Promise<void>
  /** Resolves when every change that was committed before the call is applied. Call it after `follow`. */
  catchUp(): Promise<void>
  /** Runs work while no other work of this key runs, on any server; it sees what the work before has done. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Beside the records, and never in memory. */
  readonly activity: ActivityDisk
  /** Whether every collection can be read and written durably now. */
  check(): Promise<boolean>
  /** Waits for pending writes; later ones are refused. */
  close(): Promise<void>
}

export interface Loaded {
  id: string
  value: unknown
  /** Increases with every write of the record. In a folder of files, which one process writes, it is always 0. */
  revision: number
}

/** The new state of a record; undefined when it was removed. */
export interface Change extends Loaded {
  /** Made by this server. */
  own: boolean
}

const startWriter = workerProgram(new URL('./writer.ts', import.meta.url))
/** Enough for a batch of the largest texts. */
const writerLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }

/** One JSON file per record, `root/<collection>/<id>.json`. Tests pass `commit` in place of the writer thread. */
export function openDisk(
  root: string,
  { log, commit, reserve }: { log: Log; commit?: Commit; reserve?: Reserve },
): Disk {
  makeFolder(root)
  // These may be needed only later, when nobody is there to read the error.
  for (const folder of ['', 'quarantine', 'orders', activityFolder]) checkAccess(join(root, folder))
  const writer = jobWorker<readonly Op[], WriteResult[]>('writer', () =>
    startWriter({ name: 'writer', workerData: { root }, resourceLimits: writerLimits }),
  )
  const queue = writeQueue(commit ?? writer.run)
  const collections = new Set<string>()
  const activity = activityFiles(root, log)
  const exclusives = new KeyedQueue()
  const write = writeTo(queue.add, reserve)

  return {
    async load(collection) {
      const folder = join(root, safePath(collection))
      makeFolder(folder)
      checkAccess(folder)
      collections.add(collection)
      return loadFolder(root, collection, log)
    },
    ...singleWrites(write),
    write,
    exclusive: (key, work) => exclusives.run(key, work),
    activity,
    async list(collection) {
      const names = (await readdir(join(root, safePath(collection))).catch(ignoreMissing)) ?? []
      return names
        .filter((name) => name.endsWith('.json') && !name.startsWith(tempPrefix))
        .map((name) => name.slice(0, -'.json'.length))
    },
    async read(collection, id) {
      const file = `${safeName(id)}.json`
      const bytes = await readFile(join(root, safePath(collection), file)).catch(ignoreMissing)
      try {
        return bytes && parse(bytes)
      } catch (error) {
        quarantine(root, collection, file, unreadableReason(error), log)
        return undefined
      }
    },
    async holds(collection, id, text, readsTheSame) {
      // One that cannot be read is written again, which puts it right or says why it cannot.
      const bytes = await readFile(join(root, safePath(collection), `${safeName(id)}.json`)).catch(() => undefined)
      return bytes !== undefined && (bytes.equals(Buffer.from(text)) || isReadable(bytes, readsTheSame))
    },
    async follow() {},
    async catchUp() {},
    quarantine: (collection, id, reason) => quarantine(root, safePath(collection), `${safeName(id)}.json`, reason, log),
    quarantined: () => quarantinedIn(root),
    check: healthCheck(root, collections, queue.add),
    async close() {
      await Promise.all([queue.close(), activity.close()])
      await reserve?.idle()
      await writer.stop(new Error('the store was closed'))
    },
  }
}

/** On a full disk what may use the reserve is written again, in its place. */
const writeTo =
  (add: Disk['write'], reserve: Reserve | undefined): Disk['write'] =>
  async (ops) => {
    for (const { collection, id } of ops) {
      safePath(collection)
      safeName(id)
    }
    const revisions = await add(ops).catch(async (error: unknown) => {
      if (!reserve || !(error instanceof SaveFailure && error.code === 507) || !mayUseReserve(ops)) throw error
      const again = reserve.giveUp(ops).then(
        () => add(ops),
        () => Promise.reject(error),
      )
      // What either try may have left on disk must be rolled back.
      return again.catch((last: unknown) => Promise.reject(error.maybeOnDisk ? error : last))
    })
    void reserve?.fill()
    return revisions
  }

const safe = /^[A-Za-z0-9_-]{1,80}$/

/** Ids and collections become file names. Ids from requests are looked up in memory first, so a bad one here is a bug. */
function safeName(name: string): string {
  if (!safe.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be a file name`)
  return name
}

/** The name of a collection: a folder, or folders in folders such as `drafts/news`. */
const safePath = (collection: string): string => collection.split('/').map(safeName).join('/')

/** Reads a collection's records, removes temporary files of a killed server, and quarantines what is not JSON. */
function loadFolder(root: string, collection: string, log: Log): Loaded[] {
  const folder = join(root, collection)
  const records: Loaded[] = []
  for (const file of readdirSync(folder)) {
    if (file.startsWith(tempPrefix)) {
      removeTemp(join(folder, file), log)
      continue
    }
    if (!file.endsWith('.json')) continue
    const id = file.slice(0, -'.json'.length)
    if (!safe.test(id)) {
      quarantine(root, collection, file, 'its name cannot be an id', log)
      continue
    }
    try {
      records.push({ id, value: parse(readFileSync(join(folder, file))), revision: 0 })
    } catch (error) {
      quarantine(root, collection, file, unreadableReason(error), log)
    }
  }
  return records
}

function removeTemp(path: string, log: Log): void {
  try {
    unlinkSync(path)
  } catch (error) {
    log('warn', `${path}, left by a server that was killed, could not be removed`, error)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

/** A person may have written a record in another layout before the server was started, or an older program without its newer fields. */
function isReadable(bytes: Uint8Array, readsTheSame: (stored: unknown) => boolean): boolean {
  try {
    return readsTheSame(parse(bytes))
  } catch {
    return false
  }
}

/**
 * V8's own message would quote the file, which may be personal data. Folders and dangling links are not records; any other read
 * error (permissions, a failing disk) has other causes and stops the start.
 */
function unreadableReason(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const code = errorCode(error)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8'
  if (code === 'EISDIR' || code === 'ENOENT' || code === 'ELOOP') return 'it is not a file'
  throw error
}

/** The names of the files that could not be served. */
export const quarantinedIn = async (root: string): Promise<string[]> =>
  ((await readdir(join(root, 'quarantine')).catch(ignoreMissing)) ?? []).sort()

/**
 * Moves a file that cannot be served to the quarantine folder, for a person to look at. If it cannot be moved (a read-only folder, a
 * name that is not UTF-8) it stays in place, and the log says so.
 */
function quarantine(root: string, collection: string, file: string, reason: string, log: Log): void {
  const shown = `${collection}/${file.replace(/\p{Cc}/gu, '?')}`
  try {
    const folder = join(root, 'quarantine')
    makeFolder(folder)
    const name = freeName(folder, collection.replaceAll('/', '.'), file)
    renameSync(join(root, collection, file), join(folder, name))
    log('error', `${shown} is not served: ${reason}; moved to quarantine/${name}`)
  } catch (error) {
    log('error', `${shown} is not served: ${reason}; it could not be moved to quarantine`, error)
  }
}

/** Includes the original name and the time of the move. The stem is cut because a name may have 255 bytes, four per character. */
function freeName(folder: string, collection: string, file: string): string {
  const stem = file
    .replace(/\.json$/, '')
    .replace(/\p{Cc}/gu, '?')
    .slice(0, 50)
  const time = chinaTime(Date.now()).slice(0, 19).replaceAll(':', '-')
  for (let n = 1; ; n++) {
    const name = `${collection}.${stem}.${time}${n > 1 ? `.${n}` : ''}.json`
    if (!existsSync(join(folder, name))) return name
  }
}
