import type { OutputOf } from '../../../contract/calls/calls.ts'
import { isStarterFile, type MediaRow } from '../../../contract/media/media.ts'
import { documentFacts } from '../../../contract/media/documents.ts'
import { categoryNames, categoryOf, type MediaCategory } from '../../../contract/media/mediaTypes.ts'
import { thumbnailOf } from '../../../contract/media/pictureName.ts'
import { bytes } from '../../../contract/text/bytes.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { api } from '../session/api.ts'
import type { ListQuery } from '../list/list.ts'

/** Strings, as in the search fields. */
export const emptySearch = { word: '', type: '', unused: '' }

export const typeChoices: readonly (readonly [value: string, name: string])[] = [
  ['', '全部类型'],
  ...Object.entries(categoryNames),
  ['withoutAlt', '缺少替代文字的图片'],
]
const isCategory = (type: string): type is MediaCategory => type in categoryNames

export const mediaId = (row: MediaRow): string => row.mediaId

export function loadMedia(
  { word, type, unused, page, limit, sort, order }: ListQuery<typeof emptySearch>,
  signal: AbortSignal,
): Promise<OutputOf<'mediaList'>> {
  const column = columns.find((column) => column === sort)
  return api(
    'mediaList',
    {
      word,
      page,
      limit,
      unused: unused !== '',
      withoutAlt: type === 'withoutAlt',
      ...(isCategory(type) && { type }),
      ...(column && order && { sort: column, order }),
    },
    signal,
  )
}
const columns = ['name', 'bytes', 'createDate', 'uses'] as const

/** A small picture of it; undefined for a film without a poster, and a document. */
export function pictureOf({ address, type, poster }: MediaRow): string | undefined {
  const picture = categoryOf(type) === 'picture' ? address : poster
  return picture && thumbnailOf(picture)
}

export const sizeOf = ({ address, width, height, bytes: size }: MediaRow): string =>
  documentFacts(address, size) || `${width}×${height} · ${bytes(size)}`

/** A file of the program goes by itself. */
export const isDeletable = ({ uses, address }: MediaRow): boolean => uses === 0 && !isStarterFile(address)

/** How files are deleted. */
export const removal = {
  rowId: mediaId,
  rowName: ({ name }: MediaRow): string => name,
  question: ({ name }: MediaRow): string => `是否确认删除“${name}”？删除后不能恢复。`,
  remove: (ids: readonly string[]) => api('mediaDelete', { mediaIds: [...ids] }),
  message: messages.deleted,
}

export const usesOf = ({ uses }: MediaRow): string => (uses === 0 ? '未使用' : `${uses} 处使用`)

export const durationOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
