import type { OutsideAddresses, OutsidePage } from '../../../contract/outsidePages.ts'
import {
  isDumpName,
  isMovedName,
  type MovedRecord,
  type MovedSource,
  picturesIn,
} from '../../../contract/movedRecords.ts'
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

/** Pages of another site, one after the other; those that cannot be read are named. */
export async function readPages(
  pages: OutsideAddresses['addresses'],
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<MovedSource> {
  const records: MovedRecord[] = []
  const notes: string[] = []
  for (const [index, { address, date }] of pages.entries()) {
    if (signal.aborted) break
    try {
      const page = await api('importPage', { address }, signal)
      // A sitemap may know what the page does not say.
      records.push(recordOfPage(address, { ...page, date: page.date || date }))
    } catch (cause) {
      notes.push(`${address}：${messageOf(cause, '没有读成')}`)
    }
    onProgress((index + 1) / pages.length)
  }
  return { records, lists: [], notes }
}

function recordOfPage(
  asked: string,
  { address, kind, title, intro, date, html, pictures, notes }: OutsidePage,
): MovedRecord {
  const [cover, ...others] = pictures
  const inText = picturesIn(html)
  return {
    key: `page-${asked}`,
    kind,
    column: folderOf(asked),
    title,
    date,
    intro,
    html,
    pictures: cover === undefined ? [] : [cover, ...others.filter((each) => !inText.includes(each))],
    specs: [],
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
  const [path = '', query = ''] = pathOf(address).split('?')
  const names = query.replace(/=[^&]*/g, '=*').replace(/\d+/g, '*')
  const folder = query === '' ? path.replace(/[^/]*$/, '') : `${path}?${names}`
  return folder.replace(/\d+/g, '*')
}
