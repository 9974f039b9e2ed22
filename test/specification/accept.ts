import { after, test } from 'node:test'
import { noVisitor } from '../browser/browser.ts'
import { type Site, siteAt } from '../server.ts'
import { sections } from './all.ts'
import { chinese } from './chinese.ts'
import type { Row } from './row.ts'
import { createWorlds } from './world.ts'

// `npm run accept` (tools/accept.mjs) runs this against the server of ACCEPT_URL, and prints the table.

const { fetch } = globalThis
globalThis.fetch = (address, { headers, ...more } = {}) => {
  const sent = new Headers(headers)
  sent.set('User-Agent', `${sent.get('User-Agent') ?? ''}${noVisitor}`)
  return fetch(address, { ...more, headers: sent })
}

const { ACCEPT_URL = '', ACCEPT_USER: username = '', ACCEPT_PASSWORD: password = '' } = process.env
const asked = siteAt(new URL(ACCEPT_URL).origin)
const hasLogin = username !== '' && password !== ''
const signIn = '/v1/indexLogin/loginAuth'
const login = { username, password }
/** Once: each sign-in is in 操作记录, and each wrong password counts. */
const signedIn = hasLogin ? await asked.post(signIn, login) : undefined
const headers = { 'Authorization-item': `Bearer ${signedIn?.data?.token}` }
const server: Site = {
  ...asked,
  async post(path, input, more) {
    const isOwn = path === signIn && (input as Partial<typeof login>).password === password
    return isOwn && signedIn ? signedIn : asked.post(path, input, more)
  },
  signIn: async () => headers,
}
const isRefused = signedIn !== undefined && signedIn.code !== 200
after(() => signedIn?.data && asked.post('/item/user/logout', {}, { headers }))

/** By the names of tools/accept.mjs. */
function whyNotAsked({ asks }: Row): 'rest' | 'login' | false {
  if (asks === undefined) return 'rest'
  return asks === 'office' && !hasLogin && 'login'
}

const inBoth = (sentence: string): string => [chinese[sentence], sentence].filter(Boolean).join(' ')

if (isRefused)
  test('ACCEPT_USER', () => {
    throw new Error(`不能登录 cannot sign in: ${signedIn.msg}`)
  })
for (const { section, rows } of isRefused ? [] : sections)
  test(`${section}\n${chinese[section]}`, async (t) => {
    const worldOf = createWorlds(t, server, login)
    for (const row of rows) {
      const name = [row.sentence, row.otherForm ?? []].flat().map(inBoth).join('\n')
      await t.test(name, { skip: whyNotAsked(row) }, async (own) => {
        if (row.asks === undefined) return
        try {
          await row.check(worldOf(own))
        } catch {
          // Staff may have saved between two reads of it. Nothing that was read before is used again.
          await row.check(createWorlds(own, { ...server }, login)(own))
        }
      })
    }
  })
