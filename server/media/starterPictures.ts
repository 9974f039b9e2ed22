import { chinaTime } from '../system/chinaTime.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { readStarterPicture } from './starterFile.ts'
import { mediaId } from './library.ts'
import type { MediaUses } from './mediaUses.ts'

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
    /** Anything in the library. */
    find: async (id: string): Promise<MediaRecord | undefined> => media.get(id) ?? (await all()).find((record) => record.id === id),
  }
}
