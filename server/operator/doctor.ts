import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayMs } from '../../contract/text/durations.ts'
import { version } from '../../package.json'
import { reasonOf } from '../keeping/backupFailure.ts'
import { bytesOfFile, readArchive } from '../keeping/readArchive.ts'
import { isArchiveName, timeOf } from '../keeping/schedule.ts'
import { ok, problem, type Verdict, warning } from '../office/checkTable.ts'
import { certificateWords, machineTopics, type Topic } from '../office/facts.ts'
import { faultsIn, linesOf, type MachineStatus } from '../office/faults.ts'
import { type Config, readConfig } from '../config.ts'
import { endOfCertificate } from '../edge/certificate.ts'
import { dataFormat } from '../store/format.ts'
import { ownFolder, placeOf, requireStore } from '../store/storeFolders.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { becomeOwner, userName } from '../system/fileOwner.ts'
import { isUsableFolder, realPath } from '../system/folders.ts'
import { unless } from '../system/systemErrors.ts'
import { statusOfServer } from './askServer.ts'
import { cdn } from './cdn.ts'
import { clearLine, progressLine, type Word } from './command.ts'
import { formatOf } from './releaseSwitch.ts'
import { serverVerdict, verdictLine } from './status.ts'

const usage = `用法：
  zhuzhan doctor      检查设置、挂载、文件的所有者、时钟、备份、证书、CDN和服务器，每项一行；有问题则说明怎么办，退出码为1`

interface Row {
  title: string
  /** Undefined for what does not apply. */
  look(config: Config): Verdict | undefined | Promise<Verdict | undefined>
}

/** What only this program looks at, on the machine and beside a server. */
const looks: readonly Row[] = [
  { title: '设置', look: settings },
  { title: '挂载', look: mounts },
  { title: '文件夹', look: folders },
  { title: '时间同步', look: timeSynchronization },
  { title: '最近的备份文件', look: archive },
  { title: '证书', look: certificate },
  { title: 'CDN', look: cdn },
]
/** Where no server says it: one that runs has read the data and knows all facts; one with a database says only what has been announced. */
const looksWithoutServer: readonly Row[] = [
  { title: '数据格式', look: format },
  ...machineTopics.map((topic) => ({ title: topic.title, look: (config: Config) => wrongInFiles(topic, config) })),
]

export const doctor: Word = {
  usage,
  async run(args, settings) {
    parseArgs({ args })
    const config = readConfig(settings)
    // The journal is for root, who becomes the owner of the data below.
    const failedStart = lastFailedStart()
    becomeOwner(ownFolder(config))
    let isWell = true
    const print = (title: string, verdict: Verdict | undefined): void => {
      if (!verdict) return
      isWell &&= verdict.state !== 'problem'
      clearLine()
      console.log(verdictLine({ title, ...verdict }))
    }
    const printAll = async (all: readonly Row[]): Promise<void> => {
      for (const { title, look } of all) print(title, await verdictOf(() => look(config)))
    }
    await printAll(looks)
    let status: MachineStatus | undefined
    print(
      '服务器',
      await verdictOf(async () => {
        status = await statusOfServer(config)
        return serverVerdict(status, failedStart)
      }),
    )
    const verdicts = status?.verdicts ?? []
    // What has been put right since the server has looked is well.
    const others = verdicts.filter(({ title }) => !looks.some((row) => row.title === title))
    for (const { title, ...verdict } of others) print(title, verdict)
    if (verdicts.length === 0 || config.databaseUrl !== undefined) await printAll(looksWithoutServer)
    process.exitCode = isWell ? 0 : 1
  },
}

async function verdictOf(look: () => ReturnType<Row['look']>): Promise<Verdict | undefined> {
  try {
    return await look()
  } catch (cause) {
    // What cannot be looked at does not hide the rest.
    return problem(reasonText(cause))
  }
}

const reasonText = (cause: unknown): string => reasonOf(cause) ?? (cause as Error).message

/** Why the last start failed, from the journal; '' where there is none. */
function lastFailedStart(): string {
  const { stdout } = spawnSync('journalctl', ['-u', 'zhuzhan', '-n', '200', '-o', 'cat', '--no-pager'], {
    encoding: 'utf8',
  })
  return failedStartIn(stdout ?? '')
}

/** A start that failed before one that was ready does not count. */
export function failedStartIn(journal: string): string {
  const lines = journal.split('\n')
  const ready = lines.findLastIndex((line) => line.includes('ready http'))
  const failed = lines.slice(ready + 1).findLast((line) => line.includes('cannot start: '))
  return failed?.slice(failed.indexOf('cannot start: ') + 'cannot start: '.length) ?? ''
}

function settings(config: Config): Verdict {
  const { misspelled } = config
  return misspelled.length > 0 ? warning(misspelled.join('；')) : ok(`可用。${placeOf(config)}`)
}

/** What the site consists of. */
const foldersOf = ({ dataDir, uploadsDir, databaseUrl }: Config): string[] =>
  [...(databaseUrl === undefined ? [dataDir] : []), uploadsDir].map((folder) => resolve(folder))

