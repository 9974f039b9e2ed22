import type { ConflictData, OutputOf } from '../../../contract/calls.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { limits, uploadTypes } from '../../../contract/rules.ts'
import { sheetFields } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { keepTrying } from '../keepTrying.ts'
import { loadUser, may, user } from '../session.ts'
import { pictures as pictureSender } from '../form/senders.ts'
import type { Sender } from '../../lib/uploads.ts'
import { documents as documentSender } from '../media/library.ts'
import { isPublished } from '../list/cells.tsx'
import { listOf, rowText } from '../list/recordSource.ts'
import type { Existing, PlannedRow } from './plan.ts'
import type { Rows } from './rows.ts'

/** What has become of a row. */
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
  isOlder?: boolean
  failed: string
  /** Files that were not accepted, with why. */
  notes: readonly string[]
}

export interface Progress {
  done: number
  total: number
  results: readonly RowResult[]
}

interface Run {
  kind: SheetKind
  rows: readonly PlannedRow[]
  /** The ids of groups by their names, once those that are missing have been made. */
  groupIds: ReadonlyMap<string, string>
  /** Follows from the sheet, so that the same row of the same sheet is one record however often it is sent. */
  sheetKey: string
  signal: AbortSignal
  isPaused(): Promise<void>
  onProgress(progress: Progress): void
  /** The connection was lost; it goes on by itself. */
  onOffline(): void
}

/** The files of so many rows are on their way while the row before them is saved. */
const rowsAhead = 2

/**
 * Makes a draft of each row, one after the other: a lost connection or a closed page leaves whole drafts. It begins with the last, so that the
 * first row is the newest, which lists have at their top.
 */
export async function importRows({
  kind,
  rows,
  groupIds,
  sheetKey,
  signal,
  isPaused,
  onProgress,
  onOffline,
}: Run): Promise<RowResult[]> {
  const results: RowResult[] = []
  const ordered = [...rows].reverse()
  const sending: Promise<SentFiles>[] = []
  const sendOnce = createSending()
  for (const [index, row] of ordered.entries()) {
    await isPaused()
    if (signal.aborted) break
    for (const next of ordered.slice(sending.length, index + rowsAhead + 1))
      sending.push(sendFiles(kind, next, { signal, onOffline, sendOnce }))
    const files = await sending[index]
    if (files) results.push(await importRow(row, files))
    onProgress({ done: results.length, total: rows.length, results })
  }
  return results

  async function saveDraft(fields: Fields, existing: Existing | undefined, requestId: string): Promise<SavedDraft> {
    const connection = { signal, onOffline }
    if (!existing) return saveNewDraft(kind, fields, requestId, connection)
    const { id, draftVersion, basedOn } = existing
    const edit = { kind, id, fields, draftVersion, ...(basedOn && { basedOn }) }
    return keepTrying(async (isRepeated) => {
      try {
        return await api('draftSave', edit, signal)
      } catch (cause) {
        if (!isRepeated || !isOwnChange(cause)) throw cause
        return { id, version: (await api('draftDetail', { kind, id }, signal)).version }
      }
    }, connection)
  }

  async function importRow(row: PlannedRow, { fields: sent, notes }: SentFiles): Promise<RowResult> {
    const { line, title, existing } = row
    const result = { line, title, kind, before: existing, notes, id: '', version: '', failed: '' }
    const { group } = sheetFields[kind]
    try {
      const inGroup = group && row.group !== '' ? { [group]: groupIds.get(row.group) ?? '' } : {}
      return {
        ...result,
        ...(await saveDraft({ ...row.fields, ...inGroup, ...sent }, existing, `${sheetKey}-${line}`)),
      }
    } catch (cause) {
      return { ...result, failed: messageOf(cause, '没有导入成功，请重试') }
    }
  }
}

type Fields = Readonly<Record<string, unknown>>

type SavedDraft = OutputOf<'draftSave'>

