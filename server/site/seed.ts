import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KindName, kindNames, ofEach } from '../../contract/kinds/kinds.ts'
import type { Log } from '../system/log.ts'
import { unless } from '../system/systemErrors.ts'
import type { Collection } from '../store/collection.ts'
import { readSite } from '../store/currentSite.ts'
import type { Disk } from '../store/disk.ts'
import type { Stored } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** The state of seeding: `started` until every seed record is durable, then `done` for ever. */
const marker = { collection: 'meta', id: 'seed' }

/**
 * Copies the starter content, `folder/<collection>/<id>.json`, into a store that never had content. Continues where a killed server
 * stopped. A store that was seeded, or that has content of its own, is never seeded again, not even when staff empty it.
 */
export async function seedStore(store: Store, folder: string, disk: Disk, log: Log): Promise<void> {
  const mark = async (state: 'started' | 'done'): Promise<void> => {
    await disk.put(marker.collection, marker.id, { id: marker.id, state })
  }
  const state = await markedState(disk)
  if (state === 'done') return
  if (state === undefined && hasContent(store)) return mark('done')
  if (state === undefined) await mark('started')
  const copied = await Promise.all([
    ...kindNames.map((name) => copyMissing(store, folder, name)),
    // There is only one record of each: do not add the seed's beside one that was made meanwhile.
    store.item.size === 0 ? copyMissing(store, folder, 'item') : 0,
    store.site.size === 0 ? copyMissing(store, folder, 'site') : 0,
  ])
  await mark('done')
  log('info', `put ${copied.reduce((sum, n) => sum + n, 0)} records of starter content into the empty store`)
}

/** The site record that is part of the program. */
export function shippedSite(folder: string): SiteRecord {
  const [shipped] = readSeed(folder, 'site')
  if (!shipped) throw new Error(`the program is incomplete: there is no site record in ${join(folder, 'site')}`)
  return shipped as SiteRecord
}

export interface StarterContent {
  site: SiteRecord
  records: Readonly<Record<KindName, readonly Stored[]>>
}

/** The site is compared with it, to see what is still as shipped. */
export const starterContent = (folder: string): StarterContent => ({
  site: readSite(shippedSite(folder)),
  records: ofEach(kindNames, (name) => readSeed(folder, name)),
})

async function markedState(disk: Disk): Promise<'started' | 'done' | undefined> {
  for (const { id, value } of await disk.load(marker.collection)) {
    if (id !== marker.id) continue
    const started = typeof value === 'object' && value !== null && 'state' in value && value.state === 'started'
    // Anything else means that seeding has ended.
    return started ? 'started' : 'done'
  }
  return undefined
}

/** Accounts and the system's name exist from the first start on; they do not count as content. */
function hasContent(store: Store): boolean {
  return [...kindNames, 'agent' as const, 'site' as const].some((name) => store[name].size > 0)
}

/** Returns how many were copied. */
async function copyMissing(store: Store, folder: string, name: KindName | 'item' | 'site'): Promise<number> {
  const collection: Pick<Collection<Stored>, 'get' | 'put'> = store[name]
  const missing = readSeed(folder, name).filter(({ id }) => !collection.get(id))
  await Promise.all(missing.map((record) => collection.put(record)))
  return missing.length
}

function readSeed(folder: string, name: string): Stored[] {
  const path = join(folder, name)
  const files =
    unless(() =>
      readdirSync(path)
        .filter((file) => file.endsWith('.json'))
        .sort(),
    ) ?? []
  return files.map((file) => {
    try {
      return JSON.parse(readFileSync(join(path, file), 'utf8')) as Stored
    } catch (cause) {
      throw new Error(`the starter content ${join(path, file)} cannot be read`, { cause })
    }
  })
}
