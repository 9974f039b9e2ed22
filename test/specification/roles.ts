import assert from 'node:assert/strict'
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
      shownBy: 'http/whoMayCall.test.ts › staff, by header or cookie; the cookie of an invalid token is cleared',
    },
    {
      sentence: 'A permission is looked for in the stored auth value',
      shownBy: 'http/roles.test.ts › the name of no permission is a part of another, and none is without a role',
    },
    {
      sentence: 'The dialog for name and logo opens only with sysNameLogo:update',
      shownBy:
        'browser/adminLogin.long.test.ts › an account without the permission sees no way to the system’s name, and the server refuses it',
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
