import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecordIndex, type Query } from '../../server/store/recordIndex.ts'
import { type LeadRecord, agentKind } from '../../server/store/leadRecords.ts'
import { random } from '../random.ts'

const words = ['塔机', '安全帽', '升降机', '测量', '人脸', 'BIM', '10号', '2号', '']
const made = (n: number, agentName = `${words[(n * 7) % words.length]}${n % 5}`): LeadRecord => ({
  id: String(n).padStart(6, '0'),
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  agentName,
  agentInfo: '',
  phone: '',
  source: 'desktop',
})
const all: Query<LeadRecord> = { page: 1, limit: 9999 }

/** What a sort of all of them at once gives. */
function plainly(records: Iterable<LeadRecord>, descending: boolean): string[] {
  const { compare } = new Intl.Collator('zh-Hans-CN', { numeric: true })
  const sign = descending ? -1 : 1
  return [...records]
    .sort((a, b) => sign * compare(a.agentName, b.agentName) || Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .map(({ id }) => id)
}

async function sorted(
  list: RecordIndex<LeadRecord>,
  descending = false,
  query: Partial<Query<LeadRecord>> = {},
): Promise<string[]> {
  const { data } = await list.sortedPage({ ...all, ...query }, { by: 'agentName', descending })
  return data.map(({ id }) => id)
}

test('texts are sorted by pinyin, numbers by value, and of the same text the newest is first, either way', async () => {
  const list = new RecordIndex(
    agentKind,
    ['塔机', '2号', '安全', '10号', '安全', 'BIM'].map((name, n) => made(n, name)),
  )
  const names = async (descending: boolean) =>
    (await list.sortedPage(all, { by: 'agentName', descending })).data.map(
      ({ agentName, id }) => `${agentName}${id.at(-1)}`,
    )
  assert.deepEqual(await names(false), ['2号1', '10号3', '安全4', '安全2', '塔机0', 'BIM5'])
  assert.deepEqual(await names(true), ['BIM5', '塔机0', '安全4', '安全2', '10号3', '2号1'])
})

test('the order follows every change, also one made while it is being built', async () => {
  const records = new Map(Array.from({ length: 3_000 }, (_, n) => [n, made(n)]))
  const list = new RecordIndex(agentKind, [...records.values()])
  const next = random(7)
  const change = (): void => {
    const n = next(3_200)
    if (next(3) === 0) {
      records.delete(n)
      list.delete(made(n).id)
    } else {
      const record = made(n, `${words[next(words.length)]}${next(5)}`)
      records.set(n, record)
      list.set(record)
    }
  }
  const building = sorted(list)
  for (let i = 0; i < 200; i++) change()
  assert.deepEqual(await building, plainly(records.values(), false))
  for (let i = 0; i < 200; i++) change()
  assert.deepEqual(await sorted(list), plainly(records.values(), false))
  assert.deepEqual(await sorted(list, true), plainly(records.values(), true))
})

test('a word and a time narrow a sorted list as they narrow the newest first', async () => {
  const list = new RecordIndex(
    agentKind,
    Array.from({ length: 500 }, (_, n) => made(n)),
  )
  const time = (n: number): number => Date.parse(made(n).createdAt)
  for (const query of [
    { word: '塔' },
    { since: time(100) },
    { before: time(100) },
    {
      word: '塔',
      since: time(50),
      before: time(400),
    },
    { since: time(400), before: time(50) },
  ]) {
    const newest = list.page({ ...all, ...query })
    const expected = plainly(
      newest.data.map(({ id }) => made(Number(id))),
      false,
    )
    assert.deepEqual(await sorted(list, false, query), expected)
    const oldest = await list.sortedPage({ ...all, ...query }, { by: 'createDate', descending: false })
    assert.deepEqual(oldest, { data: newest.data.reverse(), count: newest.count })
  }
})

test('the pages of a sorted list follow on each other, and past the end there is nothing', async () => {
  const list = new RecordIndex(
    agentKind,
    Array.from({ length: 25 }, (_, n) => made(n)),
  )
  for (const by of ['agentName', 'createDate']) {
    const whole = (await list.sortedPage(all, { by, descending: false })).data
    for (const query of [{}, { word: '塔' }]) {
      const [first, second, third, fourth] = await Promise.all(
        [1, 2, 3, 4].map((page) => list.sortedPage({ page, limit: 10, ...query }, { by, descending: false })),
      )
      const expected = whole.filter(({ agentName }) => agentName.includes(query.word ?? ''))
      assert.deepEqual([...(first?.data ?? []), ...(second?.data ?? []), ...(third?.data ?? [])], expected)
      assert.deepEqual(fourth, { data: [], count: expected.length })
    }
  }
})

test('while the order of 100,000 is built, nobody waits', async () => {
  const list = new RecordIndex(
    agentKind,
    Array.from({ length: 100_000 }, (_, n) => made(n, `${words[(n * 7) % words.length]}${(n * 7919) % 100_000}`)),
  )
  const cpu = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const slices: number[] = []
  let done = false
  let before = cpu()
  const watch = (): void => {
    slices.push(cpu() - before)
    before = cpu()
    if (!done) setImmediate(watch)
  }
  setImmediate(watch)
  await Promise.all([sorted(list, false, { limit: 10 }), sorted(list, true, { limit: 10 })])
  done = true
  assert.ok(slices.length > 40, `only ${slices.length} turns of the event loop`)
  slices.sort((a, b) => a - b)
  // A share of the processor time, so that the speed of the machine does not matter. Collecting garbage may take longer once or twice.
  const total = slices.reduce((sum, slice) => sum + slice, 0)
  const long = slices.at(-4) ?? 0
  assert.ok(long < total / 8, `a slice took ${long} of ${total} ms`)
})
