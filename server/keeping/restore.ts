import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../system/folders.ts'
import { activityDay, activityFile, activityFolder } from '../store/activityDisk.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { openDisk } from '../store/disk.ts'
import { agreementFile, storeIdIn } from '../store/format.ts'
import type { SiteRecord } from '../store/records.ts'
import { openStore } from '../store/store.ts'
import { asideFolder, contentOf, stagingFolder, swapFolders, UnfinishedSwap } from '../store/swapFolders.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { recordText } from '../store/kind.ts'
import { BackupFailure, BadArchive } from './backupFailure.ts'
import { restoredRecord } from './backupState.ts'
import { addChanges, type LaterChange } from './laterChanges.ts'
import { type ArchivedSite, type Manifest, ofTheMachine } from './manifest.ts'
import { type Bytes, concat, readArchive } from './readArchive.ts'
import { recordWriter, writeSynced, writeUpload } from './stagedFiles.ts'
import { recordRejection } from './verifyArchive.ts'
import { megabytes } from './writeArchive.ts'

interface RestoreOptions {
  archive: Bytes
  /** Called before anything is written; may throw to stop. */
  about(manifest: Manifest): void
  /** What was changed after it, and up to when that reached once it was read. */
  later?: { changes(manifest: Manifest): AsyncIterable<LaterChange>; reached: number } | undefined
  dataDir: string
  uploadsDir: string
  /** Whether existing content may be moved aside. */
  replace: boolean
  now: () => number
  signal: AbortSignal
  progress: (share: number) => void
}

export interface Restored {
  manifest: Manifest
  /** The folders that the old content was moved to. */
  aside: string[]
}

/**
 * Replaces the content of the two folders by the archive's. Everything is unpacked, synced and read back by a store before anything is
 * moved. The caller must hold the lock and own the folders.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { dataDir, uploadsDir, replace, now, signal } = options
  const roots = [dataDir, uploadsDir] as const
  for (const [root, other] of [roots, [uploadsDir, dataDir] as const]) {
    const content = contentOf(root, { other })
    if (await hasFiles(root, content)) {
      if (!replace)
        throw new BackupFailure(
          `${root} 不是空的。加上 --replace 可以恢复，原有内容会移到其中的 replaced-… 文件夹里保留`,
        )
    } else {
      for (const name of content) await rm(join(root, name), { recursive: true })
    }
  }

  const time = chinaTime(now()).slice(0, 19).replace(/\D/g, '')
  const staged = { data: stagingFolder(dataDir, time), uploads: stagingFolder(uploadsDir, time) }
  let manifest: Manifest
  try {
    manifest = await unpack(options, staged)
    if (options.later) {
      manifest = await addChanges(options.later.changes(manifest), manifest, staged, signal)
      manifest = { ...manifest, time: chinaTime(options.later.reached) }
    }
    // After the changes, none of which may remove it.
    await markRestored(staged.data, now(), manifest)
    const counts = { ...manifest.counts, ...noneOfTheMachine, backup: 1 }
    manifest = { ...manifest, counts, site: await siteIn(staged.data, manifest) }
    await readBack(staged.data, manifest)
    await keepActivity(dataDir, staged.data)
    await syncFolders(staged.data)
    await syncFolders(staged.uploads)
    signal.throwIfAborted()
    await swapFolders(roots, time)
  } catch (error) {
    if (error instanceof UnfinishedSwap) throw error
    for (const folder of Object.values(staged)) await rm(folder, { recursive: true, force: true })
    throw error
  }
  const asides = roots.map((root) => asideFolder(root, time))
  return {
    manifest,
    aside: (await Promise.all(asides.map(async (path) => ((await exists(path)) ? [path] : [])))).flat(),
  }
}

async function unpack(
  { archive, about, signal, progress }: RestoreOptions,
  staged: { data: string; uploads: string },
): Promise<Manifest> {
  await mkdir(staged.data, { mode: 0o700 })
  await mkdir(staged.uploads, { mode: 0o755 })
  const records = recordWriter(staged.data)
  let total = 1
  let done = 0
  const manifest = await readArchive(archive, {
    async begin(manifest) {
      const { files } = manifest
      about(manifest)
      total = files.reduce((sum, { size }) => sum + size, 1)
      const need = total + files.length * 4096
      for (const folder of Object.values(staged)) {
        const { bavail, bsize } = await statfs(folder)
        if (need > bavail * bsize)
          throw new BackupFailure(`空间不足：恢复约需 ${megabytes(need)}，可用 ${megabytes(bavail * bsize)}`)
      }
    },
    async file(kind, { name, size }, body) {
      signal.throwIfAborted()
      if (kind.is === 'upload') await writeUpload(staged.uploads, kind.folder, kind.name, body)
      else if (kind.is === 'activity') await writeActivity(staged.data, kind.day, body)
      else if (kind.is === 'agreement') await writeSynced(join(staged.data, agreementFile), 0o600, body)
      else {
        const bytes = await concat(body)
        const reason = recordRejection(kind.collection, kind.id, bytes)
        if (reason !== undefined) throw new BadArchive(`备份中的记录无法识别：${name}（${reason}）`)
        if (!ofTheMachine.has(kind.collection))
          await records.add({ collection: kind.collection, id: kind.id, text: bytes.toString() })
      }
      progress((done += size) / total)
    },
  })
  await records.flush()
  return manifest
}

const noneOfTheMachine = Object.fromEntries([...ofTheMachine].map((collection) => [collection, 0]))

async function markRestored(data: string, now: number, { site }: Manifest): Promise<void> {
  const records = recordWriter(data)
  const mark = restoredRecord(now, site?.place)
  await records.add({ collection: 'backup', id: mark.id, text: recordText(mark) })
  await records.flush()
}

/** Whose site was unpacked: it may have been renamed since the archive was made, and older archives do not say it. */
async function siteIn(data: string, { site }: Manifest): Promise<ArchivedSite> {
  const text = await readFile(join(data, 'site', 'site.json'), 'utf8').catch(ignoreMissing)
  const stored = text === undefined ? {} : (JSON.parse(text) as Partial<SiteRecord>)
  return {
    store: storeIdIn(data) ?? '',
    company: stored.companyName ?? '',
    url: site?.url ?? '',
    machine: site?.machine ?? '',
  }
}

