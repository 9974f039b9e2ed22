import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { user } from '../../accounts.ts'
import { newFolder, program, startServer, type TestServer } from '../../server.ts'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { createSchema } from '../../../server/store/postgres/schema.ts'
import { reserveFile } from '../../../server/store/reserve.ts'
import { mp4 } from '../../media/films.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

const SITE_URL = 'https://www.example.com'

function startMove(
  folder: string,
  from: string | undefined,
  to: string | undefined,
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const child = spawn(
    process.execPath,
    [join(program, '..', 'move.mjs'), ...(from ? ['--from', from] : []), ...(to ? ['--to', to] : [])],
    { cwd: folder, env: { PATH: process.env.PATH, UPLOADS_DIR: join(folder, 'uploads'), ...env } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))) }
}
const moved = (...args: Parameters<typeof startMove>) => startMove(...args).ended

async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === reserveFile || /\/lock|\/orders/.test(entry.parentPath)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(folder.length), await readFile(path, 'base64'))
  }
  return files
}

/** Leaves a draft, an inquiry, a deleted record and versions of the settings, which it returns. */
async function changed({ post }: TestServer, headers: Record<string, string>): Promise<unknown[]> {
  for (const slogan of ['一', '二', '三']) await post('/v1/site/update', { slogan }, { headers })
  await post('/v1/draft/save', { kind: 'news', fields: { newTitle: '草稿' } }, { headers })
  const items = [{ productId: 'zhgd-tower-crane', model: 'ZZ-T100', quantity: 20, unit: '台' }]
  const asked = await post('/v1/inquiry/save', { topic: '报价', name: '周工', phone: '13900000001', items })
  assert.equal(asked.code, 200, asked.msg)
  await post('/v1/news/deleteNews', (await post('/v1/news/saveNews', { newTitle: '删掉的' }, { headers })).data, {
    headers,
  })
  const { data } = await post('/v1/history/list', { kind: 'site', id: 'site' }, { headers })
  assert.equal(data.length, 3)
  return data
}

postgresTest('a site moves to a database and back, unchanged', async (t, cluster) => {
  const site = newFolder(t)
  const film = mp4({ filler: 9_000_000 })
  for (const made of ['uploads/film', 'data/news']) await mkdir(join(site, made), { recursive: true })
  const filmName = `${'f'.repeat(32)}.1280x720.mp4`
  await writeFile(join(site, 'uploads', 'film', filmName), film)
  const document = Buffer.alloc(9_000_000, 'PK')
  await mkdir(join(site, 'uploads', 'document'))
  await writeFile(join(site, 'uploads', 'document', `${'d'.repeat(32)}.zip`), document)
  const first = await startServer(t, { folder: site, env: { SEED: 'on', DATABASE_URL: '', SITE_URL } })
  const headers = await first.signIn()
  await until(async () =>
    (await first.post('/v1/media/list', { type: 'document' }, { headers })).data.data.some(
      ({ address }: { address: string }) => address.startsWith('/uploads/'),
    ),
  )
  const upload = await uploadPicture(
    first,
    headers,
    await readFile(
      new URL('../../../data/seed/media/certificate/05.9d23dc54.640x900.ecd1c1.240w.480w.png', import.meta.url),
    ),
  )
  const versions = await changed(first, headers)
  const pages = async (url: string) =>
    Promise.all(
      ['/', '/xwdt', '/product'].map(async (path) =>
        createHash('sha256')
          .update(await (await fetch(url + path)).text())
          .digest('hex'),
      ),
    )
  const before = await pages(first.url)
  await writeFile(join(first.folder, 'data', 'agreement.md'), '# 本公司的协议')
  const running = await moved(first.folder, join(first.folder, 'data'), await cluster.newDatabase())
  assert.equal(running.code, 1)
  assert.match(running.output, /another server/)
  await first.stop()

  const address = await cluster.newDatabase()
  const listed = await user(site, ['list'], '', { env: { DATABASE_URL: address } })
  assert.deepEqual(
    [listed.code, /^数据库：127.0.0.1:\d+\/\w+ 里没有站点的数据：请核对 DATABASE_URL。/.test(listed.output)],
    [1, true],
    listed.output,
  )
  const uploads = join(site, 'uploads')
  await rename(uploads, join(site, 'away'))
  const none = await moved(first.folder, join(site, 'data'), address)
  assert.deepEqual([none.code, none.output.startsWith(`图片目录 ${uploads} 不存在`)], [1, true], none.output)
  await rename(join(site, 'away'), uploads)
  await rename(join(uploads, 'film', filmName), join(site, filmName))
  const lacking = await moved(first.folder, join(site, 'data'), address)
  assert.deepEqual(
    [lacking.code, lacking.output.startsWith(`原有的一边缺少 1 个上传的文件：film/${filmName}。`)],
    [1, true],
    lacking.output,
  )
  await rename(join(site, filmName), join(uploads, 'film', filmName))
  assert.match((await moved(first.folder, 'nowhere', address)).output, /nowhere 里没有站点的数据/)
  assert.ok(!(await readdir(site)).includes('nowhere'))
  const there = await moved(first.folder, join(first.folder, 'data'), address)
  assert.deepEqual(
    [there.code, /news\t\d+/.test(there.output), /3 个上传的文件/.test(there.output)],
    [0, true, true],
    there.output,
  )
  const second = await startServer(t, { env: { DATABASE_URL: address, SITE_URL } })
  assert.deepEqual(await pages(second.url), before)
  assert.equal((await fetch(second.url + upload.data)).status, 200)
  assert.ok(Buffer.from(await (await fetch(`${second.url}/uploads/film/${filmName}`)).arrayBuffer()).equals(film))
  assert.ok(
    Buffer.from(await (await fetch(`${second.url}/uploads/document/${'d'.repeat(32)}.zip`)).arrayBuffer()).equals(
      document,
    ),
  )
  assert.equal((await second.post('/v1/indexLogin/userInfo', {}, { headers })).code, 200, 'nobody has to sign in again')
  assert.deepEqual((await second.post('/v1/history/list', { kind: 'site', id: 'site' }, { headers })).data, versions)
  assert.equal((await second.post('/v1/trash/list', {}, { headers })).data.data[0].title, '删掉的')
  assert.equal((await second.post('/v1/news/list', { show: 'drafts' }, { headers })).data.data[0].newTitle, '草稿')
  await second.stop()

  const again = await moved(first.folder, join(first.folder, 'data'), address)
  assert.deepEqual([again.code, /已有数据/.test(again.output)], [1, true], 'nothing is written over')

  const home = await newFolder(t)
  const original = await newFolder(t)
  await cp(join(first.folder, 'data'), join(original, 'data'), { recursive: true })
  assert.match((await moved(home, undefined, join(home, 'data'))).output, /^用法：/)
  const file = join(home, 'address')
  await writeFile(file, `${address}\n`)
  const back = await moved(home, undefined, join(home, 'data'), { DATABASE_URL_FILE: file })
  assert.equal(back.code, 0, back.output)
  const [old, now] = [await filesIn(join(original, 'data')), await filesIn(join(home, 'data'))]
  assert.deepEqual(
    [...now.keys()].filter((name) => !name.startsWith('/session')).sort(),
    [...old.keys()].filter((name) => !name.startsWith('/session')).sort(),
  )
  for (const [name, content] of old)
    if (!/^\/(session|visit|meta\/clock)/.test(name)) assert.equal(now.get(name), content, name)
  assert.deepEqual(await filesIn(join(home, 'uploads')), await filesIn(join(first.folder, 'uploads')))
})

