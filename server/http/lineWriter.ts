import { write, writeSync } from 'node:fs'
import { errorCode } from '../systemErrors.ts'

interface LineWriter<Item> {
  write(item: Item): void
  /** Writes everything pending synchronously, for a program that is about to exit. */
  flush(): void
  /** Waits for a write in progress, then flushes. */
  close(): Promise<void>
}

interface LineWriterOptions {
  fd?: number
  everyMs?: number
  /** With this many items pending, they are written at once. */
  batchSize?: number
  /** How much text may wait. If nobody reads the log, lines are dropped instead of filling the memory. */
  capacityBytes?: number
}

/**
 * Collects items and formats and writes them in batches: formatting a line among others takes a fraction of the time that it takes
 * in the middle of a request. Lines must be ASCII and contain no line break. Long because its steps share the buffers.
 */
export function createLineWriter<Item>(toLine: (item: Item) => string, options: LineWriterOptions = {}): LineWriter<Item> {
  const { fd = 2, everyMs = 200, batchSize = 256, capacityBytes = 1_048_576 } = options
  let pending: Item[] = []
  /** Formatted, but not written yet. */
  let text = ''
  /** What a full pipe did not accept of the last write. */
  let rest: Buffer | undefined
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let onWritten: (() => void) | undefined

  const add = (item: Item): void => {
    if (pending.push(item) < batchSize) return schedule(everyMs)
    formatPending()
    if (!writing) start()
  }

  const formatPending = (): void => {
    const items = pending
    pending = []
    for (const item of items) append(toLine(item))
  }

  const append = (line: string): void => {
    if (text.length + line.length + 1 > capacityBytes) dropped++
    else text += `${line}\n`
  }

  const schedule = (ms: number): void => {
    timer ??= setTimeout(start, ms).unref()
  }

  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (writing) return
    const bytes = rest ?? takeText()
    if (bytes.length === 0) return
    writing = true
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      writing = false
      // Any error but a full pipe (a closed pipe, a full disk) is permanent: drop the bytes.
      const done = error === null ? written : error.code === 'EAGAIN' ? 0 : bytes.length
      rest = done < bytes.length ? bytes.subarray(done) : undefined
      if (onWritten !== undefined) onWritten()
      else if (rest !== undefined) schedule(error === null ? 0 : 20)
      else if (text !== '') start()
      else if (pending.length > 0) schedule(everyMs)
    })
  }

  const takeText = (): Buffer => {
    formatPending()
    const bytes = Buffer.from(text, 'latin1')
    text = ''
    if (dropped > 0) append(`(${dropped} lines dropped: nobody read them)`)
    dropped = 0
    return bytes
  }

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    formatPending()
    const bytes = Buffer.concat([rest ?? Buffer.alloc(0), Buffer.from(text, 'latin1')])
    rest = undefined
    text = ''
    writeAllSync(fd, bytes)
  }

  const close = async (): Promise<void> => {
    if (writing) await new Promise<void>((resolve) => (onWritten = resolve))
    flush()
  }

  return { write: add, flush, close }
}

/** Waits at most a second for a full pipe to be read. */
function writeAllSync(fd: number, bytes: Buffer): void {
  let attempts = 0
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN' || ++attempts > 100) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
