import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import type { Outside } from '../../server/edge/outside.ts'
import { everywhere, internet } from '../../server/edge/outside.ts'
import { DeliveryFailure } from '../../server/leads/deliveryFailure.ts'
import { dingtalk, dingtalkSign } from '../../server/leads/dingtalk.ts'
import { feishu, feishuSign } from '../../server/leads/feishu.ts'
import type { Message } from '../../server/leads/message.ts'
import { robotSend } from '../../server/leads/robot.ts'
import type { Network, Send } from '../../server/leads/service.ts'
import { newSecret, webhook } from '../../server/leads/webhook.ts'
import { wecom } from '../../server/leads/wecom.ts'
import type { ChannelRecord } from '../../server/store/leadRecords.ts'
import { outsideSite, testInternet } from '../media/outside.ts'
import { fakeService, html, json, succeed } from './fakeService.ts'

const now = Date.UTC(2026, 10, 22, 2, 20, 30)
const message: Message = {
  id: 'created_1',
  type: 'inquiry.created',
  title: '【新咨询】报价',
  lines: ['姓名：张三'],
  links: [{ words: '编号：1' }],
  data: { name: '张三' },
}
const text = '【新咨询】报价\n姓名：张三\n编号：1'
const channel: ChannelRecord = {
  id: 'c',
  createdAt: '2026-11-22T10:20:30.456+08:00',
  since: '2026-11-22T10:20:30.456+08:00',
  kind: 'wecom',
  label: '',
  on: true,
  address: 'secret-key-1234',
  secret: 'SEC-secret-5678',
}
const reaching = (origin: string): Network => ({
  outside: testInternet(),
  allowHttp: true,
  origins: { wecom: origin, dingtalk: origin, feishu: origin },
})
const never = new AbortController().signal
const deliver = (send: Send, network: Network, more: Partial<ChannelRecord> = {}, signal = never): Promise<void> =>
  send({ ...channel, ...more }, message, network, { signal, now })

async function failure(work: Promise<void>): Promise<DeliveryFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DeliveryFailure, `${error}`)
  assert.doesNotMatch(error.message, /secret|[a-z]{12}/)
  return error
}

const fails = async (words: RegExp, work: Promise<void>): Promise<void> =>
  assert.match((await failure(work)).message, words)

const robots = { wecom: robotSend(wecom), dingtalk: robotSend(dingtalk), feishu: robotSend(feishu) }

test('each robot is sent what its service takes, signed where it has a secret', async (t) => {
  const service = await fakeService(t)
  const network = reaching(service.origin)
  const sent = async (send: Send, more?: Partial<ChannelRecord>) => {
    await deliver(send, network, more)
    const { path, body, headers } = service.received.at(-1) ?? assert.fail()
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    return { path, body: JSON.parse(body) }
  }
  const body = { msgtype: 'text', text: { content: text } }
  assert.deepEqual(await sent(robots.wecom), { path: '/cgi-bin/webhook/send?key=secret-key-1234', body })
  const sign = encodeURIComponent(dingtalkSign('SEC-secret-5678', now))
  assert.deepEqual(await sent(robots.dingtalk), {
    path: `/robot/send?access_token=secret-key-1234&timestamp=${now}&sign=${sign}`,
    body,
  })
  assert.equal((await sent(robots.dingtalk, { secret: '' })).path, '/robot/send?access_token=secret-key-1234')
  const seconds = now / 1000
  assert.deepEqual(await sent(robots.feishu), {
    path: '/open-apis/bot/v2/hook/secret-key-1234',
    body: {
      timestamp: `${seconds}`,
      sign: feishuSign('SEC-secret-5678', seconds),
      msg_type: 'text',
      content: { text },
    },
  })
  assert.deepEqual((await sent(robots.feishu, { secret: '' })).body, { msg_type: 'text', content: { text } })
  service.reply = json({ StatusCode: 0, StatusMessage: 'success' })
  await sent(robots.feishu)
})

