import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder } from '../server.ts'
import { storedTexts } from '../stored.ts'
import { fakeService, json, robotAddresses } from './fakeService.ts'
import { siteWith } from './site.ts'

const webhookSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const mailbox = {
  kind: 'mail',
  host: 'smtp.qq.com',
  user: 'a@qq.com',
  password: 'abcdefghijklmnop',
  to: 'b@qq.com，c@qq.com',
}

test('secrets go in and never come out, and stay when they are left out', async (t) => {
  const { server, call } = await siteWith(t, {})
  const keys = [
    '0ec2sifa5aaa',
    '5f5f5f5f5f5f',
    'def012345678',
    'SECsecret',
    webhookSecret,
    '/hook/token',
    'abcdefghijklmnop',
  ]
  const given = [
    { kind: 'wecom', address: robotAddresses.wecom },
    { kind: 'dingtalk', address: robotAddresses.dingtalk, secret: 'SECsecret' },
    { kind: 'feishu', address: robotAddresses.feishu, secret: 'SECsecret' },
    { kind: 'webhook', address: 'https://127.0.0.1:8443/hook/token', secret: webhookSecret },
    { ...mailbox, host: '127.0.0.1' },
  ]
  for (const fields of given) {
    const { code, data } = await call('channel/save', { label: fields.kind, ...fields })
    assert.equal(code, 200)
    assert.deepEqual(Object.keys(data), ['channelId'])
  }
  const { data: rows } = await call('channel/list')
  const [first] = rows
  assert.deepEqual(
    rows.map(({ channelId: _channelId, label: _label, ...row }: Record<string, unknown>) => row),
    [
      { kind: 'wecom', on: true, hint: '5aaa' },
      { kind: 'dingtalk', on: true, hint: '5f5f' },
      { kind: 'feishu', on: true, hint: '5678' },
      { kind: 'webhook', on: true, hint: '127.0.0.1:8443' },
      { kind: 'mail', on: true, host: '127.0.0.1', port: 465, user: 'a@qq.com', to: 'b@qq.com, c@qq.com' },
    ],
  )
  for (const key of keys) assert.equal(JSON.stringify(rows).includes(key), false, key)

  for (const { channelId, kind } of rows) {
    assert.equal((await call('channel/save', { channelId, kind, label: '新名称', address: '' })).code, 200)
  }
  assert.deepEqual(
    (await call('channel/list')).data.map(({ on }: { on: boolean }) => on),
    [true, true, true, true, true],
  )
  const kept = (await storedTexts(server.folder, 'channel')).map(({ text }) => text).join()
  for (const key of keys) assert.ok(kept.includes(key), key)
  assert.equal(kept.match(/新名称/g)?.length, 5)

  assert.equal((await call('channel/delete', { channelId: first.channelId })).code, 200)
  assert.equal((await call('channel/delete', { channelId: first.channelId })).code, 404)
  assert.equal((await call('channel/list')).data.length, 4)
})

test('the password of a mailbox goes to no other server', async (t) => {
  const { server, call, channel } = await siteWith(t, {})
  const channelId = await channel({ ...mailbox, host: '127.0.0.1' })
  const moved = { channelId, kind: 'mail', label: '渠道', host: '127.0.0.2' }
  const refused = await call('channel/save', moved)
  assert.deepEqual([refused.code, refused.data.field], [400, 'password'])
  assert.equal((await call('channel/save', { ...moved, host: '127.0.0.1', port: 587 })).code, 200)
  assert.equal((await call('channel/save', { ...moved, password: 'another' })).code, 200)
  assert.doesNotMatch((await storedTexts(server.folder, 'channel')).map(({ text }) => text).join(), /abcdefghijklmnop/)
})

test('their files can be read by the server alone', filesOnly, async (t) => {
  const { server, channel } = await siteWith(t, {})
  await channel({ kind: 'wecom', address: robotAddresses.wecom })
  const folder = join(server.folder, 'data', 'channel')
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o077, 0)
})

