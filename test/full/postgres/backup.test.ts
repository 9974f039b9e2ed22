import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { command, contentOf, leftIn } from '../../keeping/commands.ts'
import { eventually } from '../../eventually.ts'
import { standIn } from '../../keeping/standIn.ts'
import { newFolder, startServer, type TestServer } from '../../server.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { run } from '../../postgres/startCluster.ts'

/** Leaves a live record, a draft, a deleted record and versions of the settings. */
async function changed({ post }: TestServer, headers: Record<string, string>): Promise<void> {
  for (const slogan of ['一', '二', '三']) await post('/v1/site/update', { slogan }, { headers })
  await post('/v1/news/saveNews', { newTitle: '发布的' }, { headers })
  await post('/v1/draft/save', { kind: 'news', fields: { newTitle: '草稿' } }, { headers })
  const { data } = await post('/v1/news/saveNews', { newTitle: '删掉的' }, { headers })
  await post('/v1/news/deleteNews', data, { headers })
}

/** What a restore must bring, by the names of files in DATA_DIR, from the rows of the database. */
async function rowsOf(database: string): Promise<Map<string, unknown>> {
  const rows = await run<{ name: string; body: string }>(
    database,
    `select 'data/' || collection || '/' || id || '.json' as name, body::text as body from zhuzhan_records
    where body is not null and collection not in ('backup', 'offsite', 'alarm', 'scrub', 'session')
    and (collection, id) <> ('meta', 'agreement')`,
  )
  return new Map(rows.map(({ name, body }) => [name, JSON.parse(body)]))
}

async function restoredOf(t: TestContext, archive: string): Promise<string> {
  const home = newFolder(t)
  const { code, output } = await command('restore', home, [archive])
  assert.equal(code, 0, output)
  return home
}

postgresTest(
  'a site in a database is backed up while it is served, and restores to folders with all of it',
  async (t, cluster) => {
    const DATABASE_URL = await cluster.newDatabase()
    const env = { DATABASE_URL }
    const server = await startServer(t, { env: { ...env, SEED: 'on' } })
    const headers = await server.signIn()
    await changed(server, headers)
    assert.equal((await uploadPicture(server, headers, png(30, 20))).code, 200)
    // In parts, as a large one is stored.
    await run(
      DATABASE_URL,
      `insert into zhuzhan_films (name, at, bytes) values
    ('film/${'f'.repeat(32)}.1280x720.mp4', 0, decode(repeat('61', 9000000), 'hex')),
    ('film/${'f'.repeat(32)}.1280x720.mp4', 9000000, decode('6263', 'hex')),
    ('0123', 0, decode('61', 'hex'))`,
    )
    await run(
      DATABASE_URL,
      `insert into zhuzhan_records (collection, id, revision, body, written_by)
    values ('meta', 'agreement', nextval('zhuzhan_revision'), '{"id":"agreement","text":"# 本公司的协议"}', 'test')`,
    )
    const folder = newFolder(t)
    const archive = join(folder, 'site.tar.gz')
    const made = await command('backup', folder, [archive], { env })
    assert.equal(made.code, 0, made.output)
    assert.match(made.output, /^数据库：127\.0\.0\.1:\d+\/test_/)
    assert.match(made.lastLine, /^备份完成，已校验：\d+ 条记录，\d+ 个上传的文件/)
    assert.deepEqual(await leftIn(folder), [])

    const home = await restoredOf(t, archive)
    const rows = await rowsOf(DATABASE_URL)
    for (const [name, value] of rows) {
      // It is written anew each hour.
      if (name === 'data/meta/clock.json') continue
      assert.deepEqual(JSON.parse(await readFile(join(home, name), 'utf8')), value, name)
    }
    for (const part of ['data/drafts/news/', 'data/trash/news/', 'data/history/site/site/'])
      assert.ok(
        [...rows.keys()].some((name) => name.startsWith(part)),
        part,
      )
    const files = Object.keys(await contentOf(join(home, 'data'), ['log', 'lock', 'backup'])).filter((name) =>
      name.endsWith('.json'),
    )
    assert.deepEqual(
      files.map((name) => `data/${name}`).filter((name) => !rows.has(name)),
      [],
    )
    assert.equal(await readFile(join(home, 'data', 'agreement.md'), 'utf8'), '# 本公司的协议')

    const uploads = await run<{ name: string; bytes: Buffer }>(
      DATABASE_URL,
      `select name, bytes from zhuzhan_uploads union all
    select name, string_agg(bytes, null order by at) from zhuzhan_films where name ~ '^(film|document)/' group by name`,
    )
    assert.ok(uploads.some(({ name, bytes }) => name.startsWith('film/') && bytes.length > 9_000_000))
    for (const { name, bytes } of uploads) assert.ok(bytes.equals(await readFile(join(home, 'uploads', name))), name)
    assert.deepEqual(Object.keys(await contentOf(join(home, 'uploads'))), uploads.map(({ name }) => name).sort())

    const days = await run<{ day: string; text: string }>(
      DATABASE_URL,
      "select day, string_agg(line || e'\n', '' order by id) as text from zhuzhan_log group by day",
    )
    assert.ok(days.length > 0)
    for (const { day, text } of days) {
      const restored = await readFile(join(home, 'data', 'log', `${day}.jsonl`), 'utf8')
      // What was done after the backup is not in it: that the backup was made.
      assert.ok(restored.length > 0 && text.startsWith(restored), day)
    }
  },
)

