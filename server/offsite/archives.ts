import type { FileHandle } from 'node:fs/promises'
import { BackupFailure } from '../backup/backupFailure.ts'
import { type Bytes, bytesOfFile } from '../backup/readArchive.ts'
import { isArchiveName, storeOf, timeOf } from '../backup/schedule.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import { Misuse } from '../system/systemErrors.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { type Minutes, minutesUntil } from './playMinutes.ts'
import { isSealed, openSealed } from './sealed.ts'

const suffix = '.sealed'

/** What an archive is called in the bucket. */
export const objectName = (archive: string): string => `${archive}${suffix}`

/** The names of the archives in a bucket, the oldest first. */
export async function archivesIn(bucket: Pick<Bucket, 'list'>): Promise<string[]> {
  const names = (await bucket.list('zhuzhan-')).map(({ name }) => name)
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .filter(isArchiveName)
}

export const fetchArchive = (
  bucket: Pick<Bucket, 'get'>,
  name: string,
  { passphrase }: OffsiteSettings,
): AsyncIterable<Buffer> => openSealed(bucket.get(objectName(name)), passphrase)

/** The archive that somebody wants to restore from the bucket: by its name, or the newest before a moment with the minutes up to it. */
export async function wantedArchive(
  wanted: string | number,
  config: Pick<Config, 'offsite'>,
): Promise<{ archive: Bytes; minutes?: Minutes }> {
  const settings = requiredSettings(config)
  const bucket = openBucket(settings)
  const names = await archivesIn(bucket)
  const name =
    wanted === 'latest' ? names.at(-1) : names.findLast((each) => each === wanted || timeOf(each) <= Number(wanted))
  if (name === undefined) throw new BackupFailure(['异地存储里没有这份备份，现有：', ...names].join('\n'))
  const archive = fetchArchive(bucket, name, settings)
  return typeof wanted === 'string'
    ? { archive }
    : { archive, minutes: minutesUntil(wanted, storeOf(name), bucket, settings.passphrase) }
}

/** A plain archive, or a sealed one that somebody has fetched. */
export async function archiveInFile(file: FileHandle, config: Pick<Config, 'offsite'>): Promise<Bytes> {
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
  const bytes = bytesOfFile(file.fd)
  return isSealed(buffer) ? openSealed(bytes, requiredSettings(config).passphrase) : bytes
}

function requiredSettings({ offsite }: Pick<Config, 'offsite'>): OffsiteSettings {
  if (!offsite) throw new Misuse('没有 OFFSITE_… 设置：请先放好网站的设置文件 /etc/zhuzhan.env')
  return offsite
}
