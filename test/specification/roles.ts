import assert from 'node:assert/strict'
import { admin } from '../server.ts'
import { inServer } from './mutated.ts'
import { cannotRename, leads, list } from './office.ts'
import type { Section } from './row.ts'
import { openToAll } from './site.ts'
import type { World } from './world.ts'

/** Who has signed in is known by a cookie with the token, and by no other. */
export async function isKnownByCookie({ server, ask }: World): Promise<void> {
  const { headers, data } = await ask('/v1/indexLogin/loginAuth', admin)
  assert.ok(headers.getSetCookie().some((cookie) => cookie.startsWith(`item_token=${data.token};`)))
  const askedWith = (Cookie: string) => server.post('/v1/indexLogin/userInfo', {}, { headers: { Cookie } })
  assert.equal((await askedWith(`item_token=${data.token}`)).data.name, admin.username)
  assert.equal((await askedWith('item_in=1')).status, 401)
}

export const roles: Section = {
  section: '6 Roles and permissions',
  file: 'office',
  rows: [
    {
      sentence: 'Public pages are open to everyone',
      ...openToAll,
    },
    {
      sentence: 'The back office requires a login',
      asks: 'site',
      async check({ server, ask }) {
        await leads(server.url, '/AdminProduct', '/login?redirect=%2FAdminProduct')
        for (const path of ['/v1/agent/list', '/v1/draft/detail', '/v1/news/deleteNews', '/v1/indexLogin/userInfo'])
          assert.equal((await ask(path)).code, 401, path)
      },
    },
    {
      sentence: 'Who is signed in is known by the token in the cookie item_token',
      check: isKnownByCookie,
    },
    {
      sentence: 'A permission is looked for in the stored auth value',
      async check({ office }) {
        const page = await office('/dashboard')
        const auth = await page.evaluate(() => localStorage.getItem('auth') ?? '')
        assert.ok(auth.split(',').includes('sysNameLogo:update'))
        const store = (value: string) => page.evaluate((value) => localStorage.setItem('auth', value), value)
        await store(auth.replace('sysNameLogo:update', 'sysNameLogo:updated'))
        const brand = async (path: string): Promise<string> => {
          await list({ office }, path)
          return page.locator('.brand').evaluate(({ localName }) => localName)
        }
        assert.equal(await brand('/AdminNews'), 'div')
        await store(auth)
        assert.equal(await brand('/AdminProduct'), 'button')
      },
    },
    {
      sentence: 'The dialog for name and logo opens only with sysNameLogo:update',
      check: cannotRename,
    },
    {
      sentence: 'Only those with sysNameLogo:update rename the system',
      async check({ server, asStaff }) {
        const { data } = await asStaff('/v1/account/save', { name: '陈编辑', role: 'editor' })
        const headers = await server.signIn({ username: '陈编辑', password: data.password })
        const body = JSON.stringify({ sysName: '另一个名称', logo: '' })
        const { status } = await server.post('/service-basics-item/item/item', {}, { headers, method: 'PUT', body })
        assert.equal(status, 403)
      },
    },
  ],
  mutants: [
    inServer(
      /(adminPaths\d*\.includes\((\w+)\))\) return false/g,
      '$1 && $2 !== "/gywm") return false',
      'Public pages are open to everyone',
    ),
    inServer(/(\w+) !== loginScreen && /g, '$&$1 !== "/AdminProduct" && ', 'The back office requires a login'),
    inServer(
      'tokenCookie = "item_token"',
      'tokenCookie = "token"',
      'Who is signed in is known by the token in the cookie item_token',
    ),
    {
      from: /localStorage\.getItem\("auth"\)\?\?/g,
      to: '',
      breaks: ['A permission is looked for in the stored auth value'],
    },
    inServer(
      'editor: ["record:edit"',
      'editor: ["sysNameLogo:update", "record:edit"',
      'The dialog for name and logo opens only with sysNameLogo:update',
      'Only those with sysNameLogo:update rename the system',
    ),
  ],
}
