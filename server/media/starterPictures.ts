import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { mediaTypes } from '../../contract/mediaTypes.ts'
import { pictureFacts } from '../../contract/pictureName.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ignore } from '../system/systemErrors.ts'
import { mediaId } from './library.ts'
import type { MediaUses } from './mediaUses.ts'
import { sniff } from './sniff.ts'
import type { UploadFacts } from './uploads.ts'

export type StarterPictures = ReturnType<typeof createStarterPictures>

/**
 * The pictures of the program that the site uses, as the library shows them. One becomes a record when staff edit it: an earlier version of
 * the program cannot read such records, and those of a hundred pictures would be all it quarantines.
 */
export function createStarterPictures({ media }: Pick<Store, 'media'>, uses: MediaUses, mediaFolder: string) {
  const read = async (address: string): Promise<MediaRecord | undefined> => {
    const facts = await readStarterPicture(mediaFolder, address)
    const [place] = uses.places(address)
    const name = (place?.group === undefined ? place?.title : place.field) || address.slice(address.lastIndexOf('/') + 1)
    // Older than everything that staff have uploaded.
    return facts && { ...facts, id: mediaId(address), createdAt: chinaTime(0), name, alt: '', by: '' }
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
    const records = await Promise.all(uses.starterPictures().filter((address) => !media.get(mediaId(address))).map(recordFor))
    return records.flatMap((record) => record ?? [])
  }
  return {
    all,
    find: async (id: string): Promise<MediaRecord | undefined> => media.get(id) ?? (await all()).find((record) => record.id === id),
  }
}

/** Reads the facts of a picture of the program; undefined when this version has none of that name. */
async function readStarterPicture(mediaFolder: string, address: string): Promise<UploadFacts | undefined> {
  const path = join(mediaFolder, address.slice('/media/'.length))
  const extension = extname(path)
  const [stem] = basename(path).split('.')
  // Older content names the picture with the hash of its version.
  const names = (await readdir(dirname(path)).catch(ignore('ENOENT', 'ENOTDIR'))) ?? []
  const isVersion = (each: string): boolean => each.startsWith(`${stem}.`) && extname(each) === extension
  const name = names.find((each) => each === basename(path)) ?? names.find(isVersion)
  if (name === undefined) return undefined
  const bytes = await readFile(join(dirname(path), name))
  const size = pictureFacts(address) ?? sniff(bytes) ?? svgSize(bytes)
  const type = extension === '.svg' ? 'image/svg+xml' : extension === '.png' ? mediaTypes.png : mediaTypes.jpg
  return size && { address, type, bytes: bytes.length, width: size.width, height: size.height }
}

function svgSize(bytes: Buffer): { width: number; height: number } | undefined {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('utf8', 0, 500)) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}
