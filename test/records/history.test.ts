import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expiredVersions } from '../../server/records/history.ts'
import { historyId } from '../../server/store/changes.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { eventually } from '../eventually.ts'
import { type Answer, filesOnly, newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/${path}`, body, { headers })
const day = 86_400_000

test('every save keeps what was before, by whom and when; the newest first', async () => {
  const { newId } = (await call('news/saveNews', { newTitle: '一', newInfo: '<p>正文</p>', pinned: true })).data
  const history = (): Promise<Answer> => call('history/list', { kind: 'news', id: newId })
  assert.deepEqual((await history()).data, [])
  const versions: string[] = []
  for (const newTitle of ['二', '三']) {
    versions.unshift((await call('news/detailNews', { newId })).data.version)
    await call('news/updateNews', { newId, newTitle, pinned: false })
  }
  const rows = (await history()).data
  assert.deepEqual(
    rows.map(({ version }: { version: string }) => version),
    versions,
  )
  assert.deepEqual(rows[1], {
    version: versions[1],
    savedBy: 'admin',
    savedAt: versions[1]?.slice(0, 19).replace('T', ' '),
  })
  const { fields, ...row } = (await call('history/detail', { kind: 'news', id: newId, version: versions[1] })).data
  assert.deepEqual(row, rows[1])
  const { createDate } = (await call('news/detailNews', { newId })).data
  const shared = { shareTitle: '', shareText: '', sharePicture: '' }
  assert.deepEqual(fields, {
    newTitle: '一',
    newIntro: '',
    newCover: '',
    newInfo: '<p>正文</p>',
    createDate,
    pinned: true,
    unpublishAt: '',
    unpublishTo: '',
    ...shared,
  })

  assert.equal((await call('news/updateNews', { newId, newTitle: '四', basedOn: versions[1] })).code, 409)
  assert.equal((await history()).data.length, 2, 'a save that is refused keeps nothing')
  for (const version of ['', 'never', '../../../../user/x', `../${newId}/x`]) {
    assert.ok(
      [400, 404].includes(Number((await call('history/detail', { kind: 'news', id: newId, version })).code)),
      version,
    )
  }
})

test('a history is thinned with the next save, and its folder goes with it', filesOnly, async (t) => {
  const folder = newFolder(t)
  const now = Date.now()
  const texts = { newTitle: '标题', newIntro: '', newCover: '', newInfo: '' }
  const record = (time: number) => ({ id: 'n', createdAt: chinaTime(time), ...texts })
  await store(folder, 'news', record(now - 1000))
  const history = join(folder, 'data/history/news/n')
  mkdirSync(history, { recursive: true })
  for (let n = 1; n <= 120; n++) {
    const state = record(now - n * 60_000)
    writeFileSync(join(history, `${historyId(state.createdAt)}.json`), JSON.stringify(state))
  }
  writeFileSync(join(history, '2099-01-01.json'), '{"id":"n"')
  writeFileSync(join(history, '2099-01-02.json'), '{"id":"n"}')
  const { post, signIn } = await startServer(t, { folder })
  const own = { headers: await signIn() }
  const rows = (await post('/v1/history/list', { kind: 'news', id: 'n' }, own)).data
  assert.equal(rows.length, 98, 'at most 100 are looked at, and two cannot be read')
  assert.deepEqual(
    readdirSync(join(folder, 'data/quarantine')).map((name) => name.slice(0, 25)),
    ['history.news.n.2099-01-01'],
  )
  await post('/v1/news/updateNews', { newId: 'n', newTitle: '新' }, own)
  await eventually(() => readdirSync(history).length === 100, 'it is thinned')
  await post('/v1/news/deleteNews', { newId: 'n' }, own)
  await post('/v1/trash/delete', { kind: 'news', ids: ['n'] }, own)
  assert.equal(existsSync(history), false)
})

/** Versions so many days before now, several a day where the same day is named again. */
const kept = (days: readonly number[], now: number): number[] => {
  const names = days.map((each, index) => historyId(chinaTime(now - each * day - (days.length - index))))
  const expired = new Set(expiredVersions(names, now))
  return days.filter((_, index) => !expired.has(names[index] ?? ''))
}
const count = (length: number, dayOf: (n: number) => number): number[] =>
  Array.from({ length }, (_, n) => dayOf(n)).sort((a, b) => b - a)

test('all versions of 30 days are kept, then one a day, at least 10 and at most 100', () => {
  const now = Date.parse('2026-11-22T12:00:00+08:00')
  assert.deepEqual(
    kept(
      count(90, () => 3),
      now,
    ).length,
    90,
  )
  assert.deepEqual(
    kept(
      count(150, () => 3),
      now,
    ).length,
    100,
  )
  assert.deepEqual(
    kept(
      count(8, () => 400),
      now,
    ).length,
    8,
  )
  assert.deepEqual(
    kept(
      count(50, () => 400),
      now,
    ).length,
    10,
  )
  const mixed = kept([...count(20, (n) => 40 + (n >> 1)), ...count(15, () => 2)], now)
  assert.equal(mixed.filter((each) => each === 2).length, 15)
  assert.deepEqual(
    mixed.filter((each) => each >= 40),
    [49, 48, 47, 46, 45, 44, 43, 42, 41, 40],
  )
  assert.deepEqual(
    kept(
      count(300, (n) => 40 + n),
      now,
    ).length,
    100,
  )
  assert.equal(kept([31, 31, ...count(10, () => 29)], now).length, 11)
})
