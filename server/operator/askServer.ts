import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type MachineStatus, faultsIn, linesOf } from '../office/faults.ts'
import type { Config } from '../config.ts'
import { version } from '../../package.json'
import { failedCommand, sendCommand } from './serverCommands.ts'
import { lockHolder } from '../store/lock.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ForOperator } from '../system/systemErrors.ts'
import { healthOf } from './health.ts'
import { backupWords, disk, scrubWords, topics } from '../office/facts.ts'
import { backupFact } from '../keeping/backupState.ts'
import { offsiteState } from '../keeping/offsiteState.ts'
import type { AlarmRecord, BackupRecord, OffsiteRecord, ScrubRecord } from '../store/records.ts'
import { loadDatabase } from '../store/storageEngine.ts'

/** A large site is looked through. */
const timeoutMs = 60_000

/** Undefined where none is running. One with a database is asked as everybody asks it; the database has what it knows of its machine. */
export async function statusOfServer(config: Config): Promise<MachineStatus | undefined> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl !== undefined) return health(config, () => machineRows(config, databaseUrl))
  if ((await lockHolder(dataDir)) === undefined) return undefined
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < roomForFiles) {
    const why = `满了，连问服务器的文件也写不下。请先腾出空间，不用重新启动：df -h ${resolve(dataDir)}`
    return health(config, async () => ({ healthy: false, verdicts: [{ state: 'problem', title: '磁盘空间', why }] }))
  }
  const { ok, message } = await sendCommand(dataDir, { do: 'status' }, timeoutMs)
  if (!ok) throw new ForOperator(message)
  return JSON.parse(message) as MachineStatus
}

/** Question and answer are files. */
const roomForFiles = 65_536

async function health(
  config: Config,
  rowsOf: () => Promise<Pick<MachineStatus, 'verdicts'> & Partial<MachineStatus>>,
): Promise<MachineStatus | undefined> {
  const { status, version, uptimeSeconds } = await healthOf(config, false)
  // Another program may have the port.
  if (version === undefined || uptimeSeconds === undefined) return undefined
  const rows = await rowsOf().catch(() => ({ verdicts: [] }))
  return { version, startedAt: chinaTime(Date.now() - uptimeSeconds * 1000), healthy: status === 'ok', ...rows }
}

/** Why a server has not done a command. One of another version says no more of a command that it does not know than that it failed. */
export async function refusalOf(config: Config, message: string): Promise<string> {
  if (message !== failedCommand) return message
  const running = await statusOfServer(config).catch(() => undefined)
  return running?.version === version ? message : otherVersionWords(running?.version)
}

/** A still older one ends a command that it does not know without a word. */
export const otherVersionWords = (running: string | undefined): string =>
  `正在运行的服务器是${running === undefined ? '更旧的版本' : ` ${running}`}，不认识 ${version} 的这个命令，什么都没有做。` +
  '请先重新启动它（systemctl restart zhuzhan）；启动的还是那个版本，就先停止它（systemctl stop zhuzhan.socket），再执行一次'

/** What the servers on a database have written of their machines. Throws where it cannot be read. */
async function machineRows(config: Config, databaseUrl: string) {
  const database = (await loadDatabase())(databaseUrl, { connections: 1, onWarning() {} })
  try {
    const query =
      "select collection, id, body::text as body from zhuzhan_records where collection in ('backup', 'offsite', 'alarm', 'scrub') and body is not null"
    const rows = await database.query<{ collection: string; id: string; body: string }>(query)
    const recordsOf = <R>(collection: string): Map<string, R> =>
      new Map(rows.filter((row) => row.collection === collection).map(({ id, body }) => [id, JSON.parse(body) as R]))
    const records = { backup: recordsOf<BackupRecord>('backup'), offsite: recordsOf<OffsiteRecord>('offsite') }
    const now = Date.now()
    const offsite = config.offsite && config.send ? offsiteState(records, now) : null
    const backup = { ...(await backupFact(records, config.backupDir !== '', now)), offsite }
    const scrubbedAt = recordsOf<ScrubRecord>('scrub').get('last')?.createdAt
    const active = [...recordsOf<AlarmRecord>('alarm').values()].filter(
      ({ id, over }) => !over && !disk.facts.some((fact) => id.split('-on-', 1)[0] === fact.id),
    )
    const known = [
      { title: '备份', why: backupWords(config, backup, records.backup.get('verified')?.machine) },
      { title: '数据', why: scrubWords(scrubbedAt) },
    ]
    const lines = linesOf([disk], await faultsIn([disk], (fact) => fact.inFiles?.(config)))
    return {
      verdicts: [...lines, ...known.map((line) => ({ state: 'ok' as const, ...line })), ...active.map(verdictOf)],
    }
  } finally {
    await database.close()
  }
}

/** The servers have found it. */
function verdictOf({ id, text }: AlarmRecord): MachineStatus['verdicts'][number] {
  for (const { title, facts } of topics) {
    const fact = facts.find((fact) => id === fact.id)
    if (fact) return { state: fact.state ?? 'problem', title, why: text }
  }
  return { state: 'problem', title: '服务器', why: text }
}
