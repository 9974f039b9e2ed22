import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { syncFolders } from './syncFolders.ts'

/**
 * The content of two folders is replaced as one: new content lies ready inside each, in `restoring-<time>`, and a journal says which
 * entries are old and which are new. From the moment that the journal has its name, whoever opens the folders next moves the old
 * into `replaced-<time>` and the new into its place, as often as it takes; before that moment nothing has changed. The folders
 * themselves stay, so they may be mounts, and nobody needs rights above them.
 */
interface Journal {
  time: string
  /** Entries by the folder: of `dataDir`, then of `uploadsDir`. */
  old: readonly [string[], string[]]
  new: readonly [string[], string[]]
}

type Roots = readonly [dataDir: string, uploadsDir: string]

export const stagingFolder = (root: string, time: string): string => join(root, `restoring-${time}`)
export const asideFolder = (root: string, time: string): string => join(root, `replaced-${time}`)
const journalPath = ([dataDir]: Roots): string => join(dataDir, 'restoring.json')

/** What stays where it is: the running program's own, what earlier swaps left, and what a new file system comes with. */
const staying = /^(lock|orders|lost\+found|restoring\.json(\.part)?|(replaced|restoring)-.*)$/

/** What is in a folder besides. */
export function contentOf(root: string, { other }: { other: string }): string[] {
  return entriesOf(root).filter((name) => !staying.test(name) && resolve(root, name) !== resolve(other))
}

/** The staged content must be durable before; what this resolves to is, too. */
export async function swapFolders(roots: Roots, time: string): Promise<void> {
  const [data, uploads] = roots
  const journal: Journal = {
    time,
    old: [contentOf(data, { other: uploads }), contentOf(uploads, { other: data })],
    new: [entriesOf(stagingFolder(data, time)), entriesOf(stagingFolder(uploads, time))],
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
  await syncFolders([data])
  await finishSwap(roots)
}

/**
 * To be called by whoever has just acquired the lock, before anything in the folders is read: completes a swap that was cut short,
 * and clears away what was staged for one that never began. The time of the swap that it completed, if any.
 */
export async function finishSwap(roots: Roots): Promise<string | undefined> {
  const path = journalPath(roots)
  if (!existsSync(path)) {
    for (const root of roots) for (const name of entriesOf(root)) if (name.startsWith('restoring-')) rmSync(join(root, name), { recursive: true })
    rmSync(`${path}.part`, { force: true })
    return undefined
  }
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  for (const at of [0, 1] as const) await moveContent(roots[at], journal.time, journal.old[at], journal.new[at])
  unlinkSync(path)
  await syncFolders([roots[0]])
  return journal.time
}

/** Doing it again changes nothing: an entry that lies aside has been moved, and so has one that is staged no longer. */
async function moveContent(root: string, time: string, old: readonly string[], fresh: readonly string[]): Promise<void> {
  const [staging, aside] = [stagingFolder(root, time), asideFolder(root, time)]
  if (old.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of old) if (!existsSync(join(aside, name))) renameSync(join(root, name), join(aside, name))
  for (const name of fresh) if (existsSync(join(staging, name))) renameSync(join(staging, name), join(root, name))
  await syncFolders([root, ...(old.length > 0 ? [aside] : [])])
  if (existsSync(staging)) rmdirSync(staging)
}

function entriesOf(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}
