import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { sysNameLogoUpdate } from '../../contract/entities.ts'
import { newPassword } from '../../contract/rules.ts'
import { createAccounts } from '../auth/accounts.ts'
import { weaknessOf } from '../auth/newPassword.ts'
import { hashPassword } from '../auth/password.ts'
import { createSessions } from '../auth/sessions.ts'
import { BadSetting, type Config, readConfig } from '../config.ts'
import { Failure } from '../failure.ts'
import { becomeOwner, ownerOf, WrongUser } from '../fileOwner.ts'
import { toStderr } from '../log.ts'
import { openDisk } from '../store/disk.ts'
import { NewerFormat } from '../store/format.ts'
import { LockHeld, takeLock } from '../store/lock.ts'
import { openStore } from '../store/store.ts'
import { finishSwap } from '../store/swapFolders.ts'
import { type Answer, carryOut, type Order, placeOrder } from './orders.ts'

const usage = `用法：
  npm run user -- add NAME [--auth ${sysNameLogoUpdate}]   添加账号
  npm run user -- password NAME                            修改密码
  npm run user -- list                                     查看账号
  npm run user -- remove NAME                              删除账号
密码在终端中询问；加 --password-stdin 则从标准输入读取；两者都没有时随机生成并显示一次。`

class Misuse extends Error {}

async function readOrder(args: string[]): Promise<Order> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { auth: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  })
  const [task, name, ...rest] = positionals
  if (task === 'list' && name === undefined) return { do: 'list' }
  if (name === undefined || rest.length > 0) throw new Misuse(usage)
  if (name !== name.trim() || name.length > 50 || /\p{Cc}/u.test(name)) throw new Misuse('账号为1到50个字符，首尾不能有空格')
  const hash = async (): Promise<string> => hashPassword(await password(name, values['password-stdin'] ?? false))
  if (task === 'add') return { do: 'add', name, auth: permissions(values.auth ?? ''), hash: await hash() }
  if (task === 'password') return { do: 'password', name, hash: await hash() }
  if (task === 'remove') return { do: 'remove', name }
  throw new Misuse(usage)
}

function permissions(auth: string): string {
  if (auth !== '' && auth !== sysNameLogoUpdate) throw new Misuse(`没有“${auth}”这项权限，可用的权限：${sysNameLogoUpdate}`)
  return auth
}

async function password(name: string, fromStdin: boolean): Promise<string> {
  const said = fromStdin ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : process.stdin.isTTY ? await ask() : ''
  if (said === '' && !fromStdin) {
    const made = randomBytes(9).toString('base64url')
    console.log(`密码：${made}\n请妥善保存，它只显示这一次。`)
    return made
  }
  const fault = newPassword.fault(said) ?? weaknessOf(said, name)
  if (fault !== undefined) throw new Misuse(fault)
  return said
}

/** What is typed stays off the screen. */
async function ask(): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const question = async (words: string): Promise<string> => {
    process.stderr.write(words)
    const said = await reader.question('')
    process.stderr.write('\n')
    return said
  }
  try {
    const said = await question('新密码（直接回车则随机生成）：')
    if (said !== '' && said !== (await question('再输入一次：'))) throw new Misuse('两次输入密码不一致！')
    return said
  } finally {
    reader.close()
  }
}

/** With the lock in hand this program is the only writer; a server that holds it is asked instead. */
async function run({ dataDir, uploadsDir }: Config, order: Order): Promise<Answer> {
  const lock = await takeLock(dataDir).catch((held) => {
    if (held instanceof LockHeld) return undefined
    throw held
  })
  if (!lock) return placeOrder(dataDir, order)
  const log = toStderr('plain')
  try {
    await finishSwap([dataDir, uploadsDir])
    const store = await openStore({ disk: openDisk(dataDir, { log }), now: Date.now, log })
    try {
      return { done: true, said: await carryOut(order, createAccounts(store, createSessions(store, Date.now, log), Date.now, false)) }
    } finally {
      await store.close()
    }
  } finally {
    await lock.release()
  }
}

/** A file that its own folder's owner cannot reach was left by another user, as a command run with sudo once did. */
function withRemedy(dataDir: string, cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'EACCES') throw cause
  const { name } = ownerOf(dataDir)
  throw new WrongUser(`${cause.message}\n数据目录中的文件都应属于用户 ${name}，请运行：\n  sudo chown -R ${name} ${resolve(dataDir)}`)
}

try {
  const config = readConfig(process.env)
  becomeOwner(config.dataDir)
  const order = await readOrder(process.argv.slice(2))
  const { done, said } = await run(config, order).catch((cause) => withRemedy(config.dataDir, cause))
  console.log(said)
  process.exitCode = done ? 0 : 1
} catch (cause) {
  const told = [Misuse, BadSetting, WrongUser, NewerFormat, Failure].some((kind) => cause instanceof kind) || (cause as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  console.error(told ? (cause as Error).message : cause)
  process.exitCode = 1
}
