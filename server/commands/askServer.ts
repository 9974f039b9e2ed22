import type { MachineStatus } from '../checks/machineStatus.ts'
import type { Config } from '../config.ts'
import { sendCommand } from '../people/accountCommands.ts'
import { acquireLock, LockHeld } from '../store/lock.ts'
import { hasStore } from '../store/storeFolders.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { ForOperator } from '../system/systemErrors.ts'

/** It does not know the command. */
export const olderServer = '正在运行的服务器版本过旧，请重新启动它'

export async function isServerRunning(dataDir: string): Promise<boolean> {
  try {
    await (await acquireLock(dataDir)).release()
    return false
  } catch (error) {
    if (error instanceof LockHeld) return true
    throw error
  }
}

/** A large site is looked through. */
const timeoutMs = 60_000

/** Undefined where none is running. One with a database is asked as everybody asks it, and says less. */
export async function statusOfServer(config: Config): Promise<MachineStatus | undefined> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl !== undefined) return health(config)
  if (!hasStore(dataDir) || !(await isServerRunning(dataDir))) return undefined
  const { ok, message } = await sendCommand(dataDir, { do: 'status' }, timeoutMs)
  if (!ok || message === undefined) throw new ForOperator(ok ? olderServer : message)
  return JSON.parse(message) as MachineStatus
}

async function health({ host, port }: Config): Promise<MachineStatus | undefined> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`
  const reply = await fetch(address, { signal: AbortSignal.timeout(timeoutMs / 2), redirect: 'error' })
    .then((response) => response.json() as Promise<Record<'status' | 'version' | 'uptimeSeconds', unknown>>).catch(() => undefined)
  const { status, version, uptimeSeconds } = reply ?? {}
  // Another program may have the port.
  if (typeof version !== 'string' || typeof uptimeSeconds !== 'number') return undefined
  return { version, startedAt: chinaTime(Date.now() - uptimeSeconds * 1000), healthy: status === 'ok', verdicts: [] }
}
