import { truncate } from '../../../contract/characters.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import type { MovedKind, MovedRecord } from '../../../contract/movedRecords.ts'
import { type AddedRedirects, maxRedirectRows, problemOfRow, type RedirectInput } from '../../../contract/redirects.ts'
import { limits, maxFetchedPictures } from '../../../contract/rules.ts'
import { suggestedPath } from '../../../contract/suggestedPath.ts'
import { messageOf } from '../../lib/callError.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../api.ts'
import { pictures as pictureSender } from '../form/senders.ts'
import { addressOf } from '../list/recordSource.ts'
import { keepTrying } from '../keepTrying.ts'
import { type Connection, hashOf, type RowResult, saveNewDraft, sendFile, sendOrNote } from '../sheets/importing.ts'
import type { RunTools } from '../sheets/useRun.ts'
import { type FindPicture, nameIn, textIn, webAddress, withPictures } from './pictures.ts'
import { allPictures, cutFor, dateOf, type KnownRecords, type StagedRecord } from './staging.ts'

interface Move extends RunTools {
  rows: readonly StagedRecord[]
  find: FindPicture
  known: KnownRecords
  /** The ids of groups by their names. */
  groupIds: ReadonlyMap<string, string>
}

/** Makes a draft of each record, one after the other, and resolves to what came of each and where its old addresses lead. */
export async function moveRecords({ rows, find, known, groupIds, signal, isPaused, onProgress, onOffline }: Move) {
  const connection: Connection = { signal, onOffline }
  const results: RowResult[] = []
  const redirects: RedirectInput[] = []
  const stored = new Map<string, Promise<string | undefined>>()
  const paths = new Map<KindName, string[]>(
    Object.entries(known.paths).map(([kind, taken]) => [kind as KindName, [...taken]]),
  )
  for (const row of rows) {
    await isPaused()
    if (signal.aborted) break
    results.push(await moveOne(row))
    onProgress({ results })
  }
  return { results, redirects }

  async function moveOne(row: StagedRecord): Promise<RowResult> {
    const { line, kind, title, record } = row
    const notes: string[] = []
    const result = { line, title, kind, id: '', version: '', before: undefined, failed: '', notes }
    try {
      const { address, ...saved } = row.known ?? (await saveNew(row, notes))
      if (address !== undefined) redirects.push(...record.from.map((from) => ({ from, to: address })))
      return { ...result, ...saved, isOlder: row.known !== undefined }
    } catch (cause) {
      return { ...result, failed: messageOf(cause, '没有搬成，请重试') }
    }
  }

  async function saveNew(row: StagedRecord, notes: string[]) {
    const { kind, title, record } = row
    const addresses = await storePictures(kind, record, notes)
    const fields = fieldsOf(row, addresses, groupIds.get(row.group) ?? '')
    const { unique, described }: RecordKind = kinds[kind]
    const field = described[unique ?? '']
    if (unique !== undefined) {
      const taken = paths.get(kind) ?? []
      const path = freePath(record.path, title, taken, field && 'folder' in field ? (field.folder ?? '') : '')
      paths.set(kind, [...taken, path])
      fields[unique] = path
    }
    const saved = await saveNewDraft(kind, fields, `move-${hashOf(`${kind}${record.key}`)}`, connection)
    return { ...saved, address: addressOf(kinds[kind], saved.id, fields) }
  }

  /** The new addresses of its pictures, by the old ones. */
  async function storePictures(
    kind: MovedKind,
    record: MovedRecord,
    notes: string[],
  ): Promise<ReadonlyMap<string, string>> {
    const all = allPictures(record)
    const sender = pictureSender(kind === 'news' || kind === 'product' ? kind : 'quill')
    const onWeb = all.filter((each) => !stored.has(each) && !find(each) && webAddress(each) !== '')
    const fetched = fetchPictures(onWeb, notes, connection)
    for (const each of onWeb)
      stored.set(
        each,
        fetched.then((found) => found.get(each)),
      )
    await fetched
    const addresses = new Map<string, string>()
    for (const each of all) {
      const file = find(each)
      if (file && !stored.has(each))
        stored.set(
          each,
          sendOrNote(nameIn(each), notes, async () => {
            const refusal = sender.refusal?.(file)
            if (refusal !== undefined) throw new Error(refusal)
            return (await sendFile(file, sender, connection)).address
          }),
        )
      const address = await stored.get(each)
      if (address !== undefined) addresses.set(each, address)
      // It may come with the next record.
      else stored.delete(each)
    }
    return addresses
  }
}

