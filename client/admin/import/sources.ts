import { collator } from '../../../contract/text/collator.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import {
  isDumpName,
  isMovedName,
  linksIn,
  movedKinds,
  type MovedRecord,
  type MovedSource,
  picturesIn,
} from '../../../contract/kinds/movedRecords.ts'
import { type Operation, pagesAtOnce } from '../../../contract/calls/operations.ts'
import {
  maxOutsideAddresses,
  type OutsideAddresses,
  type OutsidePage,
  type ReadPage,
} from '../../../contract/kinds/outsidePages.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { sendLarge } from '../media/uploadFilm.ts'
import { changeOperation, follow, startOperation } from '../acts/operations.ts'
import { isRunning } from '../acts/operationWords.ts'

/** The file that the records are in; a dump may come in several, which are one. */
export function sourceIn(files: readonly File[]): File | undefined {
  const first = files.find(({ name }) => isMovedName(name))
  if (!first || !isDumpName(first.name)) return first
  const volumes = files
    .filter(({ name }) => isDumpName(name))
    .sort((one, other) => collator.compare(one.name, other.name))
  const { name, lastModified } = volumes[0] ?? first
  return volumes.length === 1 ? first : new File(volumes, name, { lastModified })
}

/** The server reads it, part by part, and removes it. */
export function readFile(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<MovedSource> {
  return sendLarge(file, { onProgress, onOffline: () => {}, signal }, async (uploadId) => {
    const first = await api('importFile', { uploadId }, signal)
    const records = [...first.records]
    const lists = [...first.lists]
    for (let after = first.next; after !== ''; ) {
      const part = await api('importFile', { uploadId, after }, signal)
      records.push(...part.records)
      lists.push(...part.lists)
      after = part.next
    }
    void api('uploadCancel', { uploadId }).catch(() => {})
    return { ...first, records, lists }
  })
}

/** More pages are not looked through. */
const maxLists = 300

/** A page, and the lists that lead to it. */
type FoundPage = OutsideAddresses['addresses'][number] & { lists?: string[] }

/** `notes` are for staff. */
export interface FoundPages {
  addresses: FoundPage[]
  notes: string[]
}

/** How many lists were looked through, and how many pages they name. */
export interface Listing {
  lists: number
  pages: number
}

/**
 * The pages that addresses of a site lead to, and those that their lists lead to on further pages of their own. Of several addresses each is
 * a list by itself. Those that were looked through are lists themselves, and no pages, where they led to something. What a first page leads
 * to is looked through as well: a column may be named only beside the page of another one.
 */
export async function findPages(
  starts: readonly string[],
  signal: AbortSignal,
  onProgress: (listing: Listing) => void,
): Promise<FoundPages> {
  const pages = new Map<string, Required<FoundPage>>()
  /** Whether it is a list. */
  const looked = new Map(starts.map((start) => [start, true]))
  const notes = new Set<string>()
  let read = 0
  const isFull = (): boolean => read === maxLists || pages.size >= maxOutsideAddresses
  for (const [address, isList] of looked) {
    if (signal.aborted || isFull()) break
    const isOnly = starts.length === 1 && read === 0
    try {
      const reply = await api('importAddresses', { address, list: !isOnly }, signal)
      for (const each of reply.lists ?? []) looked.set(each, true)
      const isFirst = isOnly && reply.lists !== undefined && pathOf(address) === '/'
      for (const each of reply.addresses) {
        const page = pages.get(each.address) ?? { ...each, lists: [] }
        pages.set(each.address, page)
        if (isList) page.lists.push(address)
        if (isFirst && !looked.has(each.address)) looked.set(each.address, false)
      }
      for (const note of reply.notes) notes.add(note)
      onProgress({ lists: ++read, pages: pages.size })
    } catch (cause) {
      if (signal.aborted) break
      if (isOnly) throw cause
      if (isList) notes.add(`${address}：${messageOf(cause, '没有读成')}`)
    }
  }
  if (signal.aborted || isFull()) notes.add(`${signal.aborted ? '停止了' : '太多了'}，列表只看了${read}页`)
  const addresses = [...pages.values()].filter(({ address }) => !looked.get(address)).slice(0, maxOutsideAddresses)
  return { addresses, notes: [...notes] }
}

export const startReading = (pages: readonly FoundPage[]): Promise<Operation | undefined> =>
  startOperation(
    'read',
    pages.map(({ address, date, lists = [] }) => ({
      kind: 'page',
      id: address,
      page: { date, lists: lists.length > 0 ? lists : undefined },
    })),
    {},
    { message: '' },
  )

/** What the server reads of another site, once it has or was stopped; pages that cannot be read are named. */
export async function readPages(begun: Operation, signal: AbortSignal): Promise<MovedSource> {
  const { id } = begun
  signal.addEventListener('abort', () => void changeOperation('Stop', id))
  const { failed, total, done } = isRunning(begun) ? await follow(begun) : begun
  const pages: ReadPage[] = []
  for (let after = 0; after < done; after += pagesAtOnce) pages.push(...(await api('operationPages', { id, after })))
  const notes = failed.map(({ id: address, note }) => `${address}：${note}`)
  if (done < total) notes.push(`停止了，还有${total - done}个网页没有读`)
  const allLists = new Set(pages.flatMap(({ lists = [] }) => lists))
  const records = pages.map(({ address, date, lists = [], page }): MovedRecord => {
    // What all lists lead to is the frame of the site.
    const isFrame = allLists.size > 1 && lists.length === allLists.size
    // A sitemap may know what the page does not say.
    return { ...recordOfPage(address, { ...page, date: page.date || date }), lists: isFrame ? [] : lists }
  })
  const lists = Array.from(allLists, (list) => ({ from: pathOf(list), to: '/', column: list }))
  return {
    // What a site shows first was found first, and what is saved last is shown first here.
    records: withOneKind(withoutLists(records)).reverse(),
    lists: lists.filter(({ from }) => from !== '/'),
    notes,
  }
}

/** A text that hardly has more than links to other pages of its site is not ticked: the lists of this site make themselves. */
export function withoutLists(records: readonly MovedRecord[]): MovedRecord[] {
  const read = new Set(records.map(({ key }) => addressOf(key)))
  return records.map((record) => {
    const site = new URL('/', addressOf(record.key)).href
    const links = linksIn(record.html).filter((link) => link.startsWith(site) && !isDocumentName(link))
    const rest = record.html.replace(/<a\b.*?<\/a>|<[^<>]*>/gs, '')
    if (links.length < 3 || rest.length >= longestBesideLink * links.length) return record
    const unread = links.filter((link) => !read.has(link)).length
    const more = unread > 0 ? `，里面有${unread}个网页没有读，要搬请把这一页的网址也填上` : ''
    return { ...record, hidden: true, notes: [...record.notes, `这一页是列表${more}，先不选`] }
  })
}
const longestBesideLink = 20

/** Pages of one folder are of one kind, but for those that say theirs: what most of them are. */
export function withOneKind(records: readonly MovedRecord[]): MovedRecord[] {
  const folder = ({ key }: MovedRecord): string => folderOf(addressOf(key))
  const folders = grouped(records, (record) => [folder(record)])
  return records.map((record) => {
    if (record.isTold) return record
    const all = folders.get(folder(record)) ?? []
    const most = movedKinds.find((kind) => all.filter((each) => each.kind === kind).length > all.length / 2)
    return { ...record, kind: most ?? record.kind }
  })
}

const pageKey = 'page-'
const addressOf = (key: string): string => key.slice(pageKey.length)

function recordOfPage(asked: string, { address, pictures, column, ...page }: OutsidePage): MovedRecord {
  const [cover, ...others] = pictures
  const inText = picturesIn(page.html)
  return {
    specs: [],
    ...page,
    key: pageKey + asked,
    column: column ?? folderOf(asked),
    pictures: cover === undefined ? [] : [cover, ...others.filter((other) => !inText.includes(other))],
    pinned: false,
    hidden: false,
    path: '',
    from: [...new Set([asked, address].map(pathOf))].filter((path) => path !== '/'),
  }
}

function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address)
    return pathname + search
  } catch {
    return '/'
  }
}

/** Pages of one sort have addresses that differ in their last part, or in numbers, but for that of a column before another one. */
export function folderOf(address: string): string {
  const [path = '', query = ''] = readableAddress(pathOf(address)).split('?')
  const names = query
    .split('&')
    .map((part, _, { length }) =>
      length > 1 && ofColumn.test(part) ? part : part.replace(/=.*/, '=*').replace(/\d+/g, '*'),
    )
  const folder = query === '' ? path.replace(/[^/]+\/?$/, '') : path
  return folder.replace(/\d+/g, '*') + (query && `?${names.join('&')}`)
}
const ofColumn = /^(?:cat|c|t|type|class|sort|column|lm)_?id=\d/i
