import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { everywhere } from '../../server/edge/outside.ts'
import { signatureOf } from '../../server/leads/weChat.ts'
import { platformCalls } from '../../server/leads/platformCalls.ts'
import { createWeChatShare } from '../../server/leads/weChatShare.ts'
import { openStore } from '../../server/store/store.ts'
import { platformIds } from '../../server/store/platformRecords.ts'
import type { Job } from '../../server/system/jobs.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { type FakeService, fakeService, html, json } from './fakeService.ts'
import { siteWith } from './site.ts'

const minute = 60_000
const kind = 'wechat'
const appId = 'wx0123456789abcdef'
const secret = '0123456789abcdef0123456789abcdef'
const account = {
  id: platformIds.wechat,
  createdAt: '2026-01-01T12:00:00.000+08:00',
  on: true,
  since: '',
  appId,
  secret,
}
const page = 'https://www.example.com/m/product/12?from=singlemessage&isappinstalled=0'

/** As WeChat replies: to a ticket with these errors first. */
function weChat(...errors: object[]): FakeService['reply'] {
  return (res, request) => {
    if (request.path.startsWith('/cgi-bin/stable_token'))
      return json({ access_token: 'TOKEN', expires_in: 7200 })(res, request)
    const error = errors.shift()
    return json(error ?? { errcode: 0, errmsg: 'ok', ticket: 'TICKET_abc-123', expires_in: 7200 })(res, request)
  }
}

async function sharing(t: TestContext, reply: FakeService['reply'] = weChat()) {
  const service = await fakeService(t, reply)
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const server = () => {
    let job: Job | undefined
    const jobs = {
      add(each: Job) {
        job = each
        return () => {}
      },
      sends: true,
      stopping: new AbortController().signal,
    }
    const network = { outside: everywhere, allowHttp: true, origins: { wechat: service.origin } }
    const share = createWeChatShare({ store, siteUrl: 'https://www.example.com', network, jobs, now })
    return { share, job: job ?? assert.fail() }
  }
  const paths = (): string[] => service.received.map(({ path }) => path.replace(/\?.*/, '').replace('/cgi-bin/', ''))
  return { store, service, paths, now, server, advance: (ms: number) => void (ahead += ms) }
}

test('pages are signed as WeChat documents it', () => {
  const official = {
    ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
    nonceStr: 'Wm3WZYTPz0wzccnW',
    timestamp: 1414587457,
  }
  for (const [url, signature] of [
    ['http://mp.weixin.qq.com?params=value', '0f9de62fce790f9a083d5c99e95740ceb90c27ed'],
    ['http://mp.weixin.qq.com', 'f4d90daf4b3bca3078ab155816175ba34c443a7b'],
  ] as const) {
    assert.equal(signatureOf({ ...official, url }), signature, url)
  }
})

test('one ticket serves every page of this site, and a new one comes before its end', async (t) => {
  const { store, service, paths, now, server, advance } = await sharing(t)
  const { share, job } = server()
  assert.equal(job.next(), Infinity, 'nothing is asked for while it is off')
  await store.wechat.put(account)
  assert.ok(job.next() <= now())
  assert.equal(job.onlyLeader, true)
  assert.equal(share.sign(page), undefined)
  await job.run()
  const { nonceStr, timestamp, signature } = share.sign(`${page}#top`) ?? assert.fail()
  assert.equal(signature, signatureOf({ ticket: 'TICKET_abc-123', nonceStr, timestamp, url: page }))
  assert.notEqual(share.sign(page)?.nonceStr, nonceStr)
  for (const foreign of ['https://evil.example/', 'https://www.example.com.evil.example/', 'www.example.com', '#'])
    assert.throws(() => share.sign(foreign), /本站/, foreign)
  const other = server()
  assert.ok(other.share.sign(page), 'another server finds the ticket')
  assert.deepEqual(paths(), ['stable_token', 'ticket/getticket'])
  assert.deepEqual(JSON.parse(service.received[0]?.body ?? ''), {
    grant_type: 'client_credential',
    appid: appId,
    secret,
    force_refresh: false,
  })
  advance(104 * minute)
  assert.ok(job.next() > now() && other.job.next() > now())
  advance(2 * minute)
  assert.ok(job.next() <= now())
  advance(15 * minute)
  assert.equal(share.sign(page), undefined, 'it is over')
  assert.equal(other.share.sign(page), undefined)
})

