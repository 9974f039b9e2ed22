import { dayMs } from '../../contract/text/durations.ts'
import { uploadExtension } from '../../contract/media/pictureName.ts'
import { isDue } from './schedule.ts'
import { Failure } from '../failure.ts'
import { leadFileAt, namedLeadFiles } from '../leads/leadFiles.ts'
import { type HashOfUpload, isIntact } from '../media/isIntact.ts'
import { mediaId } from '../media/library.ts'
import type { ScrubRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'

/** Minutes past midnight in China: before most backups, which then have what was mended. */
const scrubAt = 2 * 60 + 30
/** Staff who are away for a weekend see it, too. */
const shownMs = 7 * dayMs
const maxNames = 100

interface ScrubParts {
  store: Store
  hashOf: HashOfUpload
  jobs: Pick<Jobs, 'add'>
  isStopped: () => boolean
  now: () => number
  log: Log
}

interface Scrubbed {
  records: number
  uploads: number
  /** The records that were written again. */
  mended: readonly string[]
  /** The records that could not be. */
  unwritten: readonly string[]
  /** The addresses of uploads that are missing or have other bytes. */
  damaged: readonly string[]
}

interface Scrubber {
  /** Compares everything now, and resolves to what it has found. */
  scrub(): Promise<Scrubbed>
  /** For the start: names what is missing without reading the rest. */
  findMissing(list: () => Promise<string[]>): Promise<void>
}

/** Finds what has changed on the disk behind the server's back, by a failing disk for example: each night, and when it is asked to. */
export function createScrub({ store, hashOf, jobs, isStopped, now, log }: ScrubParts): Scrubber {
  /** A run that fails waits for the next night, too. */
  let last = Date.parse(store.scrub.get('last')?.createdAt ?? '') || now()

  const run = async (): Promise<Scrubbed> => {
    last = now()
    const { count, mended, unwritten } = await store.mend(isStopped)
    for (const name of mended) log('error', `${name} was not on the disk as it was saved; it was written again`)
    for (const { name, failure } of unwritten)
      log('error', `${name} is not on the disk as it was saved, and cannot be written`, failure.cause)
    const { uploads, damaged } = await damagedUploads(store, hashOf, isStopped)
    for (const address of damaged.slice(0, maxNames)) log('error', `${address} is missing, or is not what was uploaded`)
    if (isStopped()) throw new Failure(503, '服务器正在停止，没有核对完')
    const result = { records: count, uploads, mended, unwritten: unwritten.map(({ name }) => name), damaged }
    try {
      await store.scrub.put(recordOf(result, store.scrub.get('last'), last))
    } catch (failure) {
      log('error', 'what the comparison with the disk has found was not recorded', failure)
      if (!result.unwritten.includes('scrub/last')) result.unwritten.push('scrub/last')
    }
    return result
  }
  let running: Promise<Scrubbed> | undefined
  const start = (): Promise<Scrubbed> => (running ??= run().finally(() => (running = undefined)))

  jobs.add({
    failed: 'records and uploads were not all compared with the disk; the next night tries again',
    next: () => (isDue(scrubAt, { time: last, failed: false }, now()) ? 0 : Infinity),
    run: start,
    onlyLeader: true,
  })
  return {
    scrub: start,
    async findMissing(list) {
      const addresses = uploadsOf(store)
      const files = new Set(await list())
      const missing = addresses.filter((address) => !files.has(address) && store.media.get(mediaId(address)))
      const known = store.scrub.get('last')?.damaged ?? []
      const still = await damagedOf(
        known.filter((address) => files.has(address)),
        { store, hashOf, isStopped },
      )
      if (missing.length + known.length > 0) await putDamaged(store, [...missing, ...still], now())
    },
  }
}

/** For a command on a database: it has nothing in memory that the records could be compared with. */
export async function scrubUploads({ store, hashOf, now }: Pick<ScrubParts, 'store' | 'hashOf' | 'now'>) {
  const result = await damagedUploads(store, hashOf, () => false)
  await putDamaged(store, result.damaged, now())
  return result
}

async function putDamaged(store: Store, damaged: readonly string[], time: number): Promise<void> {
  const before = store.scrub.get('last') ?? recordOf({ mended: [], unwritten: [], damaged }, undefined, time)
  await store.scrub.put({ ...before, ...damagedFields(damaged) })
}

const damagedFields = (damaged: readonly string[]) => ({
  damaged: damaged.slice(0, maxNames),
  damagedCount: damaged.length,
})

const uploadsOf = ({ media }: Store): string[] =>
  media
    .all()
    .map(({ address }) => address)
    .filter((address) => uploadExtension(address) !== undefined)

async function damagedUploads(store: Store, hashOf: HashOfUpload, isStopped: () => boolean) {
  const uploads = [...uploadsOf(store), ...namedLeadFiles(store)]
  return { uploads: uploads.length, damaged: await damagedOf(uploads, { store, hashOf, isStopped }) }
}

async function damagedOf(
  addresses: readonly string[],
  { store, hashOf, isStopped }: Pick<ScrubParts, 'store' | 'hashOf' | 'isStopped'>,
): Promise<string[]> {
  const damaged: string[] = []
  for (const address of addresses) {
    if (isStopped()) break
    if (await isIntact(hashOf, address)) continue
    // Somebody may delete it meanwhile.
    if (store.media.get(mediaId(address)) ?? leadFileAt(store, address)) damaged.push(address)
  }
  return damaged
}

function recordOf(
  { mended, unwritten, damaged }: Pick<Scrubbed, 'mended' | 'unwritten' | 'damaged'>,
  before: ScrubRecord | undefined,
  time: number,
): ScrubRecord {
  const at = chinaTime(time)
  const isShown = before !== undefined && time - Date.parse(before.mendedAt) < shownMs
  const latest = mended.length > 0 || !isShown ? { mended: mended.slice(0, maxNames), mendedAt: at } : before
  const { mendedAt } = latest
  return {
    id: 'last',
    createdAt: at,
    mended: latest.mended,
    mendedAt,
    unwritten: unwritten.slice(0, maxNames),
    ...damagedFields(damaged),
  }
}

/** For the operator who has asked. Throws them where something is still to be done. */
export function scrubbedWords({ records, uploads, mended, unwritten, damaged }: Scrubbed): string {
  const words = [
    `已核对：${records} 条记录，${uploads} 个上传的文件`,
    ...(mended.length + unwritten.length + damaged.length === 0 ? ['全部一致'] : []),
    ...listed(`重新写好的记录：${mended.length} 条`, mended),
    ...listed(`写不进硬盘的记录：${unwritten.length} 条，重启就会丢失，请先备份，再检查硬盘`, unwritten),
    ...damagedWords(damaged),
  ].join('\n')
  if (unwritten.length + damaged.length > 0) throw new Failure(409, words)
  return words
}

export function scrubbedUploadsWords({ uploads, damaged }: Pick<Scrubbed, 'uploads' | 'damaged'>): string {
  return [
    `已核对：数据库中 ${uploads} 个上传的文件`,
    ...(damaged.length === 0 ? ['全部一致'] : damagedWords(damaged)),
    '记录由领头的服务器每天02:30与它内存里的核对',
  ].join('\n')
}

const listed = (title: string, names: readonly string[]): string[] =>
  names.length > 0
    ? [title, ...names.slice(0, maxNames).map((name) => `  ${name}`), ...(names.length > maxNames ? ['  ……'] : [])]
    : []
const damagedWords = (damaged: readonly string[]): string[] =>
  listed(`缺失或损坏的上传文件：${damaged.length} 个，请从备份里恢复，或重新上传`, damaged)
