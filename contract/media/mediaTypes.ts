/** What the library has, by the extension of its address. WebM is of older versions: no more is taken. */
export const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const
export type MediaExtension = keyof typeof mediaTypes
/** SVG only among the pictures of the program. */
export type MediaType = (typeof mediaTypes)[MediaExtension] | 'image/svg+xml'

/** A file takes the place of one of the same category only. */
export type MediaCategory = 'picture' | 'film' | 'document'
export function categoryOf(type: MediaType): MediaCategory {
  if (type.startsWith('image/')) return 'picture'
  return type.startsWith('video/') ? 'film' : 'document'
}
export const isFilm = (type: MediaType): boolean => categoryOf(type) === 'film'
export const categoryNames: Readonly<Record<MediaCategory, string>> = {
  picture: '图片',
  film: '视频',
  document: '文档',
}
