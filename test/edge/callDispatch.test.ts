import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { calls } from '../../contract/calls/calls.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { ClientDisconnected, Failure, noSpace, tooManyTries } from '../../server/failure.ts'
import { receiveUpload } from '../../server/edge/multipart.ts'
import { newFolder } from '../server.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, json, newBounds, security } from './edge.ts'
import { bearer, dispatch, typed } from './dispatch.ts'

const rows = Object.values(calls) as Call[]

describe('which paths are calls', () => {
  test('every call of the contract is reachable, with its method only', async (t) => {
    const { port, handledCalls } = await dispatch(t)
    for (const { path } of rows) {
      const methods = rows.filter((row) => row.path === path).map(({ method }) => method)
      for (const other of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'POST', 'PUT']) {
        if (methods.some((method) => method === other)) continue
        const reply = await ask(port, { path, method: other })
        assert.equal(reply.status, 405, `${other} ${path}`)
        assert.equal(reply.headers.allow, methods.join(', '))
        assert.equal(reply.headers['cache-control'], 'no-store')
        if (other === 'HEAD') assert.equal(reply.body.length, 0)
        else assert.deepEqual([reply.code, reply.msg], [405, '请求方法不正确'])
      }
    }
    assert.deepEqual(handledCalls, [])
  })

  test('an unknown path under their folders is 404 for any method; other paths are left to the pages', async (t) => {
    const { port } = await dispatch(t)
    const unlisted = [
      '/v1/',
      '/v1/product',
      '/v1/product/list/',
      '/v1/Product/list',
      '/v1/constructor',
      '/v1/__proto__',
      '/item/x',
      '/service-basics-item/x',
      '/allianceRest/x',
    ]
    for (const path of unlisted) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const reply = await ask(port, { path, method })
        assert.deepEqual(
          [reply.status, reply.code, reply.msg, reply.data],
          [404, 404, '没有这个接口', null],
          `${method} ${path}`,
        )
      }
    }
    for (const path of ['/', '/product', '/v1', '/v12/x', '/items/x', '/constructor', '/__proto__']) {
      assert.equal((await ask(port, { path, method: 'GET' })).text, 'a page', path)
    }
  })
})

describe('a successful call', () => {
  test('passes only the fields of its rules to the handler, and replies with the result', async (t) => {
    const { port, handledCalls, served } = await dispatch(t, () => ({ data: [], count: 0 }))
    const reply = await ask(port, {
      path: '/v1/news/list',
      ...json({ newTitle: '塔', page: '2', extra: 1, ['__proto__']: { limit: 3 } }),
    })
    assert.deepEqual([reply.status, reply.code, reply.msg, reply.data], [200, 200, '成功', { data: [], count: 0 }])
    assert.deepEqual(handledCalls[0]?.input, { newTitle: '塔', page: 2, limit: 10 })
    assert.equal(handledCalls[0]?.name, 'newsList')
    assert.equal(handledCalls[0]?.caller.signedIn, undefined)
    assert.equal(handledCalls[0]?.caller.address, '127.0.0.1')
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(reply.headers['cache-control'], 'no-store')
    for (let at = 0; at < security.length; at += 2)
      assert.equal(reply.headers[String(security[at]).toLowerCase()], security[at + 1])
    await eventually(() => served.length === 1, 'it is in the log')
  })

  test('replies with the message of its row, and null where there is no data', async (t) => {
    const { port } = await dispatch(t, () => undefined)
    const saved = await ask(port, { path: '/v1/news/saveNews', headers: { ...typed, ...bearer('editor') }, body: '{}' })
    assert.deepEqual(JSON.parse(saved.text), { code: 200, msg: '添加成功！', data: null })
    const body = JSON.stringify({ password: 'old-one', newPassword: 'another-one' })
    const changed = await ask(port, {
      path: '/service-basics-item/sys/users/getAssignRole',
      headers: { ...typed, ...bearer('editor') },
      body,
    })
    assert.deepEqual([changed.status, changed.code, changed.msg], [200, '', '修改成功！'])
  })

  test('may set and clear the session cookie', async (t) => {
    const { port } = await dispatch(
      t,
      ({ name, caller }) => {
        if (name === 'logout') caller.dropToken()
        else caller.keepToken('abc', name === 'login' ? 86_400 : undefined)
      },
      { https: true },
    )
    const login = await ask(port, { path: '/v1/indexLogin/loginAuth', ...json({ username: 'a', password: 'b' }) })
    assert.deepEqual(login.setCookie, [
      'item_token=abc; HttpOnly; Path=/; SameSite=Lax; Secure; Max-Age=86400',
      'item_in=1; Path=/; SameSite=Lax; Secure; Max-Age=86400',
    ])
    assert.deepEqual((await ask(port, { path: '/v1/news/list' })).setCookie, [
      'item_token=abc; HttpOnly; Path=/; SameSite=Lax; Secure',
      'item_in=1; Path=/; SameSite=Lax; Secure',
    ])
    assert.deepEqual((await ask(port, { path: '/item/user/logout' })).setCookie, [
      'item_token=; HttpOnly; Path=/; SameSite=Lax; Secure; Max-Age=0',
      'item_in=; Path=/; SameSite=Lax; Secure; Max-Age=0',
    ])
  })

  test('replies with the failure of its handler, including headers and cookies', async (t) => {
    const { port, logged } = await dispatch(t, ({ name, caller }) => {
      caller.dropToken()
      if (name === 'newsList') throw tooManyTries('请稍后再试', 60)
      throw new Failure(507, '磁盘空间不足，未能保存，请联系管理员', { cause: new Error('ENOSPC') })
    })
    const many = await ask(port, { path: '/v1/news/list' })
    assert.deepEqual([many.status, many.code, many.msg, many.data], [429, 429, '请稍后再试', { seconds: 60 }])
    assert.equal(many.headers['retry-after'], '60')
    assert.equal(many.setCookie.length, 2)
    assert.deepEqual(logged, [])
    const full = await ask(port, { path: '/v1/product/list' })
    assert.deepEqual([full.status, full.msg], [507, '磁盘空间不足，未能保存，请联系管理员'])
    assert.equal(logged.length, 1)
  })
})

