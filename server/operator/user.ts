import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Role, roleNames, roles } from '../../contract/calls/roles.ts'
import { accountName, newPassword } from '../../contract/calls/rules.ts'
import { createAccounts } from '../people/accounts.ts'
import { hashPassword, makePassword, weaknessOf } from '../people/password.ts'
import { createSessions } from '../people/sessions.ts'
import { linkLines, makeLinkKey } from '../people/signInLinks.ts'
import { type Config, readConfig } from '../config.ts'
import { Failure, writeFailure } from '../failure.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { logTo, toStderr } from '../system/log.ts'
import { offlineOrAsk } from '../store/offlineStore.ts'
import { placeOf } from '../store/storeFolders.ts'
import { Misuse } from '../system/systemErrors.ts'
import { type AccountCommand, execute as executeCommand } from './accountCommands.ts'
import { otherVersionWords } from './askServer.ts'
import { type Reply, sendCommand } from './serverCommands.ts'
import type { Word } from './command.ts'

const usage = `用法：
  zhuzhan user add NAME [--role ${roles.join('|')}]  添加账号，不写角色是${roleNames.editor}
  zhuzhan user password NAME                             修改密码
  zhuzhan user list                                      查看账号
  zhuzhan user remove NAME                               删除账号
  zhuzhan user link [NAME]                               给管理员一个登录的链接，不写是 ADMIN_USER
  zhuzhan user second-factor off NAME                    关闭二次验证，手机和恢复码都丢了时用
密码在终端中询问；加 --password-stdin 则从标准输入读取；两者都没有时随机生成并显示一次。`

interface Asked {
  command: AccountCommand
  /** What is shown once it is done, this once. */
  shown?: string[]
}

async function readCommand(args: string[], { adminUser, siteUrl, port }: Config): Promise<Asked> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  })
  const isOff = positionals[0] === 'second-factor' && positionals[1] === 'off'
  const [task, named, ...rest] = isOff ? ['second-factor off', ...positionals.slice(2)] : positionals
  if (task === 'list' && named === undefined) return { command: { do: 'list' } }
  const name = task === 'link' ? (named ?? adminUser) : named
  if (name === undefined || rest.length > 0) throw new Misuse(usage)
  if (accountName.validate(name) !== undefined || accountName.parse(name) !== name)
    throw new Misuse('账号为1到50个字符，首尾不能有空格')
  if (isOff) return { command: { do: 'secondFactorOff', name } }
  if (task === 'remove') return { command: { do: 'remove', name } }
  if (task === 'link') {
    const { key, keyHash } = makeLinkKey()
    return { command: { do: 'link', name, keyHash }, shown: linkLines(siteUrl ?? `http://localhost:${port}`, key) }
  }
  if (task !== 'add' && task !== 'password') throw new Misuse(usage)
  const role = roleOf(values.role)
  const entered = await enteredPassword(name, values['password-stdin'] ?? false)
  const made = entered === undefined ? makePassword(name) : undefined
  const hash = await hashPassword(entered ?? made ?? '')
  const command = task === 'add' ? ({ do: task, name, role, hash } as const) : ({ do: task, name, hash } as const)
  return made === undefined ? { command } : { command, shown: [`密码：${made}`, '请妥善保存，它只显示这一次。'] }
}

function roleOf(role = 'editor'): Role {
  const matching = roles.find((name) => name === role)
  if (matching === undefined)
    throw new Misuse(
      `没有“${role}”这个角色，可用的角色：${roles.map((name) => `${name}（${roleNames[name]}）`).join('、')}`,
    )
  return matching
}

/** Undefined where one is to be made. */
async function enteredPassword(name: string, fromStdin: boolean): Promise<string | undefined> {
  let entered = ''
  if (fromStdin) entered = (await readAll(process.stdin)).replace(/\r?\n$/, '')
  else if (process.stdin.isTTY) entered = await promptPassword()
  if (entered === '' && !fromStdin) return undefined
  const problem = newPassword.validate(entered) ?? weaknessOf(entered, name)
  if (problem !== undefined) throw new Misuse(problem)
  return entered
}

/** Does not echo what is typed. */
async function promptPassword(): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: discard, terminal: true })
  const prompt = async (label: string): Promise<string> => {
    process.stderr.write(label)
    const input = await reader.question('')
    process.stderr.write('\n')
    return input
  }
  try {
    const password = await prompt('新密码（直接回车则随机生成）：')
    if (password !== '' && password !== (await prompt('再输入一次：'))) throw new Misuse('两次输入密码不一致！')
    return password
  } finally {
    reader.close()
  }
}

/** Without a server this program writes the store itself; a running server is asked to. */
function execute(config: Config, command: AccountCommand): Promise<Reply> {
  const log = logTo(toStderr(), 'plain')
  return offlineOrAsk(
    config,
    log,
    async (store, database) => {
      const accounts = createAccounts(store, createSessions(store, Date.now, log), Date.now, false, database?.shareFor)
      return { ok: true, message: await executeCommand(command, accounts, store.activity) }
    },
    async () => {
      const reply: Partial<Reply> = await sendCommand(config.dataDir, command)
      const { ok = false, message } = reply
      // An older server ends a command that it does not know without a word.
      return message === undefined ? { ok: false, message: otherVersionWords(undefined) } : { ok, message }
    },
  )
}

function refusal(cause: NodeJS.ErrnoException): Reply {
  if (cause instanceof Failure) return { ok: false, message: cause.message }
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
    return { ok: false, message: writeFailure(cause.code, 'record')[1] }
  throw cause
}

export const user: Word = {
  usage,
  async run(args, settings) {
    const config = readConfig(settings)
    if (config.databaseUrl === undefined) becomeOwner(config.dataDir)
    const { command, shown } = await readCommand(args, config)
    const { ok, message } = await execute(config, command).catch(refusal)
    console.log(`${message}\n${placeOf(config)}`)
    if (ok && shown) console.log(shown.join('\n'))
    process.exitCode = ok ? 0 : 1
  },
}
