import { commonPasswords } from './commonPasswords.ts'

const common = new Set(commonPasswords.trim().split(/\s+/))

/** Why a password is too easy to guess, as a message for the user; undefined when it is not. The length is checked elsewhere. */
export function weaknessOf(password: string, accountName: string): string | undefined {
  const comparable = normalize(password)
  if (comparable.trim() === '') return '新密码不能全是空格'
  if (common.has(comparable)) return '新密码太常见，容易被猜到，请换一个'
  if (comparable.includes(normalize(accountName))) return '新密码不能包含账号名'
  return undefined
}

const normalize = (text: string): string => text.normalize('NFC').toLowerCase()