test('another account gets nothing that was given to the last one', async (t) => {
  const { store, service, server, now } = await sharing(t)
  const { share, job } = server()
  const calls = platformCalls({ push: {} as never, weChatShare: share, now })
  const save = (sent: object): unknown => calls.platformSave({ kind, ...sent } as never)
  await store.wechat.put(account)
  await job.run()
  await save({ on: false })
  assert.equal(share.sign(page), undefined)
  await save({ on: true })
  assert.ok(share.sign(page), 'it is still the same')
  const other = { appId: 'wxfedcba9876543210', secret: '0'.repeat(32) }
  await save(other)
  assert.equal(share.sign(page), undefined)
  assert.ok(job.next() <= now())
  service.reply = async (res, request) => {
    if (share.record()?.appId === other.appId) await save({ appId, secret })
    return weChat()(res, request)
  }
  await job.run()
  assert.deepEqual([share.record()?.appId, share.sign(page)], [appId, undefined], 'it has changed meanwhile')
})

test('a stale token is asked for once more, and no more often', async (t) => {
  const { store, service, paths, server } = await sharing(t)
  const { share } = server()
  await store.wechat.put(account)
  for (const errcode of [40001, 40014, 42001]) {
    service.received.length = 0
    service.reply = weChat({ errcode, errmsg: 'stale' })
    assert.equal((await share.test()).ok, true, `${errcode}`)
    assert.deepEqual(paths(), ['stable_token', 'ticket/getticket', 'stable_token', 'ticket/getticket'])
  }
  service.received.length = 0
  service.reply = weChat({ errcode: 40014 }, { errcode: 40014 }, { errcode: 40014 })
  assert.equal((await share.test()).ok, false)
  assert.equal(service.received.length, 4)
  assert.ok(share.sign(page), 'the last ticket is good until its end')
})

test('staff read what WeChat says, and it is asked again after ten minutes', async (t) => {
  const { store, service, now, server, advance } = await sharing(t)
  const { share, job } = server()
  await store.wechat.put(account)
  const refused = 'invalid ip 203.0.113.7 ipv6 ::ffff:203.0.113.7, not in whitelist rid: 1-2-3'
  for (const [reply, words] of [
    [json({ errcode: 40164, errmsg: refused }), /IP 203\.0\.113\.7不在白名单里.*添加203\.0\.113\.7；/],
    [json({ errcode: 40164, errmsg: 'invalid ip <b>1</b>' }), /^服务器的IP 不在白名单里/],
    [json({ errcode: 40125, errmsg: 'invalid appsecret' }), /AppSecret不对（40125）/],
    [json({ errcode: 40013 }), /AppID不对/],
    [json({ errcode: 40001 }), /AppSecret不对，或/],
    [json({ errcode: -1 }), /繁忙/],
    [json({ errcode: 48001, errmsg: 'api unauthorized' }), /错误码48001/],
    [json({}), /返回的不是微信的结果/],
    [html(200), /返回的不是微信的结果/],
    [html(502), /HTTP 502/],
    [(res) => void res.destroy(), /连接/],
  ] as const satisfies readonly (readonly [FakeService['reply'], RegExp])[]) {
    service.reply = reply
    const { ok, message } = await share.test()
    assert.equal(ok, false)
    assert.match(message, words)
    assert.doesNotMatch(message, /rid|<b>|unauthorized/)
    const { answer } = share.record() ?? assert.fail()
    assert.deepEqual([answer?.words, answer?.failed], [message, true])
  }
  assert.ok(job.next() > now())
  advance(10 * minute)
  assert.ok(job.next() <= now())
})

