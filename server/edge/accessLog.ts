import { write as writeBytes, writeSync } from 'node:fs'
import { errorCode } from '../system/systemErrors.ts'

export interface Served {
  time: number
  /** The client's address, if the log includes it. */
  address?: string | undefined
  method: string
  /** The query is left out. */
  path: string
  /** 499: the client disconnected before there was a response. */
  status: number
  ms: number
  /** Bytes sent, including headers. */
  bytes: number
}

type AccessLogFormat = 'json' | 'plain'

/** Returns a function that formats the line of a request, in ASCII. */
export function accessLine(format: AccessLogFormat): (served: Served) => string {
  let lastTime = 0
  let timeText = ''
  return ({ time, address, method, path, status, ms: exactMs, bytes }) => {
    if (time !== lastTime) timeText = new Date((lastTime = time)).toISOString()
    const shown = printable(path)
    const ms = Math.round(exactMs * 10) / 10
    if (format === 'plain')
      return `${timeText} ${address === undefined ? '' : `${address} `}${method} ${shown} ${status} ${ms}ms ${bytes}B`
    const start = address === undefined ? `{"time":"${timeText}"` : `{"time":"${timeText}","address":"${address}"`
    return `${start},"method":"${method}","path":${quoted(shown)},"status":${status},"ms":${ms},"bytes":${bytes}}`
  }
}

const maxPathLength = 200

/** Escapes a path, which anybody can choose: it must not forge a line or send control codes to a terminal. */
function printable(path: string): string {
  const short = path.length > maxPathLength ? `${path.slice(0, maxPathLength)}...` : path
  if (/^[\x21-\x7e]*$/.test(short)) return short
  return short.replace(/[^\x21-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const quoted = (shown: string): string => (/["\\]/.test(shown) ? JSON.stringify(shown) : `"${shown}"`)

export function openAccessLog(format: AccessLogFormat) {
  const toLine = accessLine(format)
  const { write, close } = createLineWriter()
  return { add: (served: Served): void => write(toLine(served)), close }
}

interface LineWriter {
  write(line: string): void
  /** Writes what is still to be written, for a program that is about to exit. */
  close(): Promise<void>
}

interface LineWriterOptions {
  fd?: number
  everyMs?: number
  /** How much text may wait. If nobody reads the log, lines are dropped instead of filling the memory. */
  capacityBytes?: number
}

/** So much is written at once, without waiting for the timer: memory that is kept for 200 ms is dear. */
const batchBytes = 16 * 1024
const retryMs = 20

/** Collects lines, which must be ASCII, and writes them together, without blocking. */
export function createLineWriter({
  fd = 2,
  everyMs = 200,
  capacityBytes = 1_048_576,
}: LineWriterOptions = {}): LineWriter {
  /** What is not completely written yet. */
  let text = ''
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  /** A write is running, or waits until a full pipe is read. */
  let busy = false
  let written = Promise.resolve()

  const append = (line: string): void => {
    if (text.length + line.length >= capacityBytes) dropped++
    else text += `${line}\n`
  }

  const startWriting = (): void => {
    clearTimeout(timer)
    timer = undefined
    busy = true
    const bytes = Buffer.from(text, 'latin1')
    written = new Promise((resolve) => {
      writeBytes(fd, bytes, 0, bytes.length, null, (error, count) => {
        let removable = count
        if (error?.code === 'EAGAIN') removable = 0
        // Any error but a full pipe (a closed pipe, a full disk) is permanent: drop the text.
        else if (error) removable = bytes.length
        text = text.slice(removable)
        if (dropped > 0 && removable > 0) {
          append(`(${dropped} lines dropped: nobody read them)`)
          dropped = 0
        }
        busy = removable < bytes.length
        if (text !== '') timer = setTimeout(startWriting, busy ? retryMs : everyMs).unref()
        resolve()
      })
    })
  }

  return {
    write(line) {
      append(line)
      if (busy) return
      if (text.length >= batchBytes) startWriting()
      else timer ??= setTimeout(startWriting, everyMs).unref()
    },
    async close() {
      await written
      clearTimeout(timer)
      timer = undefined
      writeAllSync(fd, Buffer.from(text, 'latin1'))
      text = ''
    },
  }
}

/** Waits at most a second for a full pipe to be read. */
function writeAllSync(fd: number, bytes: Buffer): void {
  let attempts = 0
  for (let position = 0; position < bytes.length; ) {
    try {
      position += writeSync(fd, bytes, position)
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN' || ++attempts > 100) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
