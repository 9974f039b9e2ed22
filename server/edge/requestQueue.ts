import type { Socket } from 'node:net'

/** The requests of one connection. */
export type RequestQueue = ReturnType<ReturnType<typeof createRequestQueues>>

/**
 * Handles one request per connection at a time. Nothing more is read while it is handled, so that what a client sends without
 * reading the responses stays in its own buffers. Node parses a whole chunk (64 KB) before a pause takes effect; the requests in it wait,
 * and since each costs some 5 KB, their number over all connections is limited: the sender that exceeds it is disconnected.
 */
export function createRequestQueues(maxWaiting = 20_000) {
  let total = 0

  return (socket: Socket) => {
    let busy = false
    let waiting: (() => void)[] = []

    // Node resumes the socket by itself when it has parsed the end of a request.
    socket.on('resume', () => {
      if (waiting.length > 0) socket.pause()
    })
    socket.once('close', () => {
      total -= waiting.length
      waiting = []
    })

    const next = (): void => {
      const begin = waiting.shift()
      if (begin === undefined) {
        busy = false
        return
      }
      total--
      // The last request may have a body that is still to be read.
      if (waiting.length === 0) socket.resume()
      begin()
    }

    return {
      /** Calls `begin` now, or when the requests before it are over. */
      run(begin: () => void): void {
        if (!busy) {
          busy = true
          return begin()
        }
        if (socket.destroyed) return
        if (total === maxWaiting) return void socket.destroy()
        total++
        waiting.push(begin)
        socket.pause()
      },
      /** The current request is over: its response has been passed to the system, or its connection is closed. */
      done(): void {
        // Gives other connections a turn in between, however much this one has sent.
        if (waiting.length > 0) setImmediate(next)
        else busy = false
      },
      waiting: (): number => waiting.length,
    }
  }
}
