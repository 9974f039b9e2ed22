import { type Role, roleNames } from '../../contract/calls/roles.ts'
import { Failure } from '../failure.ts'
import type { Accounts } from '../people/accounts.ts'
import type { ActivityLog } from '../store/activityLog.ts'
import type { UserRecord } from '../store/records.ts'

/** What the operator of the machine can do with accounts. Passwords are hashed by the sender. */
export type AccountCommand =
  | { do: 'add'; name: string; hash: string; role: Role }
  | { do: 'password'; name: string; hash: string }
  | { do: 'secondFactorOff'; name: string }
  | { do: 'list' }
  | { do: 'link'; name: string; keyHash: string }
  | { do: 'remove'; name: string }

/** Returns the message for the operator, who has no name in the activity log. */
export async function execute(
  command: AccountCommand,
  accounts: Accounts,
  activity: Pick<ActivityLog, 'add'>,
): Promise<string> {
  const idOf = (): string | undefined => (command.do === 'list' ? undefined : accounts.find(command.name)?.id)
  const before = idOf()
  const message = await change(command, accounts)
  const id = idOf() ?? before
  const fields = changedFields[command.do]
  if (id !== undefined) await activity.add([{ user: '', action: 'account', kind: 'account', id, fields, ok: true }])
  return message
}

const changedFields = {
  add: ['name', 'role'],
  password: ['password'],
  secondFactorOff: ['secondFactor'],
  remove: [],
  list: [],
  link: ['link'],
}

async function change(command: AccountCommand, accounts: Accounts): Promise<string> {
  switch (command.do) {
    case 'add':
      await accounts.add(command.name, command.hash, command.role)
      return `已添加账号“${command.name}”`
    case 'password':
      await accounts.setPassword(command.name, command.hash)
      return [
        `已修改账号“${command.name}”的密码，该账号已在所有设备上退出登录`,
        ...(accounts.find(command.name)?.secondFactor
          ? [`登录时还要二次验证；手机和恢复码都丢了，用 zhuzhan user second-factor off ${command.name} 关闭`]
          : []),
      ].join('\n')
    case 'secondFactorOff':
      await accounts.secondFactor.remove(command.name)
      return `已关闭账号“${command.name}”的二次验证，现在只用密码就能登录`
    case 'link': {
      const user = accounts.find(command.name)
      if (!user) throw new Failure(404, `没有名为“${command.name}”的账号`)
      await accounts.giveLink(user, command.keyHash)
      return `账号“${user.name}”有了一个新的链接，之前的不能再用`
    }
    case 'list':
      return accounts.list().map(rowOf).join('\n') || '还没有账号'
    case 'remove':
      await accounts.remove(command.name)
      return `已删除账号“${command.name}”`
  }
}

const rowOf = ({ name, role = 'admin', createdAt, disabled, secondFactor }: UserRecord): string =>
  `${name}\t${roleNames[role]}\t${createdAt.slice(0, 10)}${disabled ? '\t停用' : ''}${secondFactor ? '\t二次验证' : ''}`
