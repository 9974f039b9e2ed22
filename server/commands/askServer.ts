import type { MachineStatus } from '../checks/machineStatus.ts'
import type { Config } from '../config.ts'
import { sendCommand } from './serverCommands.ts'
import { lockHolder } from '../store/lock.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ForOperator } from '../system/systemErrors.ts'
import { healthOf } from './health.ts'
import { machineRows } from './machineRows.ts'

/** A large site is looked through. */
const timeoutMs = 60_000

/** Undefined where none is running. One with a database is asked as everybody asks it; the database has what it knows of its machine. */
export async function statusOfServer(config: Config): Promise<MachineStatus | undefined> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl !== undefined) return health(config, databaseUrl)
  if ((await lockHolder(dataDir)) === undefined) return undefined
  const { ok, message } = await sendCommand(dataDir, { do: 'status' }, timeoutMs)
  if (!ok) throw new ForOperator(message)
  return JSON.parse(message) as MachineStatus
}

async function health(config: Config, databaseUrl: string): Promise<MachineStatus | undefined> {
  const { status, version, uptimeSeconds } = await healthOf(config)
  // Another program may have the port.
  if (version === undefined || uptimeSeconds === undefined) return undefined
  const rows = await machineRows(config, databaseUrl).catch(() => ({ verdicts: [] }))
  return { version, startedAt: chinaTime(Date.now() - uptimeSeconds * 1000), healthy: status === 'ok', ...rows }
}
