import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { eventually } from '../eventually.ts'
import { programPath } from '../programs.ts'
import { newFolder } from '../server.ts'
import { selfSigned } from '../selfSigned.ts'
import { account, mailServer, read } from './mailServer.ts'
import { programWith } from './site.ts'

const needsOpenssl = { skip: programPath('openssl') === undefined && 'openssl is not installed' }

async function started(t: TestContext) {
  const folder = newFolder(t)
  const certificate = selfSigned(folder, ['localhost'])
  const [tls, starttls] = [
    await mailServer(t, certificate, { starttls: false }),
    await mailServer(t, certificate, { starttls: true }),
  ]
  const port465 = new URL('./port465.mjs', import.meta.url).href
  const env = { NODE_EXTRA_CA_CERTS: certificate.file, NODE_OPTIONS: `--import ${port465}`, PORT_465: `${tls.port}` }
  const site = await programWith(t, {}, { folder, env })
  const mailTo = { kind: 'mail', host: 'localhost', ...account, to: 'boss@example.com, sales@example.com' }
  const tested = async (channelId: string) => (await site.call('channel/test', { channelId })).data
  return { site, tls, starttls, mailTo, tested }
}

test(
  'mail is sent over TLS from the account itself, and tells other programs not to answer',
  needsOpenssl,
  async (t) => {
    const { site, tls, starttls, mailTo, tested } = await started(t)
    assert.equal((await tested(await site.channel({ ...mailTo, port: starttls.port, on: false }))).ok, true)
    assert.deepEqual([starttls.mails.length, starttls.names], [1, ['localhost']])
    await site.channel(mailTo)
    await site.ask('李<四>\r\nBcc: evil@example.com')
    await eventually(() => tls.mails.length === 1, 'it is sent')
    const [mail = assert.fail()] = tls.mails
    assert.match(mail.from, /^<sales@example\.com>/)
    assert.deepEqual(mail.to, ['<boss@example.com>', '<sales@example.com>'])
    const { headers, subject, text } = read(mail)
    assert.equal(subject, '【新咨询】报价 姓名：李<四> Bcc: evil@example．com')
    assert.match(text, /^【新咨询】报价\r?\n姓名：李<四> Bcc: evil@example．com\r?\n电话：138\*{4}/)
    for (const header of [
      /^From: sales@example\.com$/m,
      /^To: boss@example\.com, sales@example\.com$/m,
      /^Message-ID: <.+@example\.com>$/m,
      /^Date: .+\+0000$/m,
      /^Auto-Submitted: auto-generated$/m,
      /^MIME-Version: 1\.0$/m,
    ])
      assert.match(headers, header)
    assert.doesNotMatch(headers, /^Bcc/m)
    await eventually(async () => Object.values(await site.delivered()).join() === 'sent', 'it is marked')
  },
)

test('what a mail server refuses is a message in words, without the password', needsOpenssl, async (t) => {
  const { site, starttls, mailTo, tested } = await started(t)
  const at = (more: object): Promise<string> => site.channel({ ...mailTo, port: starttls.port, on: false, ...more })
  const good = await at({})
  const messageOf = async (replies: Record<string, string>, channelId = good): Promise<string> => {
    starttls.replies = replies
    const { ok, message } = await tested(channelId)
    assert.equal(ok, false)
    return message
  }
  assert.match(await messageOf({}, await at({ password: 'wrong' })), /^登录没有通过（535）：请填写授权码/)
  assert.match(await messageOf({ AUTH: '454 Authentication failed, please open smtp flag first!' }), /开启/)
  assert.match(
    await messageOf({ 'MAIL FROM': '501 mail from address must be same as authorization user' }),
    /^发件人必须与登录的邮箱账号一致/,
  )
  assert.match(
    await messageOf({ 'MAIL FROM': '553 Mail from must equal authorized user' }),
    /^发件人必须与登录的邮箱账号一致/,
  )
  assert.match(await messageOf({ '.': '550 The "From" header is missing or invalid' }), /550/)
  assert.match(await messageOf({ '.': '554 DT:SPM secret-code-1234' }), /垃圾邮件/)
  assert.match(await messageOf({ 'RCPT TO:<boss': '550 no such user' }), /收件人的地址被拒绝/)
  assert.match(await messageOf({ 'MAIL FROM': '421 too many connections' }), /暂时不接受邮件（421）/)
  assert.match(await messageOf({ EHLO: '554 no', HELO: '554 no' }), /554/)
  assert.match(await messageOf({ STARTTLS: '502 not implemented' }), /加密/)
  assert.match(await messageOf({}, await at({ port: 1 })), /拒绝连接/)
  const folder = newFolder(t)
  const untrusted = await mailServer(t, selfSigned(folder, ['localhost']), { starttls: true })
  assert.match(await messageOf({}, await at({ port: untrusted.port })), /证书无效/)
  const plain = await mailServer(t, selfSigned(folder, ['localhost']), { starttls: true, plain: true })
  assert.match(await messageOf({}, await at({ port: plain.port })), /加密/)
  assert.deepEqual([plain.mails.length, untrusted.mails.length], [0, 0])
  const { stdout, stderr } = site.server.output()
  assert.doesNotMatch(stdout + stderr, /secret-code|wrong|c2VjcmV0/)
})

