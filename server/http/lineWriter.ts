import { write, writeSync } from 'node:fs'

export interface LineWriter {
  write(line: string): void
  /** Writes what is waiting, now; for a program about to end. */
  flush(): void
  /** The same, once a write under way is over. */
  close(): Promise<void>
}

export interface LineWriterOptions {
  fd?: number
  everyMs?: number
  /** Written sooner when so many characters wait. */
  chunk?: number
  /** A reader that has stopped reading costs lines, not memory. */
  mostWaiting?: number
}

/** Lines are gathered and written together, so that a log costs the requests it is about as little as it can. */
export function createLineWriter({ fd = 2, everyMs = 200, chunk = 32_768, mostWaiting = 4 * 1_048_576 }: LineWriterOptions = {}): LineWriter {
  let waiting = ''
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let afterWriting: (() => void) | undefined
  /** What the pipe had no room for. */
  let left: Buffer | undefined

  const add = (line: string): void => {
    if (waiting.length > mostWaiting) return void dropped++
    waiting += `${line}\n`
    if (waiting.length < chunk) later(everyMs)
    else if (!writing) start()
  }

  const later = (ms: number): void => {
    timer ??= setTimeout(start, ms).unref()
  }

  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    const bytes = writing ? undefined : take()
    if (bytes === undefined) return
    writing = true
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      writing = false
      // Anything but a full pipe (a closed one, a full disk) will not get better by trying again.
      const kept = error === null ? written : error.code === 'EAGAIN' ? 0 : bytes.length
      left = kept < bytes.length ? bytes.subarray(kept) : undefined
      if (afterWriting !== undefined) afterWriting()
      else if (left !== undefined) later(error === null ? 0 : 20)
      else if (waiting.length >= chunk) start()
      else if (waiting !== '') later(everyMs)
    })
  }

  const take = (): Buffer | undefined => {
    if (left !== undefined) return left
    if (dropped > 0) waiting += `(${dropped} lines dropped: nobody read them)\n`
    const bytes = waiting === '' ? undefined : Buffer.from(waiting)
    waiting = ''
    dropped = 0
    return bytes
  }

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (let bytes = take(); bytes !== undefined; bytes = take()) {
      left = undefined
      if (!writeNow(fd, bytes)) return
    }
  }

  const close = async (): Promise<void> => {
    if (writing) await new Promise<void>((resolve) => (afterWriting = resolve))
    flush()
  }

  return { write: add, flush, close }
}

/** Waits a second at most for a pipe to be read. */
function writeNow(fd: number, bytes: Buffer): boolean {
  let tries = 0
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const full = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!full || ++tries > 100) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
  return true
}
