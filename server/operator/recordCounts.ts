import { existsSync, readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { kindNames, ofEach } from '../../contract/kinds/kinds.ts'
import type { Config } from '../config.ts'
import type { plainKinds } from '../store/records.ts'
import { syncFolder } from '../system/folders.ts'
import { unless } from '../system/systemErrors.ts'
import { healthOf } from './health.ts'

/** The records before an upgrade. */
export interface RecordsBefore {
  /** How many, by the names of their collections. */
  counts: Readonly<Record<string, number>>
  /** These files were in quarantine. */
  quarantined: readonly string[]
}

/** What people have made and only people remove; sessions, for example, end by themselves. */
const ofPeople = [
  'user',
  'site',
  'item',
  'media',
  'channel',
  'engine',
  'wechat',
  'evidence',
  'notice',
  'redirect',
] as const satisfies readonly (keyof typeof plainKinds)[]

/** By kind, the collections among which its records move. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  ...ofEach(kindNames, (name) => [name, `drafts/${name}`, `trash/${name}`]),
  agent: ['agent', 'doubtful', 'trash/agent'],
  ...ofEach(ofPeople, (name) => [name]),
}

const allPlaces = Object.values(placesOf).flat()

/** Undefined with a database, whose records are counted by its servers. */
export function recordsIn({ dataDir, databaseUrl }: Config): RecordsBefore | undefined {
  if (databaseUrl !== undefined) return undefined
  const counts = allPlaces.map((collection) => [collection, recordFiles(dataDir, collection).length])
  return { counts: Object.fromEntries(counts), quarantined: recordFiles(dataDir, quarantine) }
}

const quarantine = 'quarantine'
const recordFiles = (dataDir: string, collection: string): string[] =>
  (unless(() => readdirSync(join(dataDir, collection))) ?? []).filter((name) => /^[^.].*\.json$/.test(name))

/** Staff may have erased some since, while what lies in quarantine was not read. */
function countsLeft(config: Config, before: RecordsBefore): RecordsBefore['counts'] {
  const counts = { ...recordsIn(config)?.counts }
  for (const { collection } of quarantinedSince(config, before)) counts[collection] = (counts[collection] ?? 0) + 1
  return counts
}

function quarantinedSince({ dataDir }: Config, { quarantined }: RecordsBefore) {
  return recordFiles(dataDir, quarantine)
    .filter((file) => !quarantined.includes(file))
    .flatMap((file) => {
      const [, place = '', id = ''] = /^(.+)\.([^.]+)\.[\dT-]+(?:\.\d+)?\.json$/.exec(file) ?? []
      const collection = allPlaces.find((name) => name.replaceAll('/', '.') === place)
      return collection === undefined ? [] : [{ file, collection, id }]
    })
}

/** Moves records that lie in quarantine since then to their places: the older release reads them. */
export async function putBack(config: Config, before: RecordsBefore): Promise<void> {
  const { dataDir } = config
  for (const { file, collection, id } of quarantinedSince(config, before)) {
    const path = join(dataDir, collection, `${id}.json`)
    if (!existsSync(path)) await rename(join(dataDir, quarantine, file), path)
  }
  for (const collection of [...allPlaces, quarantine])
    if (existsSync(join(dataDir, collection))) await syncFolder(join(dataDir, collection))
}

/** What the server that runs now did not find of `before`, in words; '' when it has found all. 0.5.0 does not say. */
export async function missingRecords(config: Config, before: RecordsBefore | undefined): Promise<string> {
  const { opened } = await healthOf(config)
  if (!opened) return ''
  const remaining = before && countsLeft(config, before)
  const missing = Object.entries(placesOf).flatMap(([kind, places]) => {
    const sum = (countOf: (place: string) => number | undefined): number =>
      places.reduce((count, place) => count + (countOf(place) ?? 0), 0)
    const count = remaining
      ? Math.min(
          sum((place) => before.counts[place]),
          sum((place) => remaining[place]),
        ) - sum((place) => opened[place]?.read)
      : sum((place) => opened[place]?.refused)
    return count > 0 ? [`${kind} 少了 ${count} 条`] : []
  })
  return missing.join('，')
}
