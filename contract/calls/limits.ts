/** The limits that both sides check. Sizes are in bytes; "under" is strict. */
export const limits = {
  jsonBody: 2 * 1_048_576,
  /** The rest of a body is for the record's other fields, so that anything saved can be sent again. */
  richText: 2 * 1_048_576 - 65_536,
  markdown: 200 * 1024,
  imageUnder: 2 * 1_048_576,
  variantUnder: 1_048_576,
  /** 0.1 MB is 104,857.6 bytes. */
  logoUnder: 104_858,
  materialUnder: 5 * 1_048_576,
  materialsKept: 3,
  /** Films and documents are uploaded in parts of this size. */
  uploadChunk: 4 * 1_048_576,
  document: 50 * 1_048_576,
  /** A product may have so many documents, models, specs, platforms, parts of its story and pictures. */
  documents: 12,
  models: 20,
  specs: 40,
  platforms: 40,
  story: 8,
  pictures: 12,
  sysName: 30,
  listLimit: 9999,
  pageSizes: [10, 20, 50, 100],
  /** The longest page of a list has so many. */
  deletedAtOnce: 100,
  /** Records are looked for by so many words. */
  matchedWords: 500,
  requestTimeoutMs: 50_000,
} as const

/** Widths of the smaller versions of an uploaded picture. */
export const variantWidths = [480, 960] as const
