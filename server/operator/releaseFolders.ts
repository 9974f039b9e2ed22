import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { open, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../system/folders.ts'
import { Misuse, unless } from '../system/systemErrors.ts'
import type { RecordsBefore } from './recordCounts.ts'

/** What an upgrade is about to do or has done, in `upgrade.json` beside the releases. */
export interface Upgrade {
  from: string
  to: string
  /** The archive that was made before it, which is '' where the operator has backed up the database. */
  backup: string
  /** The data had this format before it. */
  format: number
  /** Absent with a database, and of an upgrade that an older release has begun. */
  records?: RecordsBefore
  /** The upgrade before it: where this one fails, that one can still be taken back. */
  before?: Upgrade
  /** The new release has answered. Until then the upgrade has to be finished or undone. */
  done: boolean
}

/** The folder around `releases/` of a program in one of them, /srv/zhuzhan for example. */
export function homeOf(program: string): string {
  const releases = dirname(dirname(dirname(realpathSync(program))))
  if (basename(releases) !== 'releases') throw new Misuse(`只有 releases 目录里的版本才能升级，这个程序在 ${program}`)
  return dirname(releases)
}

export const releaseFolder = (home: string, name: string): string => join(home, 'releases', name)

/** The release that the link leads to. */
export function currentRelease(home: string): string {
  const folder = realpathSync(join(home, 'current'))
  if (folder !== releaseFolder(realpathSync(home), basename(folder)))
    throw new Misuse(`${join(home, 'current')} 应指向 releases 里的一个版本`)
  return basename(folder)
}

/**
 * Leads `current` to the release, and `tool` as well, by which the operator calls `zhuzhan`: a release from before this program leaves it
 * at the one that has it, so that the operator is not left without.
 */
export async function switchTo(home: string, release: string): Promise<void> {
  await linkTo(home, 'current', release)
  if (existsSync(join(releaseFolder(home, release), 'dist', 'zhuzhan.mjs'))) await linkTo(home, 'tool', release)
  await syncFolder(home)
}

/** Whose `zhuzhan` the operator calls; undefined on a machine from before that link. */
export const toolRelease = (home: string): string | undefined =>
  unless(() => basename(readlinkSync(join(home, 'tool'))))

/** A rename replaces the link at once: there is always one. */
async function linkTo(home: string, link: string, release: string): Promise<void> {
  const next = join(home, 'next')
  await rm(next, { force: true })
  await symlink(join('releases', release), next)
  await rename(next, join(home, link))
}

const journalOf = (home: string): string => join(home, 'upgrade.json')

export function lastUpgrade(home: string): Upgrade | undefined {
  const text = unless(() => readFileSync(journalOf(home), 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as Upgrade)
}

/** Durable when it resolves. */
export async function recordUpgrade(home: string, upgrade: Upgrade): Promise<void> {
  const part = await open(`${journalOf(home)}.part`, 'w')
  try {
    await part.writeFile(JSON.stringify(upgrade))
    await part.sync()
  } finally {
    await part.close()
  }
  await rename(`${journalOf(home)}.part`, journalOf(home))
  await syncFolder(home)
}

export async function forgetUpgrade(home: string): Promise<void> {
  await rm(journalOf(home), { force: true })
  await syncFolder(home)
}

export const hasRelease = (home: string, name: string): boolean =>
  existsSync(join(releaseFolder(home, name), 'dist', 'server.mjs'))
