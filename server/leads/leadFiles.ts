import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '../../contract/calls/callRow.ts'
import { truncate } from '../../contract/text/characters.ts'
import { hourMs } from '../../contract/text/durations.ts'
import { ofEach } from '../../contract/kinds/kinds.ts'
import { type LeadFile, tooLargeTogether } from '../../contract/leads/leadFiles.ts'
import type { Admission, ReceivedFile } from '../call.ts'
import { Failure, fieldFailure, refuseFor, uploadFailure } from '../failure.ts'
import { hashesOf, isIntact } from '../media/isIntact.ts'
import { storedName, type Uploads } from '../media/uploads.ts'
import { type NetworkSize, widestNetwork } from '../edge/networks.ts'
import { alone, createNetworkThrottle, type ShareFor, unlimitedNetworks } from '../edge/throttle.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import { leadFileAddress, type LeadFileRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Jobs } from '../system/jobs.ts'
import { type Holder, makeRoom } from '../system/makeRoom.ts'
import { everywhere } from './forget.ts'
import { isBrokenDocument, readDocument } from '../media/readDocument.ts'
import { isWithinLimits, readPicture } from '../media/readPicture.ts'
import { sha256 } from '../system/sha256.ts'

interface LeadFilesParts {
  store: Store
  uploads: Uploads
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
/** What those in 隔离 may have of it. */
const doubtfulBudget = 64 * megabyte

/** What a file counts as: many small ones and a few large ones are the same to a robot. */
const shares = (bytes: number): number => Math.max(1, Math.ceil(bytes / (4 * megabyte)))
/** Of those that no inquiry has, or that are being received. */
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
 * What visitors send with their questions: uploads without an address. Whose a file is, inquiries say: one that none names is removed after
 * an hour, and at once when its inquiry has been erased. What a crash leaves behind is such a file.
 */
export function createLeadFiles({
  store,
  uploads,
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
  /** What is to be removed at once, unless an inquiry names it. */
  const unwanted = new Set<string>()
  /** Where waiting files have come from. What came before a start is one sender's. */
  const senders = new Map<string, string>()
  const receiving = new Set<Holder>()
  let sweptAt = -Infinity
  states.agent.watch('leadFiles', ({ before, next }) => {
    if (next.live || next.draft || next.trash) return
    for (const id of fileIdsOf([before.live, before.draft, before.trash?.record])) unwanted.add(id)
  })

  const drop = async (file: LeadFileRecord): Promise<void> => {
    await leadFileParts.remove(file.id)
    await uploads.remove(leadFileAddress(file), async () => {
      await leadFile.remove(file.id)
      return file.id
    })
  }
  const put = (file: LeadFileRecord, path: string): Promise<void> => {
    const address = leadFileAddress(file)
    return uploads.exclusively(address, async () => {
      await uploads.keepFile(path, address)
      await leadFile.put(file)
    })
  }
  const ofInquiries = (): Set<string> => fileIdsOf(everywhere(states.agent))

  /** Moves what 1.0.0 has kept in records of a megabyte, as base64. The file's record is written again: whoever follows it hears of the upload. */
  const moveParts = async (file: LeadFileRecord): Promise<void> => {
    const names = await leadFileParts.list(file.id)
    if (names.length === 0) return
    const parts: Buffer[] = []
    for (const index of names.keys()) {
      const part = (await leadFileParts.read(file.id, `part-${index}`)) as { data: string } | undefined
      parts.push(Buffer.from(part?.data ?? '', 'base64'))
    }
    const bytes = Buffer.concat(parts)
    if (bytes.length === file.size) {
      const path = join(uploads.incoming, file.id)
      await writeFile(path, bytes, { mode: 0o600 })
      await put(file, path)
    } else if (!(await isIntact(hashesOf(uploads.read), leadFileAddress(file)))) {
      return
    }
    await leadFileParts.remove(file.id)
  }
  async function* chunksOf(file: LeadFileRecord): AsyncGenerator<Buffer, void, undefined> {
    await moveParts(file)
    yield* uploads.read(storedName(leadFileAddress(file)))
  }

  /** What goes so that the budget has room. Throws where files of inquiries in progress leave none: these never go. */
  const toEvict = (bytes: number): LeadFileRecord[] => {
    const { doubtful, deleted, closed, open } = namedFiles(store)
    const over = sizeOf(open) + bytes - budget
    if (over > 0) throw noRoom()
    const evicted = oldestOf(doubtful, sizeOf(doubtful) - doubtfulBudget)
    const remaining = [...doubtful, ...deleted, ...closed].filter((file) => !evicted.includes(file))
    return [...evicted, ...oldestOf(remaining, sizeOf(remaining) + over)]
  }

  /** That no inquiry has, and that are being received. */
  const waiting = (): Holder[] => {
    const named = ofInquiries()
    const files = byAge(leadFile.all()).filter(({ id }) => !named.has(id) && !unwanted.has(id))
    const held = files.map(({ id, size }) => ({
      sender: senders.get(id) ?? '',
      size: shares(size),
      drop: () => void unwanted.add(id),
    }))
    return [...held, ...receiving]
  }

  const sweep = (): Promise<void> =>
    store.exclusive('leadFile', async () => {
      const ownerless = [...unwanted]
      const startedAt = now()
      const named = ofInquiries()
      for (const file of leadFile.all()) {
        const isNew = Math.abs(startedAt - Date.parse(file.createdAt)) < hourMs && !ownerless.includes(file.id)
        if (!named.has(file.id) && !isNew) await drop(file)
      }
      for (const id of ownerless) unwanted.delete(id)
      for (const id of senders.keys()) if (named.has(id) || !leadFile.get(id)) senders.delete(id)
      if (sweptAt === -Infinity) {
        for (const file of leadFile.all()) await moveParts(file)
        await uploads.removeStrayFiles((address) => leadFileAt(store, address) !== undefined)
      }
      sweptAt = startedAt
    })
  jobs.add({
    failed: 'files that visitors have sent were not all removed in time',
    next() {
      if (unwanted.size > 0 || sweptAt === -Infinity) return 0
      const expiries = leadFile.all().map(({ createdAt }) => Date.parse(createdAt) + hourMs)
      return Math.min(...expiries.filter((at) => at > sweptAt))
    },
    run: sweep,
    onlyLeader: true,
  })

  return {
    sweep,

    /** Throws before anything of so many bytes is received. What is tried counts. */
    async admit(address: string, bytes: number): Promise<Admission> {
      if (limit() === 0) throw new Failure(403, '本站不接收文件')
      // Awaited before the limits: nothing may be awaited between them and the count.
      const free = await Promise.all([space.data.bytes(), space.uploads.bytes()])
      refuseFor(networks.secondsToWait(address), '文件发送过于频繁')
      // Words are accepted down to the reserve.
      if (diskReserve > 0 && free.some((bytes = Infinity) => bytes < 2 * diskReserve)) throw noRoom()
      toEvict(limit())
      const sent = shares(Math.min(bytes, limit()))
      const held = waiting()
      makeRoom(held, sizeOf(held) + sent - maxWaiting)
      for (let n = 0; n < sent; n++) networks.count(address)
      const refusal = new AbortController()
      const arrival: Holder = {
        sender: widestNetwork(address),
        size: sent,
        drop() {
          receiving.delete(arrival)
          refusal.abort(noRoom())
        },
      }
      receiving.add(arrival)
      return { signal: refusal.signal, end: () => void receiving.delete(arrival) }
    },

    async keep({ path, size, name = '' }: ReceivedFile, address: string): Promise<LeadFile> {
      if (size > limit()) throw new Failure(413, tooLargeTogether(site().inquiry.fileMegabytes))
      if (unwanted.size > 0) await sweep()
      const { type, bytes } = await readLeadFile(await readFile(path))
      const file: LeadFileRecord = {
        // Nobody guesses it who has not sent the file.
        id: randomBytes(16).toString('hex'),
        createdAt: chinaTime(now()),
        name: `${stemOf(name)}.${type}`,
        size: bytes.length,
        hash: sha256(bytes),
      }
      senders.set(file.id, widestNetwork(address))
      try {
        if (bytes.length < size) await writeFile(path, bytes)
        await put(file, path)
      } catch (error) {
        await drop(file).catch(() => {})
        throw uploadFailure(error)
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
        for (const file of toEvict(sizeOf(files))) if (!unique.has(file.id)) await drop(file)
        return save(files.map(({ id, name, size }) => ({ fileId: id, name, size })))
      })
    },

    /** Undefined where there is none any more. */
    read({ files = [] }: LeadRecord, fileId: string): Download | undefined {
      const record = files.some((file) => file.fileId === fileId) ? leadFile.get(fileId) : undefined
      if (!record) return undefined
      const { name, size } = record
      return { name, type: 'application/octet-stream', bytes: size, chunks: chunksOf(record), strange: true }
    },
  }
}

const noRoom = (): Failure => new Failure(507, '暂时收不了文件，文字可以照常提交', { data: { field: 'files' } })

const isInProgress = ({ state = 'new' }: LeadRecord): boolean => state !== 'signed' && state !== 'invalid'
const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
const byAge = (files: readonly LeadFileRecord[]): LeadFileRecord[] =>
  [...files].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
const fileIdsOf = (leads: readonly (LeadRecord | undefined)[]): Set<string> =>
  new Set(leads.flatMap((lead) => lead?.files ?? []).map(({ fileId }) => fileId))

/** So many of the first that their sizes are at least `bytes` together. */
function oldestOf(files: readonly LeadFileRecord[], bytes: number): LeadFileRecord[] {
  let remaining = bytes
  return files.filter(({ size }) => {
    remaining -= size
    return remaining + size > 0
  })
}

/** Those that inquiries have, the oldest first, in the order in which they go. Of several inquiries the one that needs it most counts. */
function namedFiles({ leadFile, states }: Store) {
  const { live, draft, trash } = states.agent
  const leads = {
    doubtful: draft.all(),
    deleted: trash.all().flatMap(({ record }) => record ?? []),
    closed: live.all().filter((lead) => !isInProgress(lead)),
    open: live.all().filter(isInProgress),
  }
  const needs = new Map<string, string>()
  for (const [need, list] of Object.entries(leads)) for (const id of fileIdsOf(list)) needs.set(id, need)
  const files = byAge(leadFile.all())
  return ofEach(Object.keys(leads) as (keyof typeof leads)[], (need) =>
    files.filter(({ id }) => needs.get(id) === need),
  )
}

/** The addresses of those that inquiries have. */
export const namedLeadFiles = (store: Store): string[] =>
  Object.values(namedFiles(store)).flatMap((files) => files.map(leadFileAddress))

/** The file of an address. */
export const leadFileAt = ({ leadFile }: Store, address: string): LeadFileRecord | undefined =>
  leadFile.get(address.slice(address.lastIndexOf('.') + 1))

/** Of the budget, what only staff can give back. */
export const budgetInUse = (store: Store): number => sizeOf(namedFiles(store).open) / budget

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

interface ReadFile {
  /** As its name ends. */
  type: string
  /** Of a picture without what the camera has noted, and without anything behind it. */
  bytes: Buffer
}

/** What a stranger's file is by its bytes; throws for anything that nobody has to send, and for what has lost its end. */
async function readLeadFile(bytes: Buffer): Promise<ReadFile> {
  const picture = readPicture(bytes)
  if (picture && picture.type !== 'webp' && isWithinLimits(picture))
    return { type: picture.type, bytes: Buffer.from(picture.kept) }
  const drawing = drawingType(bytes)
  if (drawing) return { type: drawing, bytes }
  const read = async (position: number, length: number): Promise<Buffer> => bytes.subarray(position, position + length)
  const reader = { size: bytes.length, read }
  const document = await readDocument(reader)
  if (document) return { type: document.extension, bytes }
  const isBroken = await isBrokenDocument(reader)
  throw fieldFailure(
    'file',
    isBroken
      ? '文件已损坏或不完整，请用原来的软件打开看看，另存后再发送'
      : '只能发送PDF、JPG、PNG、DWG、DXF、DOCX、XLSX和ZIP文件',
  )
}

const headLength = 4_096
const binaryDxf = 'AutoCAD Binary DXF\r\n\x1a\0'
/** Comments may come before the first section. */
const textDxf = /^(?:\uFEFF)?(?:\s*999\r?\n[^\r\n]*\r?\n)*\s*0\s*\r?\n\s*SECTION\s*\r?\n/

function drawingType(bytes: Buffer): 'dwg' | 'dxf' | undefined {
  const head = bytes.toString('latin1', 0, headLength)
  if (/^AC10\d\d\0/.test(head)) return 'dwg'
  if (head.startsWith(binaryDxf)) return 'dxf'
  const isText = !bytes.includes(0) && textDxf.test(bytes.toString('utf8', 0, headLength))
  return isText && /\bEOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64))) ? 'dxf' : undefined
}
