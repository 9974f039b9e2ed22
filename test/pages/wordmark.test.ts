import assert from 'node:assert/strict'
import test from 'node:test'
import { startServer } from '../server.ts'

const wide = '/uploads/media/0123456789abcdef0123456789abcdef.480x120.png'

test('a wordmark has the width of its shape, and the name is not written beside it', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const update = (logo: object) => server.post('/v1/site/update', { siteName: '海右电缆', logo }, { headers })
  const parts = async (): Promise<readonly string[]> => {
    const html = await (await fetch(server.url)).text()
    return [...html.matchAll(/<a class="brand[^]*?<\/a>|<div class="footer-brand">[^]*?<\/div>/g)].map(([part]) => part)
  }
  const [before = ''] = await parts()
  assert.match(before, /<img [^>]*width="40"[^>]*><\/picture><b>/)

  // A program that does not know the switch leaves it out.
  assert.equal((await update({ light: wide, dark: wide })).code, 200)
  const [header = '', footer = ''] = await parts()
  assert.match(header, /<img [^>]*alt="" width="160" height="40"[^>]*><\/picture><b>海右电缆<\/b>/)
  assert.match(footer, /<img [^>]*width="176" height="44"/)

  assert.equal((await update({ light: wide, dark: wide, named: true })).code, 200)
  const [own = '', ownFooter = ''] = await parts()
  assert.match(own, /alt="海右电缆" width="160"/)
  assert.ok(!own.includes('<b>'))
  assert.match(ownFooter, /alt="海右电缆".*<b class="printed">/, 'paper still says whose page it is')
  assert.equal((await server.post('/v1/site/detail')).data.logo.named, true)

  const banner = '/uploads/media/0123456789abcdef0123456789abcdef.2000x40.png'
  await update({ light: banner, dark: banner })
  assert.match((await parts())[0] ?? '', /width="240"/, 'no wider than six times its height')
})
