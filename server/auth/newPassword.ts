import { lengthOf } from '../../contract/fields.ts'
import { commonPasswords } from './commonPasswords.ts'

const common = new Set(commonPasswords.trim().split(/\s+/))
/** A shorter name is found by chance in many a good password. */
const shortestName = 3

/** Why a new password, which has the right length, is too easy to guess for this account, in words fit to show; undefined when it is not. */
export function weaknessOf(password: string, accountName: string): string | undefined {
  const comparable = folded(password)
  const name = folded(accountName)
  if (comparable.trim() === '') return '新密码不能全是空格'
  if (common.has(comparable)) return '新密码太常见，容易被猜到，请换一个'
  if (lengthOf(name) >= shortestName && comparable.includes(name)) return '新密码不能包含账号名'
  return undefined
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()
