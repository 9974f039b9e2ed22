import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { lengthOf } from '../../contract/text/characters.ts'
import { passwordLength } from '../../contract/calls/rules.ts'
import { commonPasswords } from './commonPasswords.ts'

/** About 60 ms and 16 MiB per check. Hashes include their parameters, so these can be raised later. */
const cost = { N: 16_384, r: 8, p: 1 }
const length = 32

/** Runs in the thread pool. Only `normalize` does not, and its time may grow with the square of the length: callers limit it. */
function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer): void => (error ? reject(error) : resolve(key))
    scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r }, done)
  })
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return hashOf(salt, await derive(password, salt, cost))
}

const hashOf = (salt: Buffer, key: Buffer): string =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** A hash without a password, so that unknown names take as long as known ones. */
const dummyHash = hashOf(randomBytes(16), randomBytes(length))

/** A password of impossible length is replaced by a short one, so that it takes as long as any wrong one. */
export async function isPasswordCorrect(password: string, hash: string | undefined): Promise<boolean> {
  const isPossible = hasPasswordLength(password)
  // 0.5.0 wrote $$ before the key of an account that may not do all.
  const [, N, r, p, salt = '', key = ''] = (hash ?? dummyHash).split(/\$+/)
  const expected = Buffer.from(key, 'base64url')
  const parameters = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(isPossible ? password : 'impossible', Buffer.from(salt, 'base64url'), parameters)
  return isPossible && actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** A character is one or two UTF-16 units; the comparison with twice the maximum avoids counting very long strings. */
function hasPasswordLength(password: string): boolean {
  const { min, max } = passwordLength
  return password.length >= min && password.length <= 2 * max && lengthOf(password) <= max
}

const common = new Set(commonPasswords.trim().split(/\s+/))

/** Why a password is too easy to guess, as a message for the user; undefined when it is not. The length is checked elsewhere. */
export function weaknessOf(password: string, accountName: string): string | undefined {
  const text = comparable(password)
  if (/^[\s\p{Cf}]*$/u.test(text)) return '新密码不能全是空格'
  if (/^(.)\1*$/su.test(text)) return '新密码不能是同一个字符的重复'
  if (common.has(text)) return '新密码太常见，容易被猜到，请换一个'
  if (text.includes(comparable(accountName))) return '新密码不能包含账号名'
  return undefined
}

/** Without those that are easily taken for each other: it may be read out or typed on a phone. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

/** A password for somebody else to use first, of 74 bits. */
export function makePassword(accountName: string): string {
  const password = randomLetters(15)
  return weaknessOf(password, accountName) === undefined ? password : makePassword(accountName)
}

/** The same for texts that differ only in width, case or Unicode form: ß has no other capital than SS. */
export const comparable = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
