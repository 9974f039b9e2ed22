import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../../eventually.ts'
import { newFolder, startServer } from '../../server.ts'
import { command, contentOf, leftIn } from '../../keeping/commands.ts'
import { archiveOf, newsRecord } from '../../keeping/tarOf.ts'

const killer = ['--import', new URL('../../keeping/killAt.mjs', import.meta.url).href]
const fresh = archiveOf([
  newsRecord('new'),
  { name: 'uploads/news/new.png', body: 'new' },
  { name: 'uploads/logo/new.png', body: 'new' },
])

/** Every nth change is tried; 1 tries all of them. */
const every = Number(process.env.EVERY ?? 5)

test('a restore killed at any rename leaves the old or the new content, and the next start serves one of them', async (t) => {
  const folder = newFolder(t)
  const old = join(folder, 'old')
  await mkdir(old)
  await writeFile(join(old, 'old.tar.gz'), archiveOf([newsRecord('old'), { name: 'data/agreement.md', body: '# old' }]))
  assert.equal((await command('restore', old, ['old.tar.gz'])).code, 0)
  await mkdir(join(old, 'uploads', 'news'))
  await mkdir(join(old, 'uploads', 'quill'))
  await writeFile(join(old, 'uploads', 'news', 'old.png'), 'old')
  await writeFile(join(old, 'new.tar.gz'), fresh)

  const seen = { old: 0, new: 0, finishedBy: 0 }
  for (let n = 1; ; n += every) {
    const home = join(folder, 'home')
    await cp(old, home, { recursive: true })
    const { code } = await command('restore', home, ['--replace', 'new.tar.gz'], {
      node: killer,
      env: { KILL_AT: String(n) },
    })
    if (code === 0) break
    assert.equal(code, null, 'killed')
    // Each way to open the folders next has its turn.
    const way = (seen.old + seen.new) % 3
    if (way === 0) await command('backup', home, ['site.tar.gz'])
    if (way === 1) await command('restore', home, ['nowhere.tar.gz'])
    const server = await startServer(t, { folder: home })
    const { data } = await server.post('/v1/news/list', { limit: 9 })
    assert.equal(data.count, 1, `one news record when killed at change ${n}`)
    const which = data.data[0].newId as 'old' | 'new'
    seen[which]++
    if (server.output().stderr.includes('completed the restore')) seen.finishedBy++
    await server.stop()
    const pictures = Object.keys(
      await contentOf(
        join(home, 'uploads'),
        (await readdir(join(home, 'uploads'))).filter((name) => name.startsWith('replaced-')),
      ),
    )
    assert.deepEqual(
      pictures,
      which === 'old' ? ['news/old.png'] : ['logo/new.png', 'news/new.png'],
      `killed at change ${n}`,
    )
    const top = await readdir(join(home, 'data'))
    assert.ok(!top.some((name) => name.startsWith('restoring')), 'nothing staged is left')
    assert.equal(top.includes('agreement.md'), which === 'old')
    const aside = top.find((name) => name.startsWith('replaced-'))
    assert.equal(aside !== undefined, which === 'new')
    if (aside)
      assert.ok(
        Object.keys(await contentOf(join(home, 'data', aside))).includes('news/old.json'),
        'the old is kept aside',
      )
    await rm(home, { recursive: true })
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.old > 5 && seen.new > 5 && seen.finishedBy > 2, JSON.stringify(seen))
})

/** Of the archive that this process is writing. */
async function sizeOfTemp(folder: string, pid: number | undefined): Promise<number> {
  const temp = (await leftIn(folder)).find((name) => name.startsWith(`.zhuzhan-backup-${pid}-`))
  return temp === undefined ? 0 : (await stat(join(folder, temp)).catch(() => ({ size: 0 }))).size
}

test('a killed or interrupted backup leaves no archive, and the next one removes its temporary files', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const { folder } = server
  await mkdir(join(folder, 'uploads', 'quill'), { recursive: true })
  for (let n = 0; n < 20; n++) {
    await writeFile(join(folder, 'uploads', 'quill', `${String(n).padStart(32, '0')}.png`), randomBytes(2_000_000))
  }
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
    for (const bytes of [1, 10_000_000, 30_000_000]) {
      const { code, output } = await command('backup', folder, ['site.tar.gz'], {
        started: (child) =>
          void eventually(async () => (await sizeOfTemp(folder, child.pid)) >= bytes, 'so much is written').then(() =>
            child.kill(signal),
          ),
      })
      assert.notEqual(code, 0)
      const names = await readdir(folder)
      assert.ok(!names.includes('site.tar.gz'))
      if (signal === 'SIGKILL') continue
      assert.match(output, /已中止/)
      assert.equal((await leftIn(folder)).length, 0)
    }
    const { code, output } = await command('backup', folder, ['site.tar.gz'])
    assert.equal(code, 0, output)
    assert.deepEqual(await leftIn(folder), [])
    await rm(join(folder, 'site.tar.gz'))
  }
})
