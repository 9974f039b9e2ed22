import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { programPath } from '../programs.ts'
import { newFolder } from '../server.ts'
import { selfSigned } from '../selfSigned.ts'
import { account, mailServer, read } from './mailServer.ts'
import { siteWith } from './site.ts'

const needsOpenssl = { skip: programPath('openssl') === undefined && 'openssl is not installed' }
const receipt = '您的询价已收到。'

async function started(t: TestContext) {
  const folder = newFolder(t)
  const certificate = selfSigned(folder, ['localhost'])
  const smtp = await mailServer(t, certificate, { starttls: true })
  const clock = settableClock(folder)
  const env = { NODE_EXTRA_CA_CERTS: certificate.file, ...clock.env }
  const again = () => siteWith(t, {}, { folder, env })
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
  const rows = async () => (await call('agent/list')).data.data
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
  smtp.replies = { 'MAIL FROM': '250-wait' }
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
