import type { ServerResponse } from 'node:http'

/** In bytes, all connections together. */
const most = 64 * 1_048_576

/** What the system did not accept at once, since the reader is slow or reads nothing; who has not read for longest comes first. */
const unread = new Map<ServerResponse, number>()
let total = 0

/**
 * Counts what was just written, if any of it waits in memory. Past the limit those who have not read for longest give way, and their
 * connections are closed: whoever reads is done sooner than whoever does not.
 */
export function countUnread(res: ServerResponse, bytes: number): void {
  if (!res.socket || res.socket.writableLength === 0) return
  if (unread.has(res)) drop(res)
  else res.once('close', () => drop(res))
  unread.set(res, bytes)
  total += bytes
  for (const first of unread.keys()) {
    if (total <= most) return
    drop(first)
    first.destroy()
  }
}

function drop(res: ServerResponse): void {
  total -= unread.get(res) ?? 0
  unread.delete(res)
}
