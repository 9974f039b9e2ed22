import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { LeadFile } from '../../../contract/leads/leadFiles.ts'
import { eraseAside } from '../../../server/store/swapFolders.ts'
import { commandsIn } from '../../commandsIn.ts'
import { eventually } from '../../eventually.ts'
import { type Answer, filesOnly, newFolder, program, siteAt, startServer, type TestServer } from '../../server.ts'
import { fakeService, robotAddresses } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'
import { pdf } from '../../media/documents.ts'
import { command } from '../../keeping/commands.ts'
import { archiveOf, newsRecord } from '../../keeping/tarOf.ts'

const page = await readFile(fileURLToPath(new URL('../../../docs/backup.md', import.meta.url)), 'utf8')

/** With a file that says who has sent it. */
const ask = async (server: TestServer, name: string, phone: string): Promise<void> => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf(phone))]), `${name}.pdf`)
  const sent = (await (await fetch(`${server.url}/v1/inquiry/file`, { method: 'POST', body: form })).json()) as Answer
  const { code } = await server.post('/v1/inquiry/save', { topic: '报价', name, phone, files: [sent.data.fileId] })
  assert.equal(code, 200)
}
const filesIn = async (server: TestServer): Promise<Buffer[]> => {
  const headers = await server.signIn()
  const { data } = await server.post(
    '/v1/agent/list',
    { kind: 'all', page: 1, limit: 20, sort: 'agentName' },
    { headers },
  )
  const files = data.data.map(async ({ agentId, files: [file] }: { agentId: string; files: LeadFile[] }) => {
    const query = new URLSearchParams({ agentId, fileId: file?.fileId ?? '' })
    return Buffer.from(await (await fetch(`${server.url}/v1/inquiry/file?${query}`, { headers })).arrayBuffer())
  })
  return Promise.all(files)
}
const namesIn = async (server: TestServer): Promise<string[]> => {
  const { data } = await server.post(
    '/v1/agent/list',
    { kind: 'all', page: 1, limit: 20 },
    { headers: await server.signIn() },
  )
  return data.data.map(({ agentName }: { agentName: string }) => agentName).sort()
}

test(
  'a wrong restore is taken back by the commands of the page, and what customers have asked meanwhile is seen beside the site',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const archives = newFolder(t)
    const good = await startServer(t, { folder })
    await ask(good, '王一', '13900000001')
    await good.stop()
    assert.equal((await command('backup', folder, [join(archives, 'good.tar.gz')])).code, 0)
    await writeFile(join(archives, 'wrong.tar.gz'), archiveOf([newsRecord('old')]))
    assert.equal((await command('restore', folder, [join(archives, 'wrong.tar.gz'), '--replace'])).code, 0)
    const wrong = await startServer(t, { folder })
    await ask(wrong, '张三', '13900000003')
    await wrong.stop()

    const asides = async (): Promise<string[]> =>
      (await readdir(join(folder, 'data'))).filter((name) => name.startsWith('replaced-')).sort()
    const blocks = commandsIn(page)
    const runs = blocks.find((block) => block.startsWith('systemctl stop') && block.includes('# or offsite:')) ?? ''
    const [, words = ''] = /^zhuzhan restore (.+?) +#/m.exec(runs) ?? []
    const { code, output } = await command(
      'restore',
      folder,
      words.replace(/\S+\.tar\.gz/, join(archives, 'good.tar.gz')).split(' '),
    )
    assert.equal(code, 0, output)
    const back = await startServer(t, { folder })
    assert.deepEqual(await namesIn(back), ['王一'])
    assert.deepEqual(await filesIn(back), [pdf('13900000001')])

    const look = blocks.find((block) => block.includes('DATA_DIR=data/replaced-')) ?? ''
    const aside = (await asides()).at(-1) ?? ''
    const settings = [...look.matchAll(/(\w+_DIR)=(\S+)replaced-\d+/g)]
    assert.equal(settings.length, 2)
    const env = Object.fromEntries(settings.map(([, name, path = '']) => [name, join(folder, path, aside)]))
    const beside = await startServer(t, { env: { ...env, ADMIN_PASSWORD: '' } })
    assert.deepEqual(await namesIn(beside), ['张三'])
    assert.deepEqual(await filesIn(beside), [pdf('13900000003')])
    await Promise.all([back.stop(), beside.stop()])

    // Erased customers are in what was moved aside: it goes.
    await mkdir(join(folder, 'data', 'replaced-20260101000000', 'agent'), { recursive: true })
    const before = await asides()
    const roots = [join(folder, 'data'), join(folder, 'uploads')] as const
    assert.equal(await eraseAside(roots, Date.now() - 30 * 86_400_000), 1)
    assert.deepEqual(await asides(), before.slice(1))
  },
)

