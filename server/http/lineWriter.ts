import { write, writeSync } from 'node:fs'

export interface LineWriter<Item> {
  write(item: Item): void
  /** Writes what is waiting, now; for a program about to end without ado. */
  flush(): void
  /** The same, once a write under way is over. */
  close(): Promise<void>
}

export interface LineWriterOptions {
  fd?: number
  everyMs?: number
  /** Written sooner when so many wait. */
  together?: number
  /** What may wait, in bytes; a reader that has stopped reading costs lines, not memory. */
  room?: number
}

/**
 * What is to be said is gathered, made lines and written together, so that a log costs the requests it is about as little as it
 * can: to make a line among others takes a fraction of what it takes in the midst of a request. The lines wait as bytes, which
 * the garbage collector need not carry about; one buffer fills while the other is written. A line is ASCII and has no break.
 */
export function createLineWriter<Item>(toLine: (item: Item) => string, options: LineWriterOptions = {}): LineWriter<Item> {
  const { fd = 2, everyMs = 200, together = 256, room = 1_048_576 } = options
  let waiting: Item[] = []
  let filling = Buffer.allocUnsafeSlow(room)
  let spare = Buffer.allocUnsafeSlow(room)
  let used = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let afterWriting: (() => void) | undefined
  /** What the pipe had no room for; a part of `spare`. */
  let left: Buffer | undefined

  const add = (item: Item): void => {
    if (waiting.push(item) < together) return later(everyMs)
    gather()
    if (!writing) start()
  }

  const gather = (): void => {
    const items = waiting
    waiting = []
    for (const item of items) put(toLine(item))
  }

  const put = (line: string): void => {
    if (used + line.length + 1 > room) return void dropped++
    used += filling.write(line, used, 'latin1')
    filling[used++] = 10
  }

  const later = (ms: number): void => {
    timer ??= setTimeout(start, ms).unref()
  }

  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (writing) return
    const bytes = left ?? take()
    if (bytes === undefined) return
    writing = true
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      writing = false
      // Anything but a full pipe (a closed one, a full disk) will not get better by trying again.
      const kept = error === null ? written : error.code === 'EAGAIN' ? 0 : bytes.length
      left = kept < bytes.length ? bytes.subarray(kept) : undefined
      if (afterWriting !== undefined) afterWriting()
      else if (left !== undefined) later(error === null ? 0 : 20)
      else if (used > 0) start()
      else if (waiting.length > 0) later(everyMs)
    })
  }

  const take = (): Buffer | undefined => {
    gather()
    if (used === 0) return undefined
    const bytes = filling.subarray(0, used)
    const emptied = spare
    spare = filling
    filling = emptied
    used = 0
    if (dropped > 0) put(`(${dropped} lines dropped: nobody read them)`)
    dropped = 0
    return bytes
  }

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    gather()
    // The spare buffer may be under way, so nothing changes places here.
    const unwritten = [left ?? Buffer.alloc(0), filling.subarray(0, used)]
    left = undefined
    used = 0
    for (const bytes of unwritten) if (!writeNow(fd, bytes)) return
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