async function askedByMail(t: TestContext) {
  const all = await started(t)
  const { site, starttls, mailTo } = all
  const asked = { topic: '报价', name: '李四', phone: 'li@customer.example' }
  const { code } = await site.server.post('/v1/inquiry/save', asked)
  assert.equal(code, 200)
  const lead = async () => (await site.call('agent/list', { kind: 'all' })).data.data[0]
  const { agentId } = await lead()
  const write = async (text: string) => (await site.call('agent/mail', { agentId, text })).data
  const toCustomer = () => starttls.mails.filter(({ to }) => to.join() === '<li@customer.example>')
  return { ...all, lead, agentId, write, toCustomer, channel: () => site.channel({ ...mailTo, port: starttls.port }) }
}

test('staff write to a customer once, and what has failed goes again', needsOpenssl, async (t) => {
  const { site, starttls, lead, agentId, write, toCustomer, channel } = await askedByMail(t)
  assert.equal((await site.call('agent/mail', { agentId, text: '您好' })).code, 400)
  assert.equal((await lead()).mails, undefined)
  await channel()
  assert.equal((await lead()).mails, true)
  starttls.replies = { 'RCPT TO:<li': '550 no such user' }
  const { state, reason } = await write('您好\nBcc: evil@example.com')
  assert.deepEqual([state, /550/.test(reason)], ['failed', true])
  assert.equal((await lead()).state, 'new')
  starttls.replies = {}
  for (const _time of [1, 2]) assert.deepEqual(await write('您好\nBcc: evil@example.com'), { state: 'sent' })
  const [mail = assert.fail(), ...more] = toCustomer()
  assert.deepEqual(more, [])
  const { headers, subject, text } = read(mail)
  assert.match(subject, /：回复您的咨询$/)
  assert.match(text, /^您好\r?\nBcc: evil@example\.com/)
  assert.match(headers, /^Reply-To: \S+@\S+$/m)
  assert.doesNotMatch(headers, /^(?:Bcc|Auto-Submitted)/m)
  const { notes, state: after } = await lead()
  assert.deepEqual([notes.length, notes[0].mail, after], [1, { state: 'sent' }, 'contacted'])
  await site.call('agent/deleteAgent', { agentId })
  assert.equal((await site.call('agent/mail', { agentId, text: '您好' })).code, 404)
})

test('a mail without an outcome is said to be one after a crash, and is not sent again', needsOpenssl, async (t) => {
  const { site, starttls, write, toCustomer, channel } = await askedByMail(t)
  await channel()
  // The first line of a reply of several.
  starttls.replies = { '.': '250-queued' }
  const cut = write('您好').catch(() => {})
  await eventually(() => toCustomer().length === 1, 'the mail server has it')
  await site.server.stop('SIGKILL')
  await cut
  const again = await programWith(t, {}, { folder: site.server.folder })
  const { agentId, notes } = (await again.call('agent/list', { kind: 'all' })).data.data[0]
  assert.deepEqual(
    notes.map(({ text, mail }: { text: string; mail: object }) => [text, mail]),
    [['您好', { state: 'unknown' }]],
  )
  assert.deepEqual((await again.call('agent/mail', { agentId, text: '您好' })).data, { state: 'unknown' })
  assert.equal(toCustomer().length, 1)
})
