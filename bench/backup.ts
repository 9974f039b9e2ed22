import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderWith, newFolder, syncDisk } from './folders.ts'
import { atMost, printAim, printRatio } from './print.ts'
import { type Program, startOurs } from './programs.ts'
import { products } from './records.ts'
import { alternate, median } from './rounds.ts'

const [rounds, records, uploads, uploadBytes] = [5, 10_000, 537, 2_000_000]
/** Requests per second: a light load, so that it measures the backup and not a queue. */
const rate = 100
const idleMs = 15_000
const command = fileURLToPath(new URL('../dist/backup.mjs', import.meta.url))
const pages = ['/', '/product', '/xwdt', '/gywm', '/dljm', `/productDet?productId=${String(records / 2).padStart(21, '0')}`]

/** Response times of pages during a backup, by the server itself and by the command, and without one. */
export async function backup(): Promise<void> {
  const folder = folderWith('product', products(records))
  const pictures = join(folder, 'uploads', 'product')
  mkdirSync(pictures, { recursive: true })
  const picture = Buffer.alloc(uploadBytes)
  for (let n = 0; n < uploads; n++) writeFileSync(join(pictures, `${String(n).padStart(32, '0')}.png`), randomFillSync(picture))
  syncDisk()
  console.log(`backup: ${records.toLocaleString('en-US')} records and ${uploads} uploads of 2 MB, ${rate} requests a second over ${pages.length} pages, ${rounds} rounds`)

  const seconds: Record<'daily' | 'command', number[]> = { daily: [], command: [] }
  /** Returns the 99th percentile in milliseconds during the work, and adds its duration in seconds to `into`. */
  const measure = async (env: Record<string, string>, work: (program: Program) => Promise<void>, into?: number[]): Promise<number> => {
    rmSync(join(folder, 'data', 'backup'), { recursive: true, force: true })
    const program = await startOurs(folder, env)
    const warm = openLoad(program.port)
    await delay(2_000)
    warm.close()
    const load = openLoad(program.port)
    const startedAt = performance.now()
    await work(program)
    into?.push((performance.now() - startedAt) / 1000)
    const times = load.close().sort((a, b) => a - b)
    await program.stop()
    return times[Math.floor(times.length * 0.99)] ?? NaN
  }
  const byCommand = async (): Promise<void> => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads') }
    const child = spawn(process.execPath, [command, join(folder, 'site.tar.gz')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`the backup ended with ${code}`)
  }
  const byItself = (backups: string) => async (): Promise<void> => {
    while (!readdirSync(backups).some((name) => name.endsWith('.tar.gz'))) await delay(50)
  }

  const samples = await alternate(rounds, {
    without: () => measure({}, () => delay(idleMs)),
    command: () => measure({}, byCommand, seconds.command),
    daily: () => {
      const backups = newFolder()
      return measure({ BACKUP_DIR: backups }, byItself(backups), seconds.daily)
    },
  })
  for (const name of ['command', 'daily'] as const) {
    const how = name === 'command' ? 'by the command' : 'by the server itself'
    printRatio(`page time, 99th percentile, ${how}`, ['during', samples[name]], ['without', samples.without], ' ms', atMost(3))
    printAim('time that it takes', median(seconds[name]), ' s', atMost(120))
  }
}

/** Sends requests at a constant rate, whether or not responses arrive; measures from when each request was due. */
function openLoad(port: number): { close(): number[] } {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const startedAt = performance.now()
  let sent = 0
  let closed = false
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startedAt) / 1000) * rate; sent++) {
      const due = startedAt + (sent / rate) * 1000
      get({ port, host: '127.0.0.1', path: pages[sent % pages.length], agent, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for a page`)
        answer.resume().once('end', () => times.push(performance.now() - due))
      }).once('error', (error) => {
        if (!closed) throw error
      })
    }
  }, 5)
  return {
    close() {
      closed = true
      clearInterval(timer)
      agent.destroy()
      return times
    },
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
