import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Program {
  port: number
  stop(): Promise<void>
}

const ours = fileURLToPath(new URL('../dist/server.mjs', import.meta.url))
const baseline = (name: string): string => fileURLToPath(new URL(`./baselines/${name}.mjs`, import.meta.url))
const running = new Set<ChildProcess>()

export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** The built server with its default settings, so with the access log. */
export function startOurs(folder: string, env: Record<string, string> = {}): Promise<Program> {
  if (!existsSync(ours)) throw new Error('dist/server.mjs is missing; `npm run bench` builds it first')
  return start([ours], folder, {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    ADMIN_PASSWORD: 'secret-of-bench',
    RATE_LIMIT: 'off',
    SEED: 'off',
    ...env,
  })
}

export const startBaseline = (name: string, folder: string, ...words: string[]): Promise<Program> =>
  start([baseline(name), ...words], folder, {})

/** stderr goes to a file in the folder. */
async function start(words: string[], folder: string, env: Record<string, string>): Promise<Program> {
  const errorFile = join(folder, 'stderr')
  const log = openSync(errorFile, 'a')
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  running.add(child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve(void running.delete(child))))
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const [, digits] = /^ready http:\/\/\S+:(\d+)$/m.exec(text) ?? []
      if (digits !== undefined) resolve(Number(digits))
    })
    void exited.then(() =>
      reject(new Error(`${words.join(' ')} ended before it was ready:\n${readFileSync(errorFile, 'utf8')}`)),
    )
  })
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await exited
      clearTimeout(late)
    },
  }
}
