import { readdirSync, rmSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BadSetting } from '../config.ts'
import { acquireLock, LockHeld } from '../store/lock.ts'
import { syncFolder } from '../system/folders.ts'
import { ForOperator, Misuse } from '../system/systemErrors.ts'
import type { Word } from './command.ts'
import { recordsIn } from './recordCounts.ts'
import { type ReleaseArchive, readRelease, requireSpace, unpackRelease } from './releaseArchive.ts'
import {
  currentRelease,
  hasRelease,
  homeOf,
  lastUpgrade,
  type Upgrade,
  recordUpgrade,
  releaseFolder,
  switchTo,
  toolRelease,
} from './releaseFolders.ts'
import { formatOf, goBack, openSite, run, type Site, startNew, versionOf } from './releaseSwitch.ts'

const upgradeUsage = `用法：
  zhuzhan upgrade 发布包.tar.gz [--backed-up] [--older]      备份后换成新的版本；新版本没有正常运行则自动退回
旁边要有 .sha256 文件，设置了 UPGRADE_KEY 时还要有 .sha256.sig。数据在数据库中、另有备份的，加 --backed-up 则不再备份。
比正在使用的还旧的版本，加 --older 才会装。`

const rollbackUsage = `用法：
  zhuzhan rollback [--restore]      退回升级前的版本
新版本改变了数据的格式时，加 --restore 恢复升级前的备份；此后保存的内容移到 replaced-… 文件夹里。`

export const upgrade: Word = {
  usage: upgradeUsage,
  failed,
  async run(args, settings) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'backed-up': { type: 'boolean' }, older: { type: 'boolean' } },
    })
    const [file, ...rest] = positionals
    if (file === undefined || rest.length > 0) throw new Misuse(upgradeUsage)
    await locked(settings, async (site) => {
      const { upgradeKey } = site.config
      const isBackedUp = (values['backed-up'] ?? false) && site.config.databaseUrl !== undefined
      if (!isBackedUp) requireBackupFolder(site)
      await finishLast(site)
      const archive = readRelease(file, upgradeKey)
      console.log(upgradeKey === undefined ? '校验值相符' : '校验值相符，签名有效')
      const to = await unpack(site, archive)
      if (to === currentRelease(site.home)) return console.log(`${to} 已在使用`)
      if (!values.older) refuseOlder(site, to)
      await replaceBy(site, to, isBackedUp)
    })
  },
}

function requireBackupFolder({ config: { backupDir, databaseUrl } }: Site): void {
  if (backupDir !== '') return
  const otherwise =
    databaseUrl === undefined
      ? ''
      : '。数据库另有备份的，请先备份，再加上 --backed-up 执行：\n  pg_dump --format=custom --file=before-upgrade.dump "$DATABASE_URL"'
  throw new BadSetting(`未设置 BACKUP_DIR：升级前的备份要放在那里${otherwise}`)
}

/** A signature says who made it, not that it is the newest. */
function refuseOlder(site: Site, to: string): void {
  const next = versionOf(site, to)
  const used = versionOf(site, currentRelease(site.home))
  if (next.localeCompare(used, 'en', { numeric: true }) >= 0) return
  throw new Misuse(
    `${next} 比正在使用的 ${used} 旧，没有安装。退回上次升级之前的版本用 zhuzhan rollback；确实要装这个版本，加上 --older`,
  )
}

/** Into a folder that is named after the version and the archive; one that is there has been completed. */
async function unpack(site: Site, archive: ReleaseArchive): Promise<string> {
  const releases = join(site.home, 'releases')
  await requireSpace(releases, archive, site.config.diskReserve)
  try {
    await unpackRelease(archive, join(releases, unpacking))
    const name = `${versionOf(site, unpacking)}-${archive.hash.slice(0, 8)}`
    if (!hasRelease(site.home, name)) await rename(join(releases, unpacking), releaseFolder(site.home, name))
    await syncFolder(releases)
    console.log(`已解压到 ${releaseFolder(site.home, name)}`)
    return name
  } finally {
    await rm(join(releases, unpacking), { recursive: true, force: true })
  }
}

const unpacking = '.unpacking'

