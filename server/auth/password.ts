import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { lengthOf } from '../../contract/fields.ts'
import { passwordLength } from '../../contract/rules.ts'

/** About 60 ms and 16 MiB a try. Each hash names its own parameters, so these can rise later without locking anyone out. */
const cost = { N: 16_384, r: 8, p: 1 }
const length = 32

/** Off the main thread, in the thread pool. Normalizing is not, and its time may grow with the square of the length: callers bound it. */
function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** A hash that no password fits, for names that do not exist: they must take the same time. */
const nobody = ['scrypt', cost.N, cost.r, cost.p, randomBytes(16).toString('base64url'), randomBytes(length).toString('base64url')].join('$')

/** A password that can be nobody's is derived as a short one, so that its answer takes no other time than any wrong one's. */
export async function passwordFits(password: string, hash: string | undefined): Promise<boolean> {
  const possible = hasPasswordLength(password)
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$')
  const wanted = Buffer.from(key, 'base64url')
  const given = await derive(possible ? password : 'impossible', Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return possible && given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A character is one or two units of a string; only as many units as a password may have are counted. */
function hasPasswordLength(password: string): boolean {
  const { min, max } = passwordLength
  return password.length >= min && password.length <= 2 * max && lengthOf(password) <= max
}
