import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download } from '../../contract/callRow.ts'
import { truncate } from '../../contract/characters.ts'
import { hourMs } from '../../contract/durations.ts'
import { type LeadFile, tooLargeTogether } from '../../contract/leadFiles.ts'
import type { ReceivedFile } from '../call.ts'
import { Failure, fieldFailure, tooManyTries, uploadFailure } from '../failure.ts'
import type { NetworkSize } from '../network/networks.ts'
import { alone, createNetworkThrottle, type ShareFor, unlimitedNetworks } from '../network/throttle.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { LeadFileRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Jobs } from '../system/jobs.ts'
import { everywhere } from './forget.ts'
import { readLeadFile } from './readLeadFile.ts'

interface LeadFilesParts {
  store: Store
  site: () => CurrentSite
  space: { data: FreeSpace; uploads: FreeSpace }
  diskReserve: number
  jobs: Pick<Jobs, 'add'>
  now: () => number
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

export type LeadFiles = ReturnType<typeof createLeadFiles>

const megabyte = 1_048_576
/** Of the files that inquiries have. */
const budget = 512 * megabyte
/** In base64 a part is a record of 1.4 MB. */
const partBytes = megabyte

/** What a file counts as: many small ones and a few large ones are the same to a robot. */
const shares = (bytes: number): number => Math.max(1, Math.ceil(bytes / (4 * megabyte)))
/** Of those that no inquiry has; more than a network can send before they are removed. */
const maxWaiting = 128
/** In an hour: three with each application that may come in ten minutes. */
const sharesOfNetwork: Readonly<Record<NetworkSize, number>> = {
  address: 15,
  '/64': 15,
  '/56': 30,
  '/48': 90,
  '/24': 90,
}

/**
 * What visitors send with their questions. The bytes lie in parts beside the records, and are never in memory for longer than it takes to
 * keep or send them. Whose a file is, inquiries say: one that none names is removed after an hour, and at once when its inquiry has been
 * erased. What a crash leaves behind is such a file.
 */
export function createLeadFiles({
  store,
  site,
  space,
  diskReserve,
  jobs,
  now,
  rateLimit,
  shareFor = alone,
}: LeadFilesParts) {
  const { leadFile, leadFileParts, states } = store
  const networks = rateLimit
    ? createNetworkThrottle(sharesOfNetwork, hourMs, now, (size) => shareFor(`leadFile ${size}`))
    : unlimitedNetworks
  const limit = (): number => site().inquiry.fileMegabytes * megabyte
  const erased = new Set<string>()
  let sweptAt = -Infinity
  states.agent.watch('leadFiles', ({ before, next }) => {
    if (next.live || next.draft || next.trash) return
    for (const id of fileIdsOf([before.live, before.draft, before.trash?.record])) erased.add(id)
  })

  const drop = async (id: string): Promise<void> => {
    await leadFileParts.remove(id)
    await leadFile.remove(id)
  }
  const ofInquiries = (): Set<string> => fileIdsOf(everywhere(states.agent))

  /** What goes so that the budget has room: of inquiries that nobody waits for, the oldest first. Throws where that is not enough. */
  const toEvict = (bytes: number, named: ReadonlySet<string>): string[] => {
    let over = sizeOf(leadFile.all().filter(({ id }) => named.has(id))) + bytes - budget
    if (over <= 0) return []
    const waiting = fileIdsOf(store.agent.all().filter(({ state = 'new' }) => state === 'new'))
    const leads = everywhere(states.agent).sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    const evicted: string[] = []
    for (const id of fileIdsOf(leads)) {
      const file = waiting.has(id) ? undefined : leadFile.get(id)
      if (over <= 0 || !file) continue
      over -= file.size
      evicted.push(id)
    }
    if (over > 0) throw noRoom()
    return evicted
  }

  const sweep = (): Promise<void> =>
    store.exclusive('leadFile', async () => {
      const ownerless = [...erased]
      const startedAt = now()
      const named = ofInquiries()
      for (const { id, createdAt } of leadFile.all()) {
        const isNew = Math.abs(startedAt - Date.parse(createdAt)) < hourMs && !ownerless.includes(id)
        if (!named.has(id) && !isNew) await drop(id)
      }
      for (const id of ownerless) erased.delete(id)
      sweptAt = startedAt
    })
  jobs.add({
    failed: 'files that visitors have sent were not all removed in time',
    next() {
      // Of several servers another one may have removed them.
      for (const id of erased) if (!leadFile.get(id)) erased.delete(id)
      if (erased.size > 0) return 0
      const expiries = leadFile.all().map(({ createdAt }) => Date.parse(createdAt) + hourMs)
      return Math.min(...expiries.filter((at) => at > sweptAt))
    },
    run: sweep,
    onlyLeader: true,
  })

  return {
    sweep,

    /** Throws before anything of so many bytes is received. What is tried counts. */
    async admit(address: string, bytes: number): Promise<void> {
      if (limit() === 0) throw new Failure(403, '本站不接收文件')
      // Awaited before the limits: nothing may be awaited between them and the count.
      const free = await Promise.all([space.data.bytes(), space.uploads.bytes()])
      const wait = networks.secondsToWait(address)
      if (wait > 0) throw tooManyTries(`文件发送过于频繁，请稍后再试（约${Math.ceil(wait / 60)}分钟后）`, wait)
      // Words are accepted down to the reserve.
      if (diskReserve > 0 && free.some((bytes = Infinity) => bytes < 2 * diskReserve)) throw noRoom()
      const named = ofInquiries()
      const waiting = leadFile.all().filter(({ id }) => !named.has(id))
      const sent = shares(Math.min(bytes, limit()))
      if (waiting.reduce((sum, { size }) => sum + shares(size), sent) > maxWaiting) throw noRoom()
      toEvict(limit(), named)
      for (let n = 0; n < sent; n++) networks.count(address)
    },

    async keep({ path, size, name = '' }: ReceivedFile): Promise<LeadFile> {
      if (size > limit()) throw new Failure(413, tooLargeTogether(site().inquiry.fileMegabytes))
      const sent = await readFile(path).catch((error: unknown) => {
        throw uploadFailure(error)
      })
      const read = await readLeadFile(sent)
      if (!read) throw fieldFailure('file', '只能发送PDF、JPG、PNG、DWG、DXF、DOCX、XLSX和ZIP文件')
      const { type, bytes } = read
      const file: LeadFileRecord = {
        // Nobody guesses it who has not sent the file.
        id: randomBytes(16).toString('hex'),
        createdAt: chinaTime(now()),
        name: `${stemOf(name)}.${type}`,
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

    /** Saves an inquiry with these files, which are not removed meanwhile. Another one of the same visitor may have them, too. */
    async take<T>(ids: readonly string[], save: (files: LeadFile[]) => Promise<T>): Promise<T> {
      if (ids.length === 0) return save([])
      return store.exclusive('leadFile', async () => {
        const unique = new Set(ids)
        const files = [...unique].flatMap((id) => leadFile.get(id) ?? [])
        if (files.length < unique.size) throw fieldFailure('files', '有文件已过期，请移除后重新选择')
        if (sizeOf(files) > limit()) throw fieldFailure('files', tooLargeTogether(site().inquiry.fileMegabytes))
        const named = ofInquiries()
        for (const id of toEvict(sizeOf(files.filter(({ id }) => !named.has(id))), named)) {
          if (!unique.has(id)) await drop(id)
        }
        return save(files.map(({ id, name, size }) => ({ fileId: id, name, size })))
      })
    },

    /** Undefined where there is none any more. */
    read({ files = [] }: LeadRecord, fileId: string): Download | undefined {
      const record = files.some((each) => each.fileId === fileId) ? leadFile.get(fileId) : undefined
      if (!record) return undefined
      const { name, size } = record
      return { name, type: 'application/octet-stream', bytes: size, chunks: partsOf(store, record), strange: true }
    },
  }
}

const noRoom = (): Failure => new Failure(507, '暂时收不了文件，文字可以照常提交', { data: { field: 'files' } })

const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
const fileIdsOf = (leads: readonly (LeadRecord | undefined)[]): Set<string> =>
  new Set(leads.flatMap((lead) => lead?.files ?? []).map(({ fileId }) => fileId))

const maxStem = 80

/** A stranger's name as one may show and save it: without a folder, characters that turn or hide others, and what systems refuse. */
function stemOf(sent: string): string {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Z}\s<>:"|?*]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return truncate(stem, maxStem) || '文件'
}

const partName = (index: number): string => `part-${index}`

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

/** The names of those files of inquiries that are not there as they were sent; what had to make room is no damage. */
export async function damagedLeadFiles(store: Store, isStopped: () => boolean) {
  const files = [...fileIdsOf(everywhere(store.states.agent))].flatMap((id) => store.leadFile.get(id) ?? [])
  const damaged: string[] = []
  for (const file of files) {
    if (isStopped()) break
    // Somebody may erase it meanwhile.
    if (!(await isIntact(store, file)) && store.leadFile.get(file.id)) damaged.push(`leadFile/${file.id}`)
  }
  return { count: files.length, damaged }
}

async function isIntact(store: Store, file: LeadFileRecord): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const part of partsOf(store, file)) hash.update(part)
  } catch {
    return false
  }
  return hash.digest('hex') === file.hash
}
