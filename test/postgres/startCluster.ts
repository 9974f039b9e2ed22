import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../programs.ts'

/** The folder of PostgreSQL's programs; undefined where there is none. Debian keeps them out of the path. */
export const postgresPrograms: string | undefined = [
  ...versions('/usr/lib/postgresql'),
  ...(process.env.PATH ?? '').split(':'),
].find((folder) => existsSync(join(folder, 'initdb')))

function versions(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}

export interface Cluster {
  /** Databases are below it. */
  address: string
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  /** Kills it, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Its port, and its folder of settings. */
  port: number
  data: string
  /** Removes it. */
  end(): Promise<void>
}

/**
 * A temporary cluster of its own on loopback. PostgreSQL refuses to run as root, so nobody runs it then. Without fsync it survives being
 * killed, and would lose writes in a power cut alone.
 */
export async function startCluster(): Promise<Cluster> {
  if (postgresPrograms === undefined) throw new Error('no PostgreSQL was found')
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-pg-'))
  const isRoot = process.geteuid?.() === 0
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  if (isRoot) chownSync(folder, 65_534, 65_534)
  const data = join(folder, 'data')
  const port = await freePort()
  const { status, stderr } = spawnSync(
    join(postgresPrograms, 'initdb'),
    ['-D', data, '-U', 'zhuzhan', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`initdb: ${stderr}`)

  const address = `postgres://zhuzhan@127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | undefined
  const start = async (): Promise<void> => {
    const settings = ['max_connections=300', 'logging_collector=off', 'fsync=off'].flatMap((setting) => ['-c', setting])
    const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings]
    child = spawn(join(postgresPrograms as string, 'postgres'), words, { ...user, cwd: folder, stdio: 'ignore' })
    for (let tries = 200; tries > 0; tries--) {
      if (
        await run(`${address}/postgres`, 'select 1').then(
          () => true,
          () => false,
        )
      )
        return
      await delay(50)
    }
    throw new Error('PostgreSQL did not start')
  }
  const stop = async (): Promise<void> => {
    const running = child
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    // An immediate shutdown: no connection is ended properly, and the next start recovers from the log.
    running.kill('SIGQUIT')
    await gone
  }
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // Also of a run that is ended.
  process.once('exit', () => {
    child?.kill('SIGQUIT')
    remove()
  })
  await start()

  return {
    address,
    newDatabase: () => newDatabase(address),
    async crash() {
      await stop()
      await start()
    },
    stop,
    start,
    port,
    data,
    async end() {
      await stop()
      remove()
    },
  }
}

export async function newDatabase(cluster: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(`${cluster}/postgres`, `create database ${name}`)
  return `${cluster}/${name}`
}

/** In pg_stat_activity: the connections to a database but one's own. */
export const othersHere = 'datname = current_database() and pid <> pg_backend_pid()'
/** Ends connections, as PostgreSQL may do it. */
export async function endConnections(address: string): Promise<void> {
  await run(address, `select pg_terminate_backend(pid) from pg_stat_activity where ${othersHere}`)
}

/** Runs a statement on a connection of its own. */
export async function run<Row>(address: string, text: string): Promise<Row[]> {
  // Most test files import this one, and few have a database.
  const { openDatabase } = await import('../../server/store/postgres/database.ts')
  const database = openDatabase(address, { connections: 1, onWarning: () => {} })
  try {
    return await database.query<Row>(text)
  } finally {
    await database.close()
  }
}