test('a rehearsal goes into a folder of its own, whatever site the settings name', async (t) => {
  const home = newFolder(t)
  await writeFile(join(home, 'site.tar.gz'), archiveOf([newsRecord('one')]))
  const env = { DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' }
  const { code, output } = await command('restore', home, ['site.tar.gz', '--into', 'rehearsal'], { env })
  assert.equal(code, 0, output)
  assert.deepEqual((await readdir(home)).sort(), ['rehearsal', 'site.tar.gz'])
  assert.deepEqual(await readdir(join(home, 'rehearsal', 'data', 'news')), ['one.json'])
})

/** Runs a block of the page with what it calls on this machine. */
function runBlock(t: TestContext, of: string, replaced: Record<string, string>, env: Record<string, string>) {
  let block = commandsIn(page).find((each) => each.includes(of)) ?? assert.fail(of)
  for (const [words, other] of Object.entries(replaced)) block = block.replaceAll(words, other)
  const functions = 'systemctl() { :; }\nzhuzhan() { "$NODE" "$DIST/zhuzhan.mjs" "$@"; }\n'
  const own = { PATH: process.env.PATH, NODE: process.execPath, DIST: dirname(program), ...env }
  const child = spawn('bash', ['-ec', `${functions}${block}`], { env: own, detached: true })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid)
    await ended
  }
  t.after(end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { ended, end, output: () => output }
}

test('the rehearsal of the page sends nothing, and without SEND=off it would', filesOnly, async (t) => {
  const [folder, home, wecom] = [newFolder(t), newFolder(t), await fakeService(t)]
  const live = await siteWith(t, { wecom }, { folder })
  await live.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await live.server.stop()
  const archive = join(home, 'site.tar.gz')
  assert.equal((await command('backup', folder, [archive])).code, 0)
  const replaced = {
    '-o zhuzhan -g zhuzhan ': '',
    '/var/lib/zhuzhan/rehearsal': join(home, 'rehearsal'),
    'offsite:latest': archive,
    'PORT=8099': 'PORT=0',
    'node /srv/zhuzhan/current/dist': 'exec node "$DIST"',
  }
  const env = { NOTIFY_PRIVATE: 'on', NOTIFY_WECOM_ORIGIN: wecom.origin }
  const rehearse = async (more: Record<string, string>) => {
    const run = runBlock(t, 'rehearsal', { ...replaced, ...more }, env)
    await eventually(() => /^ready \S+$/m.test(run.output()), 'it is there')
    const site = siteAt(/^ready (\S+)$/m.exec(run.output())?.[1] ?? '')
    await site.post('/v1/inquiry/save', { topic: '报价', name: '张三', phone: '13900000001' })
    return {
      ...run,
      call: async (path: string, body = {}) => (await site.post(path, body, { headers: await site.signIn() })).data,
    }
  }
  const silent = await rehearse({})
  const [{ delivered }] = (await silent.call('/v1/agent/list', { kind: 'all' })).data
  assert.equal(delivered[0].state, 'waiting')
  assert.equal((await silent.call('/v1/indexLogin/userInfo')).sendsNothing, true)
  await silent.end()
  assert.deepEqual(wecom.received, [])
  await rm(join(home, 'rehearsal'), { recursive: true })
  const loud = await rehearse({ 'SEND=off': '' })
  await eventually(() => wecom.received.length > 0, 'it is sent')
  const { faults } = await loud.call('/v1/dashboard/summary')
  assert.match(faults.join(), /这个网站原来在/)
  await loud.end()
})

test('the line for a cloned disk makes a test machine that sends nothing', filesOnly, async (t) => {
  const [folder, wecom] = [newFolder(t), await fakeService(t)]
  const settings = join(folder, 'zhuzhan.env')
  await writeFile(settings, `DATA_DIR=${folder}/data\nUPLOADS_DIR=${folder}/uploads\n`)
  const run = runBlock(t, 'SEND=off >>', { '/etc/zhuzhan.env': settings, 'zhuzhan status': 'true' }, {})
  assert.equal(await run.ended, 0, run.output())
  const env = parseEnv(await readFile(settings, 'utf8')) as Record<string, string>
  const { server, channel, ask, delivered, call } = await siteWith(t, { wecom }, { folder, env })
  await channel({ kind: 'wecom', address: robotAddresses.wecom })
  await ask('张三')
  assert.deepEqual(await delivered(), { 张三: 'waiting' })
  assert.equal((await call('indexLogin/userInfo')).data.sendsNothing, true)
  await server.stop()
  assert.deepEqual(wecom.received, [])
})

test('without DATA_DIR root restores nothing, and is told what to do first', {
  skip: process.geteuid?.() !== 0,
}, async (t) => {
  const home = newFolder(t)
  await writeFile(join(home, 'site.tar.gz'), archiveOf([newsRecord('one')]))
  const env = { DATA_DIR: '', UPLOADS_DIR: '', OFFSITE_REGION: 'the six lines alone' }
  const { code, output } = await command('restore', home, ['site.tar.gz'], { env })
  assert.equal(code, 1)
  assert.match(output, /install\.sh --stopped/)
  assert.deepEqual(await readdir(home), ['site.tar.gz'])
})
