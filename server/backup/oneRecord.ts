import { isKind, type KindName } from '../../contract/kinds.ts'
import { readRecord } from '../../contract/read.ts'
import type { ArchivedRecord } from '../store/archivedRecord.ts'
import { type AnyRecord, type DraftRecord, allFieldsOf, kindsByName, type TrashRecord } from '../store/records.ts'
import { Misuse } from '../system/systemErrors.ts'
import { BackupFailure } from './backupFailure.ts'
import type { Manifest } from './manifest.ts'
import { type Bytes, concat, readArchive } from './readArchive.ts'

/** Of `product/ID`. */
export function wantedRecord(text: string): Pick<ArchivedRecord, 'kind' | 'id'> {
  const [, kind = '', id = ''] = /^(\w+)\/([A-Za-z0-9_-]{1,80})$/.exec(text) ?? []
  if (!isKind(kind)) throw new Misuse(`无法识别的记录：${text}。写法是 --only product/编号`)
  return { kind, id }
}

/** Reads an archive to its end, so that all of it is verified: the record as it was public, else its draft, else as it was deleted. */
export async function recordInArchive(
  archive: Bytes,
  { kind, id }: Pick<ArchivedRecord, 'kind' | 'id'>,
  about: (manifest: Manifest) => void,
): Promise<ArchivedRecord> {
  const found = new Map<string, Buffer>()
  await readArchive(archive, {
    async begin(manifest) {
      about(manifest)
    },
    async file(entry, _file, body) {
      if (entry.is === 'record' && entry.id === id && places(kind).includes(entry.collection))
        found.set(entry.collection, await concat(body))
      else for await (const _chunk of body);
    },
  })
  const [live, draft, deleted] = places(kind).map((collection) => recordOf(collection, id, found.get(collection)))
  const { record = undefined, draft: besides = undefined } = (deleted ?? {}) as Partial<TrashRecord>
  const typed = (draft ?? (record ? undefined : besides)) as DraftRecord | undefined
  const published = (live ?? record) as AnyRecord | undefined
  if (published && (live || !typed))
    return { kind, id, fields: allFieldsOf(kind, published), createdAt: published.createdAt }
  if (typed) return { kind, id, fields: typed.fields }
  throw new BackupFailure(`这份备份里没有 ${kind}/${id}`)
}

const places = (kind: KindName): string[] => [kind, `drafts/${kind}`, `trash/${kind}`]

function recordOf(collection: string, id: string, bytes: Buffer | undefined): object | undefined {
  const kind = kindsByName.get(collection)
  return bytes && kind ? readRecord(kind.complete, id, JSON.parse(bytes.toString())).record : undefined
}
