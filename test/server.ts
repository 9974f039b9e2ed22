import { type ChildProcess, spawn } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitBatch } from '../server/store/commit.ts'
import { newId } from '../server/store/newId.ts'
import { chinaTime } from '../server/system/chinaTime.ts'
import type { Serving } from '../server/serve.ts'
import { note } from './counts.ts'
import { databases as databasesOfRun } from './postgres/cluster.ts'
import './tools/shortMatches.ts'

/** Where every user may read it, as it is installed: the folder of the repository may be closed to others. */
export const program = join(
  process.env.TEST_RELEASE ?? fileURLToPath(new URL('..', import.meta.url)),
  'dist',
  'server.mjs',
)
const served = new URL('../dist/serve.mjs', import.meta.url).href
const { PATH, NODE_OPTIONS, TEST_AHEAD } = process.env
/** What each program of a run has: the path, and the clock of its tests. */
export const programEnv = { PATH, NODE_OPTIONS, TEST_AHEAD }
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
  /**
   * `/v1/act/…`, which no server has, is an operation of that name on the `kind` and `id` or `ids` of the body, whose other fields are its
   * options: the answer comes at its end, a 409 with the note of the first row that has failed.
   */
  post(path: string, body?: unknown, more?: RequestInit): Promise<Answer>
  /** The headers of a program that is signed in. */
  signIn(login?: object): Promise<Record<string, string>>
}

/** A server of this run, in the process of the test. */
export interface TestServer extends Site {
  folder: string
  /** The output so far. */
  output(): { stdout: string; stderr: string }
  /** As SIGTERM does; resolves to the exit code of the program. The folder stays until the end of the test. */
  stop(): Promise<number | null>
}

/** A server of this run, in a process of its own. */
export interface TestProgram extends TestServer {
  process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

interface Options {
  env?: Record<string, string>
  folder?: string
  now?: () => number
}

interface ProgramOptions extends Omit<Options, 'now'> {
  /** A copy of the built server. */
  program?: string
  /** Another user to run it as; only root can. */
  uid?: number
}

type Hooks = { after(fn: () => unknown): void }

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

/** Of any server: a folder of its own, and its settings. */
async function prepare(t: Hooks, { env = {}, folder }: Options, hasAdmin: boolean) {
  const home = folder ?? newFolder(t)
  const isNew = !existsSync(join(home, 'data')) && !existsSync(join(home, 'uploads'))
  const isPlain =
    env['ADMIN_PASSWORD'] === undefined && env['ADMIN_USER'] === undefined && env['DATA_DIR'] === undefined
  if (isNew && isPlain && !onPostgres && hasAdmin) storeAdmin(home)
  const settings = {
    ...programEnv,
    PORT: '0',
    DATA_DIR: join(home, 'data'),
    UPLOADS_DIR: join(home, 'uploads'),
    ...(onPostgres && { DATABASE_URL: await databaseFor(home) }),
    ADMIN_PASSWORD: admin.password,
    SEED: 'off',
    ACCESS_LOG: 'off',
    ...env,
    NODE_OPTIONS: [NODE_OPTIONS, env.NODE_OPTIONS].join(' '),
  }
  return { home, settings }
}

/** Stop before their folder is removed. */
const running = new Map<TestServer, () => Promise<unknown>>()

/** The built server within the process of the test, on a folder of its own. */
export async function startServer(t: Hooks, options: Options = {}): Promise<TestServer> {
  // A clock is handed over within a process alone.
  if (process.env.PROGRAM && options.now === undefined) return startProgram(t, options)
  const { start, startError } = (await import(served)) as typeof import('../server/serve.ts')
  const { home, settings } = await prepare(t, options, true)
  note('servers in the process')
  let stderr = ''
  // Hooks of tests that are over are kept to the end of the run, and must not keep what the server had.
  let serving: Serving | undefined = await start(settings, {
    ...(options.now && { now: options.now }),
    write: (text) => (stderr += text),
    commitIn: (root) => (ops) => commitBatch(root, ops),
  }).catch((cause: unknown) => {
    throw new Error(`the server ended with 1 before it was ready:\n${stderr}${startError(cause)}`)
  })
  const { url } = serving
  let stopped: Promise<number> | undefined
  const server: TestServer = {
    ...siteAt(url),
    folder: home,
    output: () => ({ stdout: `ready ${url}\n`, stderr }),
    stop() {
      running.delete(server)
      stopped ??= serving?.stop().then(
        () => 0,
        () => 1,
      )
      serving = undefined
      return stopped ?? Promise.resolve(0)
    },
  }
  running.set(server, server.stop)
  t.after(server.stop)
  return server
}

/** The built server as a program, in a process of its own: for tests of what only a process can show. */
export async function startProgram(
  t: Hooks,
  options: ProgramOptions & Pick<Options, 'now'> = {},
): Promise<TestProgram> {
  const { program: started = program, uid } = options
  const { home, settings } = await prepare(t, options, started === program && uid === undefined)
  note('server programs')
  const child = spawn(process.execPath, [started], {
    cwd: home,
    ...(uid !== undefined && { uid, gid: uid }),
    env: settings,
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
  const ask = (path: string, body: unknown = {}, more: RequestInit = {}): Promise<Answer> =>
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
    async post(path, body, more) {
      const [, what] = /^\/v1\/act\/(\w+)$/.exec(path) ?? []
      if (!what) return ask(path, body, more)
      const { kind, id, ids = [id], ...options } = body as { kind?: string; id?: string; ids?: string[] }
      const rows = kind === undefined ? [] : ids.map((each) => ({ kind, id: each }))
      let answer = await ask('/v1/operation/start', { what, rows, options }, more)
      while (answer.data?.state === 'running')
        answer = await ask('/v1/operation/detail', { id: answer.data.id, since: answer.data.step }, more)
      const [failed] = answer.data?.failed ?? []
      return failed ? { ...answer, code: 409, msg: failed.note } : answer
    },
    async signIn(login = admin) {
      const { code, msg, data } = await ask('/v1/indexLogin/loginAuth', login)
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

/** An empty folder, removed after the test, when what runs there has stopped. A program may still write into it: that needs several tries. */
export function newFolder(t: Hooks): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-'))
  t.after(async () => {
    await Promise.all(Array.from(running, ([server, stop]) => server.folder.startsWith(folder) && stop()))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return folder
}
