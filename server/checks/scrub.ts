import { uploadExtension } from '../../contract/pictureName.ts'
import { isDue } from '../backup/schedule.ts'
import { Failure } from '../failure.ts'
import { type HashOfUpload, isIntact } from '../media/isIntact.ts'
import type { ScrubRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'

/** Minutes past midnight in China: before most backups, which then have what was mended. */
const scrubAt = 2 * 60 + 30
/** Staff who are away for a weekend see it, too. */
const shownMs = 7 * 86_400_000
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

/**
 * Finds what has changed on the disk behind the server's back, by a failing disk for example: each night, and when the returned function is
 * called, which resolves to what it has found.
 */
export function createScrub({ store, hashOf, jobs, isStopped, now, log }: ScrubParts): () => Promise<Scrubbed> {
  /** A run that fails waits for the next night, too. */
  let last = Date.parse(store.scrub.get('last')?.createdAt ?? '') || now()

  const run = async (): Promise<Scrubbed> => {
    last = now()
    const { count, mended, unwritten } = await store.mend(isStopped)
    for (const name of mended) log('error', `${name} was not on the disk as it was saved; it was written again`)
    for (const { name, failure } of unwritten)
      log('error', `${name} is not on the disk as it was saved, and cannot be written`, failure.cause)
    const { uploads, damaged } = await damagedUploads(store, hashOf, isStopped)
    for (const address of damaged) log('error', `${address} is missing, or is not what was uploaded`)
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
  return start
}

/** For a command on a database: it has nothing in memory that the records could be compared with. */
export async function scrubUploads({ store, hashOf, now }: Pick<ScrubParts, 'store' | 'hashOf' | 'now'>) {
  const result = await damagedUploads(store, hashOf, () => false)
  const before = store.scrub.get('last') ?? recordOf({ ...result, mended: [], unwritten: [] }, undefined, now())
  await store.scrub.put({ ...before, damaged: result.damaged })
  return result
}

async function damagedUploads(
  { media }: Store,
  hashOf: HashOfUpload,
  isStopped: () => boolean,
): Promise<{ uploads: number; damaged: string[] }> {
  const uploads = media.all().filter(({ address }) => uploadExtension(address) !== undefined)
  const damaged: string[] = []
  let count = 0
  for (const { id, address } of uploads) {
    // A disk that is not mounted lacks all of them.
    if (isStopped() || damaged.length === maxNames) break
    // Somebody may delete it meanwhile.
    if (!(await isIntact(hashOf, address)) && media.get(id)) damaged.push(address)
    count++
  }
  return { uploads: count, damaged }
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
    damaged,
  }
}

/** For the operator who has asked. */
export function scrubbedWords({ records, uploads, mended, unwritten, damaged }: Scrubbed): string {
  return [
    `已核对：${records} 条记录，${uploads} 个上传的文件`,
    ...(mended.length + unwritten.length + damaged.length === 0 ? ['全部一致'] : []),
    ...listed(`重新写好的记录：${mended.length} 条`, mended),
    ...listed(`写不进硬盘的记录：${unwritten.length} 条，重启就会丢失，请先备份，再检查硬盘`, unwritten),
    ...damagedWords(damaged),
  ].join('\n')
}

export function scrubbedUploadsWords({ uploads, damaged }: Pick<Scrubbed, 'uploads' | 'damaged'>): string {
  return [
    `已核对：数据库中 ${uploads} 个上传的文件`,
    ...(damaged.length === 0 ? ['全部一致'] : damagedWords(damaged)),
    '记录由领头的服务器每天02:30与它内存里的核对',
  ].join('\n')
}

const listed = (title: string, names: readonly string[]): string[] =>
  names.length > 0 ? [title, ...names.map((name) => `  ${name}`)] : []
const damagedWords = (damaged: readonly string[]): string[] =>
  listed(`缺失或损坏的上传文件：${damaged.length} 个，请从备份里恢复，或重新上传`, damaged)
