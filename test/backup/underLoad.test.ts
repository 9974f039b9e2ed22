import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOf, newFolder, startServer } from '../server.ts'
import { png } from '../uploads/pictures.ts'
import { command } from './commands.ts'

const archives = 24

test(`${archives} archives made while staff save each hold one moment: no later record without an earlier one, no picture missing, none of another's content`, async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const headers = await server.signIn()
  const save = async (title: string): Promise<string> => (await server.post('/v1/news/saveNews', { newTitle: title }, { headers })).data.newId
  // Spread, so that whoever copies record by record meets them at different times.
  const ids: string[] = []
  for (let n = 0; n < 60; n++) ids.push(await save(`0;${n}`))
  const [a = '', b = ''] = [ids[0], ids.at(-1)]
  let over = false
  const saving = (async () => {
    for (let round = 1; !over; round++) {
      const form = new FormData()
      form.append('type', 'news')
      form.append('file', new Blob([new Uint8Array(png(1, 1, round))], { type: 'image/png' }), 'a.png')
      const { data: cover } = await answerOf(fetch(`${server.url}/v1/file/upload`, { method: 'POST', body: form, headers }))
      for (const newId of [a, b]) await server.post('/v1/news/updateNews', { newId, newTitle: `${round};${ids.indexOf(newId)}`, newCover: cover }, { headers })
    }
  })()
  const others = ids.slice(1, -1).map(async (newId, at) => {
    for (let round = 1; !over; round++) await server.post('/v1/news/updateNews', { newId, newTitle: `${round};${at + 1}` }, { headers })
  })

  const moments = new Set<number>()
  for (let n = 0; n < archives; n++) {
    const file = join(server.folder, `${n}.tar.gz`)
    const { code, words } = await command('backup', server.folder, [file])
    assert.equal(code, 0, words)
    const out = join(server.folder, 'out')
    await mkdir(out)
    execFileSync('tar', ['xzf', file, '-C', out])
    const records = await Promise.all(ids.map(async (id) => JSON.parse(await readFile(join(out, 'data', 'news', `${id}.json`), 'utf8'))))
    records.forEach((record, at) => assert.deepEqual([record.id, record.newTitle.split(';')[1]], [ids[at], String(at)]))
    const [first, last] = [records[0], records.at(-1)].map(({ newTitle }) => Number(newTitle.split(';')[0]))
    assert.ok(first === last || first === Number(last) + 1, `A is at ${first}, B, which is saved after it, at ${last}`)
    for (const { newCover } of records) if (newCover) await readFile(join(out, newCover))
    moments.add(Number(first))
    await rm(out, { recursive: true })
  }
  over = true
  await Promise.all([saving, ...others])
  assert.ok(moments.size > archives / 2, 'the saves went on meanwhile')
})

test('a backup of 300 MB of pictures needs no more memory than one of nothing, within a margin', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'data'))
  await mkdir(join(folder, 'uploads', 'news'), { recursive: true })
  const peak = async (): Promise<number> => {
    let most = 0
    const { code, words } = await command('backup', folder, [join(folder, 'a.tar.gz')], {
      async started({ pid }) {
        for (;;) {
          const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
          const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
          if (kilobytes === undefined) return
          most = Math.max(most, Number(kilobytes) / 1024)
          await pause(10)
        }
      },
    })
    assert.equal(code, 0, words)
    return most
  }
  const idle = await peak()
  const picture = Buffer.alloc(2_000_000, 'no two alike ')
  for (let n = 0; n < 150; n++) {
    picture.writeUInt32LE(n)
    await writeFile(join(folder, 'uploads', 'news', `${String(n).padStart(32, '0')}.png`), picture)
  }
  const full = await peak()
  assert.ok(full < idle + 60, `${full.toFixed(0)} MB at most, ${idle.toFixed(0)} MB for an empty site`)
})
