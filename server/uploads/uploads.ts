import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pictureSuffix } from '../../contract/pictureName.ts'
import { messages, type UploadType, uploadTypes, variantField } from '../../contract/rules.ts'
import type { ReceivedFile, ReceivedVariant } from '../calls/caller.ts'
import { Failure, uploadFailure, writeFailure } from '../failure.ts'
import { checkAccess, makeFolder, syncFolder } from '../folders.ts'
import { isWithinLimits, type Picture, sniff } from './sniff.ts'
import { stripMetadata } from './stripMetadata.ts'

export interface Uploads {
  /** The folder for files while they are received. */
  incoming: string
  /** Keeps a picture and its variants, and resolves to its address when all of them are durable. */
  keep(file: ReceivedFile, kind: UploadType | 'logo', more?: { variants?: readonly ReceivedVariant[]; color?: string }): Promise<string>
  /** Fetches an upload of another server into the folder. False when there is none. */
  fetch(kind: string, name: string): Promise<boolean>
  /** Creates the folders and removes what a killed server left half received. Call it once, before the first request. */
  prepare(): Promise<void>
}

/** Uploads that several servers share; the folder then holds copies. */
export interface SharedUploads {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
}

/** Files are named after their content and size: the same bytes twice are one file, and an address never serves other bytes. */
export function createUploads(uploadsDir: string, shared?: SharedUploads): Uploads {
  const folder = resolve(uploadsDir)
  const incoming = join(folder, '.incoming')

  const keep: Uploads['keep'] = async (file, kind, more = {}) => {
    try {
      const main = await prepareFile(file.path)
      if (main.type === 'webp') throw new Failure(422, messages.pictureOnly)
      const variants: Prepared[] = []
      for (const each of more.variants ?? []) variants.push(await prepareVariant(each, main))

      const target = join(folder, kind)
      const stem = stemOf(main, variants)
      const name = `${stem}.${pictureSuffix({ ...main, color: more.color ?? '', widths: variants.map(({ width }) => width) })}.${main.type}`
      await share([...variants.map(({ path, width }) => ({ path, name: `${stem}.${width}w.webp` })), { path: main.path, name }], kind)
      // Replaces equal files, which also repairs a damaged one. The picture comes last, since its name lists the variants.
      for (const { path, width } of variants) await rename(path, join(target, `${stem}.${width}w.webp`))
      await rename(main.path, join(target, name))
      await syncFolder(target)
      return `/uploads/${kind}/${name}`
    } catch (error) {
      throw uploadFailure(error)
    }
  }

  const share = async (files: readonly { path: string; name: string }[], kind: string): Promise<void> => {
    if (!shared) return
    try {
      for (const { path, name } of files) await shared.put(`${kind}/${name}`, await readFile(path))
    } catch (cause) {
      throw new Failure(...writeFailure('OFFLINE', 'upload'), { cause })
    }
  }

  const fetching = new Map<string, Promise<boolean>>()
  const fetchNow = async (kind: string, name: string): Promise<boolean> => {
    const bytes = await shared?.get(`${kind}/${name}`)
    if (!bytes) return false
    const temp = join(incoming, randomUUID())
    await writeFile(temp, bytes, { mode: 0o644 })
    await rename(temp, join(folder, kind, name))
    return true
  }
  const fetch: Uploads['fetch'] = async (kind, name) => {
    if (!shared) return false
    const key = `${kind}/${name}`
    const started = fetching.get(key) ?? fetchNow(kind, name).finally(() => fetching.delete(key))
    fetching.set(key, started)
    try {
      return await started
    } catch (cause) {
      throw new Failure(503, '图片暂时无法读取，请稍后重试', { cause, headers: { 'Retry-After': '5' } })
    }
  }

  const prepare = async (): Promise<void> => {
    for (const kind of ['', ...uploadTypes, 'logo']) makeFolder(join(folder, kind), 0o755)
    makeFolder(incoming)
    for (const kind of ['', ...uploadTypes, 'logo', '.incoming']) checkAccess(join(folder, kind))
    for (const name of await readdir(incoming)) await rm(join(incoming, name), { recursive: true, force: true })
  }

  return { incoming, keep, fetch, prepare }
}

/** A received file that is a picture, and is on disk without its metadata. */
interface Prepared extends Picture {
  path: string
  hash: string
}

async function prepareFile(path: string): Promise<Prepared> {
  const { bytes, orientation } = stripMetadata(await readFile(path))
  const picture = sniff(bytes)
  if (picture === undefined) throw new Failure(422, messages.pictureOnly)
  if (!isWithinLimits(picture)) throw new Failure(422, '图片尺寸过大：边长不能超过16384像素，总像素不能超过5000万')
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.chmod(0o644)
    await file.sync()
  } finally {
    await file.close()
  }
  const { width, height } = picture
  // Orientations from 5 on are rotated by 90 degrees.
  const shown = orientation > 4 ? { width: height, height: width } : { width, height }
  return { type: picture.type, ...shown, path, hash: sha256(bytes) }
}

async function prepareVariant({ path, width }: ReceivedVariant, main: Prepared): Promise<Prepared> {
  const variant = await prepareFile(path)
  if (variant.width !== width || width > main.width || Math.abs(variant.height - (main.height * width) / main.width) > 1) {
    throw new Failure(422, `小尺寸图片应为${width}像素宽，长宽比例与原图相同，且不大于原图`, { data: { field: variantField(width) } })
  }
  return variant
}

/** Hashes the picture and its variants: the same picture with other variants is another upload. */
const stemOf = (main: Prepared, variants: readonly Prepared[]): string =>
  (variants.length === 0 ? main.hash : sha256(Buffer.from([main, ...variants].map(({ hash }) => hash).join()))).slice(0, 32)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
