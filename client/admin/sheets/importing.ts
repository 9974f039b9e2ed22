import type { OutputOf } from '../../../contract/calls.ts'
import type { KindName } from '../../../contract/kinds.ts'
import { limits } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { loadUser, may } from '../session.ts'
import { pictures as pictureSender } from '../form/senders.ts'
import { documents as documentSender } from '../media/library.ts'
import type { SheetKind } from './columns.ts'
import type { Existing, PlannedRow } from './plan.ts'
import type { Rows } from './rows.ts'

/** What has become of a row. */
export interface RowResult {
  line: number
  title: string
  kind: KindName
  id: string
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
}

/**
 * Makes a draft of each row, one after the other: a lost connection or a closed page leaves whole drafts. The last row comes first, since
 * what is newest stands above: so the site has the order of the sheet.
 */
export async function importRows({
  kind,
  rows,
  groupIds,
  sheetKey,
  signal,
  isPaused,
  onProgress,
}: Run): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of [...rows].reverse()) {
    await isPaused()
    if (signal.aborted) break
    results.push(await importRow(row))
    onProgress({ done: results.length, total: rows.length, results })
  }
  return results

  async function saveDraft(
    fields: Readonly<Record<string, unknown>>,
    existing: Existing | undefined,
    requestId: string,
  ): Promise<string> {
    if (existing) {
      const { id, draftVersion, basedOn } = existing
      await api('draftSave', { kind, id, fields, draftVersion, ...(basedOn && { basedOn }) }, signal)
      return id
    }
    return saveNewDraft(kind, fields, requestId, signal)
  }

  async function importRow(row: PlannedRow): Promise<RowResult> {
    const { line, title, existing } = row
    const notes: string[] = []
    try {
      const files = await sendFiles(kind, row, { signal, notes })
      const group = kind === 'product' && row.group !== '' ? { locationId: groupIds.get(row.group) ?? '' } : {}
      const fields = { ...row.fields, ...group, ...files }
      const id = await saveDraft(fields, existing, `${sheetKey}-${line}`)
      return { line, title, kind, id, before: existing, failed: '', notes }
    } catch (cause) {
      const failed = messageOf(cause, '没有导入成功，请重试')
      return { line, title, kind, id: '', before: existing, failed, notes }
    }
  }
}

/** Saves a new draft, once for each request id, and returns the id of the record. */
export async function saveNewDraft(
  kind: KindName,
  fields: Readonly<Record<string, unknown>>,
  requestId: string,
  signal: AbortSignal,
): Promise<string> {
  const saved = await api('draftSave', { kind, fields, requestId }, signal)
  if (saved.version !== '') return saved.id
  // The same was imported before, and what came of it was deleted: it is wanted again.
  return (await api('draftSave', { kind, fields, requestId: `${requestId}-${Date.now().toString(36)}` }, signal)).id
}

interface Sending {
  signal: AbortSignal
  notes: string[]
}

/** Uploads the files of a row. One that is not accepted is noted, and the row goes on without it. */
async function sendFiles(
  kind: SheetKind,
  row: PlannedRow,
  { signal, notes }: Sending,
): Promise<Record<string, unknown>> {
  const has = row.existing?.fields ?? {}
  const [cover, ...others] =
    has.coverUrl || has.newCover ? [] : await sendPictures(kind, row.pictures, { signal, notes })
  const documents: { name: string; address: string }[] = []
  const present = Array.isArray(has.documents) ? has.documents : []
  for (const file of present.length > 0 ? [] : row.documents.slice(0, limits.documents)) {
    const address = await sent(file, notes, () => documentSender.send(file, hooks(signal)))
    if (address !== undefined) documents.push({ name: file.name.replace(/\.[^.]*$/, ''), address })
  }
  if (kind === 'news') return cover === undefined ? {} : { newCover: cover }
  return {
    ...(cover !== undefined && { coverUrl: cover }),
    ...(others.length > 0 && { pictures: others.slice(0, limits.pictures) }),
    ...(documents.length > 0 && { documents }),
  }
}

async function sendPictures(
  kind: SheetKind,
  pictures: PlannedRow['pictures'],
  { signal, notes }: Sending,
): Promise<string[]> {
  const sender = pictureSender(kind === 'news' ? 'news' : 'product')
  const addresses: string[] = []
  for (const picture of kind === 'news' ? pictures.slice(0, 1) : pictures.slice(0, limits.pictures + 1)) {
    const name = typeof picture === 'string' ? picture : picture.name
    const address = await sent({ name }, notes, async () =>
      typeof picture === 'string' ? stored(picture, signal) : sender.send(picture, hooks(signal)),
    )
    if (address !== undefined) addresses.push(address)
  }
  return addresses
}