async function replaceBy(site: Site, to: string, isBackedUp: boolean): Promise<void> {
  const from = currentRelease(site.home)
  const backup = isBackedUp ? '' : backUp(site, from, to)
  const records = recordsIn(site.config)
  const before = lastDone(site.home, from)
  const upgrade: Upgrade = { from, to, format: formatOf(site), backup, done: false }
  if (records) upgrade.records = records
  if (before) upgrade.before = before
  // The connection to the machine may be cut; what has begun is finished.
  process.on('SIGHUP', () => {})
  await recordUpgrade(site.home, upgrade)
  await switchTo(site.home, to)
  console.log(`已切换到 ${to}`)
  const problem = await startNew(site, upgrade)
  if (problem === undefined) return removeReleases(site, upgrade)
  console.log(`${problem}，正在退回 ${from}`)
  await goBack(site, upgrade, true)
  throw new ForOperator(`升级失败，已退回：${problem}`)
}

/** As `unpack` names them; another name is the operator's. */
const unpackedRelease = /^\d[\w.-]*-[0-9a-f]{8}$/

/** What this upgrade and the one before it go back to stays. */
async function removeReleases({ home }: Site, { from, to, before }: Upgrade): Promise<void> {
  const needed = [from, to, before?.from, toolRelease(home)]
  const names = readdirSync(join(home, 'releases')).filter((name) => unpackedRelease.test(name))
  for (const name of names.filter((name) => !needed.includes(name))) {
    try {
      await rm(releaseFolder(home, name), { recursive: true })
      console.log(`已删除旧的版本 ${name}`)
    } catch (cause) {
      // The upgrade is done all the same.
      console.error(`旧的版本 ${name} 没有删除：${(cause as Error).message}`)
    }
  }
}

/** The upgrade that has led to this release. */
function lastDone(home: string, release: string): Upgrade | undefined {
  const last = lastUpgrade(home)
  if (!last?.done || last.to !== release) return undefined
  // One step is enough, and each would have all of those before it.
  const { before: _before, ...own } = last
  return own
}

/** By the release that will have to restore it, which also verifies it. */
function backUp(site: Site, from: string, to: string): string {
  const folder = resolve(site.config.backupDir)
  const path = join(folder, `before-${to}.tar.gz`)
  const { ok, output } = run(site, from, 'backup.mjs', path)
  if (!ok) throw new ForOperator(output)
  console.log(output)
  removeOlder(folder, path)
  return path
}

/** Older upgrades are not taken back any more; the days, weeks and months have their own backups. */
function removeOlder(folder: string, newest: string): void {
  const made = (name: string): number => statSync(join(folder, name)).mtimeMs
  const archives = readdirSync(folder).filter(
    (name) => /^before-.+\.tar\.gz$/.test(name) && join(folder, name) !== newest,
  )
  for (const name of archives.sort((a, b) => made(b) - made(a)).slice(keptBefore - 1)) rmSync(join(folder, name))
}

/** With the one that was just made. */
const keptBefore = 3

/** An upgrade that was interrupted is finished where its release runs, else undone; what staff have saved since is not given up for it. */
async function finishLast(site: Site): Promise<void> {
  const last = lastUpgrade(site.home)
  if (!last || last.done) return
  console.log(`上次的升级（${last.from} → ${last.to}）中断了，先处理它`)
  if (currentRelease(site.home) !== last.to || (await startNew(site, last)) !== undefined)
    await goBack(site, last, false)
}

export const rollback: Word = {
  usage: rollbackUsage,
  failed,
  async run(args, settings) {
    const { values } = parseArgs({ args, options: { restore: { type: 'boolean' } } })
    await locked(settings, async (site) => {
      const last = lastUpgrade(site.home)
      if (!last || (last.done && currentRelease(site.home) !== last.to)) throw new Misuse('没有可以退回的升级')
      await goBack(site, last, values.restore ?? false)
    })
  },
}

/** Two at once would switch the link under each other. */
async function locked(settings: Readonly<NodeJS.ProcessEnv>, work: (site: Site) => Promise<void>): Promise<void> {
  const site = openSite(homeOf(fileURLToPath(import.meta.url)), settings)
  const lock = await acquireLock(site.home)
  try {
    await work(site)
  } finally {
    await lock.release()
  }
}

function failed(reason: string, cause: unknown): string {
  return cause instanceof LockHeld ? '另一个升级或退回正在进行' : reason
}