/** By the rules for pictures of other sites in pasted text. */
async function fetchPictures(
  addresses: readonly string[],
  notes: string[],
  connection: Connection,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const some of inPortions(addresses, maxFetchedPictures)) {
    const fetch = () => api('mediaFetch', { addresses: some.map(webAddress) }, connection.signal)
    const fetched = await keepTrying(fetch, connection)
    for (const picture of fetched) {
      const old = some.filter((each) => webAddress(each) === picture.address)
      if ('url' in picture) for (const each of old) found.set(each, picture.url)
      else notes.push(`${nameIn(picture.address)}：${picture.reason}`)
    }
  }
  return found
}

/** The fields of its draft, by its kind. */
function fieldsOf(
  { kind, title, record }: StagedRecord,
  addresses: ReadonlyMap<string, string>,
  groupId: string,
): Record<string, unknown> {
  const { title: titleField, cover: coverField, body = '', page, options }: RecordKind = kinds[kind]
  const text = withPictures(record.html, (source) => addresses.get(source))
  const specs = kind === 'product' ? [] : record.specs
  const [cover, ...others] = record.pictures.flatMap((each) => addresses.get(each) ?? [])
  // A page has no cover: what was one stands above its text.
  const above = kind === 'page' && cover !== undefined ? pictureOf(cover) : ''
  // What is in the text already is not shown twice.
  const more = others.filter((address) => !text.includes(address))
  const below = kind === 'product' ? '' : more.map(pictureOf).join('')
  const fields: Record<string, unknown> = { [titleField]: title, [body]: above + text + below + tableOf(specs) }
  const introField = page?.text ?? ''
  const intro = record.intro || (kind === 'case' ? truncate(textIn(text), 100) : '')
  if (intro !== '' && introField !== '') fields[introField] = cutFor(kind, introField, intro)
  if (cover !== undefined && above === '') fields[coverField] = cover
  if (record.pinned && 'pinned' in options) fields.pinned = true
  if (kind === 'news' && dateOf(record) !== '') fields.createDate = dateOf(record)
  if (kind === 'product') {
    fields.specs = record.specs.slice(0, limits.specs)
    fields.pictures = more.slice(0, limits.pictures)
    fields.locationId = groupId
  }
  return fields
}

const pictureOf = (address: string): string => `<p><img src="${address}"></p>`

/** What a product has as its specs. */
function tableOf(specs: MovedRecord['specs']): string {
  if (specs.length === 0) return ''
  const table = document.createElement('table')
  for (const { term, value } of specs) {
    const row = table.insertRow()
    row.insertCell().textContent = term
    row.insertCell().textContent = value
  }
  return table.outerHTML
}

const plainPath = /^[a-z\d]+(?:-[a-z\d]+)*$/
const maxPath = 60

/** The address that it had, where it can have that, or else one from its title. */
function freePath(wished: string, title: string, taken: readonly string[], folder: string): string {
  const own = folder + wished.toLowerCase()
  const fits = plainPath.test(wished.toLowerCase()) && own.length <= maxPath
  if (fits && !taken.includes(own)) return own
  return suggestedPath(title, taken, folder) || suggestedPath('page', taken, folder)
}

/** Adds where old addresses lead. A redirect to a draft works from its publication on. */
export async function addRedirects(
  redirects: readonly RedirectInput[],
  connection: Connection,
): Promise<AddedRedirects> {
  const all: AddedRedirects = { added: [], refused: [] }
  // An address that is none is one that nobody came by.
  const rows = redirects.filter((row) => problemOfRow(row) === undefined)
  for (const some of inPortions(rows, maxRedirectRows)) {
    const { added, refused } = await keepTrying(() => api('redirectAdd', { rows: some }), connection)
    all.added.push(...added)
    all.refused.push(...refused)
  }
  return all
}

/** Old addresses that lead nowhere from now on. */
export async function removeRedirects(froms: readonly string[]): Promise<void> {
  for (const some of inPortions(froms, maxRedirectRows)) await api('redirectDelete', { froms: some })
}
