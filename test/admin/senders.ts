import type { Sender } from '../../client/lib/uploads.ts'

/** Sends nothing until the test decides what becomes of the file. */
export function held(): {
  sender: Sender
  arrive(address: string): void
  fail(cause: unknown): void
  signals: AbortSignal[]
} {
  const waiting: { resolve(sent: { address: string }): void; reject(cause: unknown): void }[] = []
  const signals: AbortSignal[] = []
  return {
    signals,
    sender: {
      queue: 'pictures',
      refusal: () => undefined,
      under: Infinity,
      send(_, { signal }) {
        signals.push(signal)
        return new Promise((resolve, reject) => void waiting.push({ resolve, reject }))
      },
    },
    arrive: (address) => waiting.shift()?.resolve({ address }),
    fail: (cause) => waiting.shift()?.reject(cause),
  }
}

/** Refuses every file. */
export const failing: Sender = {
  queue: 'pictures',
  refusal: () => '只能上传jpg/png文件！',
  under: Infinity,
  send: () => new Promise(() => {}),
}