test('HTTP 200 is no success: the code in the reply says what is wrong, and whether it lasts', async (t) => {
  const service = await fakeService(t)
  const network = reaching(service.origin)
  const errors: readonly [send: Send, reply: object, words: RegExp, permanent: boolean, waitMs?: number][] = [
    [
      robots.wecom,
      { errcode: 93000, errmsg: 'invalid webhook url, hint: [1], from ip: 1.2.3.4, secret-key-1234' },
      /重新复制Webhook地址/,
      true,
    ],
    [robots.wecom, { errcode: 45009, errmsg: 'api freq out of limit' }, /太频繁/, false, 60_000],
    [robots.wecom, { errcode: 40058, errmsg: 'secret-key-1234' }, /错误码40058/, false],
    [
      robots.dingtalk,
      { errcode: 310000, errmsg: 'keywords not in content, more: [https://ding-doc]' },
      /关键词.*“客户线索”/,
      true,
    ],
    [robots.dingtalk, { errcode: 310000, errmsg: 'invalid timestamp' }, /时间不准/, true],
    [robots.dingtalk, { errcode: 310000, errmsg: 'sign not match' }, /加签密钥不对/, true],
    [robots.dingtalk, { errcode: 310000, errmsg: 'ip 1.2.3.4 not in whitelist' }, /白名单/, true],
    [robots.dingtalk, { errcode: 310000, errmsg: 'something new' }, /安全设置/, true],
    [
      robots.dingtalk,
      { errcode: 130101, errmsg: 'send too fast, exceed 20 times per minute' },
      /太频繁/,
      false,
      600_000,
    ],
    [
      robots.feishu,
      { code: 19021, msg: 'sign match fail or timestamp is not within one hour from current time' },
      /密钥不对，或服务器的时间/,
      true,
    ],
    [robots.feishu, { code: 19022, msg: 'Ip Not Allowed' }, /白名单/, true],
    [robots.feishu, { code: 19024, msg: 'Key Words Not Found' }, /关键词.*“客户线索”/, true],
    [robots.feishu, { code: 9499, msg: 'Bad Request' }, /检查Webhook地址/, true],
    [robots.feishu, { code: 11232, msg: 'frequency limited psm[x]' }, /太频繁/, false, 60_000],
  ]
  for (const [send, reply, words, permanent, waitMs = 0] of errors) {
    service.reply = json(reply)
    const { message: said, ...error } = await failure(deliver(send, network))
    assert.match(said, words)
    assert.deepEqual([error.permanent, error.waitMs], [permanent, waitMs], said)
  }
  service.reply = json({ code: 99991400, msg: 'request trigger frequency limit' }, 400, {
    'x-ogw-ratelimit-reset': '7',
  })
  assert.deepEqual((({ permanent, waitMs }) => [permanent, waitMs])(await failure(deliver(robots.feishu, network))), [
    false,
    7_000,
  ])
})

test('what is not the reply of the service is a failure that passes', async (t) => {
  const service = await fakeService(t)
  const network = reaching(service.origin)
  const replies = [
    html(200),
    html(502),
    html(403),
    json({}),
    json({ errcode: '0' }),
    json({ errcode: 0, code: 0 }, 500),
    json([0]),
    json({ errcode: null, code: null }),
    (res: Parameters<typeof succeed>[0]) => void res.end(`{"errcode":0,"code":0,"pad":"${'x'.repeat(70_000)}"}`),
    (res: Parameters<typeof succeed>[0]) => void res.writeHead(302, { Location: `${service.origin}/cgi-bin/` }).end(),
    (res: Parameters<typeof succeed>[0]) => void res.destroy(),
  ]
  for (const send of Object.values(robots)) {
    for (const [index, reply] of replies.entries()) {
      service.reply = reply
      const before = service.received.length
      assert.equal((await failure(deliver(send, network))).permanent, false, String(index))
      assert.equal(service.received.length, before + 1, 'it follows no redirect')
    }
  }
})

