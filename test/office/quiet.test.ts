import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore } from '../../server/store/store.ts'
import { createQuiet } from '../../server/office/quiet.ts'
import { createVisits } from '../../server/visits/visits.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'

const hour = 3_600_000
const start = Date.parse('2026-11-25T00:00:00+08:00')

/** A site that had so many visits in each hour of the last four weeks. */
async function siteWith(t: TestContext, perHour: number, weeks = 4) {
  let time = start
  const now = () => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const hours = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [index, perHour]))
  for (let day = 1; day <= weeks * 7; day++) {
    const createdAt = chinaTime(start - day * 24 * hour)
    await store.visit.put({ id: createdAt.slice(0, 10), createdAt, count: 24 * perHour, hours })
  }
  const visits = createVisits(store, () => 'https://www.example.com', now)
  return {
    at: (hours: number) => void (time = start + hours * hour),
    quiet: createQuiet(store, now),
    restarted: () => createQuiet(store, now),
    async visit() {
      visits.count({
        page: '/',
        agent: { phone: false, app: '', engine: '' },
        address: '203.0.113.7',
        search: '',
        headers: {},
      })
      await visits.flush()
    },
  }
}

test('a site is quiet after whole hours without a visit in which the earlier weeks had many', async (t) => {
  const { at, quiet, visit, restarted } = await siteWith(t, 40)
  at(9.5)
  await visit()
  assert.equal(quiet(), false)
  at(10.9)
  assert.equal(quiet(), false, 'there was one in the hour before')
  at(12.9)
  assert.equal(quiet(), undefined, 'two hours are too few')
  at(13)
  assert.deepEqual(quiet(), { since: start + 10 * hour, usual: 120 })
  assert.equal(restarted()(), undefined, 'the hours before the start are not known')
  at(13.5)
  await visit()
  assert.equal(quiet(), false)
  at(13.5 + 8 * 24)
  assert.equal(quiet(), undefined, 'a week later there is nothing to compare with')
})

test('a site with few visits, or one that counts by the hour for less than four weeks, is never quiet', async (t) => {
  for (const [perHour, weeks] of [
    [4, 4],
    [40, 3],
  ] as const) {
    const { at, quiet } = await siteWith(t, perHour, weeks)
    for (let hours = 1; hours < 72; hours++) {
      at(hours)
      assert.equal(quiet(), undefined)
    }
  }
})

test(
  'a server that nobody visits any more says so on 首页, since when, and compared with what',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const clock = settableClock()
    await mkdir(join(folder, 'data', 'visit'), { recursive: true })
    const hours = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [index, 60]))
    for (let days = 1; days <= 29; days++) {
      const createdAt = chinaTime(Date.now() - days * 24 * hour)
      const id = createdAt.slice(0, 10)
      await writeFile(
        join(folder, 'data', 'visit', `${id}.json`),
        JSON.stringify({ id, createdAt, count: 1_440, hours }),
      )
    }
    const server = await startServer(t, { folder, now: clock.now })
    const headers = await server.signIn()
    clock.advance(4 * hour)
    const faults = async (): Promise<string> =>
      ((await server.post('/v1/dashboard/summary', {}, { headers })).data.faults ?? []).join()
    await eventually(
      async () => /从[\d -]+:00起没有访客打开任何页面，.*至少有(180|240)次。请用手机打开网站看看/.test(await faults()),
      'it says so',
    )
  },
)
