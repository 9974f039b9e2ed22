import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServer } from '../../server.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'

/** A minimum; fast tools repeat until enough has been saved meanwhile. */
const rounds = 3

/** The commands from docs/backup.md, by tool. */
const written = readFileSync(new URL('../../../docs/backup.md', import.meta.url), 'utf8').matchAll(
  /^ {3}```sh\n([^`]*"\$DATA[^`]*)```/gm,
)
const commands = new Map([...written].map(([, lines = '']) => [lines.trim().split(' ')[0] ?? '', lines]))

test('the documentation has a command for each of the three copying tools', () => {
  assert.deepEqual([...commands.keys()], ['cp', 'tar', 'rsync'])
})

for (const [tool, lines] of commands) {
  const skip = process.platform === 'win32' || spawnSync(tool, ['--version']).error ? `${tool} is not installed` : false
  test(`copies by ${tool}, as documented, hold each record's own content and every picture that a record names, and start beside the original`, {
    skip,
  }, async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
    const headers = await server.signIn()
    const ids: string[] = []
    for (let n = 0; n < 120; n++)
      ids.push((await server.post('/v1/news/saveNews', { newTitle: 'a' }, { headers })).data.newId)
    const acknowledged = new Map<string, number>()
    let over = false
    let saves = 0
    const saving = Array.from({ length: 6 }, async (_, saver) => {
      for (let n = saver; !over; n += 6) {
        const { data: newCover } = await uploadPicture(server, headers, png(1, 1, 1 + (n % 50_000)))
        const newId = ids[n % ids.length] ?? ''
        assert.equal(
          (await server.post('/v1/news/updateNews', { newId, newTitle: String(n), newCover }, { headers })).code,
          200,
        )
        acknowledged.set(newId, n)
        saves++
      }
    })
    const to = join(server.folder, 'to')
    const env = {
      PATH: process.env.PATH,
      DATA: join(server.folder, 'data'),
      UPLOADS: join(server.folder, 'uploads'),
      TO: to,
    }
    for (let round = 0; round < rounds || saves < 20; round++) {
      if (tool !== 'rsync') await rm(to, { recursive: true, force: true })
      await mkdir(to, { recursive: true })
      const before = new Map(acknowledged)
      const code = await new Promise((resolve) =>
        spawn('sh', ['-c', lines], { env, stdio: 'ignore' }).once('exit', resolve),
      )
      assert.ok(code === 0 || code === (tool === 'rsync' ? 24 : 1), `${tool} ended with ${code}`)
      for (const part of ['data', 'uploads']) {
        if (tool !== 'tar') continue
        await mkdir(join(to, part))
        assert.equal(spawnSync('tar', ['xzf', `${to}/${part}.tar.gz`, '-C', join(to, part)]).status, 0)
      }
      const files = (await readdir(join(to, 'data', 'news'))).filter((name) => name.endsWith('.json'))
      assert.equal(files.length, ids.length)
      for (const file of files) {
        const { id, newTitle, newCover } = JSON.parse(await readFile(join(to, 'data', 'news', file), 'utf8'))
        assert.equal(`${id}.json`, file)
        if (before.has(id)) {
          assert.ok(
            Number(newTitle) >= Number(before.get(id)),
            `${file} is at ${newTitle}, and was acknowledged at ${before.get(id)}`,
          )
        }
        if (newCover) assert.ok(existsSync(join(to, newCover)), `${newCover} is there`)
      }
    }
    const beside = await startServer(t, { folder: to })
    assert.equal((await beside.post('/v1/news/list')).data.count, ids.length)
    over = true
    await Promise.all(saving)
  })
}
