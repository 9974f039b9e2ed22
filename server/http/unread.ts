import type { ServerResponse } from 'node:http'

/** In bytes, over all connections. */
const maxUnread = 64 * 1_048_576

/** Bytes that wait in memory because the client reads slowly or not at all. The client that has not read for longest comes first. */
const unread = new Map<ServerResponse, number>()
let total = 0

/**
 * Counts what was just written, if any of it waits in memory. Above the limit the connections that have not read for longest are
 * closed.
 */
export function countUnread(res: ServerResponse, bytes: number): void {
  if (!res.socket || res.socket.writableLength === 0) return
  if (unread.has(res)) drop(res)
  else res.once('close', () => drop(res))
  unread.set(res, bytes)
  total += bytes
  for (const first of unread.keys()) {
    if (total <= maxUnread) return
    drop(first)
    first.destroy()
  }
}

function drop(res: ServerResponse): void {
  total -= unread.get(res) ?? 0
  unread.delete(res)
}
