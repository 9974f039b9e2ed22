import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isStarterDocument } from '../../contract/media/documents.ts'
import { type MediaType, mediaTypes } from '../../contract/media/mediaTypes.ts'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ignore, ignoreMissing } from '../system/systemErrors.ts'
import { mediaId } from './library.ts'
import type { MediaUses } from './mediaUses.ts'
import { readPicture } from './readPicture.ts'
import type { UploadFacts } from './uploads.ts'

export type StarterFiles = ReturnType<typeof createStarterFiles>

/** What the library calls the data sheets of the program. */
const sheetNames: Readonly<Record<string, string>> = {
  '/media/document/tower-crane-monitor.pdf': '塔机安全监测系统产品资料.pdf',
  '/media/document/dust-noise-monitor.pdf': '扬尘噪声在线监测系统产品资料.pdf',
  '/media/document/real-name-gate.pdf': '实名制通道管理系统产品资料.pdf',
  '/media/document/smart-helmet.pdf': '智能安全帽产品资料.pdf',
  '/media/document/cloud-platform.pdf': '智慧工地云平台产品资料.pdf',
  '/media/document/floor-troweling-robot.pdf': '混凝土抹平机器人产品资料.pdf',
}
/** As the files themselves say. */
const sheetsMadeAt = Date.parse('2026-01-01T08:00:00+08:00')

/**
 * The pictures and data sheets of the program that the site uses, as the library shows them. One becomes a record when staff edit it, or
 * a new site would begin with a hundred records that nobody has made.
 */
export function createStarterFiles({ media }: Pick<Store, 'media'>, uses: MediaUses, mediaFolder: string) {
  const read = (address: string): Promise<MediaRecord | undefined> =>
    isStarterDocument(address) ? readSheet(mediaFolder, address) : shippedPicture(address)

  const shippedPicture = async (address: string): Promise<MediaRecord | undefined> => {
    const facts = await readStarterPicture(mediaFolder, address)
    const [place] = uses.places(address)
    const name =
      (place?.group === undefined ? place?.title : place.field) || address.slice(address.lastIndexOf('/') + 1)
    // Older than everything that staff have uploaded.
    return facts && mediaRecord(facts, name, 0)
  }
  const known = new Map<string, Promise<MediaRecord | undefined>>()
  const recordFor = (address: string): Promise<MediaRecord | undefined> => {
    const record = known.get(address) ?? read(address)
    known.set(address, record)
    return record
  }
  /** Those that have no record. */
  const all = async (): Promise<MediaRecord[]> => {
    await uses.ready()
    const records = await Promise.all(
      uses
        .starterFiles()
        .filter((address) => !media.get(mediaId(address)))
        .map(recordFor),
    )
    return records.flatMap((record) => record ?? [])
  }
  return {
    all,
    find: async (id: string): Promise<MediaRecord | undefined> =>
      media.get(id) ?? (await all()).find((record) => record.id === id),
  }
}

const mediaRecord = (facts: UploadFacts, name: string, madeAt: number): MediaRecord => ({
  ...facts,
  id: mediaId(facts.address),
  createdAt: chinaTime(madeAt),
  name,
  alt: '',
  by: '',
})

/** Undefined when this version has no data sheet of that name. */
async function readSheet(mediaFolder: string, address: string): Promise<MediaRecord | undefined> {
  const name = sheetNames[address]
  if (name === undefined) return undefined
  const file = await stat(join(mediaFolder, address.slice('/media/'.length))).catch(ignoreMissing)
  return (
    file && mediaRecord({ address, type: mediaTypes.pdf, bytes: file.size, width: 0, height: 0 }, name, sheetsMadeAt)
  )
}

/** Reads the facts of a picture of the program; undefined when this version has none of that name. */
async function readStarterPicture(mediaFolder: string, address: string): Promise<UploadFacts | undefined> {
  const path = join(mediaFolder, address.slice('/media/'.length))
  const extension = extname(path)
  const [stem] = basename(path).split('.')
  // Older content names the picture with the hash of its version.
  const names = (await readdir(dirname(path)).catch(ignore('ENOENT', 'ENOTDIR'))) ?? []
  const isVersion = (name: string): boolean => name.startsWith(`${stem}.`) && extname(name) === extension
  const name = names.find((file) => file === basename(path)) ?? names.find(isVersion)
  if (name === undefined) return undefined
  const bytes = await readFile(join(dirname(path), name))
  const size = pictureFacts(address) ?? readPicture(bytes) ?? svgSize(bytes)
  return size && { address, type: typeOf(extension), bytes: bytes.length, width: size.width, height: size.height }
}

function typeOf(extension: string): MediaType {
  if (extension === '.svg') return 'image/svg+xml'
  return extension === '.png' ? mediaTypes.png : mediaTypes.jpg
}

function svgSize(bytes: Buffer) {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('utf8', 0, 500)) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}
