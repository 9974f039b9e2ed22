import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Accounts } from '../auth/accounts.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'

/** What the keeper of the machine asks for; a password comes as its hash alone. */
export type Order =
  | { do: 'add'; name: string; hash: string; auth: string }
  | { do: 'password'; name: string; hash: string }
  | { do: 'list' }
  | { do: 'remove'; name: string }

/** What the backup command asks for; the answer to `snapshot` is the name of a file in the folder of orders. */
export type BackupOrder = { do: 'snapshot' } | { do: 'backedUp'; outcome: unknown }

/** Carries such orders out. */
export interface Backups {
  snapshot(path: string): Promise<void>
  record(outcome: unknown): Promise<void>
}

export interface Answer {
  done: boolean
  said: string
}

export async function carryOut(order: Order, accounts: Accounts): Promise<string> {
  switch (order.do) {
    case 'add':
      await accounts.add(order.name, order.hash, order.auth)
      return `已添加账号“${order.name}”`
    case 'password':
      await accounts.setPassword(order.name, order.hash)
      return `已修改账号“${order.name}”的密码，该账号已在所有设备上退出登录`
    case 'list':
      return accounts.list().map(({ name, auth, createdAt }) => `${name}\t${auth || '无特殊权限'}\t${createdAt.slice(0, 10)}`).join('\n') || '还没有账号'
    case 'remove':
      await accounts.remove(order.name)
      return accounts.list().length > 0 ? `已删除账号“${order.name}”` : `已删除账号“${order.name}”。已无任何账号，下次启动时将重新创建管理员账号`
  }
}

/**
 * A running server alone writes its store, so an order for it is laid into a folder beside the data and the answer is fetched there.
 * Whoever may write that folder could have written the accounts themselves: it opens no new door, on no port.
 */
export const ordersIn = (dataDir: string): string => join(dataDir, 'orders')
const orderName = /^[0-9a-f]{16}\.order$/
/** An order or answer this old has nobody waiting for it. */
const givenUpMs = 30_000

export async function placeOrder(dataDir: string, order: Order | BackupOrder, patienceMs = givenUpMs / 2): Promise<Answer> {
  const folder = ordersIn(dataDir)
  const id = randomBytes(8).toString('hex')
  const answer = join(folder, `${id}.answer`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await whole(join(folder, `${id}.order`), order)
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    await pause(50)
    const text = await readFile(answer, 'utf8').catch(absent)
    if (text === undefined) continue
    await rm(answer, { force: true })
    return JSON.parse(text)
  }
  // Taken back before it is reported as not done; gone already means that it has just been taken up.
  const back = await rm(join(folder, `${id}.order`)).then(() => true, absent)
  return { done: false, said: back ? '服务器没有响应，未作任何修改' : '服务器没有及时答复，请用 list 查看结果' }
}

/** Looks for orders twice a second: a look is one readdir of an empty folder, and works on every kind of disk. */
export function serveOrders(dataDir: string, accounts: Accounts, backups: Backups, log: Log): () => Promise<void> {
  const folder = ordersIn(dataDir)

  const look = async (): Promise<void> => {
    for (const name of (await readdir(folder).catch(absent)) ?? []) await serve(name).catch(warn)
  }
  const serve = async (name: string): Promise<void> => {
    const path = join(folder, name)
    const { mtimeMs } = (await stat(path).catch(absent)) ?? { mtimeMs: 0 }
    const old = mtimeMs < Date.now() - givenUpMs
    if (!old && !orderName.test(name)) return
    const text = old ? undefined : await readFile(path, 'utf8').catch(absent)
    // Removed first: an order that was taken back, or that kills the server, is not carried out twice.
    const ours = await rm(path).then(() => true, absent)
    if (text !== undefined && ours) await whole(join(folder, name.replace('order', 'answer')), await answer(text, name.replace('order', 'snapshot')))
  }
  const perform = async (order: Order | BackupOrder, snapshot: string): Promise<string> => {
    if (order.do === 'snapshot') {
      await backups.snapshot(join(folder, snapshot))
      return snapshot
    }
    if (order.do !== 'backedUp') return carryOut(order, accounts)
    await backups.record(order.outcome)
    return ''
  }
  const answer = async (text: string, snapshot: string): Promise<Answer> => {
    try {
      return { done: true, said: await perform(JSON.parse(text), snapshot) }
    } catch (cause) {
      if (cause instanceof Failure) return { done: false, said: cause.message }
      log('error', 'an order failed', cause)
      return { done: false, said: '操作失败，详见服务器日志' }
    }
  }

  /** What the last look met with: the same again, twice a second, is not logged again. */
  let known = new Set<string>()
  let met = new Set<string>()
  const warn = (cause: unknown): void => {
    met.add(String(cause))
    if (!known.has(String(cause))) log('warn', 'a command for the accounts could not be read or answered', cause)
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(warn)
      .finally(() => {
        known = met
        met = new Set()
        looking = undefined
      })
  }, 500)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

/** Under its name only when it is whole. */
async function whole(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600 })
  await rename(`${path}.part`, path)
}
