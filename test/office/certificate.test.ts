import assert from 'node:assert/strict'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createServer, type SecureContextOptions, type TlsOptions } from 'node:tls'
import { createCertificateEnd } from '../../server/edge/certificate.ts'
import { command } from '../keeping/commands.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../programs.ts'
import { fakeService, robotAddresses } from '../leads/fakeService.ts'
import { siteWith } from '../leads/site.ts'
import { selfSigned } from '../selfSigned.ts'
import { newFolder } from '../server.ts'

async function serveTls(t: TestContext, certificate: SecureContextOptions) {
  const asked: string[] = []
  const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
    asked.push(name)
    done(null)
  }
  const server = createServer({ ...certificate, SNICallback }, (socket) => void socket.on('error', () => {}).end())
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  t.after(() => server.close())
  return { server, asked, url: `https://localhost:${(server.address() as AddressInfo).port}` }
}

const day = 86_400_000

test('a certificate that ends within 14 days is sent and shown, and that there is a new one', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  // A certificate has the machine's time.
  let time = performance.timeOrigin + performance.now() - Date.now()
  clock.advance(time)
  const robot = await fakeService(t)
  const { server, asked, url } = await serveTls(t, selfSigned(folder, ['localhost'], 10))
  const start = () => siteWith(t, { wecom: robot }, { env: { SITE_URL: url }, now: clock.now, folder })
  let site = await start()
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.ask('张三')
  const faults = async (): Promise<string> => ((await site.call('dashboard/summary')).data.faults ?? []).join('\n')
  clock.advance((time += 3_600_000))
  await eventually(async () => /证书将在\d{4}-\d\d-\d\d到期/.test(await faults()), 'it is on 首页')
  assert.deepEqual(asked, ['localhost'])
  const sent = () => robot.texts().filter((text) => text.startsWith('【网站'))
  const advanceUntil = (title: string, ms: number) =>
    eventually(async () => {
      await site.advance(clock, (time += ms))
      return sent().at(-1)?.startsWith(title) === true
    }, title)
  await advanceUntil('【网站告警】', 600_000)
  await site.server.stop()
  site = await start()
  assert.match(await faults(), /证书将在/, 'it is as it was until the certificate is looked at again')
  server.setSecureContext(selfSigned(folder, ['localhost'], 3_000))
  await advanceUntil('【网站恢复】', day / 2)
  assert.match(
    sent().join('\n'),
    /^【网站告警】\n.*的证书将在[^]*请技术人员续期[^]*【网站恢复】\n网站的证书已经换了新的。（.*发现的）\n/,
  )
  assert.equal(sent().length, 2)
  assert.equal(await faults(), '')
})

test('doctor reads the certificate itself', async (t) => {
  const folder = newFolder(t)
  const { server, url } = await serveTls(t, selfSigned(folder, ['localhost'], 10))
  const line = async () =>
    (/^. 证书：.*$/m.exec(
      (await command('doctor', folder, [], { env: { SITE_URL: url, TEST_AHEAD: '0' } })).output,
    ) ?? [''])[0]
  assert.match(
    await line(),
    /^✗ 证书：网站（https:\S+）的证书将在\d{4}-\d\d-\d\d到期，.+请技术人员续期（certbot renew）/,
  )
  server.setSecureContext(selfSigned(folder, ['localhost'], 3_000))
  assert.match(await line(), /^✓ 证书：\S+，到\d{4}-\d\d-\d\d为止$/)
})

test('of an address that cannot be reached, and of another site’s certificate, no end is known, and the log says so once', async (t) => {
  const other = await serveTls(t, selfSigned(newFolder(t), ['router.lan'], 10))
  for (const url of [other.url, `https://localhost:${await freePort()}`]) {
    const logged: unknown[] = []
    let time = Date.now()
    const end = createCertificateEnd(
      url,
      () => time,
      (cause) => logged.push(cause),
    )
    assert.equal(end(), undefined)
    time += 3_600_000
    end()
    await eventually(() => logged.length === 1, 'it is logged')
    time += day
    assert.equal(end(), undefined)
  }
  const plain = createCertificateEnd('http://localhost', Date.now, () => assert.fail('nothing is asked'))
  assert.equal(plain(), undefined)
})

test('a certificate of an authority of one’s own: a bucket names the setting, and it helps', async (t) => {
  const folder = newFolder(t)
  const certificate = selfSigned(folder, ['localhost'])
  const server = createHttpsServer(certificate, (_request, response) => void response.end('hello'))
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  t.after(() => server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const offsite = {
    OFFSITE_ENDPOINT: url,
    OFFSITE_REGION: 'r',
    OFFSITE_BUCKET: 'b',
    OFFSITE_KEY_ID: 'k',
    OFFSITE_SECRET: 's',
    OFFSITE_PASSPHRASE: 'a pass phrase',
    BACKUP_DIR: folder,
  }
  const listed = await command('restore', folder, ['offsite:'], { env: offsite })
  assert.match(listed.output, /由Node不认识的机构签发.+NODE_EXTRA_CA_CERTS.+写在命令前面（docs\/settings\.md）/)
  const env = { ...offsite, NODE_EXTRA_CA_CERTS: certificate.file }
  const trusted = await command('restore', folder, ['offsite:'], { env })
  assert.doesNotMatch(trusted.output, /NODE_EXTRA_CA_CERTS/)
})
