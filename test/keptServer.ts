import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { note } from './counts.ts'
import { eventually } from './eventually.ts'
import { admin, newFolder, program, programEnv } from './server.ts'

export interface KeptServer {
  url: string
  port: number
  /** The process of each server so far, the last one runs. */
  processes: readonly number[]
  /** Ends the server that runs, and resolves when the next one is ready. */
  restart(signal: NodeJS.Signals): Promise<void>
}

/** Servers that follow one another on one folder and one listening socket, which another process keeps. */
export async function startKeptServer(
  t: { after(end: () => unknown): void },
  env: Record<string, string> = {},
): Promise<KeptServer> {
  const folder = newFolder(t)
  note('server programs')
  const holder = spawn(process.execPath, [fileURLToPath(new URL('./socketHolder.mjs', import.meta.url)), program], {
    cwd: folder,
    env: {
      ...programEnv,
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: admin.password,
      SEED: 'off',
      ACCESS_LOG: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const processes: number[] = []
  const ready: string[] = []
  let output = ''
  holder.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (output + text).split('\n')
    output = lines.pop() ?? ''
    for (const line of lines) {
      const [what, value = ''] = line.split(' ')
      if (what === 'process') processes.push(Number(value))
      else ready.push(value)
    }
  })
  const kill = (signal: NodeJS.Signals): void => void process.kill(processes.at(-1) ?? NaN, signal)
  t.after(() => {
    holder.kill('SIGKILL')
    kill('SIGKILL')
  })
  await eventually(() => ready.length > 0, 'the server is ready')
  const url = ready[0] ?? ''
  return {
    url,
    port: Number(new URL(url).port),
    processes,
    async restart(signal) {
      const before = ready.length
      kill(signal)
      await eventually(() => ready.length > before, 'the next server is ready')
    },
  }
}
