import { readFileSync } from 'node:fs'
import postgres from 'postgres'

/** PostgreSQL, as far as this program needs it. The build keeps this file and its package out of the server's own bundle. */
export interface Database {
  /**
   * Lists have to be sent as JSON. Throws when there is no answer for `timeoutMs`; what the database does with the query then is not known.
   */
  query<Row>(text: string, parameters?: readonly unknown[], timeoutMs?: number): Promise<Row[]>
  /** Runs work while nobody else on the database has the lock with these two numbers, the second of which is made from a text. */
  withLock<T>(lock: number, key: string, work: () => Promise<T>): Promise<T>
  /** Listens on a connection of its own. `onListen` is called after every new connection, since notifications are lost in between. */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<void>
  close(): Promise<void>
}

export type OpenDatabase = typeof openDatabase

const connectTimeoutSeconds = 5
/** The database ends a query that takes longer. */
const statementTimeoutMs = 15_000
const defaultTimeoutMs = statementTimeoutMs + 5_000
/** A query may wait for a lock and do its work in this time. */
const lockTimeoutMs = 2 * defaultTimeoutMs

interface Listener {
  channel: string
  onNotify: (payload: string) => void
  onListen: () => void
}

interface Connections {
  pool: postgres.Sql
  listening: postgres.Sql | undefined
}

/** Nothing is connected before the first query. With one connection, the locks of its session last as long as that connection. */
export function openDatabase(
  address: string,
  { connections = 4, onWarning }: { connections?: number; onWarning: (message: string) => void },
): Database {
  const connect = (max: number): postgres.Sql =>
    postgres(plainAddress(address), {
      ...settings,
      ssl: tlsOf(address),
      max,
      onnotice: ({ severity, message }) => severity === 'WARNING' && onWarning(message ?? ''),
    })
  const listeners: Listener[] = []
  let current: Connections = { pool: connect(connections), listening: undefined }
  let closed = false

  /** A network that has gone silent closes nothing: TCP would wait for a quarter of an hour, and every later query with it. */
  const replace = (silent: Connections): void => {
    if (current !== silent || closed) return
    current = { pool: connect(connections), listening: undefined }
    void end(silent)
  }
  const listenAgain = (to: Connections): void => {
    to.listening = connect(1)
    listenTo(to.listening, listeners).catch(() => replace(to))
  }

  return {
    async query<Row>(text: string, parameters: readonly unknown[] = [], timeoutMs = defaultTimeoutMs) {
      const used = current
      // Without parameters a text may hold several statements.
      const rows = used.pool.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], {
        prepare: parameters.length > 0,
      })
      const result = [...(await inTime(rows, timeoutMs, () => replace(used)))] as Row[]
      if (current === used && !closed && listeners.length > 0 && used.listening === undefined) listenAgain(used)
      return result
    },
    async withLock<T>(lock: number, key: string, work: () => Promise<T>) {
      const used = current
      let result: { is: T } | undefined
      // The lock ends with the transaction, and that with its connection.
      const done = used.pool.begin(async (transaction) => {
        await transaction.unsafe('select pg_advisory_xact_lock($1, hashtext($2))', [lock, key])
        result = { is: await work() }
      })
      await inTime(done, lockTimeoutMs, () => replace(used)).catch((error) => {
        if (!result) throw error
      })
      return (result as { is: T }).is
    },
    async listen(channel, onNotify, onListen) {
      const listener = { channel, onNotify, onListen }
      current.listening ??= connect(1)
      await listenTo(current.listening, [listener])
      listeners.push(listener)
    },
    async close() {
      closed = true
      await end(current)
    },
  }
}

const settings = {
  connect_timeout: connectTimeoutSeconds,
  // The first tries come soon, so that a restart of PostgreSQL is short for staff; later ones spare it.
  backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
  keep_alive: 10,
  // The types of arrays are not fetched: it would take a query of its own on each connection.
  fetch_types: false,
  connection: {
    application_name: 'zhuzhan',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    // The locks of a server that the database no longer reaches must not wait for TCP.
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 4,
  },
}

async function listenTo(sql: postgres.Sql, listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map(({ channel, onNotify, onListen }) => sql.listen(channel, onNotify, onListen)))
}

async function end({ pool, listening }: Connections): Promise<void> {
  await Promise.all([pool.end({ timeout: 5 }), listening?.end({ timeout: 5 })])
}

async function inTime<T>(result: PromiseLike<T>, ms: number, onTimeout: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onTimeout()
      reject(new Error(`the database has not answered for ${ms / 1000} s`))
    }, ms)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The package reads other values of sslmode as encryption without a check of the certificate. */
const plainAddress = (address: string): string => {
  const url = new URL(address)
  url.searchParams.delete('sslmode')
  url.searchParams.delete('sslrootcert')
  return url.href
}

/**
 * The server's certificate is checked, unless the address says `sslmode=disable`, or leads to this machine. `sslrootcert` names a file
 * with the certificate of the authority that has signed it.
 */
function tlsOf(address: string): false | { rejectUnauthorized: true; host: string; ca?: string } {
  const { hostname, searchParams } = new URL(address)
  const mode = searchParams.get('sslmode') ?? (isThisMachine(hostname) ? 'disable' : 'verify-full')
  if (mode === 'disable') return false
  const file = searchParams.get('sslrootcert')
  // Without `host` Node compares the certificate of a server that is named by its number with "localhost".
  return {
    rejectUnauthorized: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(file !== null && { ca: readFileSync(file, 'utf8') }),
  }
}

const isThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)
