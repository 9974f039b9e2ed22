import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ForOperator, unless } from '../system/systemErrors.ts'
import { isReserved } from './collectionFolders.ts'
import { kindsByName } from './records.ts'
import { journalName } from './swapFolders.ts'

const collections = new Set(['meta', 'history', ...Array.from(kindsByName.keys(), (name) => name.split('/')[0] ?? '')])

/** Whether a folder of this name in DATA_DIR is the store's own. */
export const isStoreFolder = (name: string): boolean => collections.has(name) || isReserved(name)

/** Whether a server has made a store in the folder, or a restore is about to be completed there. */
export const hasStore = (dataDir: string): boolean =>
  (unless(() => readdirSync(dataDir)) ?? []).some((name) => collections.has(name) || name === journalName)

/** A command was run where no site is. */
export class NoStore extends ForOperator {
  constructor(place: string, setting: 'DATA_DIR' | 'DATABASE_URL') {
    super(`${place} 里没有站点的数据：请核对 ${setting}。新的站点由服务器第一次启动时建立`)
  }
}

/** For commands: a store that one of them made would be read by nobody. */
export function requireStore(dataDir: string): void {
  if (!hasStore(dataDir)) throw new NoStore(resolve(dataDir), 'DATA_DIR')
}

interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

/** Whose owner works on the data of the site. */
export const ownFolder = ({ dataDir, uploadsDir, databaseUrl }: Place & { uploadsDir: string }): string =>
  databaseUrl === undefined ? dataDir : uploadsDir

/** The answers of commands name it, without the user and password of a database. */
export function placeOf({ dataDir, databaseUrl }: Place): string {
  if (databaseUrl === undefined) return `数据目录：${resolve(dataDir)}`
  const { host, pathname } = new URL(databaseUrl)
  return `数据库：${host}${pathname}`
}
