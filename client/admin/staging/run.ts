import type { ConflictData, OutputOf } from '../../../contract/calls.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { type AddedRedirects, maxRedirectRows, problemOfRow, type RedirectInput } from '../../../contract/redirects.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../api.ts'
import { keepTrying } from '../keepTrying.ts'
import { addressOf } from '../list/recordSource.ts'
import { user } from '../session.ts'
import { hashOf } from './hashOf.ts'
import { type Connection, createSending, type SentFiles } from './sending.ts'
import type { Existing, Fields, StagedRecord } from './staged.ts'

/** What has become of a staged record. */
export interface RowResult {
  line: number
  title: string
  kind: KindName
  id: string
  /** Of the draft that was made of it. */
  version: string
  /** The record that it has changed; undefined for a new one. */
  before: Existing | undefined
  /** It was a draft before, and is not changed. */
  isOlder: boolean
  /** Where its page will be, once it has one. */
  address: string | undefined
  failed: string
  /** Files that were not accepted, with why. */
  notes: readonly string[]
}

export interface RunTools extends Connection {
  isPaused(): Promise<void>
  onProgress(results: readonly RowResult[]): void
}

interface Run extends RunTools {
  rows: readonly StagedRecord[]
  /** The first one is to be the newest, which lists have at their top; otherwise it is the last. */
  lastFirst?: boolean
  /** The ids of groups by their names, once those that are missing have been made. */
  groupIds: ReadonlyMap<string, string>
}

/** The files of so many records are on their way while the one before them is saved. */
const rowsAhead = 2

/** Makes a draft of each record, one after the other: a lost connection or a closed page leaves whole drafts. */
export async function importStaged({
  rows: wanted,
  lastFirst = false,
  groupIds,
  isPaused,
  onProgress,
  ...connection
}: Run): Promise<readonly RowResult[]> {
  const results: RowResult[] = []
  const rows = lastFirst ? [...wanted].reverse() : wanted
  const sending: Promise<SentFiles>[] = []
  const send = createSending(connection)
  for (const [index, row] of rows.entries()) {
    await isPaused()
    if (connection.signal.aborted) break
    for (const next of rows.slice(sending.length, index + rowsAhead + 1))
      sending.push(next.made ? Promise.resolve(noFiles) : send(next))
    const files = await sending[index]
    if (files) results.push(await importOne(row, files, groupIds, connection))
    onProgress([...results])
  }
  return results
}
const noFiles: SentFiles = { fields: {}, notes: [] }

async function importOne(
  row: StagedRecord,
  { fields: sent, notes }: SentFiles,
  groupIds: ReadonlyMap<string, string>,
  connection: Connection,
): Promise<RowResult> {
  const { line, title, kind, existing, made } = row
  const isOlder = made !== undefined
  const result = { line, title, kind, before: existing, isOlder, notes, version: '', failed: '' }
  if (made) return { ...result, ...made }
  const { filter }: RecordKind = kinds[kind]
  const groupId = groupIds.get(row.group)
  const fields = { ...row.fields, ...(filter && groupId !== undefined && { [filter]: groupId }), ...sent }
  try {
    const saved = await (existing
      ? saveEdit(kind, fields, existing, connection)
      : saveNew(kind, fields, hashOf(`${kind}${row.key}`), connection))
    return { ...result, ...saved, address: addressOf(kinds[kind], saved.id, fields) }
  } catch (cause) {
    return { ...result, id: '', address: undefined, failed: messageOf(cause, '没有导入成功，请重试') }
  }
}

type SavedDraft = OutputOf<'draftSave'>

/** Of a call that is repeated: it is refused because somebody has changed it meanwhile, and that were we, but the reply was lost. */
const isOwnChange = (cause: unknown): boolean =>
  cause instanceof CallError && cause.code === 409 && (cause.data as ConflictData).changedBy === user.peek()?.name

function saveEdit(
  kind: KindName,
  fields: Fields,
  { id, draftVersion, basedOn }: Existing,
  connection: Connection,
): Promise<SavedDraft> {
  const edit = { kind, id, fields, draftVersion, ...(basedOn && { basedOn }) }
  return keepTrying(async (isRepeated) => {
    try {
      return await api('draftSave', edit, connection.signal)
    } catch (cause) {
      if (!isRepeated || !isOwnChange(cause)) throw cause
      return { id, version: (await api('draftDetail', { kind, id }, connection.signal)).version }
    }
  }, connection)
}

/** Once for each request id. */
async function saveNew(kind: KindName, fields: Fields, requestId: string, connection: Connection): Promise<SavedDraft> {
  const { signal } = connection
  const saved = await keepTrying(() => api('draftSave', { kind, fields, requestId }, signal), connection)
  if (saved.version !== '') return saved
  // The same was imported before, and what came of it was deleted: it is wanted again.
  return api('draftSave', { kind, fields, requestId: `${requestId}-${Date.now().toString(36)}` }, signal)
}

/** Adds where old addresses lead: those of the records, and of lists of the source. A redirect to a draft works from its publication on. */
export async function addRedirects(
  rows: readonly StagedRecord[],
  results: readonly RowResult[],
  lists: readonly RedirectInput[],
  connection: Connection,
): Promise<AddedRedirects> {
  const froms = new Map(rows.map(({ line, from }) => [line, from]))
  const ofRecords = results.flatMap(({ line, address }) =>
    address === undefined ? [] : (froms.get(line) ?? []).map((from) => ({ from, to: address })),
  )
  const all: AddedRedirects = { added: [], refused: [] }
  // An address that is none is one that nobody came by.
  const redirects = [...(ofRecords.length > 0 ? lists : []), ...ofRecords].filter(
    (row) => problemOfRow(row) === undefined,
  )
  for (const some of inPortions(redirects, maxRedirectRows)) {
    const { added, refused } = await keepTrying(() => api('redirectAdd', { rows: some }), connection)
    all.added.push(...added)
    all.refused.push(...refused)
  }
  return all
}

export async function removeRedirects(froms: readonly string[]): Promise<void> {
  for (const some of inPortions(froms, maxRedirectRows)) await api('redirectDelete', { froms: some })
}

/**
 * Takes back what an import has done: new drafts go to the trash, changed ones are as they were. Returns those that are left, since somebody
 * has published or changed them.
 */
export async function takeBack(
  results: readonly RowResult[],
  onStep: (done: number) => void,
  connection: Connection,
): Promise<RowResult[]> {
  const left: RowResult[] = []
  for (const [index, result] of results.entries()) {
    try {
      if (result.id !== '' && !result.isOlder)
        await keepTrying((isRepeated) => takeBackOne(result, isRepeated), connection)
    } catch {
      left.push(result)
    }
    onStep(index + 1)
  }
  return left
}

async function takeBackOne({ kind, id, version, before }: RowResult, isRepeated: boolean): Promise<void> {
  const edit = { kind, id, draftVersion: version }
  try {
    if (before?.hasDraft) await api('draftSave', { ...edit, fields: before.fields })
    else await api('draftDiscard', edit)
  } catch (cause) {
    // It is done: only the reply was lost.
    const isGone = cause instanceof CallError && cause.code === 404
    if (!isRepeated || !(isGone || isOwnChange(cause))) throw cause
  }
}