describe('an upload call', () => {
  const formOf = (type: string): { headers: Record<string, string>; body: string } => ({
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...bearer('editor') },
    body:
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes\r\n' +
      `--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n${type}\r\n--x--\r\n`,
  })

  test('passes file and fields to its handler, and removes files that the handler left', async (t) => {
    let bytes = ''
    const { port, handledCalls, folder } = await dispatch(t, async ({ input }) => {
      bytes = await readFile((input.file as { path: string }).path, 'utf8')
      return '/uploads/news/x.png'
    })
    const reply = await ask(port, { path: '/v1/file/upload', ...formOf('news') })
    assert.deepEqual([reply.status, reply.msg, reply.data], [200, '上传成功！', '/uploads/news/x.png'])
    assert.equal(bytes, 'bytes')
    assert.deepEqual(Object.keys(handledCalls[0]?.input ?? {}), [
      'type',
      'color',
      'poster',
      'source',
      'file',
      'variants',
    ])
    assert.deepEqual(await readdir(folder), [])
  })

  test('leaves nothing when a field or the handler fails', async (t) => {
    const { port, handledCalls, folder } = await dispatch(t, () =>
      Promise.reject(new Failure(422, '只能上传jpg/png文件！')),
    )
    const wrong = await ask(port, { path: '/v1/file/upload', ...formOf('elsewhere') })
    assert.deepEqual([wrong.status, wrong.data], [400, { field: 'type' }])
    assert.deepEqual(handledCalls, [])
    assert.equal((await ask(port, { path: '/v1/file/upload', ...formOf('news') })).status, 422)
    assert.deepEqual(await readdir(folder), [])
    const plain = await ask(port, { path: '/v1/file/upload', headers: { ...typed, ...bearer('editor') }, body: '{}' })
    assert.equal(plain.status, 415)
  })
})

describe('an upload call while uploads are refused', () => {
  const head =
    'POST /v1/file/upload HTTP/1.1\r\nHost: x\r\nAuthorization-item: Bearer editor\r\n' +
    `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n`

  test('is refused before its body is requested, and is not logged as an error', async (t) => {
    const { port, handledCalls, logged, folder } = await dispatch(t, () => null, {
      admitUpload: () => Promise.reject(noSpace('已暂停上传')),
    })
    const { send, until } = await connectTo(t, port)
    send(`${head}Expect: 100-continue\r\n\r\n`)
    const came = await until(/"data":null\}/)
    assert.match(came, /^HTTP\/1\.1 507 /)
    assert.match(came, /已暂停上传/)
    const body = JSON.stringify({ addresses: ['https://example.com/a.png'] })
    assert.equal(
      (await ask(port, { path: '/v1/media/fetch', headers: { ...typed, ...bearer('editor') }, body })).status,
      507,
    )
    assert.deepEqual([handledCalls, logged, await readdir(folder)], [[], [], []])
  })

  test('ends when its client has disconnected meanwhile', async (t) => {
    const req = new IncomingMessage(new Socket())
    Object.assign(req.headers, { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' })
    const closed = new Promise((resolve) => req.once('close', resolve))
    req.destroy()
    await closed
    await assert.rejects(
      receiveUpload(req, new ServerResponse(req), calls.fileUpload.upload, {
        incoming: newFolder(t),
        memory: newBounds().memory,
      }),
      ClientDisconnected,
    )
  })
})

describe('an unexpected error', () => {
  test('is logged even when the client has disconnected, and a failing reply to it is not', async (t) => {
    let begun = 0
    const { port, logged, served, handledCalls } = await dispatch(t, async ({ name }) => {
      const nth = ++begun
      await eventually(() => served.length >= nth, 'the log says that the client is gone')
      if (name === 'productList') throw new Error('ours')
      return null
    })
    for (const [index, path] of ['/v1/news/list', '/v1/product/list'].entries()) {
      const connection = await connectTo(t, port)
      connection.send(`POST ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await eventually(() => begun > index, 'the call is being handled')
      connection.socket.resetAndDestroy()
    }
    await eventually(() => served.length === 2 && logged.length === 1, 'both are over')
    assert.match(String(logged[0]?.cause), /ours/)
    assert.ok(handledCalls.every(({ caller }) => caller.address === '127.0.0.1'))
  })
})

test('a reply that cannot be serialized is a server error, not a crash', async (t) => {
  const { port } = await dispatch(t, () => 1n)
  assert.equal((await ask(port, { path: '/v1/news/list' })).status, 500)
})