test('on a full disk WeChat is not asked, and pages are signed with what there is', async (t) => {
  const { store, paths, server, advance } = await sharing(t)
  const { share, job } = server()
  await store.wechat.put(account)
  await job.run()
  advance(110 * minute)
  const asked = paths().length
  t.mock.method(store.wechat, 'update', () => Promise.reject(new Error('ENOSPC')))
  await assert.rejects(async () => job.run(), /ENOSPC/)
  assert.equal(paths().length, asked)
  assert.ok(share.sign(page))
})

test('the secret is not sent back, and a page has nothing of WeChat until it is on', async (t) => {
  const wechat = await fakeService(t, weChat())
  const { server, call } = await siteWith(t, { wechat }, { env: { SEED: 'on' } })
  const opened = async (path: string) => {
    const response = await fetch(server.url + path)
    const html = await response.text()
    return { html, policy: response.headers.get('content-security-policy') ?? '', etag: response.headers.get('etag') }
  }
  const sign = async () => (await server.post('/v1/wechat/sign', { url: page })).data
  const before = await opened('/')
  assert.doesNotMatch(before.html + before.policy, /weixin\.qq|wx\.qq|data-link/)
  assert.equal(await sign(), null)
  for (const [sent, field] of [
    [{ on: true }, 'appId'],
    [{ on: true, appId: 'gh_0123456789ab', secret }, 'appId'],
    [{ on: true, appId }, 'secret'],
    [{ on: true, appId, secret: 'short' }, 'secret'],
  ] as const) {
    const { code, data } = await call('platform/save', { kind, ...sent })
    assert.deepEqual([code, data.field], [400, field])
  }
  assert.equal((await call('platform/save', { kind, on: true, appId, secret })).code, 200)
  assert.equal((await call('platform/test', { kind })).data.ok, true)
  const { answer, ...detail } = (await call('platform/detail', { kind })).data
  assert.deepEqual(detail, { on: true, appId, hint: 'cdef', host: 'www.example.com', waiting: 0 })
  assert.equal(answer.failed, undefined)
  assert.equal((await sign()).appId, appId)

  const { productId } = (await server.post('/v1/product/list', { limit: 1 })).data.data[0]
  const link = `https://www.example.com/productDet?productId=${productId}`
  for (const [path, expected] of [
    ['/', 'https://www.example.com/'],
    [`/productDet?productId=${productId}&from=singlemessage&isappinstalled=0`, link],
    ['/search?word=油', 'https://www.example.com/search?word=%E6%B2%B9'],
    ['/zixun', 'https://www.example.com/zixun'],
  ] as const) {
    const { html, policy } = await opened(path)
    const tag = /<script src="\/assets\/services[^>]*>/.exec(html)?.[0] ?? ''
    assert.ok(tag.includes(`data-link="${expected}`), tag)
    assert.match(tag, /data-picture="https:\/\/www\.example\.com\/[^"]+\.(?:jpg|png)"/)
    assert.match(policy, /script-src 'self' https:\/\/res\.wx\.qq\.com https:\/\/res2\.wx\.qq\.com;/)
  }
  for (const path of ['/map', '/nothing-is-here', '/login'])
    assert.doesNotMatch((await opened(path)).html, /data-link/, path)

  assert.equal(
    (await call('platform/save', { kind, appId: 'wxfedcba9876543210' })).data.field,
    'secret',
    'of another account',
  )
  assert.equal((await call('platform/save', { kind, on: false })).code, 200)
  const after = await opened('/')
  assert.deepEqual([after.policy, after.etag], [before.policy, before.etag])
  assert.equal(await sign(), null)
  const { output } = server
  assert.doesNotMatch(output().stdout + output().stderr, new RegExp(secret))
})
