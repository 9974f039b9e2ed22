import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readerMemory } from '../../server/acts/foreignReader.ts'
import { startProcess } from '../../server/system/expendableProcess.ts'
import { dede, sentence } from './forms.ts'
import { encoded } from './oldSite.ts'
import { program, startServer } from '../server.ts'

const path = '/v1/import/addresses'

test('only who may edit records has pages of other sites read, and none of the network of the server', async (t) => {
  const server = await startServer(t)
  const admin = await server.signIn()
  const made = await server.post('/v1/account/save', { name: '客服', role: 'service' }, { headers: admin })
  const service = await server.signIn({ username: '客服', password: made.data.password })
  const rows = [{ kind: 'page', id: '../x', page: { date: '' } }]
  assert.equal((await server.post('/v1/operation/start', { what: 'delete', rows }, { headers: admin })).code, 400)
  assert.equal((await server.post(path, { address: 'example.com' })).code, 401)
  assert.equal((await server.post(path, { address: 'example.com' }, { headers: service })).code, 403)
  const elsewhere = { ...admin, Origin: 'https://evil.example' }
  assert.equal((await server.post(path, { address: 'example.com' }, { headers: elsewhere })).code, 403)
  for (const address of [
    undefined,
    '',
    ' ',
    1,
    'javascript:alert(1)',
    'ftp://example.com/',
    'file:///etc/passwd',
    'a b',
  ]) {
    const { code, data } = await server.post(path, { address }, { headers: admin })
    assert.deepEqual([code, data], [400, { field: 'address' }], `${address}`)
  }
  for (const address of [server.url, '127.0.0.1', 'localhost', '[::1]', '169.254.169.254/latest', '10.0.0.1:8080']) {
    const { code, msg } = await server.post(path, { address }, { headers: admin })
    assert.equal(code, 422, address)
    assert.match(msg, /不是公网上的网址/)
  }
})

test('where FETCH_OUTSIDE is off, neither pages nor pictures of other sites are read', async (t) => {
  const server = await startServer(t, { env: { FETCH_OUTSIDE: 'off' } })
  const headers = await server.signIn()
  const address = 'http://127.0.0.1/'
  for (const each of [path, '/v1/media/fetch']) {
    const { code, msg } = await server.post(each, { address, addresses: [address] }, { headers })
    assert.deepEqual([code, msg], [403, '服务器设置为不从其他网站读取（FETCH_OUTSIDE），请联系管理员'], each)
  }
})

test('the process of the built server reads a page', async (t) => {
  const code = readFileSync(join(dirname(program), 'moving.cjs'), 'utf8')
  const reader = startProcess(code, readerMemory)
  t.after(() => reader.terminate())
  const bytes = encoded(dede, 'gbk')
  const source = { address: 'http://old.example/1.html', contentType: 'text/html', contentEncoding: '', bytes }
  const answer = new Promise<{ page: { title: string; html: string } }>((resolve) => reader.on('message', resolve))
  reader.postMessage({ read: 'page', source })
  const { page } = await answer
  assert.equal(page.title, '关于环保监测的通知')
  assert.match(page.html, new RegExp(sentence))
})
