import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { admin, startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })

test('the back office’s pages redirect to the login and back, and are not indexed', async () => {
  const get = (path: string, cookie = '') =>
    fetch(server.url + path, { redirect: 'manual', headers: { Cookie: cookie } })
  for (const path of [
    '/dashboard',
    '/AdminProduct',
    '/AdminNews?page=2',
    '/AdminCarousel',
    '/AdminAgenttoJoin',
    '/AdminInquiry?open=1',
    '/AdminMedia',
    '/profile',
  ]) {
    const away = await get(path)
    assert.deepEqual([away.status, away.headers.get('location')], [302, `/login?redirect=${encodeURIComponent(path)}`])
  }

  const login = await get('/login')
  assert.equal(login.status, 200)
  assert.equal(login.headers.get('cache-control'), 'no-store')
  assert.match(await login.text(), /<meta name="robots" content="noindex">/)

  const { data } = await server.post('/v1/indexLogin/loginAuth', admin)
  const cookie = `item_token=${data.token}; item_in=1`
  assert.equal((await get('/dashboard', cookie)).status, 200)
  assert.equal((await get('/login', cookie)).headers.get('location'), '/dashboard')
})

test('no public file contains code of the back office or its editor', async () => {
  const html = await (await fetch(`${server.url}/`)).text()
  const seen = new Set<string>()
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const text = await (await fetch(server.url + path)).text()
    assert.doesNotMatch(text, /关闭其他|AdminProduct|放弃修改/, path)
    for (const [, name] of text.matchAll(/["']\.\/([\w-]+\.js)["']/g)) await follow(`/assets/${name}`)
  }
  for (const [, path = ''] of html.matchAll(/(?:src|data-module)="(\/assets\/[^"]+\.js)"/g)) await follow(path)
  assert.ok(seen.size > 15, `${seen.size} files were read`)
})
