import { type ChildProcess, spawn } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '../server/store/newId.ts'
import { chinaTime } from '../server/system/chinaTime.ts'
import { databases as databasesOfRun } from './postgres/cluster.ts'

export const program = fileURLToPath(new URL('../dist/server.mjs', import.meta.url))
/** Whether the tests run on PostgreSQL instead of folders of files. */
export const onPostgres = process.env.TEST_ENGINE === 'postgres'
/** For tests of what only a folder of files has, such as a full disk. */
export const filesOnly = { skip: onPostgres && 'for a folder of files' }

const shippedContent = fileURLToPath(new URL('../data/seed', import.meta.url))

/** Copies the built server and the shipped content into a folder, as a release has them; resolves to the path of the copied server. */
export async function copyRelease(folder: string): Promise<string> {
  await cp(dirname(program), join(folder, 'dist'), { recursive: true })
  await cp(shippedContent, join(folder, 'data', 'seed'), { recursive: true })
  return join(folder, 'dist', 'server.mjs')
}

const databases = new Map<string, Promise<string>>()
/** One database for each folder, so that a server started there again finds its records. */
export function databaseFor(folder: string): Promise<string> {
  const address = databases.get(folder) ?? databasesOfRun().then(({ newDatabase }) => newDatabase())
  databases.set(folder, address)
  return address
}

export const admin = { username: 'admin', password: 'secret-of-tests' }

export interface Answer {
  status: number
  headers: Headers
  code: number | ''
  msg: string
  /** Untyped: each test asserts what it relies on. */
  data: ReturnType<JSON['parse']>
}

/** Any server, by its calls. */
export interface Site {
  url: string
  post(path: string, body?: unknown, more?: RequestInit): Promise<Answer>
  /** The headers of a program that is signed in. */
  signIn(login?: object): Promise<Record<string, string>>
}

/** A server of this run. */
export interface TestServer extends Site {
  folder: string
  process: ChildProcess
  /** The output so far. */
  output(): { stdout: string; stderr: string }
  /** SIGTERM, and the exit code. The folder stays until the end of the test. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

interface Options {
  env?: Record<string, string>
  folder?: string
  /** A copy of the built server. */
  program?: string
  /** Another user to run it as; only root can. */
  uid?: number
}

const salt = 'salt of tests'
/** A hash names its parameters. These cost a hundredth of those that the server chooses, which tests would pay at every start and sign-in. */
const quickHash = [
  'scrypt',
  128,
  8,
  1,
  Buffer.from(salt).toString('base64url'),
  scryptSync(admin.password, salt, 32, { N: 128, r: 8, p: 1 }).toString('base64url'),
].join('$')

/** The account that a first start would make; older than anything that a clock of a test lets come after it. */
function storeAdmin(home: string): void {
  const madeAt = Date.parse('2020-01-01T00:00:00Z')
  const id = newId(madeAt)
  const users = join(home, 'data', 'user')
  mkdirSync(users, { recursive: true })
  const account = {
    id,
    createdAt: chinaTime(madeAt),
    name: admin.username,
    password: quickHash,
    avatar: '',
    role: 'admin',
    firstPassword: true,
    auth: '',
  }
  writeFileSync(join(users, `${id}.json`), `${JSON.stringify(account, null, 2)}\n`)
}

/** The built server itself, in a process of its own, on a folder of its own. */
export async function startServer(
  t: { after(fn: () => unknown): void },
  { env = {}, folder, program: started = program, uid }: Options = {},
): Promise<TestServer> {
  const home = folder ?? newFolder(t)
  const isNew = !existsSync(join(home, 'data')) && !existsSync(join(home, 'uploads'))
  const isPlain = env.ADMIN_PASSWORD === undefined && env.ADMIN_USER === undefined && env.DATA_DIR === undefined
  if (isNew && isPlain && !onPostgres && started === program && uid === undefined) storeAdmin(home)
  const child = spawn(process.execPath, [started], {
    cwd: home,
    ...(uid !== undefined && { uid, gid: uid }),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(home, 'data'),
      UPLOADS_DIR: join(home, 'uploads'),
      ...(onPostgres && { DATABASE_URL: await databaseFor(home) }),
      ADMIN_PASSWORD: admin.password,
      SEED: 'off',
      ACCESS_LOG: 'off',
      ...env,
    },
  })
  let stdout = ''
  let stderr = ''
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      const [, address] = /^ready (\S+)$/m.exec(stdout) ?? []
      if (address) resolve(address)
    })
    gone.then((code) => reject(new Error(`the server ended with ${code} before it was ready:\n${stderr}`)))
  })

  let isStopped = false
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    isStopped = true
    child.kill(signal)
    return gone
  }
  // What its tests report is only that it does not answer.
  child.once(
    'exit',
    (code, signal) => isStopped || process.stderr.write(`the server ended by itself (${code ?? signal}):\n${stderr}\n`),
  )
  t.after(() => stop('SIGKILL'))

  return { ...siteAt(url), folder: home, process: child, output: () => ({ stdout, stderr }), stop }
}

export function siteAt(url: string): Site {
  const post = (path: string, body: unknown = {}, more: RequestInit = {}): Promise<Answer> =>
    answerOf(
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        ...more,
        headers: { 'Content-Type': 'application/json', ...more.headers } as Record<string, string>,
      }),
    )
  return {
    url,
    post,
    async signIn(login = admin) {
      const { code, msg, data } = await post('/v1/indexLogin/loginAuth', login)
      if (code !== 200) throw new Error(`could not sign in: ${code} ${msg}`)
      return { 'Authorization-item': `Bearer ${data.token}` }
    },
  }
}

export async function answerOf(sent: Promise<Response>): Promise<Answer> {
  const response = await sent
  return {
    status: response.status,
    headers: response.headers,
    ...((await response.json()) as Pick<Answer, 'code' | 'msg' | 'data'>),
  }
}

/**
 * An empty folder, removed after the test. Hooks run in the order in which they were added, so a server may still write into it and
 * removing it may need several tries.
 */
export function newFolder(t: { after(fn: () => unknown): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
