import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { JobCarrier } from './jobWorker.ts'

/** What the process may have, in MB: beyond `heap` V8 ends it; beyond `resident`, which counts all that V8 does not, it ends itself. */
interface ProcessMemory {
  heap: number
  resident: number
}

/**
 * Starts the program in a process that may end at any moment. A thread is no border: when its heap ends within one call, such as a
 * replacement in a long text, V8 ends all that runs beside it. The process gets nothing of the environment.
 */
export function startProcess(program: string, { heap, resident }: ProcessMemory): JobCarrier {
  const memory = [`--max-old-space-size=${heap}`, '--max-semi-space-size=4']
  const child = spawn(process.execPath, [...memory, '-', String(resident)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // Whether it has ended is said by its exit, also to who is writing to it.
  child.stdin?.on('error', () => {}).end(program)
  return {
    on: child.on.bind(child),
    postMessage: (job: object) => child.send(job, () => {}),
    terminate: () => child.kill('SIGKILL'),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
  }
}

/**
 * Looks at the process while its main thread works, which may be forever: it must not outlive the server, however that ends, nor have
 * more memory than it may.
 */
const watch = `
const { workerData: { server, most } } = require('node:worker_threads')
const never = new Int32Array(new SharedArrayBuffer(4))
do Atomics.wait(never, 0, 0, 20)
while (process.ppid === server && process.memoryUsage.rss() < most)
process.kill(process.pid, 'SIGKILL')`

/** The other side, in the process: does each job that the server sends. */
export function answerJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  try {
    // Where memory ends for all, it is the first that the kernel ends.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
  const workerData = { server: process.ppid, most: Number(process.argv[2]) * 1_048_576 }
  new Worker(watch, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
  process.on('message', async (job: Job) => {
    process.send?.(await work(job).catch((error: unknown) => error))
  })
  process.on('disconnect', () => process.exit())
}
