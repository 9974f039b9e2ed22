import { truncate } from '../../../contract/characters.ts'
import { readableAddress } from '../../../contract/redirects.ts'
import { createPlaceholder } from '../../editor/text/placeholders.ts'
import { pathOf } from '../ui/droppedFiles.ts'

/** Finds a picture of the old site in what was dropped. */
export type FindPicture = (address: string) => File | undefined

interface Dropped {
  folders: readonly string[]
  file: File
}

/** By its path: the more of its folders are the same, the better. Nothing but what was dropped is ever looked at. */
export function pictureFinder(files: readonly File[]): FindPicture {
  const byName = new Map<string, Dropped[]>()
  for (const file of files) {
    const folders = pathSteps(pathOf(file))
    const name = folders.pop() ?? ''
    byName.set(name, [...(byName.get(name) ?? []), { folders, file }])
  }
  return (address) => {
    const folders = pathSteps(address)
    const name = folders.pop() ?? ''
    // WordPress has smaller copies beside a picture.
    for (const wanted of [name, name.replace(/-\d+x\d+(\.\w+)$/, '$1')]) {
      const found = nearest(byName.get(wanted) ?? [], folders)
      if (found) return found
    }
    return undefined
  }
}

function pathSteps(address: string): string[] {
  const [path = ''] = address.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/)
  const parts = readableAddress(path)
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? [] : parts
}

/** One of the same name in another folder is another picture. */
function nearest(dropped: readonly Dropped[], wanted: readonly string[]): File | undefined {
  let best: { file: File; same: number } | undefined
  for (const { folders, file } of dropped) {
    const mostSame = Math.min(folders.length, wanted.length)
    let same = 0
    while (same < mostSame && folders[folders.length - 1 - same] === wanted[wanted.length - 1 - same]) same++
    const isAlone = folders.length === 0 || wanted.length === 0
    if ((same > 0 || isAlone) && same >= (best?.same ?? 0)) best = { file, same }
  }
  return best?.file
}

/** Where a picture can be had on the web; '' where only a folder can have it. */
export function webAddress(address: string): string {
  if (/^\/\/[^/]/.test(address)) return `https:${address}`
  return /^https?:\/\/[^/]/i.test(address) ? address : ''
}

/** The text with its pictures at their new addresses. What is missing is marked, as in pasted text. Nothing of it is run or loaded. */
export function withPictures(html: string, addressOf: (source: string) => string | undefined): string {
  const { body } = parsed(html)
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    const address = addressOf(source)
    // It led to the same picture in full size.
    const link = picture.parentElement?.closest('a')
    if (link && /\.(?:jpe?g|png|gif|webp)(?:$|[?#])/i.test(link.href)) link.replaceWith(...link.childNodes)
    if (address === undefined) picture.replaceWith(createPlaceholder('图片', nameIn(source)))
    else picture.setAttribute('src', address)
  }
  return body.innerHTML
}

/** Without styles: the server drops them as well, and the browser would complain of each. */
const parsed = (html: string): Document =>
  new DOMParser().parseFromString(
    html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')),
    'text/html',
  )

/** What people know a picture by. */
export const nameIn = (address: string): string =>
  truncate(readableAddress(address.split(/[?#]/)[0] ?? '').replace(/^.*\//, ''), 80)

export const textIn = (html: string): string => (parsed(html).body.textContent ?? '').replace(/\s+/g, ' ').trim()
