import { createHash } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { variantField } from '../../contract/calls.ts'
import { pictureSuffix } from '../../contract/pictureName.ts'
import { messages, type UploadType, uploadTypes } from '../../contract/rules.ts'
import type { ReceivedFile, ReceivedVariant } from '../calls/caller.ts'
import { Failure } from '../failure.ts'
import { diskFailure } from './diskFailure.ts'
import { fits, type Picture, sniff } from './sniff.ts'
import { stripMetadata } from './stripMetadata.ts'

export interface Uploads {
  /** Where files lie while they come in. */
  incoming: string
  /** Keeps a picture and its variants for good and says its address; answered only when all are safely on disk. */
  keep(file: ReceivedFile, kind: UploadType | 'logo', more?: { variants?: readonly ReceivedVariant[]; color?: string }): Promise<string>
  /** Makes the folders and clears what a killed server left half received; once, before the first request. */
  sweep(): Promise<void>
}

/** A kept file is named after its content and its size, so the same bytes twice are one file and an address never shows other bytes. */
export function createUploads(uploadsDir: string): Uploads {
  const folder = resolve(uploadsDir)
  const incoming = join(folder, '.incoming')

  async function keep(file: ReceivedFile, kind: UploadType | 'logo', more: { variants?: readonly ReceivedVariant[]; color?: string } = {}): Promise<string> {
    try {
      const main = await prepare(file.path)
      if (main.type === 'webp') throw new Failure(422, messages.pictureOnly)
      const variants: Prepared[] = []
      for (const each of more.variants ?? []) variants.push(await prepareVariant(each, main))

      const home = join(folder, kind)
      const stem = stemOf(main, variants)
      const name = `${stem}.${pictureSuffix({ ...main, color: more.color ?? '', widths: variants.map(({ width }) => width) })}.${main.type}`
      // Over an equal file this changes nothing, unless that one was damaged. The picture comes last: its name promises the others.
      for (const { path, width } of variants) await rename(path, join(home, `${stem}.${width}w.webp`))
      await rename(main.path, join(home, name))
      await syncFolder(home)
      return `/uploads/${kind}/${name}`
    } catch (error) {
      throw diskFailure(error)
    }
  }

  async function sweep(): Promise<void> {
    for (const kind of ['', ...uploadTypes, 'logo']) await makeFolder(join(folder, kind), 0o755)
    await makeFolder(incoming, 0o700)
    for (const name of await readdir(incoming)) await rm(join(incoming, name), { recursive: true, force: true })
  }

  return { incoming, keep, sweep }
}

/** A received file that is a picture and lies on disk without its metadata. */
interface Prepared extends Picture {
  path: string
  hash: string
}

async function prepare(path: string): Promise<Prepared> {
  const { bytes, orientation } = stripMetadata(await readFile(path))
  const picture = sniff(bytes)
  if (picture === undefined) throw new Failure(422, messages.pictureOnly)
  if (!fits(picture)) throw new Failure(422, '图片尺寸过大：边长不能超过16384像素，总像素不能超过5000万')
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.chmod(0o644)
    await file.sync()
  } finally {
    await file.close()
  }
  const { width, height } = picture
  // From 5 on it lies on its side.
  const shown = orientation > 4 ? { width: height, height: width } : { width, height }
  return { type: picture.type, ...shown, path, hash: sha256(bytes) }
}

async function prepareVariant({ path, width }: ReceivedVariant, main: Prepared): Promise<Prepared> {
  const variant = await prepare(path)
  if (variant.width !== width || width > main.width || Math.abs(variant.height - (main.height * width) / main.width) > 1) {
    throw new Failure(422, `小尺寸图片应为${width}像素宽，长宽比例与原图相同，且不大于原图`, { data: { field: variantField(width) } })
  }
  return variant
}

/** Of the picture and its variants: the same picture with other variants is another upload, for an address never shows other bytes. */
const stemOf = (main: Prepared, variants: readonly Prepared[]): string =>
  (variants.length === 0 ? main.hash : sha256(Buffer.from([main, ...variants].map(({ hash }) => hash).join()))).slice(0, 32)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** A new name is on disk only when its folder is. Windows journals names by itself and opens no folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
