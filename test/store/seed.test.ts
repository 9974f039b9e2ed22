import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually } from '../eventually.ts'
import { commitBatch, type Op } from '../../server/store/commit.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import { openDisk } from '../../server/store/disk.ts'
import type { SiteRecord } from '../../server/store/records.ts'
import { seedStore, shippedSite } from '../../server/site/seed.ts'
import { openStore } from '../../server/store/store.ts'
import type { Commit } from '../../server/store/writeQueue.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { readableLog } from './help.ts'

const createdAt = '2026-01-01T00:00:00.000+08:00'
const product = (id: string, coverName = id) => ({
  id,
  createdAt,
  coverName,
  coverDescribe: '',
  jumpUrl: '',
  coverUrl: '',
  locationId: 'zhgd' as const,
  productCon: '',
})
const news = (id: string) => ({ id, createdAt, newTitle: id, newIntro: '', newCover: '', newInfo: '' })
const site = {
  id: 'site',
  createdAt,
  siteName: '筑站',
  companyName: '公司',
  hotline: '400-000-0000',
  address: '地址',
  phones: ['1', '2'],
  map: { lng: 118.05, lat: 36.81 },
}
const item = { id: 'item', createdAt, sysName: '官网后台管理系统', logo: '' }

/** A small seed in the format of the shipped one. */
function newSeed(t: TestContext): string {
  const folder = newFolder(t)
  const records = {
    product: [product('p1'), product('p2')],
    news: [news('n1')],
    carousel: [],
    item: [item],
    site: [site],
  }
  for (const [name, list] of Object.entries(records)) {
    for (const record of list) write(join(folder, name, `${record.id}.json`), JSON.stringify(record))
  }
  return folder
}
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** It writes in this thread, so there is no thread to stop. */
async function open(root: string, commit: Commit = async (ops) => commitBatch(root, ops)) {
  const { lines, log } = readableLog()
  const disk = openDisk(root, { log, commit })
  const store = await openStore({ disk, now: Date.now, log })
  return { store, lines, seed: (folder: string) => seedStore(store, folder, disk, log) }
}
function contents({
  store: { product, news, carousel, agent, item, site },
}: Pick<Awaited<ReturnType<typeof open>>, 'store'>): string {
  const collections: { newest(): Iterable<{ id: string }> }[] = [product, news, carousel, agent, item, site]
  return collections
    .flatMap((collection) => Array.from(collection.newest(), ({ id }) => id))
    .sort()
    .join()
}
const whole = 'item,n1,p1,p2,site'

test('an empty store gets the starter content, once', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  const first = await open(root)
  await first.seed(folder)
  assert.equal(contents(first), whole)
  assert.deepEqual(first.store.product.get('p1'), recordOf('product', product('p1')))
  assert.equal(first.lines.length, 1)

  const second = await open(root)
  write(join(folder, 'product/p3.json'), JSON.stringify(product('p3')))
  await second.seed(folder)
  assert.equal(contents(second), whole)
  assert.deepEqual(second.lines, [])
})

test('a store emptied by staff stays empty', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  const { store, seed } = await open(root)
  await seed(folder)
  for (const collection of [store.product, store.news, store.item, store.site]) {
    for (const { id } of [...collection.newest()]) await collection.remove(id)
  }
  const next = await open(root)
  await next.seed(folder)
  assert.equal(contents(next), '')
})

test('a store with content of its own is never seeded, not even when it has been emptied', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  await (await open(root)).store.news.put(recordOf('news', news('own')))
  const next = await open(root)
  await next.seed(folder)
  assert.equal(contents(next), 'own')
  await next.store.news.remove('own')
  const last = await open(root)
  await last.seed(folder)
  assert.equal(contents(last), '')
})

test('accounts and the system’s name do not count as content; a changed name stays', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  const { store, seed } = await open(root)
  await store.user.insert({ name: 'admin', password: '', avatar: '' })
  await store.item.put({ ...item, id: 'own' })
  await seed(folder)
  assert.equal(contents({ store }), 'n1,own,p1,p2,site')
})

