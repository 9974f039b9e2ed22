/** A request that is over. */
export interface Served {
  /** When it was over. */
  at: number
  /** Where it came from; only when the log is to name it. */
  address?: string | undefined
  method: string
  /** Without the query. */
  path: string
  /** 499: the client left before there was an answer. */
  status: number
  ms: number
  /** Written to the line for it, headers included. */
  bytes: number
}

export type AccessLogFormat = 'json' | 'plain' | 'off'

/** What a request's line says, in ASCII; undefined when none is wanted. */
export function accessLine(format: AccessLogFormat): ((served: Served) => string) | undefined {
  if (format === 'off') return undefined
  let then = 0
  let time = ''
  return ({ at, address, method, path, status, ms: exactly, bytes }) => {
    if (at !== then) time = new Date((then = at)).toISOString()
    const shown = printable(path)
    const ms = Math.round(exactly * 10) / 10
    return format === 'json'
      ? `{"time":"${time}",${address === undefined ? '' : `"address":"${address}",`}"method":"${method}","path":${JSON.stringify(shown)},"status":${status},"ms":${ms},"bytes":${bytes}}`
      : `${time} ${address === undefined ? '' : `${address} `}${method} ${shown} ${status} ${ms}ms ${bytes}B`
  }
}

const longest = 200

/** A path is the sender's to choose: it must not forge a line, nor reach the terminal of whoever reads the log. */
function printable(path: string): string {
  const short = path.length > longest ? `${path.slice(0, longest)}...` : path
  return /^[\x21-\x7e]*$/.test(short) ? short : short.replace(/[^\x21-\x7e]/g, (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
