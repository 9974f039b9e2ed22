import type { Socket } from 'node:net'

/** The requests of one connection. */
export interface Turns {
  /** Begins a request now, or once those before it are answered. */
  request(begin: () => void): void
  /** The request that was begun is over: its answer has been handed to the system, or its connection is gone. */
  over(): void
  /** How many wait. */
  waiting(): number
}

/**
 * One request of a connection at a time. While it is being answered nothing more is read, so that what a client sends without
 * reading the answers stays in its own buffers. node parses all of a chunk (64 KB) before a pause counts; the requests in it wait,
 * and since each costs some 5 KB, all connections together may have only so many: past that their sender is cut off.
 */
export function createTurns(mostWaiting = 20_000): (socket: Socket) => Turns {
  let inAll = 0

  return (socket) => {
    let busy = false
    let waiting: (() => void)[] = []

    // node resumes the socket by itself when it has parsed the end of a request.
    socket.on('resume', () => {
      if (waiting.length > 0) socket.pause()
    })
    socket.once('close', () => {
      inAll -= waiting.length
      waiting = []
    })

    const next = (): void => {
      const begin = waiting.shift()
      if (begin === undefined) return void (busy = false)
      inAll--
      // The body of the last one may not have been read to its end.
      if (waiting.length === 0) socket.resume()
      begin()
    }

    return {
      request(begin) {
        if (!busy) {
          busy = true
          return begin()
        }
        if (socket.destroyed) return
        if (inAll === mostWaiting) return void socket.destroy()
        inAll++
        waiting.push(begin)
        socket.pause()
      },
      over() {
        // Other connections get their turn in between, however much this one has sent.
        if (waiting.length > 0) setImmediate(next)
        else busy = false
      },
      waiting: () => waiting.length,
    }
  }
}
