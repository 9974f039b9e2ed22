import '../../keeping/quickKeys.cjs'
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { concat } from '../../../server/keeping/readArchive.ts'
import { newSealingKey, openSealed, seal } from '../../../server/keeping/sealed.ts'
import { chinaTime } from '../../../server/system/chinaTime.ts'
import { command } from '../../keeping/commands.ts'
import { eventually } from '../../eventually.ts'
import { filesOnly, newFolder, startServer, type TestServer } from '../../server.ts'
import { standIn, type StandIn, withQuickKeys } from '../../keeping/standIn.ts'

const archivesIn = ({ objects }: StandIn): string[] =>
  [...objects.keys()].filter((name) => name.startsWith('zhuzhan-')).sort()
const storeIn = (name = ''): string => /-([0-9a-f]{8})\.tar/.exec(name)?.[1] ?? ''

async function offsiteOf(server: TestServer) {
  const headers = await server.signIn()
  return (await server.post('/v1/dashboard/summary', {}, { headers })).data.backup.offsite
}

const envOf = (service: StandIn, folder: string, more: Record<string, string> = {}) => ({
  ...service.env,
  NODE_OPTIONS: withQuickKeys.join(' '),
  BACKUP_DIR: join(folder, 'backups'),
  SITE_URL: 'https://www.example.com',
  ...more,
})

/** A company with its own name and an article, whose archive and first minute are in the bucket. */
async function company(t: TestContext, service: StandIn, name: string, more: Record<string, string> = {}) {
  const folder = newFolder(t)
  const begun = await startServer(t, { folder })
  const signedIn = { headers: await begun.signIn() }
  assert.equal((await begun.post('/v1/site/update', { companyName: name }, signedIn)).code, 200)
  const article = { newTitle: `${name}的新闻`, newIntro: '简介', newInfo: '<p>正文</p>', newCover: '' }
  assert.equal((await begun.post('/v1/news/saveNews', article, signedIn)).code, 200)
  await begun.stop()
  const before = archivesIn(service)
  const server = await startServer(t, { folder, env: envOf(service, folder, more) })
  await eventually(() => archivesIn(service).length > before.length, 'its archive is sent')
  await eventually(async () => (await offsiteOf(server)).checked !== null, 'it is verified')
  const store = storeIn(archivesIn(service).find((each) => !before.includes(each)))
  return { folder, server, store, title: article.newTitle }
}

const titlesOn = async (server: TestServer): Promise<string> =>
  JSON.stringify((await server.post('/v1/news/list', { limit: 20, page: 1 })).data)

