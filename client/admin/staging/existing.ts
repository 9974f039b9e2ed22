import { kinds, type RecordKind } from '../../../contract/kinds.ts'
import { limits } from '../../../contract/rules.ts'
import { sheetFields } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { api } from '../api.ts'
import { isPublished } from '../list/cells.tsx'
import { listOf, rowText } from '../list/recordSource.ts'
import { user } from '../session.ts'
import type { Existing } from './staged.ts'

const atOnce = 6

/** The records of a kind as they are now, drafts before what is published. */
export async function loadExisting(kind: SheetKind, signal: AbortSignal): Promise<Existing[]> {
  const { id, title }: RecordKind = kinds[kind]
  const { data } = await listOf(kind, { limit: limits.listLimit, show: 'all' }, signal)
  const records = data.map((row) => ({
    id: rowText(row, id),
    title: rowText(row, title),
    hasDraft: row.hasDraft === true || !isPublished(row),
  }))
  return loadDetails(kind, records, signal)
}

interface ListedRecord {
  id: string
  title: string
  hasDraft: boolean
}

/** A few at a time. */
export async function loadDetails(
  kind: SheetKind,
  records: readonly ListedRecord[],
  signal: AbortSignal,
): Promise<Existing[]> {
  const waiting = [...records]
  const existing: Existing[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift())
      existing.push(await detailOf(kind, next, signal))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return existing
}

async function detailOf(
  kind: SheetKind,
  { id, title, hasDraft }: ListedRecord,
  signal: AbortSignal,
): Promise<Existing> {
  const { id: idName }: RecordKind = kinds[kind]
  if (hasDraft) {
    const { fields, version, basedOn, savedBy } = await api('draftDetail', { kind, id }, signal)
    const draftTitle = String(fields[sheetFields[kind].title] ?? title)
    const draftOf = savedBy === user.peek()?.name ? {} : { draftOf: savedBy }
    return { id, title: draftTitle, fields, draftVersion: version, basedOn, ...draftOf }
  }
  const detail: { version: string } = await api(`${kind}Detail`, { [idName]: id } as never, signal)
  return { id, title, fields: { ...detail }, draftVersion: '', basedOn: detail.version }
}