describe('a webhook', () => {
  const secret = newSecret()
  const at = (address: string): Partial<ChannelRecord> => ({ kind: 'webhook', address, secret })

  test('is signed, and only a status of success is one', async (t) => {
    const service = await fakeService(t)
    await deliver(webhook.send, reaching(''), at(`${service.origin}/hook?a=1`))
    const { path, body, headers } = service.received[0] ?? assert.fail()
    assert.equal(path, '/hook?a=1')
    assert.deepEqual(JSON.parse(body), {
      type: 'inquiry.created',
      timestamp: new Date(now).toISOString(),
      data: { name: '张三' },
    })
    const signed = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`created_1.${now / 1000}.${body}`)
      .digest('base64')
    const sent = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']]
    assert.deepEqual(sent, ['created_1', `${now / 1000}`, `v1,${signed}`])
    // The status is what counts: its body may never end.
    service.reply = (res) => void res.writeHead(200).write('…')
    await deliver(webhook.send, reaching(''), at(service.origin))
    for (const [status, words, permanent] of [
      [410, /已停用/, true],
      [400, /不接受/, true],
      [401, /密钥/, true],
      [404, /检查地址/, true],
      [408, /出错/, false],
      [429, /太频繁/, false],
      [302, /跳转/, false],
      [500, /出错/, false],
      [503, /出错/, false],
    ] as const) {
      service.reply = (res) =>
        void res.writeHead(status, { Location: service.origin, 'Retry-After': '20' }).end('secret-key-1234')
      const error = await failure(deliver(webhook.send, reaching(''), at(service.origin)))
      assert.match(error.message, words)
      assert.deepEqual([error.permanent, error.waitMs], [permanent, permanent ? 0 : 20_000], String(status))
    }
  })

  test('never reaches a private address: neither literal nor resolved, redirected or resolved again', async (t) => {
    const inner = await outsideSite(t, (_req, res) => void res.end(), '127.0.0.2')
    const service = await fakeService(t)
    const { port } = new URL(service.origin)
    const outside = (names: Record<string, readonly string[]> = {}): Network => ({
      ...reaching(''),
      outside: testInternet(names),
    })
    const real: Network = { outside: internet, allowHttp: false, origins: {} }
    for (const host of [
      '127.0.0.1',
      '10.0.0.1',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '169.254.169.254',
      '2130706433',
      '0x7f.1',
      '①②⑦.0.0.1',
    ]) {
      const error = await failure(deliver(webhook.send, real, at(`https://${host}/`)))
      assert.match(error.message, /内网地址/, host)
      assert.equal(error.permanent, true)
    }
    await fails(
      /内网地址/,
      deliver(webhook.send, outside({ 'a.example': ['127.0.0.2'] }), at(`http://a.example:${inner.port}/`)),
    )
    const both: Outside = {
      ...internet,
      resolve: async () => ['8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 })),
    }
    await fails(/内网地址/, deliver(webhook.send, { ...real, outside: both }, at('https://a.example/')))

    service.reply = (res) => void res.writeHead(307, { Location: `http://127.0.0.2:${inner.port}/` }).end()
    await fails(/跳转/, deliver(webhook.send, outside(), at(service.origin)))
    service.reply = succeed
    const changing = outside({ 'a.example': ['127.0.0.1', '127.0.0.2'] })
    await deliver(webhook.send, changing, at(`http://a.example:${port}/`))
    assert.equal(inner.requests.length, 0)
    await fails(/https/, deliver(webhook.send, real, at('http://a.example/')))
    await deliver(
      webhook.send,
      { ...real, outside: everywhere, allowHttp: true },
      at(`http://127.0.0.2:${inner.port}/`),
    )
    assert.equal(inner.requests.length, 1)
  })

  test('that cannot be reached says why', async (t) => {
    const gone = await fakeService(t)
    const silent = await fakeService(t, () => {})
    const lost: Outside = { ...testInternet(), resolve: async () => [] }
    const hanging: Outside = { ...testInternet(), resolve: () => new Promise(() => {}) }
    const soon = (): AbortSignal => AbortSignal.timeout(100)
    await fails(/拒绝连接/, deliver(webhook.send, reaching(''), at('http://a.example:1/')))
    await fails(
      /找不到这个域名/,
      deliver(webhook.send, { ...reaching(''), outside: lost }, at(gone.origin.replace('127.0.0.1', 'a.example'))),
    )
    await fails(/超时/, deliver(webhook.send, reaching(''), at(silent.origin), soon()))
    await fails(/超时/, deliver(webhook.send, { ...reaching(''), outside: hanging }, at('https://a.example/'), soon()))
    await fails(/超时/, deliver(robots.wecom, reaching(silent.origin), {}, soon()))
    await fails(/加密连接/, deliver(webhook.send, reaching(''), at(gone.origin.replace('http', 'https'))))
  })
})

test('a service that sends its reply without an end is left', async (t: TestContext) => {
  const service = await fakeService(t, (res) => {
    const more = setInterval(() => res.write('x'.repeat(65_536)), 1)
    res.on('close', () => clearInterval(more))
  })
  await fails(/不是这个服务/, deliver(robots.wecom, reaching(service.origin)))
})
