import { createHash } from 'node:crypto'
import { mediaForm } from '../../contract/rules.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { UploadFacts } from './uploads.ts'

export interface Origin {
  /** The name of the file that was sent. */
  name: string
  /** The account's name; '' when it is unknown. */
  by: string
  /** Now, where it is absent. */
  madeAt?: number
  poster?: string
}

/** The same for every server, so that two servers make the same record for one upload. */
export const mediaId = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32)

/** Records an upload, unless it has a record. */
export function recordUpload({ media }: Pick<Store, 'media'>, upload: UploadFacts, origin: Origin): Promise<MediaRecord> {
  const { address } = upload
  const { name, by, madeAt, poster } = origin
  const fileName = address.slice(address.lastIndexOf('/') + 1)
  const sent = [...mediaForm.name.parse(name.split(/[/\\]/).at(-1))].slice(0, 200).join('')
  return media.insert(
    {
      ...upload, name: sent || fileName, alt: '', by,
      ...(poster && { poster }), ...(madeAt !== undefined && { createdAt: chinaTime(madeAt) }),
    },
    mediaId(address),
  )
}
