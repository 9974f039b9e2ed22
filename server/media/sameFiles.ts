import { pictureFacts } from '../../contract/pictureName.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Finds the picture of the library with these bytes, in whichever folder it lies. Films and documents have one address for the same bytes.
 */
export function createSameFiles({ media }: Pick<Store, 'media'>): (hash: string) => string | undefined {
  const addresses = new Map<string, string>()
  for (const record of media.all()) addresses.set(hashOf(record), record.address)
  media.watch('files', (record, before) => {
    if (record) addresses.set(hashOf(record), record.address)
    else if (before && addresses.get(hashOf(before)) === before.address) addresses.delete(hashOf(before))
  })
  return (hash) => addresses.get(hash)
}

/** Of an older record the address has it, unless the picture has variants, which are part of what is hashed there. */
const hashOf = ({ hash, address }: MediaRecord): string =>
  hash ?? (pictureFacts(address)?.variants.length === 0 ? (/[0-9a-f]{32}/.exec(address)?.[0] ?? '') : '')