postgresTest(
  'a move that is killed anywhere is run again, and until it has ended no server starts there',
  async (t, cluster) => {
    const first = await startServer(t, { env: { SEED: 'on', DATABASE_URL: '' } })
    await changed(first, await first.signIn())
    await first.stop()
    const data = join(first.folder, 'data')
    const total = (await filesIn(data)).size
    for (const wanted of [1, Math.floor(total / 2), total - 2]) {
      const address = await cluster.newDatabase()
      const database = openDatabase(address, { onWarning: () => {} })
      await createSchema(database)
      // Slow enough to be killed on the way.
      await database.query(
        'create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$',
      )
      await database.query('create trigger slow after insert on zhuzhan_records for each row execute function slow()')
      const { child, ended } = startMove(first.folder, data, address)
      await until(
        async () =>
          Number(
            (await database.query<{ n: string }>('select last_value as n from zhuzhan_revision where is_called'))[0]?.n,
          ) >= wanted,
      )
      child.kill('SIGKILL')
      await ended
      await database.query('drop trigger slow on zhuzhan_records')
      await database.close()
      await assert.rejects(startServer(t, { env: { DATABASE_URL: address } }), /run the same move again/)
      const { code, output } = await moved(first.folder, data, address)
      assert.equal(code, 0, output)
      const server = await startServer(t, { env: { DATABASE_URL: address } })
      const own = { headers: await server.signIn() }
      assert.equal((await server.post('/v1/history/list', { kind: 'site', id: 'site' }, own)).data.length, 3)
      await server.stop()
    }
  },
)

postgresTest('root moves a site from its own folder, which the owner of the data may not enter', async (t, cluster) => {
  if (process.geteuid?.() !== 0) return t.skip('only root becomes another user')
  const { folder, stop } = await startServer(t, { env: { DATABASE_URL: '' } })
  await stop()
  await writeFile(join(folder, 'data', 'agreement.md'), '# 本公司的协议')
  execFileSync('chown', ['-R', '65534:65534', folder])
  const closed = newFolder(t)
  await mkdir(join(closed, 'data'))
  await writeFile(join(closed, 'data', 'agreement.md'), '# 别人的协议')
  const UPLOADS_DIR = join(folder, 'uploads')
  const address = await cluster.newDatabase()
  const there = await moved(closed, join(folder, 'data'), address, { UPLOADS_DIR })
  assert.equal(there.code, 0, there.output)
  const back = newFolder(t)
  execFileSync('chown', ['65534:65534', back])
  const again = await moved(closed, address, join(back, 'data'), { UPLOADS_DIR: join(back, 'uploads') })
  assert.equal(again.code, 0, again.output)
  assert.equal(await readFile(join(back, 'data', 'agreement.md'), 'utf8'), '# 本公司的协议')
})
