import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { collator } from '../../contract/text/collator.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { timeRank } from '../../server/store/recordIndex.ts'
import { filesOnly, newFolder, startServer } from '../server.ts'
import { random } from '../random.ts'

/** A record or a draft as this test knows it. */
interface Item {
  id: string
  title: string
  location: string
  time: number
  /** The time that its place follows from: another one where it was moved. */
  place: number
  pinned: boolean
  hasRecord: boolean
  hasDraft: boolean
  publishAt: string
}

const below = random(24)
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
const oneOf = (n: number): boolean => below(n) === 0
const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000
const words = ['塔机', '护栏', '抹平机器人', '吊钩', '安全帽', 'BIM 平台', '喷涂机器人', '智慧工地']
const items: Item[] = Array.from({ length: 1_060 }, (_, n) => {
  const time = start + below(500) * hour
  const isDraft = n >= 1_000
  return {
    id: `r${String(n).padStart(4, '0')}`,
    title: `${pick(words)}${below(300)}`,
    location: pick(['zhgd', 'cpxt', 'jzbh']),
    time,
    place: !isDraft && oneOf(20) ? time + 100 * hour : time,
    pinned: oneOf(100),
    hasRecord: !isDraft,
    hasDraft: isDraft || oneOf(30),
    publishAt: isDraft && oneOf(3) ? '2099-01-01T00:00:00.000+08:00' : '',
  }
})

const folder = newFolder({ after })
const write = (collection: string, record: { id: string }): void => {
  mkdirSync(join(folder, 'data', collection), { recursive: true })
  writeFileSync(join(folder, 'data', collection, `${record.id}.json`), JSON.stringify(record))
}
for (const { id, title, location, time, place, pinned, hasRecord, hasDraft, publishAt } of items) {
  const createdAt = chinaTime(time)
  const fields = {
    coverName: title,
    coverDescribe: '',
    jumpUrl: '',
    coverUrl: '',
    productCon: '',
    locationId: location,
    pinned,
  }
  if (hasRecord)
    write('product', { id, createdAt, ...fields, ...(place !== time && { rank: timeRank(place, id) }) } as {
      id: string
    })
  // One that was unpublished shows the date that it had, not when the draft was begun.
  const begun = !hasRecord && oneOf(2) && { createdAt: chinaTime(start + below(500) * hour), was: { createdAt } }
  const draft = {
    id,
    createdAt,
    ...begun,
    fields: { ...fields, coverDescribe: '未发布' },
    ...(publishAt && { publishAt }),
  }
  if (hasDraft) write('drafts/product', draft)
}

interface Query {
  show?: string
  coverName?: string
  locationId?: string
  sort?: string
  order?: string
  from?: string
  to?: string
}

/** The same list without an index. */
function expected({ show, coverName = '', locationId = '', sort, order, from, to }: Query): Item[] {
  const newestFirst = (a: Item, b: Item): number => b.time - a.time || (a.id < b.id ? 1 : -1)
  const placeOf = ({ place, id }: Item): string => timeRank(place, id)
  const byPlace = (a: Item, b: Item): number =>
    Number(b.pinned) - Number(a.pinned) || (placeOf(a) < placeOf(b) ? 1 : -1)
  const sign = order === 'desc' ? -1 : 1
  return items
    .filter(({ hasRecord, hasDraft }) => (show === 'drafts' ? hasDraft : show === 'all' || hasRecord))
    .filter(({ title }) => title.toLowerCase().includes(coverName.toLowerCase()))
    .filter(({ location }) => locationId === '' || location === locationId)
    .filter(
      ({ time }) => (!from || chinaTime(time).slice(0, 10) >= from) && (!to || chinaTime(time).slice(0, 10) <= to),
    )
    .sort((a, b) => {
      if (sort === 'coverName') return sign * collator.compare(a.title, b.title) || newestFirst(a, b)
      if (sort === 'createDate') return -sign * newestFirst(a, b)
      return show === 'drafts' ? newestFirst(a, b) : byPlace(a, b)
    })
}

test('lists with drafts among a thousand records are those of a plain sort, on every page', filesOnly, async (t) => {
  const { post, signIn } = await startServer(t, { folder })
  const headers = await signIn()
  const stateOf = ({ hasRecord, hasDraft, publishAt, pinned }: Item): object => {
    const waits = publishAt ? 'scheduled' : 'draft'
    return {
      state: hasRecord ? 'published' : waits,
      ...(hasRecord && hasDraft && { hasDraft: true }),
      ...(publishAt && { publishAt: '2099-01-01 00:00:00' }),
      ...(pinned && { pinned: true }),
    }
  }
  const queries: Query[] = [{}, { show: 'published' }, { show: 'drafts' }, { show: 'all' }].flatMap((shown) => [
    shown,
    { ...shown, locationId: 'cpxt' },
    { ...shown, coverName: 'bim' },
    { ...shown, from: '2026-01-05', to: '2026-01-09' },
    ...['coverName', 'createDate'].flatMap((sort) => ['asc', 'desc'].map((order) => ({ ...shown, sort, order }))),
    { ...shown, locationId: 'zhgd', coverName: '机器人', sort: 'coverName' },
  ])
  for (const query of queries) {
    const all = expected(query)
    const last = Math.ceil(all.length / 20)
    for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
      const { data } = await post('/v1/product/list', { ...query, page, limit: 20 }, { headers })
      const what = `${JSON.stringify(query)} page ${page}`
      const rows = all.slice((page - 1) * 20, page * 20)
      assert.equal(data.count, all.length, what)
      assert.deepEqual(
        data.data.map((row: { productId: string }) => row.productId),
        rows.map(({ id }) => id),
        what,
      )
      const states = data.data.map(({ state, hasDraft, publishAt, pinned }: Record<string, unknown>) => ({
        state,
        hasDraft,
        publishAt,
        pinned,
      }))
      const nothing = { state: undefined, hasDraft: undefined, publishAt: undefined, pinned: undefined }
      const wanted = rows.map((row) => ({ ...nothing, ...(query.show && stateOf(row)) }))
      assert.deepEqual(states, wanted, what)
    }
  }
  const groups = (await post('/v1/product/selectAllList')).data
  for (const group of ['zhgd', 'cpxt', 'jzbh']) {
    const ids = groups[`${group}List`].map((row: { productId: string }) => row.productId)
    if (group === 'cpxt') ids.reverse()
    assert.deepEqual(
      ids,
      expected({ locationId: group })
        .map(({ id }) => id)
        .slice(0, ids.length),
      'groups have the same order',
    )
  }
})
