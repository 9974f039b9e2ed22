import { pauseMs } from './retries.ts'

/** Sends what is due to one service. */
export interface Queue {
  /** When there is something to do. */
  readonly wakeAt: number
  run(): Promise<void>
}
export type Sending = ReturnType<typeof createSending>

const timeoutMs = 15_000
/** For the requests in progress when the server stops. */
const stopMs = 5_000

/** Runs queues at their times, and limits the time of their requests. */
export function createSending(queues: () => readonly Queue[], now: () => number) {
  const requests = new Set<AbortController>()
  let stopped = false
  let leads = async (): Promise<boolean> => false
  let wake = (): void => {}
  return {
    wake: () => wake(),
    /** Whether this server sends, of several. */
    leads: () => leads(),
    isStopped: () => stopped,

    async request<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const request = new AbortController()
      const timeout = setTimeout(() => request.abort(), timeoutMs)
      requests.add(request)
      try {
        return await send(request.signal)
      } finally {
        clearTimeout(timeout)
        requests.delete(request)
      }
    },

    /** `leading` is whether this server may send, of several. Returns a function that ends the work. */
    start(leading: () => Promise<boolean>): () => Promise<void> {
      leads = leading
      let timer: NodeJS.Timeout | undefined
      let soon: NodeJS.Immediate | undefined
      const running = new Set<Promise<void>>()

      const run = (): void => {
        soon = undefined
        clearTimeout(timer)
        if (stopped) return
        for (const queue of queues()) if (queue.wakeAt <= now()) keep(queue.run())
        const next = Math.min(...queues().map((queue) => queue.wakeAt))
        if (next === Infinity) return
        timer = setTimeout(run, Math.max(0, Math.min(next - now(), pauseMs)))
        timer.unref()
      }
      const keep = (work: Promise<void>): void => {
        running.add(work)
        void work.finally(() => {
          running.delete(work)
          wake()
        })
      }
      // Many records may change at once.
      wake = () => void (soon ??= setImmediate(run))
      wake()
      return async () => {
        stopped = true
        clearTimeout(timer)
        const cut = setTimeout(() => requests.forEach((request) => request.abort()), stopMs)
        await Promise.all(running)
        clearTimeout(cut)
      }
    },
  }
}
