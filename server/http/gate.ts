import type { ServerResponse } from 'node:http'
import { ClientGone } from './clientGone.ts'

/** Waits until so many bytes are free. They are given back when the response is closed. */
export type Gate = (res: ServerResponse, bytes: number) => Promise<void>

/** First come, first served, of so many bytes in all. */
export function createGate(most: number): Gate {
  let free = most
  const waiting = new Set<{ bytes: number; begin: () => void }>()

  const admit = (): void => {
    for (const one of waiting) {
      if (one.bytes > free) return
      waiting.delete(one)
      free -= one.bytes
      one.begin()
    }
  }

  return (res, asked) => {
    if (res.closed) return Promise.reject(new ClientGone())
    return new Promise((begin, reject) => {
      const one = { bytes: Math.min(asked, most), begin }
      waiting.add(one)
      res.once('close', () => {
        if (waiting.delete(one)) return reject(new ClientGone())
        free += one.bytes
        admit()
      })
      admit()
    })
  }
}
