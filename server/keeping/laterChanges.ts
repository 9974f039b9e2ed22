import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashesOf, isIntact, readFiles } from '../media/isIntact.ts'
import { collectionsIn, countedAs } from '../store/collectionFolders.ts'
import { recordText } from '../store/kind.ts'
import { uploadOf } from '../store/records.ts'
import { ForOperator, ignoreMissing } from '../system/systemErrors.ts'
import { BadArchive } from './backupFailure.ts'
import { entryKind, type Manifest, ofTheMachine, uploadsOf } from './manifest.ts'
import { printableName } from './tar.ts'
import type { Bytes } from './readArchive.ts'
import { recordWriter, writeUpload } from './stagedFiles.ts'

/** A change after an archive was made. */
export type LaterChange =
  /** `news/12`, as it then was, and one that the store accepts; undefined for one that was removed. */
  | { is: 'record'; name: string; record: object | undefined }
  /** The only records that a collection had. */
  | { is: 'names'; collection: string; ids: ReadonlySet<string> }
  /** The files of an upload by their names in an archive, with the bytes of those that were stored after that. */
  | { is: 'upload'; address: string; files: readonly UploadFile[] }

interface UploadFile {
  name: string
  bytes: Bytes | undefined
}

interface Staged {
  data: string
  uploads: string
}

/** Makes the changes in what an archive has unpacked. Resolves to the manifest of the result. */
export async function addChanges(
  changes: AsyncIterable<LaterChange>,
  manifest: Manifest,
  { data, uploads }: Staged,
  signal: AbortSignal,
): Promise<Manifest> {
  const records = recordWriter(data)
  const missing = new Set(manifest.missing)
  const remove = async ({ collection, id }: Place): Promise<void> => {
    await records.flush()
    // The next start would list it again; and it removes the variants that no other upload has.
    const upload = await uploadIn(data, collection, id)
    if (upload !== undefined) await rm(join(uploads, upload), { force: true })
    await records.add({ collection, id })
  }
  for await (const change of changes) {
    signal.throwIfAborted()
    if (change.is === 'upload') {
      const isThere = await addUpload(uploads, change)
      for (const { name } of change.files) {
        if (isThere.has(name)) missing.delete(name)
        else missing.add(name)
      }
    } else if (change.is === 'names') {
      await records.flush()
      for (const id of await idsIn(data, change.collection)) {
        if (!change.ids.has(id)) await remove(recordNamed(`${change.collection}/${id}`))
      }
    } else {
      const place = recordNamed(change.name)
      const { collection, id } = place
      if (ofTheMachine.has(collection)) continue
      if (change.record) await records.add({ collection, id, text: recordText(change.record) })
      else await remove(place)
    }
  }
  await records.flush()
  return { ...manifest, ...(await countsIn({ data, uploads })), missing: [...missing] }
}

interface Place {
  collection: string
  id: string
}

function recordNamed(name: string): Place {
  const kind = entryKind(`data/${name}.json`)
  if (kind?.is !== 'record') throw new BadArchive(`改动中有不允许的文件名：${printableName(name)}`)
  return kind
}

async function uploadIn(data: string, collection: string, id: string): Promise<string | undefined> {
  const text = await readFile(join(data, collection, `${id}.json`), 'utf8').catch(ignoreMissing)
  return text && uploadOf(collection, JSON.parse(text) as object)?.slice('/uploads/'.length)
}

/**
 * Resolves to the files that are there. Those that cannot be fetched, or are not what their upload's name says, do not keep the rest from
 * being restored: whoever can write to the bucket must not make a file public.
 */
async function addUpload(root: string, { address, files }: LaterChange & { is: 'upload' }): Promise<Set<string>> {
  const there = new Set<string>()
  const added: string[] = []
  for (const { name, bytes } of files) {
    const kind = entryKind(name)
    if (kind?.is !== 'upload') throw new BadArchive(`改动中有不允许的文件名：${printableName(name)}`)
    const path = join(root, kind.folder, kind.name)
    if (await stat(path).catch(ignoreMissing)) {
      there.add(name)
    } else if (bytes && (await isWritten(writeUpload(root, kind.folder, kind.name, bytes)))) {
      there.add(name)
      added.push(path)
    } else {
      await rm(path, { force: true })
    }
  }
  if (added.length === 0 || (await isIntact(hashesOf(readFiles(root)), address))) return there
  for (const path of added) await rm(path, { force: true })
  return new Set()
}

const isWritten = (writing: Promise<void>): Promise<boolean> =>
  writing.then(
    () => true,
    (error: unknown) => (error instanceof ForOperator ? false : Promise.reject(error)),
  )

const idsIn = async (data: string, collection: string): Promise<string[]> =>
  ((await readdir(join(data, collection)).catch(ignoreMissing)) ?? [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))

async function countsIn({ data, uploads }: Staged) {
  const counts: Record<string, number> = {}
  for (const collection of collectionsIn(data)) {
    const counted = countedAs(collection)
    counts[counted] = (counts[counted] ?? 0) + (await idsIn(data, collection)).length
  }
  const files = []
  for (const name of await readdir(uploads, { recursive: true })) {
    const stats = await stat(join(uploads, name))
    if (stats.isFile()) files.push({ name: `uploads/${name}`, size: stats.size, sha256: '' })
  }
  return { counts, uploads: uploadsOf(files) }
}
