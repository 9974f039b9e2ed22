import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download } from '../../contract/callRow.ts'
import { hourMs } from '../../contract/durations.ts'
import { type LeadFile, leadFileName, leadFileWords } from '../../contract/leadFiles.ts'
import type { ReceivedFile } from '../call.ts'
import { Failure, fieldFailure, noSpace, tooManyTries, uploadFailure } from '../failure.ts'
import { type ShareFor, unlimitedNetworks } from '../network/throttle.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { LeadFileRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Jobs } from '../system/jobs.ts'
import { createApplicationNetworks, createHourlyLimit } from './applicationLimits.ts'
import { everywhere } from './forget.ts'
import { readLeadFile } from './readLeadFile.ts'

interface LeadFilesParts {
  store: Store
  site: () => CurrentSite
  space: { data: FreeSpace }
  diskReserve: number
  applicationsPerHour: number
  jobs: Pick<Jobs, 'add'>
  now: () => number
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

export type LeadFiles = ReturnType<typeof createLeadFiles>

const megabyte = 1_048_576
/** Of all files, and of those that no inquiry has taken yet: robots that send nothing else take nothing from customers. */
const budget = { all: 512 * megabyte, waiting: 128 * megabyte }
/** In base64 a part is a record of 1.4 MB. */
const partBytes = megabyte
/** So many may come with each application. */
const filesEach = 3

/**
 * What visitors send with their questions. The bytes lie in parts beside the records, and are never in memory for longer than it takes to
 * keep or send them. A file without an inquiry is removed after an hour, and one whose inquiry has been erased at once: what a crash leaves
 * behind is one or the other.
 */
export function createLeadFiles(parts: LeadFilesParts) {
  const { store, site, space, diskReserve, applicationsPerHour, jobs, now, rateLimit, shareFor } = parts
  const { leadFile, leadFileParts } = store
  const networks = rateLimit ? createApplicationNetworks(now, shareFor, filesEach, 'leadFile') : unlimitedNetworks
  const hour = createHourlyLimit(rateLimit ? applicationsPerHour * filesEach : Infinity, now)
  const limit = (): number => site().inquiry.fileMegabytes * megabyte
  /** Since the last look an inquiry with files may have been erased; a server may have been killed before it looked. */
  let hasErased = true
  store.states.agent.watch('leadFiles', ({ before, next }) => {
    const left = new Set([next.live, next.draft, next.trash?.record].flatMap((record) => record?.files ?? []))
    const had = [before.live, before.draft, before.trash?.record].flatMap((record) => record?.files ?? [])
    if (had.length > 0 && left.size === 0) hasErased = true
  })

  const drop = async (id: string): Promise<void> => {
    await leadFileParts.remove(id)
    await leadFile.remove(id)
  }
  const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
  const inInquiries = (): Set<string> =>
    new Set(everywhere(store.states.agent).flatMap(({ files = [] }) => files.map(({ fileId }) => fileId)))

  /** Nobody has to wait for what was answered, and what may be a robot's goes before it. */
  const makeRoom = async (size: number): Promise<void> => {
    let over = sizeOf(leadFile.all().filter(({ taken }) => taken)) + size - budget.all
    const answered = store.agent.all().filter(({ state = 'new' }) => state !== 'new')
    for (const { files = [] } of [...oldestFirst(store.doubtful.all()), ...oldestFirst(answered)]) {
      for (const { fileId } of files) {
        if (over <= 0) return
        over -= leadFile.get(fileId)?.size ?? 0
        await drop(fileId)
      }
    }
    if (over > 0) throw noSpace(leadFileWords.notTaken)
  }

  const sweep = (): Promise<void> =>
    store.exclusive('leadFile', async () => {
      hasErased = false
      const named = inInquiries()
      for (const { id, createdAt, taken } of leadFile.all()) {
        const isNew = Math.abs(now() - Date.parse(createdAt)) < hourMs
        if (!named.has(id) && (taken || !isNew)) await drop(id)
      }
    })
  const nextExpiry = (): number =>
    Math.min(...leadFile.all().map(({ createdAt, taken }) => (taken ? Infinity : Date.parse(createdAt) + hourMs)))
  jobs.add({
    failed: 'files that visitors have sent were not all removed in time',
    next: () => (hasErased ? 0 : nextExpiry()),
    run: sweep,
    onlyLeader: true,
  })

  return {
    sweep,

    /** Throws before anything of a file is received. What is tried counts. */
    async admit(address: string): Promise<void> {
      if (limit() === 0) throw new Failure(403, '本站不接收文件')
      const wait = Math.max(networks.secondsToWait(address), hour.secondsToWait())
      if (wait > 0) throw tooManyTries(`文件发送过于频繁，请稍后再试（约${Math.ceil(wait / 60)}分钟后）`, wait)
      const free = (await space.data.bytes()) ?? Infinity
      const isFull = sizeOf(leadFile.all().filter(({ taken }) => !taken)) + limit() > budget.waiting
      // Words are accepted down to the reserve.
      if (isFull || (diskReserve > 0 && free < 2 * diskReserve)) throw noSpace('暂时收不了文件，文字可以照常提交')
      networks.count(address)
      hour.count(now())
    },

    async keep({ path, size, name = '' }: ReceivedFile): Promise<LeadFile> {
      if (size > limit()) throw new Failure(413, leadFileWords.tooLarge(site().inquiry.fileMegabytes))
      const sent = await readFile(path).catch((error: unknown) => {
        throw uploadFailure(error)
      })
      const read = await readLeadFile(sent)
      if (!read) throw fieldFailure('file', leadFileWords.wrongType)
      const { type, bytes } = read
      const file: LeadFileRecord = {
        // Nobody guesses it who has not sent the file.
        id: randomBytes(16).toString('hex'),
        createdAt: chinaTime(now()),
        name: leadFileName(name, type),
        size: bytes.length,
        hash: createHash('sha256').update(bytes).digest('hex'),
      }
      await leadFile.put(file)
      try {
        for (let at = 0; at < bytes.length; at += partBytes) {
          const data = bytes.toString('base64', at, Math.min(at + partBytes, bytes.length))
          await leadFileParts.write(file.id, partName(at / partBytes), { data })
        }
      } catch (error) {
        await drop(file.id).catch(() => {})
        throw error
      }
      return { fileId: file.id, name: file.name, size: file.size }
    },

    /** Saves an inquiry with these files, which no other has. They stay where the save fails, and may be sent again. */
    async take<T>(ids: readonly string[], save: (files: LeadFile[]) => Promise<T>): Promise<T> {
      if (ids.length === 0) return save([])
      return store.exclusive('leadFile', async () => {
        const records = [...new Set(ids)].flatMap((id) => leadFile.get(id) ?? [])
        if (records.length < new Set(ids).size) throw fieldFailure('files', leadFileWords.gone)
        // What was taken is of a repeat, which saves nothing.
        const free = records.filter(({ taken }) => !taken)
        if (sizeOf(free) > limit()) throw fieldFailure('files', leadFileWords.tooLarge(site().inquiry.fileMegabytes))
        await makeRoom(sizeOf(free))
        const saved = await save(free.map(({ id, name, size }) => ({ fileId: id, name, size })))
        for (const record of free) await leadFile.put({ ...record, taken: true })
        hasErased = true
        return saved
      })
    },

    /** Undefined where there is none any more. */
    async read({ files = [] }: LeadRecord, fileId: string): Promise<Download | undefined> {
      const file = files.find((each) => each.fileId === fileId)
      const record = file && leadFile.get(fileId)
      if (!record) return undefined
      const { name, size } = record
      return { name, type: 'application/octet-stream', bytes: size, chunks: partsOf(store, record), strange: true }
    },
  }
}

const partName = (index: number): string => `part-${index}`

const oldestFirst = (records: readonly LeadRecord[]): LeadRecord[] =>
  [...records].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))

async function* partsOf(
  { leadFileParts }: Store,
  { id, size }: LeadFileRecord,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < size; at += partBytes) {
    const part = (await leadFileParts.read(id, partName(at / partBytes))) as { data: string } | undefined
    if (!part) throw new Error(`a part of leadFile/${id} is missing`)
    yield Buffer.from(part.data, 'base64')
  }
}

/** Whether all of a file is there as it was sent. */
export async function isLeadFileIntact(store: Store, file: LeadFileRecord): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const part of partsOf(store, file)) hash.update(part)
  } catch {
    return false
  }
  return hash.digest('hex') === file.hash
}
