import assert from 'node:assert/strict'
import { type Answer, admin, type TestServer } from '../server.ts'

export const login = '/v1/indexLogin/loginAuth'
export const wrong = { ...admin, password: 'wrong-one' }
export const behindProxy = { TRUST_PROXY: '1' }

/** A sign-in from that address, with the browser's cookies. */
export const signIn = (server: TestServer, body: object, address: string, cookie?: string): Promise<Answer> =>
  server.post(login, body, { headers: { 'X-Forwarded-For': address, ...(cookie !== undefined && { Cookie: cookie }) } })

export const deviceCookieOf = ({ headers }: Answer): string => {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('item_device_'))
  assert.ok(cookie, 'there is a device cookie')
  return cookie
}
/** The Cookie header that a browser sends. */
export const sent = (answer: Answer): string => deviceCookieOf(answer).split(';')[0] ?? ''
