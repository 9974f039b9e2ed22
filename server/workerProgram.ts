import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread with the program. */
export type StartWorker = (options: WorkerOptions) => Worker

/**
 * The program of a worker thread, read into memory once, when the server starts: an upgrade that replaces `dist/` under a running
 * server must not reach the threads that it starts later. `source` names the TypeScript file; the build puts each beside the
 * server under the same name.
 */
export function workerProgram(source: URL): StartWorker {
  if (import.meta.url.endsWith('.ts')) return fromSource(source)
  const program = readFileSync(new URL(`./${basename(fileURLToPath(source), '.ts')}.cjs`, import.meta.url), 'utf8')
  return (options) => new Worker(program, { ...options, eval: true })
}

/** Node 20 does not hand tsx on to a thread, so it is fetched there. */
function fromSource(source: URL): StartWorker {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const program = JSON.stringify(source)
  return (options) => new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${program}) })`, { ...options, eval: true })
}
