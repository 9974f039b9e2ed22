import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chinaTime } from '../system/chinaTime.ts'
import { realPath, syncFolder } from '../system/folders.ts'
import { errorCode, ForOperator } from '../system/systemErrors.ts'

/**
 * Replaces the content of two folders in one transaction. New content is staged inside each, in `restoring-<time>`, and a journal lists the
 * old and the new entries. The rename that gives the journal its name commits: from then on, the next process that opens the folders moves
 * the old entries to `replaced-<time>` and the new ones into place, however often that is interrupted. The folders themselves stay, so they
 * may be mount points, and no permissions above them are needed.
 */
interface Journal {
  time: string
  /** Entries of `dataDir`, then of `uploadsDir`. */
  old: readonly [string[], string[]]
  new: readonly [string[], string[]]
}

type Roots = readonly [dataDir: string, uploadsDir: string]

export const stagingFolder = (root: string, time: string): string => join(root, `restoring-${time}`)
export const asideFolder = (root: string, time: string): string => join(root, `replaced-${time}`)
export const journalName = 'restoring.json'
const journalPath = ([dataDir]: Roots): string => join(dataDir, journalName)

/** Entries that a swap leaves alone: the program's own, those of earlier swaps, and what a new file system or the repository contains. */
const excluded = /^(lock|orders|\.tmp-reserve|lost\+found|\.gitkeep|restoring\.json(\.part)?|(replaced|restoring)-.*)$/

/** The entries that a restore moves. */
export function contentOf(root: string, { other }: { other: string }): string[] {
  return namesIn(root).filter((name) => !excluded.test(name) && realPath(join(root, name)) !== realPath(other))
}

/** The staged content must be durable already. Durable when it resolves; before the commit, an error leaves everything in its place. */
export async function swapFolders(roots: Roots, time: string): Promise<void> {
  const [data, uploads] = roots
  const journal: Journal = {
    time,
    old: [contentOf(data, { other: uploads }), contentOf(uploads, { other: data })],
    new: [namesIn(stagingFolder(data, time)), namesIn(stagingFolder(uploads, time))],
  }
  const path = journalPath(roots)
  const part = await open(`${path}.part`, 'w', 0o600)
  try {
    await part.writeFile(JSON.stringify(journal))
    await part.sync()
  } finally {
    await part.close()
  }
  renameSync(`${path}.part`, path)
  await complete(roots, journal)
}

/**
 * Call this right after acquiring the lock, before reading anything in the folders: completes an interrupted swap, and removes what
 * was staged for one that was never committed. Returns the time of the swap that it completed, if any.
 */
export async function finishSwap(roots: Roots): Promise<string | undefined> {
  const path = journalPath(roots)
  if (!existsSync(path)) {
    for (const root of roots) {
      for (const name of namesIn(root)) if (name.startsWith('restoring-')) rmSync(join(root, name), { recursive: true })
    }
    rmSync(`${path}.part`, { force: true })
    return undefined
  }
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  await complete(roots, journal)
  return journal.time
}

/** A committed swap could not be completed. The next process that opens the folders tries again. */
export class UnfinishedSwap extends ForOperator {
  readonly code: string
  /** The folders with the old content, and those with the new. */
  readonly old: readonly string[]
  readonly new: readonly string[]

  constructor(roots: Roots, journal: Journal, cause: unknown) {
    const foldersWith = (entries: Journal['old'], folderFor: (root: string, time: string) => string): string[] => {
      const folders = roots.flatMap((root, i) => {
        const folder = folderFor(root, journal.time)
        return entries[i]?.map((name) => (existsSync(join(folder, name)) ? folder : root)) ?? []
      })
      return [...new Set(folders)]
    }
    const old = foldersWith(journal.old, asideFolder)
    const fresh = foldersWith(journal.new, stagingFolder)
    const reason = cause instanceof Error ? cause.message : String(cause)
    const places = `${old.length > 0 ? `the old content is in ${old.join(' and ')}, ` : ''}the new in ${fresh.join(' and ')}`
    const remedy = 'once the cause is removed, the next start continues'
    super(`the restore ${journal.time} cannot be completed: ${reason}; ${places}; ${remedy}`, { cause })
    this.code = errorCode(cause)
    this.old = old
    this.new = fresh
  }
}

async function complete(roots: Roots, journal: Journal): Promise<void> {
  try {
    await syncFolder(roots[0])
    for (const i of [0, 1] as const) await moveContent(roots[i], journal.time, journal.old[i], journal.new[i])
    unlinkSync(journalPath(roots))
    await syncFolder(roots[0])
  } catch (cause) {
    throw new UnfinishedSwap(roots, journal, cause)
  }
}

/** Idempotent: entries that have been moved are skipped. */
async function moveContent(
  root: string,
  time: string,
  old: readonly string[],
  fresh: readonly string[],
): Promise<void> {
  const staging = stagingFolder(root, time)
  const aside = asideFolder(root, time)
  if (old.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of old) if (!existsSync(join(aside, name))) renameSync(join(root, name), join(aside, name))
  for (const name of fresh) if (existsSync(join(staging, name))) renameSync(join(staging, name), join(root, name))
  await syncFolder(root)
  if (old.length > 0) await syncFolder(aside)
  if (existsSync(staging)) rmdirSync(staging)
}

/** Erases what was moved aside before a moment, and resolves to how many folders. */
export async function eraseAside(roots: Roots, before: number): Promise<number> {
  const old = roots.flatMap((root) => {
    const limit = asideFolder(root, chinaTime(before).replace(/\D/g, ''))
    const paths = namesIn(root).map((name) => join(root, name))
    return paths.filter((path) => path.startsWith(asideFolder(root, '2')) && path < limit)
  })
  for (const folder of old) await rm(folder, { recursive: true })
  return old.length
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}
