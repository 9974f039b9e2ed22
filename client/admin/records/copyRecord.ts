import { truncate } from '../../../contract/characters.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { limits } from '../../../contract/rules.ts'
import { suggestedIn } from '../../../contract/suggestedPath.ts'
import type { RecordCalls } from '../form/recordCalls.ts'
import { listOf, rowText } from '../list/recordSource.ts'

const copySuffix = /（副本(?: (\d+))?）$/

/** The title of a copy; that of a copy of a copy is counted on. */
function copyTitle(title: string, max: number): string {
  const [suffix, number] = copySuffix.exec(title) ?? []
  const next = suffix === undefined ? '（副本）' : `（副本 ${Number(number ?? 1) + 1}）`
  const original = suffix === undefined ? title : title.slice(0, -suffix.length)
  return truncate(original, max - next.length) + next
}

/** What is of the one record only: when and where it is shown, and what search engines call it. */
const ownOnly = ['createDate', 'publishAt', 'unpublishAt', 'unpublishTo', 'pinned', 'shareTitle']

/** Saves a copy of a record as a draft, with what was last written, and returns its id. */
export async function copyRecord(kind: KindName, calls: RecordCalls, id: string): Promise<string> {
  const { title, described, unique }: RecordKind = kinds[kind]
  const { signal } = new AbortController()
  const { values } = await calls.load(id, signal)
  const field = described[title]
  const max = field && 'max' in field ? (field.max ?? Infinity) : Infinity
  const copied = { ...values, [title]: copyTitle(values[title] ?? '', max) }
  for (const name of ownOnly) if (name in copied) copied[name] = ''
  if (unique !== undefined) copied[unique] = suggestedIn(kind, copied[title] ?? '', await pathsOf(kind, signal))
  // It is asked for once, not repeated until it is answered.
  const noRequestId = ''
  return (await calls.add(copied, noRequestId)).id
}

/** The addresses that records of the kind have, but for that of `id`. */
export async function pathsOf(kind: KindName, signal: AbortSignal, id = ''): Promise<string[]> {
  const { id: idName, unique = '' }: RecordKind = kinds[kind]
  const { data } = await listOf(kind, { limit: limits.listLimit, show: 'all' }, signal)
  return data.filter((row) => rowText(row, idName) !== id).map((row) => rowText(row, unique))
}