/** Of a call that is repeated: it is refused because somebody has changed it meanwhile, and that were we, but the reply was lost. */
const isOwnChange = (cause: unknown): boolean =>
  cause instanceof CallError && cause.code === 409 && (cause.data as ConflictData).changedBy === user.peek()?.name

/** The fields that the files of a row are in, and which of them were not accepted, with why: the row goes on without those. */
interface SentFiles {
  fields: Fields
  notes: readonly string[]
}

type SendOnce = (file: File | string, send: () => Promise<{ address: string }>) => Promise<string>

/** Sends a file once, however many rows ask for it. */
function createSending(): SendOnce {
  const sent = new Map<File | string, Promise<string>>()
  return async (file, send) => {
    const address = sent.get(file) ?? send().then((reply) => reply.address)
    sent.set(file, address)
    try {
      return await address
    } catch (cause) {
      // The next row may have better luck.
      sent.delete(file)
      throw cause
    }
  }
}

/** Saves a new draft, once for each request id. */
export async function saveNewDraft(
  kind: KindName,
  fields: Readonly<Record<string, unknown>>,
  requestId: string,
  connection: Connection,
): Promise<SavedDraft> {
  const { signal } = connection
  const saved = await keepTrying(() => api('draftSave', { kind, fields, requestId }, signal), connection)
  if (saved.version !== '') return saved
  // The same was imported before, and what came of it was deleted: it is wanted again.
  return api('draftSave', { kind, fields, requestId: `${requestId}-${Date.now().toString(36)}` }, signal)
}

/** `signal` stops the calls; `onOffline` is called while they wait for the connection. */
export type Connection = Pick<Run, 'signal' | 'onOffline'>

interface Sending extends Connection {
  sendOnce: SendOnce
}

async function sendFiles(kind: SheetKind, row: PlannedRow, { sendOnce, ...connection }: Sending): Promise<SentFiles> {
  const { cover: coverField, pictures: picturesField, documents: documentsField, body: bodyField } = sheetFields[kind]
  const notes: string[] = []
  const sender = pictureSender(uploadTypes.find((type) => type === kind) ?? 'media')
  const textSender = pictureSender('quill')
  /** Undefined where it is not accepted, which is noted. */
  const send = (file: File | string, by: Sender): Promise<string | undefined> =>
    sendOrNote(typeof file === 'string' ? file : file.name, notes, () =>
      sendOnce(file, () =>
        typeof file === 'string' ? storePicture(file, connection) : sendFile(file, by, connection),
      ),
    )
  const fields: Record<string, unknown> = {}

  const most = picturesField === undefined ? 1 : limits.pictures + 1
  const addresses: string[] = []
  for (const picture of row.pictures.slice(0, most)) {
    const address = await send(picture, sender)
    if (address !== undefined) addresses.push(address)
  }
  const [cover, ...others] = addresses
  if (cover !== undefined) fields[coverField] = cover
  if (picturesField && others.length > 0) fields[picturesField] = others
  for (const [field, picture] of row.otherPictures) {
    const address = await send(picture, sender)
    if (address !== undefined) fields[field] = address
  }

  const documents: { name: string; address: string }[] = []
  for (const { name, file } of row.documents.slice(0, limits.documents)) {
    const address = await send(file, documentSender)
    if (address !== undefined) documents.push({ name, address })
  }
  if (documentsField && documents.length > 0) fields[documentsField] = documents

  let body = String(row.fields[bodyField] ?? '')
  for (const [written, file] of row.textPictures) {
    const address = await send(file, textSender)
    if (address !== undefined) body = body.replaceAll(`src="${written}"`, `src="${address}"`)
  }
  if (row.textPictures.size > 0) fields[bodyField] = body
  return { fields, notes }
}

