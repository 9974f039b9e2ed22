import { existsSync, readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { kindNames } from '../../contract/kinds.ts'
import type { Config } from '../config.ts'
import { syncFolder } from '../system/folders.ts'
import { unless } from '../system/systemErrors.ts'
import { healthOf } from './health.ts'

/** The records before an upgrade. */
export interface RecordsBefore {
  /** How many, by the names of their collections. */
  counts: Readonly<Record<string, number>>
  /** What lay in quarantine. */
  quarantined: readonly string[]
}

/** By kind, the collections among which its records move. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(kindNames.map((name) => [name, [name, `drafts/${name}`, `trash/${name}`]])),
  agent: ['agent', 'doubtful', 'trash/agent'],
  user: ['user'],
  site: ['site'],
  media: ['media'],
}

/** Undefined with a database, whose records are counted by its servers. */
export function recordsIn({ dataDir, databaseUrl }: Config): RecordsBefore | undefined {
  if (databaseUrl !== undefined) return undefined
  const counts = Object.values(placesOf).flat().map((collection) => [collection, filesIn(dataDir, collection).length])
  return { counts: Object.fromEntries(counts), quarantined: filesIn(dataDir, quarantine) }
}

const quarantine = 'quarantine'
const filesIn = (dataDir: string, collection: string): string[] =>
  (unless(['ENOENT'], () => readdirSync(join(dataDir, collection))) ?? []).filter((name) => /^[^.].*\.json$/.test(name))

/** Moves records that lie in quarantine since then to their places: the older release reads them. */
export async function putBack({ dataDir }: Config, before: RecordsBefore): Promise<void> {
  const collections = Object.values(placesOf).flat()
  for (const file of filesIn(dataDir, quarantine).filter((name) => !before.quarantined.includes(name))) {
    const [, place = '', id = ''] = /^(.+)\.([^.]+)\.[\dT-]+(?:\.\d+)?\.json$/.exec(file) ?? []
    const collection = collections.find((name) => name.replaceAll('/', '.') === place)
    if (collection === undefined) continue
    const path = join(dataDir, collection, `${id}.json`)
    if (!existsSync(path)) await rename(join(dataDir, quarantine, file), path)
  }
  for (const collection of [...collections, quarantine]) if (existsSync(join(dataDir, collection))) await syncFolder(join(dataDir, collection))
}

/** What the server that runs now did not find of `before`, in words; '' when it has found all. 0.5.0 does not say. */
export async function missingRecords(config: Config, before: RecordsBefore | undefined): Promise<string> {
  const { opened } = await healthOf(config)
  if (!opened) return ''
  const missing = Object.entries(placesOf).flatMap(([kind, places]) => {
    const lost = places.map((place) => (before ? (before.counts[place] ?? 0) - (opened[place]?.read ?? 0) : opened[place]?.refused ?? 0))
    const count = lost.reduce((total, each) => total + each, 0)
    return count > 0 ? [`${kind} 少了 ${count} 条`] : []
  })
  return missing.join('，')
}
