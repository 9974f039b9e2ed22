import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder, startServer, type TestServer } from './server.ts'

/**
 * The commands of docs/backup.md for a copy by hand, from the folder that holds both to "$1". Without --hard-dereference GNU tar,
 * given two names, believes that two files of one inode are one file, and each save frees an inode for the next. Without -c rsync
 * keeps a file that was changed within a second and has kept its size.
 */
const commands: Readonly<Record<string, string>> = {
  'cp -a': 'cp -a data "$1/" 2>/dev/null; cp -a uploads "$1/"',
  tar: 'tar --hard-dereference --exclude=".tmp-*" --warning=no-file-changed -cf "$1/copy.tar" data uploads; [ $? -le 1 ] && tar -xf "$1/copy.tar" -C "$1"',
  rsync: 'rsync -ac --exclude=".tmp-*" data "$1/" && rsync -ac uploads "$1/"',
}
const records = 60

/** Writes every record anew for as long as it runs; `saved` is how often each has been acknowledged. */
async function startSaving(server: TestServer) {
  const headers = await server.signIn()
  const saved = new Map<string, number>()
  for (let n = 0; n < records; n++) {
    const { data } = await server.post('/v1/news/saveNews', { newTitle: '0' }, { headers })
    saved.set(data.newId, 0)
  }
  let running = true
  const ids = [...saved.keys()]
  const save = async (mine: readonly string[]): Promise<void> => {
    for (let version = 1; running; version++) {
      for (const newId of mine) {
        const { code } = await server.post('/v1/news/updateNews', { newId, newTitle: String(version), newInfo: `<p>${'文'.repeat(version % 90)}</p>` }, { headers })
        assert.equal(code, 200)
        saved.set(newId, version)
      }
    }
  }
  const working = Promise.all([0, 1, 2, 3, 4, 5].map((at) => save(ids.filter((_, n) => n % 6 === at))))
  return {
    saved,
    async stop() {
      running = false
      await working
    },
  }
}

test('copies made by hand while the server saves hold every record as itself, and start beside it', async (t) => {
  const server = await startServer(t)
  const { saved, stop } = await startSaving(server)
  for (const [name, command] of Object.entries(commands)) {
    await t.test(name, async (t) => {
      const copy = await newFolder(t)
      const before = new Map(saved)
      const child = spawn('sh', ['-c', command, 'sh', copy], { cwd: server.folder, stdio: ['ignore', 'ignore', 'pipe'] })
      const [[status], stderr] = await Promise.all([once(child, 'close'), child.stderr.setEncoding('utf8').toArray()])
      if (status === 127) return t.skip(`no ${name} here`)
      assert.equal(status, 0, stderr.join(''))

      const news = join(copy, 'data', 'news')
      const names = (await readdir(news)).filter((file) => file.endsWith('.json'))
      assert.equal(names.length, records)
      for (const file of names) {
        const { id, newTitle } = JSON.parse(await readFile(join(news, file), 'utf8'))
        assert.equal(`${id}.json`, file)
        assert.ok(Number(newTitle) >= (before.get(id) ?? NaN), `${file} is at ${newTitle}, and was acknowledged at ${before.get(id)}`)
      }
      const beside = await startServer(t, { folder: copy })
      assert.equal((await beside.post('/v1/news/list')).data.count, records)
    })
  }
  await stop()
  assert.ok(Math.min(...saved.values()) > 0, 'it saved all the while')
})
