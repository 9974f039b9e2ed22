import type { Store } from '../store/store.ts'
import type { Films } from './films.ts'

const keptMs = 24 * 3_600_000

/**
 * Removes film uploads that were not continued for a day; of a finished one only the record is left. Only the server that leads removes
 * records, and resolves to how many; each removes the files in its own folder that a failure has left.
 */
export async function sweepFilmUploads(
  { filmUpload }: Pick<Store, 'filmUpload'>, films: Films, now: () => number, removesRecords: boolean,
): Promise<number> {
  const old = removesRecords ? filmUpload.all().filter(({ changedAt }) => !(Date.parse(changedAt) > now() - keptMs)) : []
  for (const { id } of old) {
    await filmUpload.remove(id)
    await films.discard(id)
  }
  await films.removeOthers((id) => filmUpload.get(id) !== undefined)
  return old.length
}
