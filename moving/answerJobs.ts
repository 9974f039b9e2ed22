import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

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

/** Does each job that the server sends, in the process that it has started for that. */
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
