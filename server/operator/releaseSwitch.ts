import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { lockHolder } from '../store/lock.ts'
import { ownFolder } from '../store/storeFolders.ts'
import { ForOperator, Misuse } from '../system/systemErrors.ts'
import { staysUp } from './believed.ts'
import { healthAddress, healthOf } from './health.ts'
import { unitCommands } from './unitCommands.ts'
import { missingRecords, putBack } from './recordCounts.ts'
import { forgetUpgrade, hasRelease, recordUpgrade, releaseFolder, switchTo, type Upgrade } from './releaseFolders.ts'

/** What is upgraded: the releases, and the data with its settings. */
export interface Site {
  home: string
  config: Config
  settings: Readonly<NodeJS.ProcessEnv>
}

export const openSite = (home: string, settings: Readonly<NodeJS.ProcessEnv>): Site => ({
  home,
  settings,
  config: readConfig(settings),
})

/** The database, or a large folder, may take a while to be loaded. */
const startTimeoutMs = 300_000
/** Between two tries of systemd nobody has the data for a second. */
const deadMs = 20_000
const restartTimeoutMs = 120_000

/** Runs a program of a release as the owner of the data, whose files it may have to write. */
export function run({ home, config, settings }: Site, release: string, program: string, ...args: string[]) {
  const { uid, gid } = statSync(ownFolder(config))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(releaseFolder(home, release), 'dist', program), ...args],
    {
      cwd: home,
      encoding: 'utf8',
      env: { ...settings, DATA_DIR: resolve(config.dataDir), UPLOADS_DIR: resolve(config.uploadsDir) },
      ...(process.geteuid?.() === 0 && { uid, gid }),
    },
  )
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() }
}

export function versionOf(site: Site, release: string): string {
  const { ok, output } = run(site, release, 'server.mjs', '--version')
  const [, version] = /^zhuzhan (\d[\w.-]{0,40})$/.exec(output) ?? []
  if (!ok || version === undefined) throw new ForOperator(`程序在这台机器上不能运行：${output.slice(0, 500)}`)
  return version
}

/** Of the data folder, where it is numbered; a database's is known to its servers only. */
export function formatOf({ config: { dataDir, databaseUrl } }: Pick<Site, 'config'>): number {
  const path = join(dataDir, 'meta', 'format.json')
  return databaseUrl === undefined && existsSync(path) ? Number(JSON.parse(readFileSync(path, 'utf8')).format) : 1
}

/** Restarts what the link leads to; resolves to why it is not believed to run, or to undefined. */
async function restart(site: Site, version?: string): Promise<string | undefined> {
  const since = performance.now()
  if (!restartOnce(site)) return `重启命令失败（${site.config.restartCommand}）`
  if (await answers(site, version, since)) return undefined
  return `${version === undefined ? '' : `版本 ${version} `}没有正常应答 ${healthAddress(site.config)}`
}

const restartOnce = ({ config: { restartCommand } }: Site): boolean =>
  spawnSync(restartCommand, { shell: true, stdio: ['ignore', 2, 2], timeout: restartTimeoutMs }).status === 0

/** Only a server that was started since then counts: the one before may still be ending. */
async function answers(site: Site, expected: string | undefined, since: number): Promise<boolean> {
  const { dataDir, databaseUrl } = site.config
  let seenAt = performance.now()
  while (performance.now() - since < startTimeoutMs && performance.now() - seenAt < deadMs) {
    const { version, uptimeSeconds = Infinity } = await healthOf(site.config)
    if (version === (expected ?? version) && (uptimeSeconds + 1) * 1000 <= performance.now() - since) return true
    if (databaseUrl !== undefined || (await lockHolder(dataDir)) !== undefined) seenAt = performance.now()
    await delay(200)
  }
  return false
}

/** Starts the new release, which the link leads to; resolves to why it is not used, or to undefined once it is. */
export async function startNew(site: Site, upgrade: Upgrade): Promise<string | undefined> {
  console.log(`正在启动 ${upgrade.to}`)
  const version = versionOf(site, upgrade.to)
  const problem = await restart(site, version)
  if (problem !== undefined) return problem
  const missing = await missingRecords(site.config, upgrade.records)
  if (missing !== '') return `新版本读不了所有的记录：${missing}`
  console.log('已应答，再看20秒')
  if (!(await staysUp(version, { ask: () => healthOf(site.config) }))) return `版本 ${version} 应答之后又退出了`
  await recordUpgrade(site.home, { ...upgrade, done: true })
  console.log(`升级完成：${upgrade.to} 正在运行`)
  if (hasNewerFormat(site, upgrade))
    console.log('数据已是新的格式：退回时要从升级前的备份恢复（zhuzhan rollback --restore）')
  return undefined
}

/** An older release refuses data that a newer one has begun to write in another format. */
const hasNewerFormat = (site: Site, { format }: Upgrade): boolean => formatOf(site) > format

/** Each step may be repeated, so that it can be done again after a crash. */
export async function goBack(site: Site, upgrade: Upgrade, mayRestore: boolean): Promise<void> {
  const { from, backup } = upgrade
  if (!hasRelease(site.home, from)) throw new Misuse(`退不回去：${releaseFolder(site.home, from)} 已不在`)
  if (hasNewerFormat(site, upgrade) && !mayRestore) {
    throw new Misuse(
      `新版本改变了数据的格式，${from} 读不了。请运行 zhuzhan rollback --restore：恢复 ${backup}，此后保存的内容移到 replaced-… 文件夹里`,
    )
  }
  // A release that fails has been started with the units that are there; the one before it ran with them.
  const commands = upgrade.done ? unitCommands(from, site) : []
  if (commands.length > 0) {
    throw new Misuse(
      `${from} 用这台机器现有的systemd文件启动不了，没有退回。请先换成它的（这期间网站停着），再运行一次 zhuzhan rollback：\n${commands.join('\n')}`,
    )
  }
  await recordUpgrade(site.home, { ...upgrade, done: false })
  await switchTo(site.home, from)
  if (upgrade.records) await putBack(site.config, upgrade.records)
  console.log(`已切换回 ${from}，正在重新启动`)
  let problem = hasNewerFormat(site, upgrade) ? undefined : await restart(site)
  // The new release may have changed it in its last moment.
  if (hasNewerFormat(site, upgrade)) problem = await restoreBefore(site, upgrade)
  if (problem !== undefined)
    throw new ForOperator(`已切换回 ${from}，但${problem}。解决后运行：zhuzhan rollback --restore`)
  // One that has failed does not take away the way back from the one before it.
  if (!upgrade.done && upgrade.before) await recordUpgrade(site.home, upgrade.before)
  else await forgetUpgrade(site.home)
  console.log(`已退回：${from} 正在运行`)
}

async function restoreBefore(site: Site, { from, backup }: Upgrade): Promise<string | undefined> {
  console.log(`新版本改变了数据的格式，正在恢复升级前的备份 ${backup}`)
  // Ends the new release; the old one refuses the data, and has them for a moment at each try.
  restartOnce(site)
  const since = performance.now()
  for (;;) {
    const { ok, output } = run(site, from, 'restore.mjs', backup, '--replace')
    if (ok) return restart(site)
    if (!output.includes('服务器正在运行') || performance.now() - since > deadMs) return output
    await delay(200)
  }
}
