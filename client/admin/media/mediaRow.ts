import type { OutputOf } from '../../../contract/calls.ts'
import { type MediaRow } from '../../../contract/media.ts'
import { isFilm } from '../../../contract/mediaTypes.ts'
import { pictureFacts } from '../../../contract/pictureName.ts'
import { bytes } from '../../../contract/bytes.ts'
import { api } from '../api.ts'
import type { ListQuery } from '../lists/list.ts'

/** Strings, as in the search fields. */
export const emptySearch = { word: '', type: '', unused: '' }

export const typeChoices = [['', '全部类型'], ['picture', '图片'], ['film', '视频']] as const

export const mediaId = (row: MediaRow): string => row.mediaId

export function loadMedia(
  { word, type, unused, page, limit, sort, order }: ListQuery<typeof emptySearch>, signal: AbortSignal,
): Promise<OutputOf<'mediaList'>> {
  const column = columns.find((each) => each === sort)
  return api(
    'mediaList',
    {
      word, page, limit, unused: unused !== '',
      ...((type === 'picture' || type === 'film') && { type }),
      ...(column && order && { sort: column, order }),
    },
    signal,
  )
}
const columns = ['name', 'bytes', 'createDate', 'uses'] as const

/** A small picture of it; undefined for a film without a poster. */
export function thumbnailOf({ address, type, poster }: MediaRow): string | undefined {
  const picture = isFilm(type) ? poster : address
  return picture && (pictureFacts(picture)?.variants[0]?.src ?? picture)
}

export const sizeOf = ({ width, height, bytes: size }: MediaRow): string => `${width}×${height} · ${bytes(size)}`

export const usesOf = ({ uses }: MediaRow): string => (uses === 0 ? '未使用' : `${uses} 处使用`)

/** Minutes and seconds. */
export const durationOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