test('a server killed at any moment of seeding completes it on its next start', async (t) => {
  const folder = newSeed(t)
  // The format, the marker at the start, five records, the marker at the end.
  for (let written = 0; written <= 8; written++) {
    const root = newFolder(t)
    let left = written
    const killed = open(root, async (ops: readonly Op[]) => {
      const now = ops.slice(0, left)
      left -= now.length
      await commitBatch(root, now)
      return now.length === ops.length ? now.map(() => null) : new Promise(() => {})
    })
    let ended = false
    void killed.then(({ seed }) => seed(folder)).then(() => (ended = true))
    await eventually(() => left === 0 || ended, 'the writes are made')
    assert.equal(left, 0, `there are ${written} writes to be killed after`)

    const next = await open(root)
    await next.seed(folder)
    assert.equal(contents(next), whole, `killed after ${written} writes`)
    assert.equal(JSON.parse(readFileSync(join(root, 'meta/seed.json'), 'utf8')).state, 'done')
  }
})

test('completing a seed does not change existing records', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  write(join(root, 'meta/seed.json'), JSON.stringify({ id: 'seed', state: 'started' }))
  write(join(root, 'product/p1.json'), JSON.stringify(product('p1', 'edited')))
  const store = await open(root)
  await store.seed(folder)
  assert.equal(contents(store), whole)
  assert.equal(store.store.product.get('p1')?.coverName, 'edited')
})

test('a seed that cannot be written fails the start and is completed by the next', async (t) => {
  const [root, folder] = [newFolder(t), newSeed(t)]
  const noSpace = { code: 'ENOSPC', message: '', maybeOnDisk: false }
  const full = await open(root, async (ops) =>
    Promise.all(ops.map(async (op) => (op.id === 'p2' ? noSpace : ((await commitBatch(root, [op]))[0] ?? null)))),
  )
  await assert.rejects(full.seed(folder), { code: 507 })
  const next = await open(root)
  await next.seed(folder)
  assert.equal(contents(next), whole)
})

test('an error in the starter content names the file', async (t) => {
  const torn = newSeed(t)
  write(join(torn, 'news/n2.json'), '{')
  await assert.rejects((await open(newFolder(t))).seed(torn), /news\/n2\.json cannot be read/)
  const wrong = newSeed(t)
  write(join(wrong, 'news/n2.json'), JSON.stringify({ ...news('n2'), createdAt: 1 }))
  await assert.rejects((await open(newFolder(t))).seed(wrong), /news n2: its createdAt is not a time/)
})

test('without a stored site record the shipped one is used, also for missing fields', async (t) => {
  const shipped = shippedSite(newSeed(t))
  assert.deepEqual(shipped, site)
  const { store } = await open(newFolder(t))
  const now = currentSite(store, shipped, Date.now)
  const facts = ({ siteName, phones, map, oneStop }: SiteRecord) => ({ siteName, phones, map, oneStop })
  const complete = { ...shipped.map, title: '', tiles: '', credit: '' }
  assert.deepEqual(facts(now()), { siteName: shipped.siteName, phones: shipped.phones, map: complete, oneStop: [] })

  const stored = { siteName: '改名', companyName: '', hotline: '', address: '' }
  const old = { id: 'site', createdAt, ...stored, phones: 'no list', map: { lng: 1 }, own: 'kept' }
  await store.site.put(old as unknown as SiteRecord)
  const { own, ...known } = now() as SiteRecord & { own?: string }
  assert.equal(own, 'kept')
  assert.deepEqual(facts(known), { siteName: '改名', phones: ['1', '2'], map: { ...complete, lng: 1 }, oneStop: [] })
  assert.equal(now(), now(), 'it is put together once')
  await store.site.remove('site')
  assert.deepEqual(now().siteName, shipped.siteName)
  assert.throws(() => shippedSite(newFolder(t)), /there is no site record/)
})
