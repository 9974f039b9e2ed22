import { write, writeSync } from 'node:fs'

export interface LineWriter {
  write(line: string): void
  /** Writes what is waiting, now; for a program about to end without ado. */
  flush(): void
  /** The same, once a write under way is over. */
  close(): Promise<void>
}

export interface LineWriterOptions {
  fd?: number
  everyMs?: number
  /** Written sooner when so many bytes wait. */
  chunk?: number
  /** What may wait; a reader that has stopped reading costs lines, not memory. */
  room?: number
}

/**
 * Lines are gathered and written together, so that a log costs the requests it is about as little as it can. They wait as bytes,
 * which the garbage collector need not carry about; one buffer fills while the other is written.
 */
export function createLineWriter({ fd = 2, everyMs = 200, chunk = 32_768, room = 1_048_576 }: LineWriterOptions = {}): LineWriter {
  let filling = Buffer.allocUnsafeSlow(room)
  let spare = Buffer.allocUnsafeSlow(room)
  let used = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let afterWriting: (() => void) | undefined
  /** What the pipe had no room for; a part of `spare`. */
  let left: Buffer | undefined

  const add = (line: string): void => {
    // A sign takes three bytes at most.
    if (used + line.length * 3 + 1 > room) return void dropped++
    used += filling.write(line, used)
    filling[used++] = 10
    if (used < chunk) later(everyMs)
    else if (!writing) start()
  }

  const later = (ms: number): void => {
    timer ??= setTimeout(start, ms).unref()
  }

  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    const bytes = writing ? undefined : (left ?? take())
    if (bytes === undefined) return
    writing = true
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      writing = false
      // Anything but a full pipe (a closed one, a full disk) will not get better by trying again.
      const kept = error === null ? written : error.code === 'EAGAIN' ? 0 : bytes.length
      left = kept < bytes.length ? bytes.subarray(kept) : undefined
      if (afterWriting !== undefined) afterWriting()
      else if (left !== undefined) later(error === null ? 0 : 20)
      else if (used >= chunk) start()
      else if (used > 0) later(everyMs)
    })
  }

  const take = (): Buffer | undefined => {
    if (used === 0) return undefined
    const bytes = filling.subarray(0, used)
    const emptied = spare
    spare = filling
    filling = emptied
    used = 0
    if (dropped > 0) add(`(${dropped} lines dropped: nobody read them)`)
    dropped = 0
    return bytes
  }

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    // The spare buffer may be under way, so nothing changes places here.
    const waiting = [left ?? Buffer.alloc(0), filling.subarray(0, used)]
    left = undefined
    used = 0
    for (const bytes of waiting) if (!writeNow(fd, bytes)) return
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
