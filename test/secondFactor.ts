import assert from 'node:assert/strict'
import { hotp, stepAt } from '../server/people/totp.ts'
import { settableClock } from './clock.ts'
import { admin, newFolder, startServer, type TestServer } from './server.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an app shows for this secret. */
export function codeAt(time: number, secret: string): string {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2))
  return hotp(Buffer.from(bytes), stepAt(time))
}

export interface WithCodes {
  server: TestServer
  /** The code of an app, so many steps from now. */
  codeOf(secret: string, steps?: number): string
  /** By calls, with the code of the step before, so that the current one is not used yet. */
  setUp(
    headers: Record<string, string>,
    password?: string,
  ): Promise<{ secret: string; recoveryCodes: [string, string, ...string[]] }>
}

/**
 * A server whose clock stands still, so that no step for codes ends while a test runs. It is not ahead: a command of the account tool would
 * be too old for it.
 */
export async function serverWithCodes(
  t: { after(fn: () => unknown): void },
  env: Record<string, string> = {},
): Promise<WithCodes> {
  const folder = newFolder(t)
  const clock = settableClock()
  const now = Date.now()
  clock.stand(now)
  const server = await startServer(t, { folder, env, now: clock.now })
  const codeOf = (secret: string, steps = 0): string => codeAt(now + steps * 30_000, secret)
  return {
    server,
    codeOf,
    async setUp(headers, password = admin.password) {
      const { secret } = (await server.post('/v1/secondFactor/begin', { password }, { headers })).data
      const { code, msg, data } = await server.post(
        '/v1/secondFactor/confirm',
        { code: codeOf(secret, -1) },
        { headers },
      )
      assert.equal(code, 200, msg)
      return { secret, recoveryCodes: data.recoveryCodes }
    },
  }
}

/** With an editor who has a second factor, and is signed in as `own`. */
export async function editorWithCodes(t: { after(fn: () => unknown): void }) {
  const { server, setUp } = await serverWithCodes(t)
  const headers = await server.signIn()
  const { data } = await server.post('/v1/account/save', { name: 'li.gong', role: 'editor' }, { headers })
  const li = { username: 'li.gong', password: data.password }
  const own = await server.signIn(li)
  await setUp(own, li.password)
  return { server, setUp, headers, userId: data.userId, li, own }
}
