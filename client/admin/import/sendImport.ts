import type { Operation, SentRow } from '../../../contract/calls/operations.ts'
import { maxRedirectRows, problemOfRow, type RedirectInput } from '../../../contract/calls/redirects.ts'
import { CallError } from '../../lib/callError.ts'
import { cancelled } from '../../lib/sendBody.ts'
import { api } from '../session/api.ts'
import { newRequestId } from '../form/saving.ts'
import { keepTrying } from '../../lib/keepTrying.ts'
import { sending, show } from '../acts/operations.ts'
import { user } from '../session/session.ts'
import { hashOf } from './hashOf.ts'
import { type Connection, createSending, type SentFiles } from './sending.ts'
import type { StagedRecord } from './staged.ts'

export interface SendTools extends Connection {
  onProgress(sent: number): void
}

export interface ImportSource {
  rows: readonly StagedRecord[]
  /** The first one is to be the newest, which lists have at their top; otherwise it is the last. */
  lastFirst?: boolean
  /** Old addresses of its lists, which lead to those of this site. */
  lists?: readonly RedirectInput[]
}

/** A row that the server has, with the id of its draft. */
export interface ImportedRow {
  row: StagedRecord
  id: string
}

/** The files of so many records are on their way while the one before them is sent: the server fetches those of two for one person. */
const rowsAhead = 1
const portion = { rows: 20, bytes: 1_048_576 }
/** One that has not been sent whole is among the last ones. */
const lookedThrough = 100

/**
 * Sends the records with their files, of which the server then makes drafts, and lets it begin. What another tab has sent of the same source
 * is not sent again. Resolves to the operation, and its rows in the order in which it takes them.
 */
export async function sendImport(
  { rows: wanted, lastFirst = false, lists = [] }: ImportSource,
  { onProgress, ...connection }: SendTools,
): Promise<{ operation: Operation; rows: readonly ImportedRow[] }> {
  const { signal } = connection
  const rows = lastFirst ? [...wanted].reverse() : wanted
  const { id } = await openImport(wanted, connection)
  const idsByKey = async (): Promise<ReadonlyMap<string, string>> => {
    const known = await keepTrying(() => api('operationKnown', { id }, signal), connection)
    return new Map(known.map((row) => [row.key, row.id]))
  }
  sending.value = new Set([...sending.value, id])
  try {
    const known = await idsByKey()
    const missing = rows.filter((row) => !known.has(stagedKey(row)))
    let sent = rows.length - missing.length
    onProgress(sent)
    for await (const some of portionsOf(missing, lists, connection)) {
      const { state } = show(await keepTrying(() => api('operationRows', { id, rows: some }, signal), connection))
      if (state !== 'staged') throw new CallError(409, '这次导入在别的窗口里开始或者停止了，其余的没有传')
      sent += some.length
      onProgress(sent)
    }
    const ids = await idsByKey()
    return {
      operation: await keepTrying(() => api('operationGo', { id }, signal), connection),
      rows: rows.map((row) => ({ row, id: ids.get(stagedKey(row)) ?? '' })),
    }
  } finally {
    sending.value = new Set([...sending.value].filter((each) => each !== id))
  }
}

/** No two records have the same one, whatever their kinds are. */
const stagedKey = ({ kind, key }: StagedRecord): string => hashOf(`${kind}${key}`)

/** The one that was not sent whole, or else a new one. */
async function openImport(rows: readonly StagedRecord[], connection: Connection): Promise<Operation> {
  const source = sourceOf(rows)
  const list = () => api('operationList', { page: 1, limit: lookedThrough }, connection.signal)
  const { data } = await keepTrying(list, connection)
  const begun = data.find(
    ({ what, state, by, options }) =>
      what === 'import' && state === 'staged' && by === user.peek()?.name && options.source === source,
  )
  if (begun) return show(begun)
  const groups = [...new Set(rows.map(({ group }) => group))].filter((name) => name !== '')
  const options = { source, expected: rows.length, groups: unlessEmpty(groups) }
  const requestId = newRequestId()
  const start = () =>
    api('operationStart', { what: 'import', rows: [], options, more: true, requestId }, connection.signal)
  return show(await keepTrying(start, connection))
}

/** The same for the same records with the same files, in any browser. */
function sourceOf(rows: readonly StagedRecord[]): string {
  const hashes = rows.map(({ kind, key, fields, group, from, existing, ...files }) => {
    const sent = [kind, key, fields, group, from, existing?.draftVersion]
    const all = [files.pictures, [...files.otherPictures, ...files.textPictures], files.documents]
    return hashOf(JSON.stringify([sent, all], (_, each) => (each instanceof File ? [each.name, each.size] : each)))
  })
  return hashOf(hashes.join())
}

/** Records that are ready, as many as one call takes. */
async function* portionsOf(
  rows: readonly StagedRecord[],
  lists: readonly RedirectInput[],
  connection: Connection,
): AsyncGenerator<SentRow[]> {
  const send = createSending(connection)
  const files: Promise<SentFiles>[] = []
  let ready: SentRow[] = []
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    if (connection.signal.aborted) throw cancelled()
    for (const next of rows.slice(files.length, index + rowsAhead + 1))
      files.push(next.made ? Promise.resolve(noFiles) : send(next))
    const isLast = index === rows.length - 1
    const sent = sentRow(row, (await files[index]) ?? noFiles, isLast ? lists : [])
    const size = new Blob([JSON.stringify(sent)]).size
    if (ready.length === portion.rows || (ready.length > 0 && bytes + size > portion.bytes)) {
      yield ready
      ready = []
      bytes = 0
    }
    ready.push(sent)
    bytes += size
  }
  if (ready.length > 0) yield ready
}
const noFiles: SentFiles = { fields: {}, notes: [] }

function sentRow(row: StagedRecord, { fields, notes }: SentFiles, lists: readonly RedirectInput[]): SentRow {
  const { kind, title, group, existing, made, from, lists: ownLists = [], lost = [] } = row
  const own = from.map((address) => ({ from: address, to: '' }))
  // An address that is none is one that nobody came by.
  const redirects = [...own, ...ownLists, ...lists].filter((each) => problemOfRow({ ...each, to: '/' }) === undefined)
  return {
    kind,
    id: existing?.id ?? made?.id ?? '',
    staged: {
      key: stagedKey(row),
      title,
      // One that an earlier import has made stays as it is.
      fields: made ? {} : { ...row.fields, ...fields },
      group,
      draftVersion: existing?.draftVersion,
      basedOn: existing?.basedOn || undefined,
      redirects: unlessEmpty(redirects.slice(0, maxRedirectRows)),
      notes: unlessEmpty([...notes, ...lost].slice(0, 100)),
    },
  }
}

const unlessEmpty = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined)
