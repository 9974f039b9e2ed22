import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Job, Measured } from './load.ts'

/** Starts the load generator. */
export function openLoader() {
  const child: ChildProcess = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
  return {
    run: (job: Job): Promise<Measured> =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the load generator ended'))
        child.once('exit', ended)
        child.once('message', (measured: Measured) => {
          child.off('exit', ended)
          resolve(measured)
        })
        child.send(job)
      }),
    close: () => child.disconnect(),
  }
}

/** A complete POST request; placeholders of ten # are replaced by numbers of the same length. */
export function post(path: string, body: object): string {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`
  return head + text
}