postgresTest(
  'of two servers on a database the one that leads makes the daily backup and sends it elsewhere',
  async (t, cluster) => {
    const DATABASE_URL = await cluster.newDatabase()
    const service = await standIn(t)
    const folder = newFolder(t)
    const env = { DATABASE_URL, ...service.env, BACKUP_DIR: join(folder, 'backups') }
    const first = await startServer(t, { env: { ...env, SEED: 'on' } })
    const second = await startServer(t, { env: { ...env, BACKUP_DIR: join(newFolder(t), 'backups') } })
    const headers = await first.signIn()
    const backupOf = async (server: TestServer) =>
      (await server.post('/v1/dashboard/summary', {}, { headers })).data.backup
    await eventually(async () => (await backupOf(first)).offsite?.checked, 'the copy is verified')
    const archives = await readdir(env.BACKUP_DIR)
    assert.match(archives.join(), /^zhuzhan-\d{8}-\d{6}-[0-9a-f]{8}\.tar\.gz$/)
    for (const server of [first, second]) {
      const { verified, failed, offsite } = await backupOf(server)
      assert.deepEqual([verified.file, failed, offsite.copy.name], [archives[0], null, archives[0]])
    }
    const sent = [...service.objects.keys()].filter((name) => !name.startsWith('machine-'))
    assert.deepEqual(sent, [`${archives[0]}.sealed`])

    const { output, code } = await command('status', first.folder, [], {
      env: { ...env, PORT: new URL(first.url).port },
    })
    assert.equal(code, 0, output)
    assert.match(
      output,
      new RegExp(`^✓ 备份：每天由领头的一台备份，最近一份 ${archives[0]}，.+，已校验，在 .+ 上。`, 'm'),
    )
    assert.match(output, new RegExp(`异地存储：最近一份 ${archives[0]}.+每分钟的改动：数据在数据库里时不送`))

    const home = await restoredOf(t, join(env.BACKUP_DIR, archives[0] ?? ''))
    assert.ok((await readdir(join(home, 'data', 'product'))).length > 0)
  },
)

postgresTest('uploads that are missing or damaged in a database are found', async (t, cluster) => {
  const databaseUrl = await cluster.newDatabase()
  const server = await startServer(t, { env: { DATABASE_URL: databaseUrl } })
  const headers = await server.signIn()
  const addresses: string[] = []
  for (const width of [30, 31, 32]) addresses.push((await uploadPicture(server, headers, png(width, 20))).data)
  const [, damaged = '', missing = ''] = addresses.map((address) => address.slice('/uploads/'.length))
  await run(databaseUrl, `update zhuzhan_uploads set bytes = 'x' where name = '${damaged}'`)
  await run(databaseUrl, `delete from zhuzhan_uploads where name = '${missing}'`)

  const env = { DATABASE_URL: databaseUrl }
  const scrubbed = await command('scrub', server.folder, [], { env })
  assert.equal(scrubbed.code, 1, scrubbed.output)
  assert.match(scrubbed.output, /^已核对：数据库中 3 个上传的文件\n缺失或损坏的上传文件：2 个/)
  for (const name of [damaged, missing]) assert.match(scrubbed.output, new RegExp(`^  /uploads/${name}$`, 'm'))
  await eventually(async () => {
    const { faults } = (await server.post('/v1/dashboard/summary', {}, { headers })).data
    return JSON.stringify(faults).includes('有2个上传的文件不见了或已损坏')
  }, '首页 says what the command has found')
  const refused = await command('backup', server.folder, ['site.tar.gz'], { env })
  assert.deepEqual([refused.code, refused.lastLine.includes(`缺少 1 个上传的文件：uploads/${missing}`)], [1, true])
  const allowed = await command('backup', server.folder, ['site.tar.gz', '--allow-missing'], { env })
  assert.equal(allowed.code, 0, allowed.output)
})

postgresTest('a server that does not lead makes no daily backup until it does', async (t, cluster) => {
  const env = { DATABASE_URL: await cluster.newDatabase() }
  const first = await startServer(t, { env })
  const BACKUP_DIR = join(newFolder(t), 'backups')
  const second = await startServer(t, { env: { ...env, BACKUP_DIR } })
  for (let n = 0; n < 200; n++) await second.post('/v1/news/list')
  assert.equal(existsSync(BACKUP_DIR), false)
  await first.stop()
  const hasArchive = (): boolean =>
    existsSync(BACKUP_DIR) && readdirSync(BACKUP_DIR).some((name) => name.endsWith('.tar.gz'))
  await eventually(hasArchive, 'the other one makes it')
})
