import type { MenuEntry } from '../../../contract/site/siteFields.ts'

/**
 * An entry of a menu as staff see it: one for each page. In the record an entry that stands elsewhere on phones, or is called something
 * else there, is two: this one, and another with the same target for phones alone.
 */
export interface MenuRow extends MenuEntry {
  /** What phones call it. */
  phoneName?: string
  /** Its place on phones. */
  phonePlace?: number
}

const isForPhonesOnly = ({ desktop, phone, footer }: MenuEntry): boolean => phone && !desktop && !footer

/** The entries that are one row: the first is in the list, the other, which may be the same, on phones. */
interface Pair {
  entry: MenuEntry
  phoneEntry: MenuEntry | undefined
}

function pairsOf(entries: readonly MenuEntry[]): Pair[] {
  const pairs = entries.map((entry): Pair => ({ entry, phoneEntry: entry.phone ? entry : undefined }))
  for (const pair of [...pairs]) {
    const { target, name } = pair.entry
    if (!isForPhonesOnly(pair.entry) || target === '') continue
    const others = pairs.filter(({ entry, phoneEntry }) => !phoneEntry && entry.target === target)
    const other = others.find(({ entry }) => entry.name === name) ?? others[0]
    if (!other) continue
    other.phoneEntry = pair.entry
    pairs.splice(pairs.indexOf(pair), 1)
  }
  return pairs
}

export function rowsOf(entries: readonly MenuEntry[]): MenuRow[] {
  const places = new Map(entries.filter(({ phone }) => phone).map((entry, place) => [entry, place] as const))
  return pairsOf(entries).map(({ entry: { name, target, desktop, under, footer }, phoneEntry }) => {
    const row = { name, target, desktop, under, phone: phoneEntry !== undefined, footer }
    if (!phoneEntry) return row
    const phonePlace = places.get(phoneEntry) ?? 0
    return phoneEntry.name === name ? { ...row, phonePlace } : { ...row, phonePlace, phoneName: phoneEntry.name }
  })
}

/** The paths of the values of entries, such as `3.name`, with those of their rows. */
export const rowPathsOf = (entries: readonly MenuEntry[]): ReadonlyMap<string, string> =>
  new Map(
    pairsOf(entries).flatMap(({ entry, phoneEntry = entry }, row) => [
      [`${entries.indexOf(phoneEntry)}.name`, `${row}.phoneName`] as const,
      ...['name', 'target'].map((name) => [`${entries.indexOf(entry)}.${name}`, `${row}.${name}`] as const),
    ]),
  )

/** Those on phones in their order there; what has no place yet comes last. */
export const phoneRowsOf = (rows: readonly MenuRow[]): MenuRow[] =>
  rows.filter(({ phone }) => phone).sort((a, b) => (a.phonePlace ?? rows.length) - (b.phonePlace ?? rows.length))

const isRenamed = ({ phoneName }: MenuRow): boolean => phoneName !== undefined

/** Whether phones have the order and the names of the list. */
export const isSameOnPhones = (rows: readonly MenuRow[]): boolean =>
  phoneRowsOf(rows).every((row, place) => row === rows.filter(({ phone }) => phone)[place] && !isRenamed(row))

/** With the order and the names of the list for phones, too. */
export const sameOnPhones = (rows: readonly MenuRow[]): MenuRow[] =>
  rows.map(({ phoneName: _name, phonePlace: _place, ...row }) => row)

/** The entries as they are stored: each row once, unless phones need it elsewhere. */
export function entriesOf(rows: readonly MenuRow[]): MenuEntry[] {
  const phoneRows = phoneRowsOf(rows)
  const common = commonRows(rows, phoneRows)
  const entries: MenuEntry[] = []
  const addForPhones = (row: MenuRow): void => {
    const { name, target, phoneName = name } = row
    entries.push({ name: phoneName, target, desktop: false, under: false, phone: true, footer: false })
  }
  let placed = 0
  for (const row of rows) {
    const { name, target, desktop, under, phone, footer } = row
    if (common.has(row)) {
      for (; phoneRows[placed] !== row; placed++) addForPhones(phoneRows[placed] as MenuRow)
      placed++
      entries.push({ name, target, desktop, under, phone, footer })
    } else if (!isForPhonesOnly(row)) entries.push({ name, target, desktop, under, phone: false, footer })
  }
  phoneRows.slice(placed).forEach(addForPhones)
  return entries
}

/** Rows that are in the same order in the list and on phones, and have the same name there. */
function commonRows(rows: readonly MenuRow[], phoneRows: readonly MenuRow[]): Set<MenuRow> {
  const common = new Set<MenuRow>()
  let last = -1
  for (const row of phoneRows) {
    const place = rows.indexOf(row)
    if (place < last || isRenamed(row)) continue
    common.add(row)
    last = place
  }
  return common
}
