import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unless } from '../system/systemErrors.ts'

const safe = /^[A-Za-z0-9_-]{1,80}$/
/** Folders of the program itself, in the data folder or beside the uploads. */
const reserved = /^(lock|log|orders|quarantine|(replaced|restoring)-.*)$/
export const isReserved = (name: string): boolean => reserved.test(name)
export const isContentFolder = (name: string): boolean => safe.test(name) && !isReserved(name)

/** Collections whose names have several parts: `drafts/news`, `trash/news`, and one for each record, `history/news/12`. */
const depths = new Map([
  ['drafts', 2],
  ['trash', 2],
  ['history', 3],
])
const depthOf = (folder: string): number => depths.get(folder) ?? 1

/** Whether records may lie in this folder of the data folder. */
export function isCollection(path: string): boolean {
  const [top = '', ...inside] = path.split('/')
  return isContentFolder(top) && inside.length + 1 === depthOf(top) && inside.every((name) => safe.test(name))
}

/** The collections that have a folder, sorted. */
export function* collectionsIn(dataDir: string, path = ''): Generator<string, void, undefined> {
  const entries = unless(() => readdirSync(join(dataDir, path), { withFileTypes: true })) ?? []
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (path === '' ? name : `${path}/${name}`))
    .sort()
  for (const folder of folders) {
    const [top = '', ...inside] = folder.split('/')
    if (isCollection(folder)) yield folder
    else if (isContentFolder(top) && inside.length + 1 < depthOf(top)) yield* collectionsIn(dataDir, folder)
  }
}

/** Histories are many: they are read one at a time, and counted by the kind of their records. */
export const isHistory = (collection: string): boolean => collection.startsWith('history/')
export const countedAs = (collection: string): string => collection.split('/').slice(0, 2).join('/')