test(
  'a burnt machine: the new one sends nothing among the copies, and gets its own site back',
  filesOnly,
  async (t) => {
    const service = await standIn(t)
    const { server, store, title } = await company(t, service, '海右建设有限公司')
    const isSent = (): boolean => [...service.objects.keys()].some((name) => name.startsWith(`minutes-${store}`))
    await eventually(isSent, 'the first minute is sent')
    await server.stop()
    const kept = archivesIn(service)

    // As the documents had it: the settings are there, and the server is started before the restore.
    const folder = newFolder(t)
    const env = envOf(service, folder)
    const fresh = await startServer(t, { folder, env: { ...env, SEED: 'on' } })
    await eventually(async () => (await offsiteOf(fresh)).failed !== null, 'it says that it sends nothing')
    assert.match(
      (await offsiteOf(fresh)).failed.reason,
      /另一个站点的备份（最近一份 zhuzhan-.*），本机没有发送任何内容/,
    )
    await fresh.stop()
    assert.deepEqual(archivesIn(service), kept)

    const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    const { code, output, lastLine } = await command('restore', folder, ['offsite:', '--at', now, '--replace'], { env })
    assert.equal(code, 0, output)
    const words = `海右建设有限公司，网址 https://www.example.com，站点编号 ${store}，备份时间 `
    assert.match(output, new RegExp(`^要恢复的备份：${words}`, 'm'))
    assert.ok(lastLine.startsWith(`恢复完成，已校验：${words}`), lastLine)

    const home = await startServer(t, { folder, env })
    assert.ok((await titlesOn(home)).includes(title))
    // What the old machine knew of its backups is not this one's, and a backup is due at once.
    await eventually(async () => (await offsiteOf(home)).copy !== null, 'an archive of its own is sent')
    assert.equal((await offsiteOf(home)).failed, null)
    const all = archivesIn(service)
    assert.deepEqual(
      all.filter((name) => kept.includes(name)),
      kept,
      'the copies from before the restore stay',
    )
    assert.equal(all.length, kept.length + 1)
    assert.ok(all.every((name) => storeIn(name) === store))
    const local = (await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.tar.gz'))
    assert.equal(local.length, 2, 'its own and that of the starter site')
  },
)

test('two sites share a bucket: which one is restored has to be said, and is said', filesOnly, async (t) => {
  const service = await standIn(t)
  const one = await company(t, service, '海右建设有限公司')
  await one.server.stop()
  const other = await company(t, service, '东岳齿科有限公司', { OFFSITE_SHARED: 'on' })
  await other.server.stop()
  assert.notEqual(one.store, other.store)

  const folder = newFolder(t)
  const env = envOf(service, folder)
  const which = await command('restore', folder, ['offsite:latest'], { env })
  assert.equal(which.code, 1)
  assert.match(which.output, new RegExp(`^--store ${one.store}：共 1 份，最近一份：海右建设有限公司，`, 'm'))
  assert.match(which.output, new RegExp(`^--store ${other.store}：共 1 份，最近一份：东岳齿科有限公司，`, 'm'))
  assert.deepEqual(await readdir(folder), [], 'nothing was written')
  const list = await command('restore', folder, ['offsite:'], { env })
  assert.equal(list.code, 0, list.output)
  assert.match(list.output, /东岳齿科有限公司/)
  assert.match(
    (await command('restore', folder, ['offsite:latest', '--store', '00000000'], { env })).output,
    /没有站点 00000000/,
  )

  const { code, output } = await command('restore', folder, ['offsite:latest', '--store', one.store], { env })
  assert.equal(code, 0, output)
  const server = await startServer(t, { folder, env })
  const titles = await titlesOn(server)
  assert.ok(titles.includes(one.title) && !titles.includes(other.title))
})

test('an old archive under a newer name is neither restored nor believed', filesOnly, async (t) => {
  const service = await standIn(t)
  const { server } = await company(t, service, '海右建设有限公司')
  await server.stop()
  const [name = ''] = archivesIn(service)
  const bytes = service.objects.get(name) ?? Buffer.alloc(0)
  const newer = name.replace(/^zhuzhan-\d{8}/, 'zhuzhan-20991231')
  const future = name.replace(
    // Six hours ahead at least, whatever the hour is.
    /^zhuzhan-\d{8}-\d{6}/,
    `zhuzhan-${chinaTime(Date.now() + 30 * 3_600_000)
      .slice(0, 10)
      .replaceAll('-', '')}-000000`,
  )
  const folder = newFolder(t)
  const env = envOf(service, folder)
  service.objects.set(newer, bytes)
  const latest = await command('restore', folder, ['offsite:latest'], { env })
  assert.equal(latest.code, 0, 'one from the future is not the newest')

  const passphrase = service.env.OFFSITE_PASSPHRASE ?? ''
  const plain = await concat(openSealed([bytes], passphrase, () => true))
  for (const [object, reason] of [
    [bytes, /不在它的位置/],
    [await concat(seal([plain], await newSealingKey(passphrase), future)), /备份的名称与内容不符/],
  ] as const) {
    service.objects.set(future, object)
    const archive = future.replace(/\.sealed$/, '')
    const result = await command('restore', folder, [`offsite:${archive}`, '--replace'], { env })
    assert.equal(result.code, 1)
    assert.match(result.output, reason)
  }
})
