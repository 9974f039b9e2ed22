/** A finished request. */
export interface Served {
  at: number
  /** The client's address, if the log includes it. */
  address?: string | undefined
  method: string
  /** Without the query. */
  path: string
  /** 499: the client disconnected before there was a response. */
  status: number
  ms: number
  /** Bytes sent, including headers. */
  bytes: number
}

type AccessLogFormat = 'json' | 'plain' | 'off'

/** Formats the line of a request, in ASCII; undefined when the log is off. */
export function accessLine(format: AccessLogFormat): ((served: Served) => string) | undefined {
  if (format === 'off') return undefined
  let lastAt = 0
  let time = ''
  return ({ at, address, method, path, status, ms: exactMs, bytes }) => {
    if (at !== lastAt) time = new Date((lastAt = at)).toISOString()
    const shown = printable(path)
    const ms = Math.round(exactMs * 10) / 10
    return format === 'json'
      ? `{"time":"${time}",${address === undefined ? '' : `"address":"${address}",`}"method":"${method}","path":${JSON.stringify(shown)},"status":${status},"ms":${ms},"bytes":${bytes}}`
      : `${time} ${address === undefined ? '' : `${address} `}${method} ${shown} ${status} ${ms}ms ${bytes}B`
  }
}

const maxPathLength = 200

/** Escapes a path, which anybody can choose: it must not forge a line or send control codes to a terminal. */
function printable(path: string): string {
  const short = path.length > maxPathLength ? `${path.slice(0, maxPathLength)}...` : path
  return /^[\x21-\x7e]*$/.test(short) ? short : short.replace(/[^\x21-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
