import { spawn } from 'node:child_process'
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