function mounts(config: Config): Verdict | undefined {
  const readTable = (file: string): string | undefined => unless(() => readFileSync(file, 'utf8'), ['ENOENT', 'EACCES'])
  const fstab = readTable('/etc/fstab')
  const mounts = readTable('/proc/self/mounts')
  if (fstab === undefined || mounts === undefined) return undefined
  const missing = notMounted([...foldersOf(config), config.backupDir || '/'].map(realPath), fstab, mounts)
  return missing.length === 0
    ? ok('/etc/fstab 里有关的都已挂载')
    : problem(`/etc/fstab 里的 ${missing.join('、')} 没有挂载：mount -a，然后重新启动服务器`)
}

/** The mount points of /etc/fstab at or above the folders which are not among those of /proc/self/mounts. */
export function notMounted(folders: readonly string[], fstab: string, mounts: string): string[] {
  const pointsIn = (text: string): string[] =>
    [...text.matchAll(/^[ \t]*[^#\s]\S*[ \t]+(\/\S*)/gm)].map(([, point = '']) =>
      point.replaceAll('\\040', ' ').replace(/(.)\/$/, '$1'),
    )
  const mountPoints = new Set(pointsIn(mounts))
  return pointsIn(fstab).filter(
    (point) => !mountPoints.has(point) && folders.some((folder) => `${folder}/`.startsWith(`${point}/`)),
  )
}

async function folders(config: Config): Promise<Verdict> {
  const user = userName(process.geteuid?.() ?? 0)
  if (config.databaseUrl === undefined) {
    const folder = resolve(config.dataDir)
    requireStore(folder)
    const usable = await isUsableFolder(folder)
    if (!usable && isReadOnly(folder))
      return problem(`${folder} 所在的磁盘是只读的，多半是出了错：看 dmesg，检查之后 mount -o remount,rw 它的挂载点`)
    if (!usable) return problem(`用户 ${user} 不能读写 ${folder}：请核对挂载，或运行 chown -R ${user}: ${folder}`)
  }
  for (const folder of foldersOf(config)) {
    const words = [folder, '-name', 'lost+found', '-prune', '-o', '!', '-user', user, '-print', '-quit']
    const [other] = (spawnSync('find', words, { encoding: 'utf8' }).stdout ?? '').split('\n')
    if (other) return problem(`${other} 不属于用户 ${user}，服务器可能读不了：chown -R ${user}: ${folder}`)
  }
  return ok(`文件都属于用户 ${user}`)
}

/** Whether nobody can write there, whoever owns it. */
function isReadOnly(folder: string): boolean {
  const { stdout } = spawnSync('findmnt', ['-n', '-o', 'OPTIONS', '-T', folder], { encoding: 'utf8' })
  return (stdout ?? '').trim().split(',').includes('ro')
}

function timeSynchronization(): Verdict | undefined {
  const { status, stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    encoding: 'utf8',
  })
  if (status !== 0 || stdout.trim() === '') return undefined
  if (stdout.trim() === 'yes') return ok('已同步')
  // Its clock is the machine's, which is synchronized outside.
  if (isContainer()) return undefined
  return warning('没有与网络时间同步，请核对时间，并运行 timedatectl set-ntp true')
}

const isContainer = (): boolean => spawnSync('systemd-detect-virt', ['--container', '--quiet']).status === 0

/** Reads it as a restore would, and writes nothing. */
async function archive({ backupDir }: Config): Promise<Verdict | undefined> {
  if (backupDir === '') return undefined
  const archives = (unless(() => readdirSync(backupDir), ['ENOENT', 'EACCES']) ?? []).filter(isArchiveName).sort()
  // One that a clock years ahead has dated is not the newest.
  const name = archives.findLast((archive) => timeOf(archive) <= Date.now() + dayMs)
  if (name === undefined) return warning(`${resolve(backupDir)} 里还没有自动备份`)
  const file = await open(join(backupDir, name), 'r')
  try {
    progressLine()(`正在读取 ${name}`)
    const { time } = await readArchive(bytesOfFile(file.fd), {
      async begin() {},
      async file(_kind, _file, body) {
        for await (const _chunk of body);
      },
    })
    return ok(`${name}，${time.slice(0, 16).replace('T', ' ')}，完整可读`)
  } catch (cause) {
    return problem(`${name}：${reasonText(cause)}。请用 zhuzhan backup 重新备份，并检查硬盘`)
  } finally {
    await file.close()
  }
}

async function certificate({ siteUrl = '' }: Config): Promise<Verdict | undefined> {
  if (!siteUrl.startsWith('https:')) return undefined
  try {
    const end = await endOfCertificate(new URL(siteUrl))
    const words = certificateWords(siteUrl, end, Date.now())
    return words ? problem(words) : ok(`${siteUrl}，到${chinaTime(end).slice(0, 10)}为止`)
  } catch (cause) {
    return warning(`从这台机器读不到 ${siteUrl} 的证书：${(cause as Error).message}`)
  }
}

function format(config: Config): Verdict | undefined {
  if (config.databaseUrl !== undefined) return undefined
  const stored = formatOf({ config })
  return stored <= dataFormat
    ? ok(`${stored}，程序 ${version} 能读`)
    : problem(
        `数据是更新的版本写的（格式 ${stored}），程序 ${version} 只能读到 ${dataFormat}：请换回新的版本，或恢复升级前的备份`,
      )
}

async function wrongInFiles(topic: Topic, config: Config): Promise<Verdict | undefined> {
  const [line] = linesOf([topic], await faultsIn([topic], (fact) => fact.inFiles?.(config)))
  return line
}
