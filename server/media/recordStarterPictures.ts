import { isStarterPicture } from '../../contract/pictureName.ts'
import type { Store } from '../store/store.ts'
import { readStarterPicture } from '../uploads/starterFile.ts'
import { mediaId, recordUpload } from './library.ts'
import type { MediaUses } from './mediaUses.ts'

/**
 * Puts the pictures of the program into the library that the site uses, each once, and takes out those that it does not use any more:
 * nobody could delete them. They are older than everything that staff have uploaded.
 */
export async function recordStarterPictures(store: Pick<Store, 'media'>, uses: MediaUses, mediaFolder: string): Promise<void> {
  await uses.ready()
  for (const { id, address } of store.media.all()) {
    if (isStarterPicture(address) && uses.count(address) === 0) await store.media.remove(id)
  }
  const missing = uses.starterPictures().filter((address) => !store.media.get(mediaId(address)))
  await Promise.all(missing.map(async (address) => {
    const facts = await readStarterPicture(mediaFolder, address)
    const [place] = uses.places(address)
    const name = (place?.group === undefined ? place?.title : place.field) ?? ''
    if (facts) await recordUpload(store, facts, { name, by: '', madeAt: 0 })
  }))
}
