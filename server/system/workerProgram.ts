import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread that runs the program. */
type StartWorker = (options: WorkerOptions) => Worker

export function workerProgram(source: URL): StartWorker {
  const program = programText(source)
  return (options) => new Worker(program, { ...options, eval: true })
}

/**
 * Reads the program of a thread or a process when the server starts, so that an upgrade that replaces `dist/` does not affect those that a
 * running server starts later. `source` is the TypeScript file; the build puts each program beside the server under the same name.
 */
export function programText(source: URL): string {
  if (import.meta.url.endsWith('.ts')) return fromSource(source)
  return readFileSync(new URL(`./${basename(fileURLToPath(source), '.ts')}.cjs`, import.meta.url), 'utf8')
}

/** They do not inherit tsx, so they register it themselves. */
function fromSource(source: URL): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`
}
