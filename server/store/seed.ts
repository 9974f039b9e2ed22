import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Collection } from './collection.ts'
import type { Disk } from './disk.ts'
import { siteKind, type SiteRecord, type Stored } from './records.ts'
import type { Store } from './store.ts'

/** Remembers how far seeding came: `started` until every seed record is durable, then `done` for good. */
const marker = { collection: 'meta', id: 'seed' }

/**
 * Puts the starter content, `folder/<collection>/<id>.json`, into a store that has never had any. One that was killed at it
 * goes on; one that has been seeded, or had content of its own, is left alone for ever, also when staff empty it.
 */
export async function seedStore(store: Store, folder: string, disk: Disk, log: Log): Promise<void> {
  const mark = (state: 'started' | 'done'): Promise<void> => disk.put(marker.collection, marker.id, { id: marker.id, state })
  const state = markedState(disk)
  if (state === 'done') return
  if (state === undefined && hasContent(store)) return mark('done')
  if (state === undefined) await mark('started')
  const copied = await Promise.all([
    fill(store.product, folder, 'product'),
    fill(store.news, folder, 'news'),
    fill(store.carousel, folder, 'carousel'),
    // There is one of each: the seed's would stand beside the one that was made meanwhile.
    store.item.size === 0 ? fill(store.item, folder, 'item') : 0,
    store.site.size === 0 ? fill(store.site, folder, 'site') : 0,
  ])
  await mark('done')
  log('info', `put ${copied.reduce((sum, n) => sum + n, 0)} records of starter content into the empty store`)
}

/** The site record that ships with the program. */
export function shippedSite(folder: string): SiteRecord {
  const [shipped] = readSeed(folder, 'site')
  const fields = shipped as unknown as Readonly<Record<string, unknown>> | undefined
  if (!fields || !siteKind.is(fields)) throw new Error(`the program is incomplete: there is no site record in ${join(folder, 'site')}`)
  return shipped as SiteRecord
}

function markedState(disk: Disk): 'started' | 'done' | undefined {
  for (const { id, value } of disk.load(marker.collection)) {
    if (id !== marker.id) continue
    const started = typeof value === 'object' && value !== null && 'state' in value && value.state === 'started'
    // Whatever else it says, seeding has been here before.
    return started ? 'started' : 'done'
  }
  return undefined
}

/** Accounts and the system's name are there from the first start on; they are not content. */
function hasContent({ product, news, carousel, agent, site }: Store): boolean {
  return [product, news, carousel, agent, site].some(({ size }) => size > 0)
}

/** How many were put. */
async function fill<R extends Stored, Row>(collection: Collection<R, Row>, folder: string, name: string): Promise<number> {
  const missing = readSeed(folder, name).filter(({ id }) => !collection.get(id))
  await Promise.all(missing.map((record) => collection.put(record as R)))
  return missing.length
}

function readSeed(folder: string, name: string): Stored[] {
  const path = join(folder, name)
  return filesOf(path).map((file) => {
    try {
      return JSON.parse(readFileSync(join(path, file), 'utf8')) as Stored
    } catch (cause) {
      throw new Error(`the starter content ${join(path, file)} cannot be read`, { cause })
    }
  })
}

function filesOf(path: string): string[] {
  try {
    return readdirSync(path).filter((file) => file.endsWith('.json')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