/** By the rules for pictures of other sites in pasted text. */
async function storePicture(address: string, connection: Connection): Promise<{ address: string }> {
  const [picture]: OutputOf<'mediaFetch'> = await keepTrying(
    () => api('mediaFetch', { addresses: [address] }, connection.signal),
    connection,
  )
  if (picture && 'url' in picture) return { address: picture.url }
  throw new Error(picture?.reason ?? '没有取到')
}

/** A film or document goes on by itself. */
export function sendFile(file: File, sender: Sender, connection: Connection): Promise<{ address: string }> {
  const send = (): Promise<{ address: string }> => sender.send(file, hooks(connection))
  return sender.queue === 'films' ? send() : keepTrying(send, connection)
}

/** Undefined where the file is not accepted, which is noted. */
export async function sendOrNote(
  name: string,
  notes: string[],
  send: () => Promise<string>,
): Promise<string | undefined> {
  try {
    return await send()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '没有上传成功'
    notes.push(`${name}：${messageOf(cause, why)}`)
    return undefined
  }
}

const hooks = (connection: Connection) => ({ ...connection, onProgress: () => {}, onShrunk: () => {} })

const atOnce = 6

/** The records of a kind as they are now, drafts before what is published. */
export async function loadExisting(kind: SheetKind, signal: AbortSignal): Promise<Existing[]> {
  const { id, title }: RecordKind = kinds[kind]
  const { data } = await listOf(kind, { limit: limits.listLimit, show: 'all' }, signal)
  const waiting = data.map((row) => ({
    id: rowText(row, id),
    title: rowText(row, title),
    hasDraft: row.hasDraft === true || !isPublished(row),
  }))
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
  { id, title, hasDraft }: { id: string; title: string; hasDraft: boolean },
  signal: AbortSignal,
): Promise<Existing> {
  const { id: idName }: RecordKind = kinds[kind]
  if (hasDraft) {
    const { fields, version, basedOn } = await api('draftDetail', { kind, id }, signal)
    const draftTitle = String(fields[sheetFields[kind].title] ?? title)
    return { id, title: draftTitle, fields, hasDraft: true, draftVersion: version, basedOn }
  }
  const detail: { version: string } = await api(`${kind}Detail`, { [idName]: id } as never, signal)
  return { id, title, fields: { ...detail }, hasDraft: false, draftVersion: '', basedOn: detail.version }
}

/** The same rows have the same key, in any browser. */
export const keyOfSheet = (kind: SheetKind, rows: Rows): string => `${kind}-${hashOf(JSON.stringify(rows))}`

/** The same text has the same one, and another text most probably another one. */
export function hashOf(text: string): string {
  let one = 0x811c9dc5
  let two = 0x01000193
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    two = Math.imul(two + text.charCodeAt(at), 0x85ebca6b) ^ (two >>> 13)
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`
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

const emptyGroup = { id: '', intro: '', on: true }

/**
 * Makes the groups that are missing; resolves to the ids of all by their names. Three groups can never be removed, so those of the starter
 * that nobody uses, and the sheet neither, get the first names, and the others stand at the end.
 */
export async function makeGroups(names: readonly string[]): Promise<Map<string, string>> {
  const site = await api('siteDetail', {})
  const known = new Map(site.groups.map(({ id, name }) => [name, id]))
  const missing = [...new Set(names)].filter((name) => name !== '' && !known.has(name))
  if (missing.length === 0 || !may('site:update')) return known
  const { starterGroups: free = [] } = await api('siteSetup', {})
  const named = site.groups.map((group) => {
    const isFree = free.includes(group.id) && !names.includes(group.name)
    const name = isFree ? missing.shift() : undefined
    return name === undefined ? group : { ...emptyGroup, id: group.id, name }
  })
  const groups = [...named, ...missing.map((name) => ({ ...emptyGroup, name }))]
  await api('siteUpdate', { groups, basedOn: site.version })
  await loadUser().catch(() => {})
  return new Map((await api('siteDetail', {})).groups.map(({ id, name }) => [name, id]))
}
