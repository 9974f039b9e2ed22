import { grouped } from '../../../contract/grouped.ts'
import {
  isDumpName,
  isMovedName,
  linksIn,
  movedKinds,
  type MovedRecord,
  type MovedSource,
  picturesIn,
} from '../../../contract/movedRecords.ts'
import {
  kindInAddress,
  maxOutsideAddresses,
  type OutsideAddresses,
  type OutsidePage,
} from '../../../contract/outsidePages.ts'
import { readableAddress } from '../../../contract/redirects.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { sendLarge } from '../media/uploadFilm.ts'

/** The file that the records are in; a dump may come in several, which are one. */
export function sourceIn(files: readonly File[]): File | undefined {
  const first = files.find(({ name }) => isMovedName(name))
  if (!first || !isDumpName(first.name)) return first
  const volumes = files.filter(({ name }) => isDumpName(name)).sort((one, other) => inNumbers(one.name, other.name))
  const { name, lastModified } = volumes[0] ?? first
  return volumes.length === 1 ? first : new File(volumes, name, { lastModified })
}
const inNumbers = new Intl.Collator('en', { numeric: true }).compare

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

/** More pages of lists are not looked through. */
const maxLists = 200

/** How many lists were looked through, and how many pages they name. */
export interface Listing {
  lists: number
  pages: number
}

/**
 * The pages that addresses of a site lead to, and those that their lists lead to on further pages of their own. Of several addresses each is
 * a list by itself. Those that were looked through are lists themselves, and no pages, where they led to something.
 */
export async function findPages(
  starts: readonly string[],
  signal: AbortSignal,
  onProgress: (listing: Listing) => void,
): Promise<OutsideAddresses> {
  const pages = new Map<string, OutsideAddresses['addresses'][number]>()
  const lists = new Set(starts)
  const notes = new Set<string>()
  let read = 0
  const isFull = (): boolean => read === maxLists || pages.size >= maxOutsideAddresses
  for (const address of lists) {
    if (signal.aborted || isFull()) break
    const isOnly = starts.length === 1 && starts.includes(address)
    try {
      const found = await api('importAddresses', { address, list: !isOnly }, signal)
      for (const each of found.lists ?? []) lists.add(each)
      for (const page of found.addresses) pages.set(page.address, pages.get(page.address) ?? page)
      for (const note of found.notes) notes.add(note)
      onProgress({ lists: ++read, pages: pages.size })
    } catch (cause) {
      if (signal.aborted) break
      if (isOnly) throw cause
      notes.add(`${address}：${messageOf(cause, '没有读成')}`)
    }
  }
  if (signal.aborted || isFull()) notes.add(`${signal.aborted ? '停止了' : '太多了'}，列表只看了${read}页`)
  const addresses = [...pages.values()].filter(({ address }) => !lists.has(address)).slice(0, maxOutsideAddresses)
  return { addresses, notes: [...notes] }
}

/** Pages of another site, one after the other; those that cannot be read are named. */
export async function readPages(
  pages: OutsideAddresses['addresses'],
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<MovedSource> {
  const records: MovedRecord[] = []
  const notes: string[] = []
  for (const [index, { address, date }] of pages.entries()) {
    if (signal.aborted) {
      notes.push(`停止了，还有${pages.length - index}个网页没有读`)
      break
    }
    try {
      // By another page it is known what is on every page.
      const { address: beside } = pages[index + 1] ?? pages[index - 1] ?? {}
      const page = await api('importPage', { address, beside }, signal)
      // A sitemap may know what the page does not say.
      records.push(recordOfPage(address, { ...page, date: page.date || date }))
    } catch (cause) {
      notes.push(`${address}：${messageOf(cause, '没有读成')}`)
    }
    onProgress((index + 1) / pages.length)
  }
  return { records: withOneKind(withoutLists(records)), lists: [], notes }
}

/** A text that hardly has more than links to other pages that are read is not ticked: the lists of this site make themselves. */
export function withoutLists(records: readonly MovedRecord[]): MovedRecord[] {
  const read = new Set(records.map(({ key }) => addressOf(key)))
  return records.map((record) => {
    const links = linksIn(record.html).filter((link) => read.has(link.replaceAll('&amp;', '&')))
    const rest = record.html.replace(/<a\b.*?<\/a>|<[^<>]*>/gs, '')
    const isList = links.length > 2 && rest.length < longestBesideLink * links.length
    return isList ? { ...record, hidden: true, notes: [...record.notes, '这一页是列表，先不选'] } : record
  })
}
const longestBesideLink = 20

/** Pages of one folder are of one kind: what most of them are, or else what their addresses say. */
export function withOneKind(records: readonly MovedRecord[]): MovedRecord[] {
  const folder = ({ key }: MovedRecord): string => folderOf(addressOf(key))
  const folders = grouped(records, (record) => [folder(record)])
  return records.map((record) => {
    const all = folders.get(folder(record)) ?? []
    const most = movedKinds.find((kind) => all.filter((each) => each.kind === kind).length > all.length / 2)
    return { ...record, kind: most ?? kindInAddress(addressOf(record.key)) ?? record.kind }
  })
}

const pageKey = 'page-'
const addressOf = (key: string): string => key.slice(pageKey.length)

function recordOfPage(
  asked: string,
  { address, kind, title, intro, date, html, pictures, notes, column, above, model, price, specs = [] }: OutsidePage,
): MovedRecord {
  const [cover, ...others] = pictures
  const inText = picturesIn(html)
  return {
    key: pageKey + asked,
    kind,
    column: column ?? folderOf(asked),
    ...(above !== undefined && { above }),
    title,
    date,
    intro,
    html,
    pictures: cover === undefined ? [] : [cover, ...others.filter((each) => !inText.includes(each))],
    specs,
    ...(model !== undefined && { model }),
    ...(price !== undefined && { price }),
    pinned: false,
    hidden: false,
    path: '',
    from: [...new Set([asked, address].map(pathOf))].filter((path) => path !== '/'),
    notes,
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

/** Pages of one sort have addresses that differ in their last part, or in numbers. */
export function folderOf(address: string): string {
  const [path = '', query = ''] = readableAddress(pathOf(address)).split('?')
  const names = query.replace(/=[^&]*/g, '=*').replace(/\d+/g, '*')
  const folder = query === '' ? path.replace(/[^/]+\/?$/, '') : `${path}?${names}`
  return folder.replace(/\d+/g, '*')
}
