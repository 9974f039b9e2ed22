import assert from 'node:assert/strict'
import { admin } from '../server.ts'
import { namedBy } from './office.ts'
import type { Section } from './row.ts'

export const roles: Section = {
  section: '6 Roles and permissions',
  rows: [
    {
      sentence: 'Public pages are open to everyone',
      asks: 'site',
      async check({ server }) {
        for (const path of ['/', '/product', '/xwdt', '/dljm', '/gywm'])
          assert.equal((await fetch(server.url + path)).status, 200, path)
      },
    },
    {
      sentence: 'The back office requires a login',
      asks: 'site',
      async check({ visit }) {
        const { page } = await visit('/', {})
        await page.goto('/AdminProduct')
        assert.equal(new URL(page.url()).pathname, '/login')
      },
    },
    {
      sentence: 'Who is signed in is known by the token in the cookie item_token',
      async check({ server, ask }) {
        const { headers, data } = await ask('/v1/indexLogin/loginAuth', admin)
        assert.ok(headers.getSetCookie().some((cookie) => cookie.startsWith(`item_token=${data.token};`)))
        const askedWith = (Cookie: string) => server.post('/v1/indexLogin/userInfo', {}, { headers: { Cookie } })
        assert.equal((await askedWith(`item_token=${data.token}`)).data.name, admin.username)
        assert.equal((await askedWith('item_in=1')).status, 401)
      },
    },
    {
      sentence: 'A permission is looked for in the stored auth value',
      async check({ office }) {
        const page = await office('/dashboard')
        const auth = await page.evaluate(() => localStorage.getItem('auth') ?? '')
        assert.ok(auth.split(',').includes('sysNameLogo:update'))
        const store = (value: string) => page.evaluate((value) => localStorage.setItem('auth', value), value)
        await store(auth.replace('sysNameLogo:update', 'sysNameLogo:updated'))
        await office('/AdminNews')
        await page.locator('div.brand').waitFor()
        await store(auth)
        await office('/dashboard')
        await page.locator('button.brand').waitFor()
      },
    },
    {
      sentence: 'The dialog for name and logo opens only with sysNameLogo:update',
      check: (world) => namedBy(world, '没有权限的人'),
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
}
