import { readableAddress } from '../../../contract/calls/redirects.ts'
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
      const nearestFile = nearest(byName.get(wanted) ?? [], folders)
      if (nearestFile) return nearestFile
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
  // What is written from the page that it is in says no folder by itself.
  const steps = parts.slice(parts.findIndex((part) => part !== '..'))
  const isFromPage = steps.length < parts.length
  return steps.includes('..') || (isFromPage && steps.length < 2) ? [] : steps
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
  // Old sites often have no certificate; one that has leads on.
  if (/^\/\/[^/]/.test(address)) return `http:${address}`
  return /^https?:\/\/[^/]/i.test(address) ? address : ''
}