test('a new webhook without a secret gets one, which is returned once', async (t) => {
  const { call } = await siteWith(t, {})
  const fields = { kind: 'webhook', label: 'CRM', on: true, address: 'http://127.0.0.1:1/' }
  const { data } = await call('channel/save', fields)
  assert.match(data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual((await call('channel/save', { ...fields, channelId: data.channelId })).data, {
    channelId: data.channelId,
  })
})

test('an error names its field, in words', async (t) => {
  const { call, channel } = await siteWith(t, {}, { env: { NOTIFY_PRIVATE: 'off' } })
  const wrong: readonly (readonly [fields: object, field: string, words: RegExp])[] = [
    [{ kind: 'sms' }, 'kind', /通知方式/],
    [{ kind: 'wecom', label: '' }, 'label', /名称/],
    [{ kind: 'wecom' }, 'address', /地址/],
    [{ kind: 'wecom', address: robotAddresses.feishu }, 'address', /qyapi\.weixin\.qq\.com/],
    [{ kind: 'feishu', address: 'x' }, 'address', /open\.feishu\.cn/],
    [
      { kind: 'dingtalk', address: 'https://evil.example/robot/send?access_token=12345678' },
      'address',
      /oapi\.dingtalk\.com/,
    ],
    [{ kind: 'webhook', address: 'crm' }, 'address', /https/],
    [{ kind: 'webhook', address: 'http://93.184.216.34/' }, 'address', /https/],
    [{ kind: 'webhook', address: 'https://a:b@93.184.216.34/' }, 'address', /账号/],
    ...[
      'https://127.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://0x7f.1/',
      'http://127.0.0.1:8080/',
      'https://localhost/',
    ].map((address) => [{ kind: 'webhook', address }, 'address', /内网地址/] as const),
    [{ kind: 'webhook', address: 'https://93.184.216.34/', secret: 'short' }, 'secret', /whsec_/],
    [{ ...mailbox, host: '10.0.0.1' }, 'host', /内网地址/],
    [{ ...mailbox, host: 'smtp qq' }, 'host', /SMTP/],
    [{ ...mailbox, user: 'a' }, 'user', /邮箱账号/],
    [{ ...mailbox, port: 70000 }, 'port', /65535/],
    [{ ...mailbox, password: '' }, 'password', /授权码/],
    ...['', 'b@qq.com, c', 'b@qq.com>\r\nBcc:x@y'].map((to) => [{ ...mailbox, to }, 'to', /收件人/] as const),
  ]
  for (const [fields, field, words] of wrong) {
    const { code, msg, data } = await call('channel/save', { label: '渠道', on: true, ...fields })
    assert.deepEqual([code, data?.field], [400, field], JSON.stringify(fields))
    assert.match(msg, words)
  }
  const channelId = await channel({ kind: 'wecom', address: robotAddresses.wecom })
  const other = await call('channel/save', { channelId, kind: 'feishu', label: '渠道', address: robotAddresses.feishu })
  assert.deepEqual([other.code, other.data.field], [400, 'kind'])
  assert.equal((await call('channel/save', { channelId: 'none', kind: 'wecom', label: '渠道' })).code, 404)
  for (let n = 1; n < 20; n++) await channel({ kind: 'wecom', address: robotAddresses.wecom })
  const tooMany = await call('channel/save', { kind: 'wecom', label: '渠道', address: robotAddresses.wecom })
  assert.deepEqual([tooMany.code, tooMany.msg], [400, '通知渠道最多20个'])
})

test('a test says in words what the service has answered; a success ends a pause', async (t) => {
  const wecom = await fakeService(t)
  const { server, call, channel } = await siteWith(t, { wecom })
  const channelId = await channel({ kind: 'wecom', label: '销售群', address: robotAddresses.wecom })
  const tested = async () => (await call('channel/test', { channelId })).data
  wecom.reply = json({ errcode: 93000, errmsg: 'invalid webhook url, 0ec2sifa5aaa' })
  assert.deepEqual(await tested(), {
    ok: false,
    message: '机器人的地址不对，或机器人已从群里移除（93000），请在群里重新复制Webhook地址',
  })
  wecom.reply = json({ errcode: 0, errmsg: 'ok' })
  assert.equal((await tested()).ok, true)
  assert.match(
    wecom.texts().at(-1) ?? '',
    /^【测试】\n“销售群”可以收到通知.*\n客户线索·代理加盟：https:\/\/www\.example\.com\/AdminAgenttoJoin\n客户线索·客户咨询：https:\/\/www\.example\.com\/AdminInquiry$/,
  )
  assert.equal((await call('channel/test', { channelId: 'none' })).code, 404)
  const { stdout, stderr } = server.output()
  assert.doesNotMatch(stdout + stderr, /5aaa/)
})

test('without a channel nothing is resent', async (t) => {
  const { call } = await siteWith(t, {})
  assert.equal((await call('agent/resend', { agentId: 'x' })).msg, '还没有开启的通知渠道')
})

test('a channel of a kind that only a newer program knows sends nothing, and stops no other', filesOnly, async (t) => {
  const folder = newFolder(t)
  const newer = { id: 'n', createdAt: '2026-01-01T00:00:00.000+08:00', since: '2026-01-01T00:00:00.000+08:00' }
  mkdirSync(join(folder, 'data', 'channel'), { recursive: true })
  writeFileSync(
    join(folder, 'data', 'channel', 'n.json'),
    JSON.stringify({ ...newer, kind: 'pigeon', label: '鸽子', on: true, weekly: true }),
  )
  const service = await fakeService(t)
  const site = await siteWith(t, { wecom: service }, { folder })
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.ask('张三')
  await eventually(() => service.texts().some((text) => text.includes('张三')), 'the other channel has sent it')
  const { data } = await site.call('channel/list')
  assert.deepEqual(
    data.map(({ label, paused }: { label: string; paused?: object }) => [label, paused]),
    [
      ['渠道', undefined],
      ['鸽子', undefined],
    ],
  )
  assert.equal((await site.call('channel/delete', { channelId: 'n' })).code, 200)
})
