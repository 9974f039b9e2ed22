import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { eventually } from '../eventually.ts'
import { programPath } from '../programs.ts'
import { newFolder } from '../server.ts'
import { selfSigned } from '../selfSigned.ts'
import { account, mailServer, read } from './mailServer.ts'
import { siteWith } from './site.ts'

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
  const site = await siteWith(t, {}, { folder, env })
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
