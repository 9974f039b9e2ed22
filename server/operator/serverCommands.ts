import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BackupActions } from '../keeping/backupState.ts'
import { Failure } from '../failure.ts'
import type { Accounts } from '../people/accounts.ts'
import type { ActivityLog } from '../store/activityLog.ts'
import type { Log } from '../system/log.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { type AccountCommand, execute } from './accountCommands.ts'

/** Sent by the backup command. The reply to `snapshot` is the name of a file in the command folder. */
type BackupCommand = { do: 'snapshot' } | { do: 'backedUp'; outcome: unknown }
type Command = AccountCommand | BackupCommand | { do: 'scrub' } | { do: 'status' }

/** What a running server does for commands beside those for accounts. */
interface ServerActions extends BackupActions {
  activity: Pick<ActivityLog, 'add'>
  scrub(): Promise<string>
  status(): Promise<string>
}

export interface Reply {
  ok: boolean
  message: string
}

/**
 * Only the running server may write its store, so a command is written to a folder beside the data, and the server writes its reply
 * there. Anyone who can write to that folder could change the accounts' files as well: this needs no port and adds no access.
 */
export const commandFolder = (dataDir: string): string => join(dataDir, 'orders')
const commandFile = /^[0-9a-f]{16}\.order$/
const isDated = /\.(order|answer)$/
/** Nobody waits for a command or reply older than this. */
const expiryMs = 30_000

/** A reply as its file has it. Command and server may be of different versions, so these names stay. */
interface ReplyFile {
  done: boolean
  said: string
}

/** Also of a server that does not know the command. */
export const failedCommand = '操作失败，详见服务器日志'

export async function sendCommand(dataDir: string, command: Command, timeoutMs = expiryMs / 2): Promise<Reply> {
  const folder = commandFolder(dataDir)
  const id = randomBytes(8).toString('hex')
  const commandPath = join(folder, `${id}.order`)
  const replyPath = join(folder, `${id}.answer`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeAtomically(commandPath, command)
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    await delay(50)
    const text = await readFile(replyPath, 'utf8').catch(ignoreMissing)
    if (text === undefined) continue
    await rm(replyPath, { force: true })
    const { done, said } = JSON.parse(text) as ReplyFile
    return { ok: done, message: said }
  }
  // Withdraw the command before reporting that nothing was done; if its file is gone, the server has just started on it.
  const isWithdrawn = await rm(commandPath).then(() => true, ignoreMissing)
  return { ok: false, message: isWithdrawn ? '服务器没有响应，未作任何修改' : '服务器没有及时答复，请用 list 查看结果' }
}

/** Does what commands ask for. Call it often: a readdir of an empty folder, which works on every kind of disk. */
export function serveCommands(
  dataDir: string,
  accounts: Accounts,
  actions: ServerActions,
  log: Log,
): () => Promise<void> {
  const folder = commandFolder(dataDir)

  const serveAll = async (): Promise<void> => {
    for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) await serve(name).catch(warn)
  }
  const serve = async (name: string): Promise<void> => {
    const path = join(folder, name)
    const { mtimeMs } = (await stat(path).catch(ignoreMissing)) ?? { mtimeMs: 0 }
    // What is no command or reply has the time of the disk, as the folder has.
    const now = isDated.test(name) ? Date.now() : (await stat(folder)).mtimeMs
    const isExpired = mtimeMs < now - expiryMs
    if (!isExpired && !commandFile.test(name)) return
    const text = isExpired ? undefined : await readFile(path, 'utf8').catch(ignoreMissing)
    // Remove it first: a command that was withdrawn, or that kills the server, must not be executed again.
    const isRemoved = await rm(path).then(() => true, ignoreMissing)
    if (text === undefined || !isRemoved) return
    const replying = reply(text, name)
    // Other commands do not wait until all uploads have been read.
    if (text === JSON.stringify({ do: 'scrub' } satisfies Command)) void replying.catch(warn)
    else await replying
  }
  const reply = async (text: string, name: string): Promise<void> => {
    const outcome = await replyOf(() => perform(JSON.parse(text), name.replace('order', 'snapshot')), log)
    await writeAtomically(join(folder, name.replace('order', 'answer')), outcome)
  }
  const perform = async (command: Command, snapshotName: string): Promise<string> => {
    if (command.do === 'scrub') return actions.scrub()
    if (command.do === 'status') return actions.status()
    if (command.do === 'snapshot') {
      await actions.snapshot(join(folder, snapshotName))
      return snapshotName
    }
    if (command.do !== 'backedUp') return execute(command, accounts, actions.activity)
    await actions.record(command.outcome)
    return ''
  }

  /** The errors of the last round, so that the same one is not logged twice a second. */
  let logged = new Set<string>()
  let current = new Set<string>()
  const warn = (cause: unknown): void => {
    current.add(String(cause))
    if (!logged.has(String(cause))) log('warn', 'a command for the accounts could not be read or replied to', cause)
  }

  return async () => {
    await serveAll().catch(warn)
    logged = current
    current = new Set()
  }
}

async function replyOf(work: () => Promise<string>, log: Log): Promise<ReplyFile> {
  try {
    return { done: true, said: await work() }
  } catch (cause) {
    if (cause instanceof Failure) return { done: false, said: cause.message }
    log('error', 'a command failed', cause)
    return { done: false, said: failedCommand }
  }
}

/** Its age is told by the clock of a program, not by that of the disk, which may be a network's. */
async function writeAtomically(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600 })
  const seconds = Date.now() / 1000
  await utimes(`${path}.part`, seconds, seconds)
  await rename(`${path}.part`, path)
}
