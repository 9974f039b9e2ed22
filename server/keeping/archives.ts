import type { FileHandle } from 'node:fs/promises'
import { dayMs } from '../../contract/text/durations.ts'
import { BackupFailure, BadArchive } from './backupFailure.ts'
import { type Manifest, siteWords } from './manifest.ts'
import { type Bytes, bytesOfFile, readArchive } from './readArchive.ts'
import { isArchiveName, storeOf, timeOf } from './schedule.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import { shownTime } from '../store/kind.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ForOperator, Misuse } from '../system/systemErrors.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { twinSign, twinsIn } from './machines.ts'
import { markIn, minutesPrefix, placeAt, timeIn, timeOfMinute } from './minuteFile.ts'
import { type Minutes, minutesUntil } from './playMinutes.ts'
import { isSealed, openObject, openSealed } from './sealed.ts'

const suffix = '.sealed'

/** What an archive is called in the bucket. */
export const objectName = (archive: string): string => `${archive}${suffix}`
const isObjectName = (name: string): boolean => name.endsWith(suffix) && isArchiveName(name.slice(0, -suffix.length))

/** The names of the archives in a bucket, the oldest first. */
export async function archivesIn(bucket: Pick<Bucket, 'list'>): Promise<string[]> {
  const names = (await bucket.list('zhuzhan-')).map(({ name }) => name)
  return names.filter(isObjectName).map((name) => name.slice(0, -suffix.length))
}

/** A new machine must not put its starter site among the copies of the site that is to be restored on it. */
export function refuseOthers(names: readonly string[], store: string | undefined, { shared }: OffsiteSettings): void {
  const newest = names.at(-1)
  if (newest === undefined || shared || names.some((name) => storeOf(name) === store)) return
  throw new ForOperator(
    `存储桶里是另一个站点的备份（最近一份 ${newest}），本机没有发送任何内容。` +
      '要在这台机器上恢复那个站点，见docs/backup.md的“To a bucket”；这是另一个网站、与它共用存储桶的，请设置OFFSITE_SHARED=on',
  )
}

export const fetchArchive = (
  bucket: Pick<Bucket, 'get'>,
  name: string,
  { passphrase }: OffsiteSettings,
): AsyncIterable<Buffer> => openObject(bucket, objectName(name), passphrase)

/** Whoever can write to the bucket could offer an old archive under a newer name. */
export function refuseRenamed(name: string, { time, site }: Manifest): void {
  const late = Date.parse(time) - timeOf(name)
  // The name has the moment at which the backup began, the manifest that of its snapshot.
  const fits = late > -60_000 && late < dayMs && (!site || site.store === (storeOf(name) ?? ''))
  if (!fits) throw new BadArchive(`备份的名称与内容不符：${name}里是 ${time.slice(0, 19).replace('T', ' ')} 的备份`)
}

interface WantedArchive {
  archive: Bytes
  /** Its name in the bucket; absent for a file. */
  name?: string
  minutes?: Minutes
}

/** What has to be named where the bucket has copies of several. */
interface Whose {
  store?: string | undefined
  machine?: string | undefined
}

/**
 * The archive that somebody wants to restore from the bucket: by its name, or the newest of a store, or the newest before a moment with the
 * minutes up to it. What a machine has written last are its minutes: the archive before them may be another one's.
 */
export async function wantedArchive(
  wanted: string | number,
  { store, machine }: Whose,
  config: Pick<Config, 'offsite'>,
): Promise<WantedArchive> {
  const settings = requiredSettings(config)
  const bucket = openBucket(settings)
  const all = await archivesIn(bucket)
  const named = all.find((each) => each === wanted)
  if (named !== undefined) return { archive: fetchArchive(bucket, named, settings), name: named }
  const end = wanted === 'latest' ? afterClocks() : Number(wanted)
  const names = (await ofOneStore(all, store, bucket, settings)).filter((name) => timeOf(name) <= end)
  for (const name of names.reverse()) {
    const made = (await manifestOf(fetchArchive(bucket, name, settings))).site?.machine ?? ''
    const writers = await writersSince(made, name, end, bucket)
    // One that has taken over goes on with the last archive of before.
    const isBasis = placeAt(timeOf(name)) < (machine ?? '')
    if (machine && made && made !== machine.replace(twinSign, '') && !(isBasis && writers.has(machine))) continue
    if (!machine && writers.size > 1) askWhich(writers)
    const [mark = ''] = machine ? [machine] : writers.keys()
    const until = writers.has(mark + twinSign) ? (writers.get(mark) ?? end) : end
    const archive = fetchArchive(bucket, name, settings)
    return wanted === 'latest' && !machine
      ? { archive, name }
      : {
          archive,
          name,
          minutes: minutesUntil(until, storeOf(name), bucket, settings.passphrase, mark.replace(twinSign, '')),
        }
  }
  throw new BackupFailure(['异地存储里没有这份备份，现有：', ...all].join('\n'))
}

/** One that a clock years ahead has dated is not the newest; it can be restored by its name. */
const afterClocks = (): number => Date.now() + dayMs

