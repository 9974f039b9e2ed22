import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chinaTime } from '../../../server/system/chinaTime.ts'
import { newFolder, startServer } from '../../server.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { command } from '../../keeping/commands.ts'

const archives = 24

test(`${archives} archives made while staff save each hold one moment: no later record without an earlier one, no picture missing, none of another's content`, async (t) => {
  const folder = newFolder(t)
  // What is written between A and B takes longer than several saves, so that reading a record again while writing would show.
  const ids = Array.from({ length: 400 }, (_, n) => `n${String(n).padStart(4, '0')}`)
  const [a = '', b = ''] = [ids[0], ids.at(-1)]
  await mkdir(join(folder, 'data', 'news'), { recursive: true })
  for (const [at, id] of ids.entries()) {
    const record = {
      id,
      createdAt: chinaTime(at * 1000),
      newTitle: `0;${at}`,
      newIntro: '',
      newCover: '',
      newInfo: `<p>${'文'.repeat(5000)}</p>`,
    }
    await writeFile(join(folder, 'data', 'news', `${id}.json`), JSON.stringify(record))
  }
  const server = await startServer(t, { folder, env: { RATE_LIMIT: 'off' } })
  const headers = await server.signIn()
  let over = false
  const saving = (async () => {
    for (let round = 1; !over; round++) {
      const { data: newCover } = round % 4 === 0 ? await uploadPicture(server, headers, png(1, 1, round)) : {}
      for (const newId of [a, b]) {
        await server.post(
          '/v1/news/updateNews',
          { newId, newTitle: `${round};${ids.indexOf(newId)}`, newCover },
          { headers },
        )
      }
    }
  })()
  const others = ids.slice(100, 104).map(async (newId, at) => {
    for (let round = 1; !over; round++)
      await server.post('/v1/news/updateNews', { newId, newTitle: `${round};${at + 100}` }, { headers })
  })

  const moments = new Set<number>()
  const check = async (n: number): Promise<void> => {
    const file = join(folder, `${n}.tar.gz`)
    const { code, output } = await command('backup', folder, [file])
    assert.equal(code, 0, output)
    const out = join(folder, `out${n}`)
    await mkdir(out)
    execFileSync('tar', ['xzf', file, '-C', out])
    const records = await Promise.all(
      ids.map(async (id) => JSON.parse(await readFile(join(out, 'data', 'news', `${id}.json`), 'utf8'))),
    )
    records.forEach((record, at) => assert.deepEqual([record.id, record.newTitle.split(';')[1]], [ids[at], String(at)]))
    const [first, last] = [records[0], records.at(-1)].map(({ newTitle }) => Number(newTitle.split(';')[0]))
    assert.ok(first === last || first === Number(last) + 1, `A is at ${first}, B, which is saved after it, at ${last}`)
    for (const { newCover } of records) if (newCover) await readFile(join(out, newCover))
    moments.add(Number(first))
    await rm(out, { recursive: true })
  }
  // Most of a backup is waiting for its turn.
  for (let n = 0; n < archives; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(check))
  over = true
  await Promise.all([saving, ...others])
  assert.ok(moments.size > archives / 4, 'the saves went on meanwhile')
})

test('a backup of 300 MB of pictures needs no more memory than one of nothing, within a margin', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const folder = newFolder(t)
  for (const made of ['data/news', 'uploads/news']) await mkdir(join(folder, made), { recursive: true })
  const peak = async (): Promise<number> => {
    let most = 0
    const { code, output } = await command('backup', folder, [join(folder, 'a.tar.gz')], {
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
    assert.equal(code, 0, output)
    return most
  }
  const idle = await peak()
  const picture = Buffer.alloc(2_000_000, 'no two alike ')
  for (let n = 0; n < 150; n++) {
    picture.writeUInt32LE(n)
    await writeFile(join(folder, 'uploads', 'news', `${String(n).padStart(32, '0')}.png`), picture)
  }
  const full = await peak()
  // Node 24 collects buffers late: 85 MB more here, for 150 MB of pictures as for 900.
  assert.ok(full < idle + 120, `${full.toFixed(0)} MB at most, ${idle.toFixed(0)} MB for an empty site`)
})
