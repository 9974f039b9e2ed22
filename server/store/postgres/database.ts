import { readFileSync } from 'node:fs'
import postgres from 'postgres'

/** PostgreSQL, as far as this program needs it. The build keeps this file and its package out of the server's own bundle. */
export interface Database {
  query<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Listens on a connection of its own. `onListen` is called after every new connection, since notifications are lost in between. */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<void>
  close(): Promise<void>
}

export type OpenDatabase = typeof openDatabase

const connectTimeoutSeconds = 5

/** Nothing is connected before the first query. With one connection, its session's locks last as long as it. */
export function openDatabase(address: string, { connections = 4, onWarning }: { connections?: number; onWarning: (message: string) => void }): Database {
  const sql = postgres(plainAddress(address), {
    ssl: tlsOf(address),
    max: connections,
    connect_timeout: connectTimeoutSeconds,
    // The first tries come soon, so that a restart of PostgreSQL is short for staff; later ones spare it.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    keep_alive: 10,
    fetch_types: true,
    onnotice: ({ severity, message }) => severity === 'WARNING' && onWarning(message ?? ''),
    connection: { application_name: 'zhuzhan', statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 },
  })
  return {
    // Without parameters a text may hold several statements.
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      [...(await sql.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare: parameters.length > 0 }))] as Row[],
    async listen(channel, onNotify, onListen) {
      await sql.listen(channel, onNotify, onListen)
    },
    close: () => sql.end({ timeout: 5 }),
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
  return { rejectUnauthorized: true, host: hostname.replace(/^\[|\]$/g, ''), ...(file !== null && { ca: readFileSync(file, 'utf8') }) }
}

const isThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)