/**
 * Which machines have written an archive and the minutes since, and when last. Where several have, a burnt one is back or a rehearsal sends.
 * Of two with one mark, as of a cloned disk, each minute behind the last that both have is of one of them alone.
 */
async function writersSince(
  made: string,
  archive: string,
  end: number,
  bucket: Pick<Bucket, 'list'>,
): Promise<ReadonlyMap<string, number>> {
  const since = timeOf(archive)
  const twins = await twinsIn(bucket, storeOf(archive))
  const wrote = new Map([[made, since]])
  for (const { name } of await bucket.list(minutesPrefix(storeOf(archive)))) {
    const time = timeOfMinute(name) ?? 0
    const mark = markIn(name)
    const isOfOne = (timeIn(name) ?? '') > (twins.get(mark) ?? '~')
    if (time > since && time <= end) wrote.set(isOfOne ? mark + twinSign : mark, time)
  }
  // What is from before marks.
  wrote.delete('')
  return wrote
}

function askWhich(writers: ReadonlyMap<string, number>): never {
  const newest = [...writers.keys()].sort().at(-1)
  const lines = [...writers].map(([mark, last]) => {
    const latest = mark === newest ? '（最后接手的一台）' : ''
    const which = mark.endsWith(twinSign) ? '（有同样的标记，此后只有其中一台写过，或者是数据退回以前的）' : latest
    return `--machine ${mark}：最后写入 ${shownTime(chinaTime(last))}${which}`
  })
  throw new BackupFailure(
    [
      '不止一台机器写过，请加上 --machine 写明要哪一台的：',
      ...lines,
      '最后接手的不一定记录最全：请各加 --into 恢复到别的文件夹，比较之后再选',
    ].join('\n'),
  )
}

async function ofOneStore(
  names: readonly string[],
  store: string | undefined,
  bucket: Pick<Bucket, 'get'>,
  settings: OffsiteSettings,
): Promise<readonly string[]> {
  const stores = storesOf(names)
  if (store !== undefined) {
    const ofStore = names.filter((name) => (storeOf(name) ?? '') === (store === noStore ? '' : store))
    if (ofStore.length === 0)
      throw new BackupFailure(`异地存储里没有站点 ${store} 的备份，有：${stores.map(storeWord).join('、')}`)
    return ofStore
  }
  if (stores.length < 2) return names
  const lines = await describeStores(names, bucket, settings)
  throw new BackupFailure(['异地存储里有几个站点的备份，请加上 --store 写明要恢复哪一个：', ...lines].join('\n'))
}

const noStore = 'none'
const storeWord = (store: string): string => store || noStore
const storesOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => storeOf(name) ?? ''))]

/** A line for each store, with what its newest archive says of itself. */
async function describeStores(
  names: readonly string[],
  bucket: Pick<Bucket, 'get'>,
  settings: OffsiteSettings,
): Promise<string[]> {
  const lines: string[] = []
  for (const store of storesOf(names)) {
    const ofStore = names.filter((name) => (storeOf(name) ?? '') === store)
    const newest = ofStore.findLast((name) => timeOf(name) <= afterClocks()) ?? ofStore.at(-1) ?? ''
    const words = await manifestOf(fetchArchive(bucket, newest, settings))
      .then(siteWords)
      .catch((error: unknown) => (error instanceof ForOperator ? error.message : Promise.reject(error)))
    lines.push(`--store ${storeWord(store)}：共 ${ofStore.length} 份，最近一份：${words}`)
  }
  return lines
}

/** What there is to restore, for `restore offsite:`. */
export async function listArchives(config: Pick<Config, 'offsite'>): Promise<string[]> {
  const settings = requiredSettings(config)
  const bucket = openBucket(settings)
  const names = await archivesIn(bucket)
  if (names.length === 0) return ['异地存储里还没有备份']
  return [...(await describeStores(names, bucket, settings)), ...names]
}

/** The manifest stands first: no more than the beginning is fetched. */
async function manifestOf(archive: Bytes): Promise<Manifest> {
  const manifests: Manifest[] = []
  const enough = new Error('the manifest has been read')
  try {
    await readArchive(archive, {
      async begin(manifest) {
        manifests.push(manifest)
        throw enough
      },
      async file() {},
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  const [manifest] = manifests
  if (!manifest) throw new BadArchive('不是筑站的备份文件')
  return manifest
}

/** A plain archive, or a sealed one that somebody has fetched and may have called otherwise. */
export async function archiveInFile(file: FileHandle, config: Pick<Config, 'offsite'>): Promise<WantedArchive> {
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
  const archive = bytesOfFile(file.fd)
  if (!isSealed(buffer)) return { archive }
  return { archive: openSealed(archive, requiredSettings(config).passphrase, isObjectName) }
}

function requiredSettings({ offsite }: Pick<Config, 'offsite'>): OffsiteSettings {
  if (!offsite) throw new Misuse('没有 OFFSITE_… 设置：请先放好网站的设置文件 /etc/zhuzhan.env')
  return offsite
}
