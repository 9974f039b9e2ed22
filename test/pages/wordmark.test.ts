import assert from 'node:assert/strict'
import test from 'node:test'
import { startServer } from '../server.ts'

const wide = '/uploads/media/0123456789abcdef0123456789abcdef.480x120.png'

test('a wordmark is as wide as its shape, and the name is not written beside it', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const brand = async (named?: boolean): Promise<string> => {
    const logo = { light: wide, dark: wide, ...(named && { named }) }
    await server.post('/v1/site/update', { siteName: '海右电缆', logo }, { headers })
    return /<a class="brand[^]*?<\/a>/.exec(await (await fetch(server.url)).text())?.[0] ?? ''
  }
  // A program that does not know the switch leaves it out.
  assert.match(await brand(), /<img [^>]*alt="" width="160" height="40"[^>]*><\/picture><b>海右电缆<\/b>/)
  const own = await brand(true)
  assert.match(own, /alt="海右电缆" width="160"/)
  assert.ok(!own.includes('<b>'))
})
