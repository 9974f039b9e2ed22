import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** About 60 ms and 16 MiB a try. Each hash names its own parameters, so these can rise later without locking anyone out. */
const cost = { N: 16_384, r: 8, p: 1 }
const length = 32

/** Off the main thread, in the thread pool. */
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

export async function passwordFits(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$')
  const wanted = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