async function writeActivity(root: string, day: string, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  await mkdir(join(root, activityFolder), { mode: 0o700, recursive: true })
  await rm(join(root, activityFile(day)), { force: true })
  await writeSynced(join(root, activityFile(day)), 0o600, body)
}

/** What was done since the backup stays in the activity log. */
async function keepActivity(dataDir: string, staged: string): Promise<void> {
  const lines = async (root: string, day: string): Promise<string[]> =>
    ((await readFile(join(root, activityFile(day)), 'utf8').catch(ignoreMissing)) ?? '').split('\n').slice(0, -1)
  for (const name of (await readdir(join(dataDir, activityFolder)).catch(ignoreMissing)) ?? []) {
    const day = activityDay(name)
    if (day === undefined) continue
    // A line begins with its time.
    const all = [...new Set([...(await lines(staged, day)), ...(await lines(dataDir, day))])].sort()
    await writeActivity(staged, day, [Buffer.from(all.map((line) => `${line}\n`).join(''))])
  }
}

/** Opens a store on the unpacked files: it must accept every record, and as many as were archived. */
async function readBack(dataDir: string, { counts }: Manifest): Promise<void> {
  const problems: string[] = []
  const log = (_level: string, message: string): void => void problems.push(message)
  const store = await openStore({ disk: openDisk(dataDir, { log }), now: Date.now, log })
  await store.close()
  const [problem] = problems
  if (problem !== undefined) throw new BadArchive(`恢复出来的数据有问题：${problem}`)
  for (const [collection, records] of store.snapshot()) {
    if (records.length !== (counts[collection] ?? 0)) throw new BadArchive(`恢复出来的“${collection}”的记录数不对`)
  }
}

/** The files are synced already; this syncs the folders with their names. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  await syncFolder(folder)
}

/** Folders without files do not count: nothing is lost with them. */
async function hasFiles(root: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const path = join(root, name)
    if (!(await stat(path)).isDirectory()) return true
    if ((await readdir(path, { recursive: true, withFileTypes: true })).some((entry) => !entry.isDirectory()))
      return true
  }
  return false
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
