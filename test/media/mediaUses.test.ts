import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createMediaUses, type MediaUses } from '../../server/media/mediaUses.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import type { SiteRecord } from '../../server/store/records.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const addressOf = (n: number): string => `/uploads/news/${String(n).padStart(32, '0')}.1920x1080.c8d2e0.480w.jpg`
const variantOf = (n: number): string => `/uploads/news/${String(n).padStart(32, '0')}.480w.webp`

const openEmpty = async (t: TestContext): Promise<Store> =>
  openStore({ disk: newDisk(t, join(newFolder(t), 'data')), now: Date.now, log: () => {} })
const article = (n: number, newInfo = '') => recordOf('news', { newTitle: `第${n}条`, newCover: addressOf(n), newInfo })
const fieldsOf = (uses: MediaUses, n: number): string[] =>
  uses.places(addressOf(n)).map(({ title, field }) => `${title} ${field}`)

test('records are read in slices, and one that changes meanwhile is counted as it is then', async (t) => {
  const store = await openEmpty(t)
  const records = await Promise.all(
    Array.from({ length: 2000 }, (_, n) =>
      store.news.insert(article(n, `<p><img src="${variantOf(n)}">${'字'.repeat(1000)}</p>`)),
    ),
  )
  const uses = createMediaUses(store)
  let turns = 0
  let isReady = false
  const counting = (async () => {
    for (; !isReady; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  const [first, last] = [records[0]?.id ?? '', records.at(-1)?.id ?? '']
  await Promise.all([
    store.news.update(last, (current) => ({ ...current, newCover: addressOf(1) })),
    store.news.remove(first),
    uses.ready(),
  ])
  await uses.ready()
  isReady = true
  await counting
  assert.ok(turns > 3, 'others had their turn')
  assert.equal(uses.count(addressOf(0)), 0)
  assert.deepEqual(fieldsOf(uses, 1).sort(), ['第1999条 封面图', '第1条 封面图', '第1条 新闻内容'])
  assert.deepEqual(fieldsOf(uses, 1999), ['第1999条 新闻内容'])
})

test('a field that holds a picture several times and its variant is one place', async (t) => {
  const store = await openEmpty(t)
  const uses = createMediaUses(store)
  const { id } = await store.news.insert(
    article(
      9,
      `<p>${addressOf(5)}。<img src="${addressOf(5)}" alt="x"><img src="https://www.example.com${addressOf(5)}"><img src="${variantOf(5)}"></p>`,
    ),
  )
  await uses.ready()
  assert.deepEqual(fieldsOf(uses, 5), ['第9条 新闻内容'])
  // Long texts are kept compressed.
  await store.news.update(id, (current) => ({
    ...current,
    newInfo: `<p>${'字'.repeat(40_000)}</p><video poster="${addressOf(6)}" src="/a.mp4"></video>`,
  }))
  await uses.ready()
  assert.deepEqual([fieldsOf(uses, 5), fieldsOf(uses, 6)], [[], ['第9条 新闻内容']])
})

test('the site record names its lists and their items', async (t) => {
  const store = await openEmpty(t)
  const uses = createMediaUses(store)
  const honours = [{ name: '证书', image: addressOf(1), mark: 's' }]
  // Of an earlier release: they are records now.
  const cases = [{ name: '黄河建工', image: addressOf(1) }]
  const banners = { home: { image: addressOf(1), name: '' } }
  const site = {
    id: 'site',
    createdAt: chinaTime(0),
    siteName: '',
    companyName: '',
    hotline: '',
    address: '',
    banners,
    honours,
    cases,
  }
  await store.site.put(site as unknown as SiteRecord)
  await uses.ready()
  assert.deepEqual(fieldsOf(uses, 1), ['网站设置 电脑版横幅', '网站设置 荣誉·证书'])
  await store.site.remove('site')
  await uses.ready()
  assert.equal(uses.count(addressOf(1)), 0)
})
