import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ForOperator, unless } from '../system/systemErrors.ts'
import type { Disk, Loaded } from './disk.ts'

/** The format of the data folder. Increment it when an older server could not read what this one writes. */
export const dataFormat = 1

export const formatRecord = { collection: 'meta', id: 'format' }

/** The folder was written by a newer version. This one might quarantine its records, or overwrite what it does not know. */
export class NewerFormat extends ForOperator {
  constructor(format: unknown) {
    super(
      `the data folder has format ${JSON.stringify(format)}, and this version knows formats up to ${dataFormat}: ` +
        'start the newer version again, or restore a backup made before the upgrade',
    )
    this.name = 'NewerFormat'
  }
}

/** The company's own agreement for its staff: a file beside the folders of the collections, or a record of the database. */
export const agreementFile = 'agreement.md'
export const agreementRecord = { collection: 'meta', id: 'agreement' }

/** Marks a place that content is being moved to, until all of it is there. */
export const moveMarker = { collection: 'meta', id: 'move' }

/** A move to this place was interrupted; serving it would show half a site. */
class HalfMoved extends ForOperator {
  constructor() {
    super('a move to this place is running or was interrupted: run the same move again and let it finish')
    this.name = 'HalfMoved'
  }
}

/**
 * Refuses a folder of a newer format before reading or changing anything; writes the number into a folder that has none, with an id of the
 * new store. Resolves to the id; stores that are older than ids have none.
 */
export async function claimFormat(disk: Disk): Promise<string | undefined> {
  const meta = await disk.load(formatRecord.collection)
  if (meta.some(({ id }) => id === moveMarker.id)) throw new HalfMoved()
  const format = formatIn(meta)
  const store = format === undefined ? randomBytes(4).toString('hex') : storeIn(meta)
  if (format === dataFormat) return store
  if (format !== undefined && !isOlder(format)) throw new NewerFormat(format)
  await disk.put(formatRecord.collection, formatRecord.id, {
    id: formatRecord.id,
    format: dataFormat,
    ...(store && { store }),
  })
  return store
}

/** undefined in a new folder. */
function formatIn(meta: readonly Loaded[]): unknown {
  const stored = meta.find(({ id }) => id === formatRecord.id)
  if (!stored) return undefined
  const { value } = stored
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : null
}

const storeIn = (meta: readonly Loaded[]): string | undefined =>
  storeIdOf(meta.find(({ id }) => id === formatRecord.id)?.value)

export const storeIdOf = (value: unknown): string | undefined =>
  /^[0-9a-f]{8}$/.exec(String(((value ?? {}) as { store?: unknown }).store))?.[0]

/** The id of the store in a folder that nobody needs to have opened. */
export function storeIdIn(dataDir: string): string | undefined {
  const text = unless(() => readFileSync(join(dataDir, formatRecord.collection, `${formatRecord.id}.json`), 'utf8'))
  return text === undefined ? undefined : storeIdOf(JSON.parse(text))
}

const isOlder = (format: unknown): boolean => Number.isInteger(format) && Number(format) < dataFormat
