import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { clean } from '../../server/media/clean.ts'
import { startServer } from '../server.ts'

const phone = { headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36' } }
const page = (name: string): { pageBody: string } =>
  JSON.parse(readFileSync(new URL(`../../data/seed/page/${name}.json`, import.meta.url), 'utf8')) as {
    pageBody: string
  }

test('the starter has data sheets, a page of downloads and one of jobs, and a line for the press that leads to them', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const html = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(server.url + path, init)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  for (const name of ['xiazai', 'jiaru'])
    assert.equal(clean(page(name).pageBody), page(name).pageBody, 'staff can save it as it is')

  const downloads = await html('/p/xiazai')
  const pictures = Array.from(page('xiazai').pageBody.matchAll(/<img[^>]* src="([^"]+)"/g), ([, src = '']) => src)
  assert.equal(pictures.length, 3)
  // What opens by a tap, and is saved, is this file.
  for (const picture of pictures) assert.match(picture, /\.1600x\d+\..*\.(?:jpg|png)$/)
  assert.match(await html('/zizhi'), /<main.*href="\/media\/about\/licence[^>]*>营业执照.*<\/main>/s)
  const sheets = new Set(downloads.match(/\/media\/document\/[\w-]+\.pdf/g))
  assert.ok(sheets.size > 0)
  for (const sheet of sheets) {
    const file = await fetch(server.url + sheet)
    const bytes = Buffer.from(await file.arrayBuffer())
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf'])
    assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    assert.ok(bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length < 600_000, sheet)
  }
  const pressed = /<p class="press[^>]*>[^<]+<a[^>]* href="\/p\/xiazai"/
  assert.match(await html('/gywm'), pressed)
  assert.match(await html('/gongsijianjie', phone), pressed)
  assert.match(await html('/'), /<footer.*href="\/p\/jiaru"/s)

  const headers = await server.signIn()
  assert.equal((await server.post('/v1/pages/delete', { pageId: 'xiazai' }, { headers })).code, 200)
  assert.doesNotMatch(await html('/gywm'), /class="press/, 'a line that would lead nowhere is not shown')
})
