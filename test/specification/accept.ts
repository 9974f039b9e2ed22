import { after, test } from 'node:test'
import { type Site, siteAt } from '../server.ts'
import { sections } from './all.ts'
import type { Row } from './row.ts'
import { createWorlds } from './world.ts'

// `npm run accept` (tools/accept.mjs) runs this against the server of ACCEPT_URL, and prints the table.

const { ACCEPT_URL = '', ACCEPT_USER: username = '', ACCEPT_PASSWORD: password = '' } = process.env
const asked = siteAt(new URL(ACCEPT_URL).origin)
const sessions: Record<string, string>[] = []
/** Notes the sessions that it opens. */
const server: Site = {
  ...asked,
  async post(path, input, more) {
    const answer = await asked.post(path, input, more)
    const isSignIn = path === '/v1/indexLogin/loginAuth' && answer.code === 200
    if (isSignIn) sessions.push({ 'Authorization-item': `Bearer ${answer.data.token}` })
    return answer
  },
  async signIn(login) {
    const headers = await asked.signIn(login)
    sessions.push(headers)
    return headers
  },
}
after(async () => {
  for (const headers of sessions) await asked.post('/item/user/logout', {}, { headers })
})
const hasLogin = username !== '' && password !== ''

/** By the names of tools/accept.mjs. */
function whyNotAsked({ asks }: Row): 'rest' | 'login' | false {
  if (asks === undefined) return 'rest'
  return asks === 'office' && !hasLogin && 'login'
}

for (const { section, rows } of sections)
  test(section, async (t) => {
    const worldOf = createWorlds(t, server, { username, password })
    for (const row of rows) {
      const name = row.otherForm === undefined ? row.sentence : `${row.sentence} — in another form: ${row.otherForm}`
      await t.test(name, { skip: whyNotAsked(row) }, async (own) => {
        if (row.asks !== undefined) await row.check(worldOf(own))
      })
    }
  })
