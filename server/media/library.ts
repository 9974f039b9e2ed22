import { truncate } from '../../contract/text/characters.ts'
import { bytesAlone, type Fingerprint, fingerprint } from '../../contract/calls/fingerprint.ts'
import { isFilm } from '../../contract/media/mediaTypes.ts'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { mediaForm } from '../../contract/calls/rules.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { UploadFacts } from './uploads.ts'
import { sha256 } from '../system/sha256.ts'

export interface UploadDetails {
  /** The name of the file that was sent. */
  name: string
  /** The account's name; '' when it is unknown. */
  by: string
  /** Now, where it is absent. */
  madeAt?: number
  poster?: string
}

/** The same for every server, so that two servers make the same record for one upload. */
export const mediaId = (address: string): string => sha256(address).slice(0, 32)

/** Records an upload, unless it has a record. */
export function recordUpload(
  { media }: Pick<Store, 'media'>,
  upload: UploadFacts,
  details: UploadDetails,
): Promise<MediaRecord> {
  const { address } = upload
  const { name, by, madeAt, poster } = details
  const fileName = address.slice(address.lastIndexOf('/') + 1)
  const sentName = truncate(mediaForm.name.parse(name.split(/[/\\]/).at(-1)), 200)
  return media.insert(
    {
      ...upload,
      name: sentName || fileName,
      alt: '',
      by,
      ...(poster && { poster }),
      ...(madeAt !== undefined && { createdAt: chinaTime(madeAt) }),
    },
    mediaId(address),
  )
}

/** The last one: the same bytes may be drawn from several. */
export async function noteSource({ media }: Pick<Store, 'media'>, address: string, source: Fingerprint): Promise<void> {
  if (media.get(mediaId(address))?.source !== source)
    await media.update(mediaId(address), (record) => ({ ...record, source }))
}

/** Of its bytes, and of the file that it was drawn from. */
export function fingerprintsOf(record: MediaRecord): Set<Fingerprint> {
  const print = fingerprint(record.bytes, hashOf(record))
  return new Set([print, record.source ?? print].flatMap((each) => [each, bytesAlone(each)]))
}

/**
 * Finds the picture of the library with these bytes that was uploaded for the same: an address says for what. Films and documents have one
 * address for the same bytes.
 */
export function createSameFiles({ media }: Pick<Store, 'media'>): (hash: string, kind: string) => string | undefined {
  const addresses = new Map<string, string>()
  const contentKey = (record: MediaRecord): string => `${record.address.split('/')[2]}/${hashOf(record)}`
  for (const record of media.all()) addresses.set(contentKey(record), record.address)
  media.watch('files', ({ record, before }) => {
    if (record) addresses.set(contentKey(record), record.address)
    else if (before && addresses.get(contentKey(before)) === before.address) addresses.delete(contentKey(before))
  })
  return (hash, kind) => addresses.get(`${kind}/${hash}`)
}

/** Finds what shared links show of pictures: the library has it with these, and lists it no more. */
export function createShareCrops({ media }: Pick<Store, 'media'>): (address: string) => boolean {
  const crops = new Set<string>()
  const cropOf = (record: MediaRecord | undefined): string => (record && !isFilm(record.type) && record.poster) || ''
  for (const record of media.all()) crops.add(cropOf(record))
  media.watch('files', ({ record, before }) => {
    crops.delete(cropOf(before))
    crops.add(cropOf(record))
  })
  return (address) => crops.has(address)
}

/** Of a document or an older record the address has it, unless a picture has variants, which are part of what is hashed there. */
const hashOf = ({ hash, address }: MediaRecord): string =>
  hash ?? (pictureFacts(address)?.variants.length ? '' : (/[0-9a-f]{32}/.exec(address)?.[0] ?? ''))
