/** The kinds of records that come from a sheet and go into one. */
export const sheetKinds = ['product', 'news', 'case', 'page'] as const
export type SheetKind = (typeof sheetKinds)[number]

/** What an import reads, and how large the parts of an export are. A workbook may have pictures in it. */
export const sheetLimits = {
  bytes: 10 * 1_048_576,
  workbookBytes: 200 * 1_048_576,
  rows: 5_000,
  columns: 1_000,
} as const

/** Excel has no more characters in a cell, and cuts the rest. */
export const cutCell = 32_767
