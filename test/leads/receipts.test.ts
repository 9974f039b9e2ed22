import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { programClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { programPath } from '../programs.ts'
import { newFolder } from '../server.ts'
import { selfSigned } from '../selfSigned.ts'
import { account, mailServer, read } from './mailServer.ts'
import { programWith } from './site.ts'

const needsOpenssl = { skip: programPath('openssl') === undefined && 'openssl is not installed' }
const receipt = '您的询价已收到。'

async function started(t: TestContext) {
  const folder = newFolder(t)
  const certificate = selfSigned(folder, ['localhost'])
  const smtp = await mailServer(t, certificate, { starttls: true })
  const clock = programClock(folder)
  const env = { NODE_EXTRA_CA_CERTS: certificate.file, ...clock.env }
  const again = () => programWith(t, {}, { folder, env })
  const site = await again()
  const { call, server } = site
  const product = { coverName: '塔机监测', models: [{ model: 'ZZ-T100', note: '' }] }
  await call('product/saveProduct', product)
  const [{ productId }] = (await call('product/list')).data.data
  const channel = (): Promise<string> =>
    site.channel({ kind: 'mail', host: 'localhost', port: smtp.port, ...account, to: 'boss@example.com' })
  /** The mails to visitors; staff get theirs by the same account. */
  const letters = () => smtp.mails.filter(({ to }) => !to.includes('<boss@example.com>'))
  const ask = (phone: string, name = '张三', more = {}) =>
    server.post('/v1/inquiry/save', { topic: '报价', name, phone, ...more })
  const settle = (inquiry: object) =>
    call('site/detail').then(({ data }) => call('site/update', { inquiry: { ...data.inquiry, ...inquiry } }))
  const rows = async () => (await call('agent/list', { kind: 'all' })).data.data
  return { site, again, smtp, clock, call, channel, letters, ask, settle, rows, productId }
}

test('who leaves a mail address gets a receipt in the words of the site alone, one a day', needsOpenssl, async (t) => {
  const { clock, smtp, channel, letters, ask, settle, rows, site, productId } = await started(t)
  await channel()
  const items = [
    { productId, model: 'ZZ-T100', quantity: 20, unit: '台', note: '看看evil.example' },
    { productId, model: 'evil.example', quantity: 3 },
    { productId: 'evil-example', quantity: 1 },
  ]
  await ask('early@example.com')
  await settle({ receipt })
  await ask('buyer@example.com', '张三', { items, question: '去evil.example看看' })
  await eventually(() => letters().length === 1, 'it is sent')
  const [mail = assert.fail()] = letters()
  assert.deepEqual(mail.to, ['<buyer@example.com>'])
  const { subject, text, headers } = read(mail)
  assert.match(subject, /已收到您的咨询$/)
  assert.match(
    text,
    /^您的询价已收到。\r?\n\r?\n[^]*回复邮件[^]*1\. 塔机监测 ZZ-T100 ×20\r?\n2\. 塔机监测 ×3\r?\n\r?\n/,
  )
  assert.doesNotMatch(subject + text, /evil|张三/)
  assert.match(headers, /^Auto-Submitted: auto-generated$/m)
  await eventually(async () => (await rows())[0].receipt.state === 'sent', 'it is marked')

  await ask('buyer@example.com', '李四')
  await ask('Buyer+Again@Example.com', '陈七')
  await ask('13800000000', '王五')
  await eventually(
    async () => (await rows()).every((row: { receipt?: { state: string } }) => row.receipt?.state !== 'waiting'),
    'none waits',
  )
  assert.equal(letters().length, 1)

  const later = 25 * 3_600_000
  clock.advance(later)
  smtp.replies = { '.': '450 later' }
  await ask('buyer@example.com', '赵六')
  await eventually(async () => (await rows())[0].receipt.reason?.includes('450'), 'it says why')
  smtp.replies = {}
  await site.advance(clock, later + 10_000)
  await eventually(async () => (await rows())[0].receipt.state === 'sent', 'it is tried again')
})

test('a server that is killed on the way sends no receipt twice', needsOpenssl, async (t) => {
  const { site, smtp, channel, letters, ask, settle, rows, again } = await started(t)
  await channel()
  await settle({ receipt })
  smtp.replies = { 'RCPT TO:<buyer': '250-wait' }
  await ask('buyer@example.com')
  await eventually(async () => (await rows())[0].receipt.state === 'sent', 'it is marked before it is sent')
  await site.server.stop('SIGKILL')

  smtp.replies = {}
  const next = await again()
  await next.server.post('/v1/inquiry/save', { topic: '报价', name: '李四', phone: 'other@example.com' })
  await eventually(() => letters().length > 0, 'the next one is sent')
  assert.deepEqual(
    letters().flatMap(({ to }) => to),
    ['<other@example.com>'],
  )
})

test('an hour has twenty receipts, and a mail server without an address is tried again', needsOpenssl, async (t) => {
  const { site, clock, call, channel, letters, ask, settle, rows } = await started(t)
  const channelId = await channel()
  await settle({ receipt })
  const waiting = async () =>
    (await call('agent/list', { kind: 'all', limit: 99 })).data.data.filter(
      (row: { receipt?: { state: string } }) => row.receipt?.state === 'waiting',
    )
  await call('channel/save', { channelId, kind: 'mail', label: '邮件', host: 'nowhere.invalid', ...account })
  await ask('buyer0@example.com')
  await eventually(async () => (await rows())[0].receipt.reason !== undefined, 'it is tried')
  assert.match((await rows())[0].receipt.reason, /^连接失败，没有发出：|域名解析失败/)
  const { agentId } = (await rows())[0]
  assert.equal((await call('agent/mail', { agentId, text: '您好' })).data.state, 'failed')
  await call('channel/save', { channelId, kind: 'mail', label: '邮件', host: 'localhost', ...account })
  for (let count = 1; count < 23; count++) await ask(`buyer${count}@example.com`)
  let ahead = 0
  const sent = async (): Promise<boolean> => {
    await site.advance(clock, (ahead += 5_000))
    return letters().length >= 20
  }
  await eventually(sent, 'twenty are sent')
  await site.advance(clock, 40 * 60_000)
  assert.equal((await waiting()).length, 3)
  assert.equal(letters().length, 20)
  await site.advance(clock, 90 * 60_000)
  await eventually(() => letters().length === 23, 'the others follow')
})
