import { whyNone } from '../store/collection.ts'
import * as records from '../store/records.ts'
import type { Kind, Stored } from '../store/records.ts'
import { BadArchive } from './badArchive.ts'
import { type Manifest, manifestText } from './manifest.ts'
import { gathered, readArchive } from './readArchive.ts'

/**
 * Reads an archive that was just written back from the disk: it must unpack, every hash must be right, and every record must be one
 * that a store would serve, by the rule that the store itself reads its files by. One record at a time, so that a store of any
 * size is checked in the memory of its largest record.
 */
export async function verifyArchive(fd: number, written: Manifest, progress: (share: number) => void): Promise<void> {
  const served: Record<string, number> = {}
  let bytes = 0
  const all = written.files.reduce((sum, { size }) => sum + size, 0)
  const manifest = await readArchive(fd, {
    async begin() {},
    async file(place, { name, size }, body) {
      if (place.is === 'record') {
        const why = whyNoRecord(place.collection, place.id, await gathered(body))
        if (why !== undefined) throw new BadArchive(`备份中的记录无法读回：${name}（${why}）`)
        served[place.collection] = (served[place.collection] ?? 0) + 1
      } else {
        for await (const _part of body);
      }
      progress(2 / 3 + (bytes += size) / Math.max(1, all) / 3)
    },
  })
  if (manifestText(manifest) !== manifestText(written)) throw new BadArchive('备份文件的清单与写入时不同')
  for (const [collection, count] of Object.entries(written.counts)) {
    if ((served[collection] ?? 0) !== count) throw new BadArchive(`备份中“${collection}”的记录数不对`)
  }
}

const isKind = (value: unknown): value is Kind<Stored, unknown> => typeof value === 'object' && value !== null && 'is' in value && 'searched' in value
const kinds = new Map((Object.values(records) as unknown[]).filter(isKind).map((kind) => [kind.name, kind]))

/** Why a store would not serve these bytes as the record; undefined when it would. Of a collection that it does not know it asks little. */
export function whyNoRecord(collection: string, id: string, bytes: Buffer): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    return 'it is not JSON'
  }
  const kind = kinds.get(collection)
  if (kind) return whyNone(kind, id, value)
  return typeof value === 'object' && value !== null ? undefined : 'it is not an object'
}

const decoder = new TextDecoder('utf-8', { fatal: true })