/** By the rules for pictures of other sites in pasted text. */
async function stored(address: string, signal: AbortSignal): Promise<{ address: string }> {
  const [picture]: OutputOf<'mediaFetch'> = await api('mediaFetch', { addresses: [address] }, signal)
  if (picture && 'url' in picture) return { address: picture.url }
  throw new Error(picture?.reason ?? '没有取到')
}

export async function sent(
  { name }: { name: string },
  notes: string[],
  send: () => Promise<{ address: string }>,
): Promise<string | undefined> {
  try {
    return (await send()).address
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '没有上传成功'
    notes.push(`${name}：${messageOf(cause, why)}`)
    return undefined
  }
}

export const hooks = (signal: AbortSignal) => ({
  signal,
  onProgress: () => {},
  onShrunk: () => {},
  onOffline: () => {},
})

/** At most so many records are compared with the sheet. */
const mostCompared = 3_000
const atOnce = 6

/** The records of a kind as they are now, drafts before what is published. */
export async function loadExisting(kind: SheetKind, signal: AbortSignal): Promise<Existing[]> {
  const list =
    kind === 'product'
      ? await api('productList', { page: 1, limit: mostCompared, show: 'all' }, signal)
      : await api('newsList', { page: 1, limit: mostCompared, show: 'all' }, signal)
  const rows = list.data as readonly Readonly<Record<string, unknown>>[]
  const ids = rows.map((row) => ({
    id: String(row[kind === 'product' ? 'productId' : 'newId']),
    title: String(row[kind === 'product' ? 'coverName' : 'newTitle']),
    hasDraft: row.hasDraft === true || row.state !== 'published',
  }))
  const existing: Existing[] = []
  const waiting = [...ids]
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
  if (hasDraft) {
    const { fields, version, basedOn } = await api('draftDetail', { kind, id }, signal)
    return {
      id,
      title: String(fields[kind === 'product' ? 'coverName' : 'newTitle'] ?? title),
      fields,
      hasDraft: true,
      draftVersion: version,
      basedOn,
    }
  }
  const detail =
    kind === 'product'
      ? await api('productDetail', { productId: id }, signal)
      : await api('newsDetail', { newId: id }, signal)
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

/** Takes back what an import has done: new drafts go to the trash, changed ones are as they were. */
export async function takeBack(results: readonly RowResult[]): Promise<number> {
  let failed = 0
  for (const { kind, id, before } of results.filter((result) => result.id !== '' && !result.isOlder)) {
    try {
      if (before?.hasDraft) await api('draftSave', { kind, id, fields: before.fields })
      else await api('draftDiscard', { kind, id })
    } catch {
      failed++
    }
  }
  return failed
}

/** Publishes the drafts of an import. Those that lack something stay drafts, with why. */
export async function publishAll(
  results: readonly RowResult[],
  onProgress: (done: number) => void,
): Promise<RowResult[]> {
  const published: RowResult[] = []
  for (const result of results) {
    try {
      await api('draftPublish', { kind: result.kind, id: result.id })
      published.push({ ...result, failed: '' })
    } catch (cause) {
      published.push({ ...result, failed: messageOf(cause, '没有发布成功，请重试') })
    }
    onProgress(published.length)
  }
  return published
}

const emptyGroup = { id: '', intro: '', on: true }

/**
 * Makes the groups that are missing; resolves to the ids of all by their names. Three groups can never be removed, so those of the starter
 * that nobody uses get the first names, and the others stand at the end.
 */
export async function makeGroups(names: readonly string[]): Promise<Map<string, string>> {
  const site = await api('siteDetail', {})
  const known = new Map(site.groups.map(({ id, name }) => [name, id]))
  const missing = [...new Set(names)].filter((name) => name !== '' && !known.has(name))
  if (missing.length === 0 || !may('site:update')) return known
  const { starterGroups: free = [] } = await api('siteSetup', {})
  const named = site.groups.map((group) => {
    const name = free.includes(group.id) ? missing.shift() : undefined
    return name === undefined ? group : { ...emptyGroup, id: group.id, name }
  })
  const groups = [...named, ...missing.map((name) => ({ ...emptyGroup, name }))]
  await api('siteUpdate', { groups, basedOn: site.version })
  await loadUser().catch(() => {})
  return new Map((await api('siteDetail', {})).groups.map(({ id, name }) => [name, id]))
}
