import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread that runs the program. */
export type StartWorker = (options: WorkerOptions) => Worker

/**
 * Reads the program of a worker thread when the server starts, so that an upgrade that replaces `dist/` does not affect threads that a
 * running server starts later. `source` is the TypeScript file; the build puts each program beside the server under the same name.
 */
export function workerProgram(source: URL): StartWorker {
  if (import.meta.url.endsWith('.ts')) return fromSource(source)
  const program = readFileSync(new URL(`./${basename(fileURLToPath(source), '.ts')}.cjs`, import.meta.url), 'utf8')
  return (options) => new Worker(program, { ...options, eval: true })
}

/** In Node 20 threads do not inherit tsx, so they register it themselves. */
function fromSource(source: URL): StartWorker {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const program = JSON.stringify(source)
  return (options) =>
    new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${program}) })`, {
      ...options,
      eval: true,
    })
}
