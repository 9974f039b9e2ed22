import { readRecord } from '../../contract/kinds/read.ts'
import { countedAs, isHistory } from '../store/collectionFolders.ts'
import { kindsByName } from '../store/records.ts'
import { BadArchive } from './backupFailure.ts'
import { type Manifest, manifestText } from './manifest.ts'
import { type Bytes, concat, readArchive } from './readArchive.ts'

/**
 * Reads an archive, also one that was `written` just now: it must unpack, every hash must match, and the store must read every
 * record. Reads one record at a time, so it needs no more memory than the largest record.
 */
export async function verifyArchive(bytes: Bytes, written?: Manifest): Promise<Manifest> {
  const valid: Record<string, number> = {}
  const manifest = await readArchive(bytes, {
    async begin() {},
    async file(kind, { name }, body) {
      if (kind.is === 'record') {
        const reason = recordRejection(kind.collection, kind.id, await concat(body))
        if (reason !== undefined) throw new BadArchive(`备份中的记录无法读回：${name}（${reason}）`)
        const collection = countedAs(kind.collection)
        valid[collection] = (valid[collection] ?? 0) + 1
      } else {
        for await (const _chunk of body);
      }
    },
  })
  if (written && manifestText(manifest) !== manifestText(written)) throw new BadArchive('备份文件的清单与写入时不同')
  for (const [collection, count] of Object.entries(manifest.counts)) {
    if ((valid[collection] ?? 0) !== count) throw new BadArchive(`备份中“${collection}”的记录数不对`)
  }
  return manifest
}

/** Why the store would not accept these bytes as the record; undefined when it would. */
export function recordRejection(collection: string, id: string, bytes: Buffer): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    return 'it is not JSON'
  }
  return valueRejection(collection, id, value)
}

/** The same of a value that was parsed. Unknown collections only need an object. */
export function valueRejection(collection: string, id: string, value: unknown): string | undefined {
  // A state of a record has its id; the file is named after its version.
  const [, name = '', recordId = ''] = isHistory(collection) ? collection.split('/') : ['', collection, id]
  const kind = kindsByName.get(name)
  if (kind) return readRecord(kind.complete, recordId, value).refusal
  return typeof value === 'object' && value !== null ? undefined : 'it is not an object'
}

const decoder = new TextDecoder('utf-8', { fatal: true })
