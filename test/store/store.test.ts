import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore, type Store } from '../../server/store/store.ts'
import { recordOf } from '../records.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk } from './help.ts'

const open = (t: TestContext, root: string): Promise<Store> => {
  const disk = newDisk(t, root)
  return openStore({ disk, now: Date.now, log: () => {} })
}
const product = recordOf('product', { coverName: 'P', locationId: 'zhgd' })
const time = '2026-11-20T16:07:49.123+08:00'

test('the revision increases with every change of published content, and with no other', async (t) => {
  const store = await open(t, newFolder(t))
  const { revision } = store
  const { id } = await store.product.insert(product)
  await store.product.update(id, (current) => ({ ...current, coverName: 'Q' }))
  await store.product.remove(id)
  assert.equal(store.revision, revision + 3)

  await store.agent.insert({ agentName: 'A', agentInfo: 'B', phone: '13800000000', source: 'desktop' })
  await store.user.put({ id: 'u', createdAt: time, name: 'n', password: 'p', avatar: '' })
  await store.session.put({ id: 's', createdAt: time, userId: 'u', handle: 'h', remember: false, usedAt: time })
  await store.product.remove(id)
  await assert.rejects(store.product.insert({ ...product, createdAt: 'now' }))
  await store.item.put({ id: 'item', createdAt: time, sysName: 'name', logo: '' })
  assert.equal(store.revision, revision + 3)
})

test('of an uploaded picture only its focus and its alternative text are published', async (t) => {
  const store = await open(t, newFolder(t))
  const address = `/uploads/news/${'0'.repeat(32)}.jpg`
  const facts = { address, name: 'a.jpg', alt: '', type: 'image/jpeg', bytes: 1, width: 1, height: 1, by: '' } as const
  const { revision } = store
  const { id } = await store.media.insert(facts)
  await store.media.update(id, (current) => ({ ...current, name: 'b.jpg' }))
  await store.media.insert({ ...facts, type: 'video/mp4', address: address.replace('jpg', 'mp4'), alt: '影片' })
  assert.equal(store.revision, revision)
  await store.media.update(id, (current) => ({ ...current, alt: '门头' }))
  await store.media.update(id, (current) => ({ ...current, focus: { x: 0, y: 50 } }))
  assert.equal(store.revision, revision + 2)
  await store.media.update(id, (current) => ({ ...current, name: 'c.jpg' }))
  assert.equal(store.revision, revision + 2)
  await store.media.remove(id)
  assert.equal(store.revision, revision + 3)
})

test('every kind of record survives a restart', async (t) => {
  const root = newFolder(t)
  const store = await open(t, root)
  const made = [
    await store.product.insert(product),
    await store.news.insert(recordOf('news', { newTitle: 'N' })),
    await store.carousel.insert(recordOf('carousel', { photoTitle: 'C' })),
    await store.agent.insert({ agentName: 'A', agentInfo: 'B', phone: '13800000000', source: 'alliance' }),
    await store.item.put({ id: 'item', createdAt: time, sysName: 'name', logo: '' }),
    // 0.5.0 needs `auth`.
    { ...(await store.user.insert({ name: 'n', password: 'p', avatar: '' })), auth: '' },
    await store.session.put({ id: 'A_-9', createdAt: time, userId: 'u', handle: 'h', remember: true, usedAt: time }),
  ]
  await store.close()
  const again = await open(t, root)
  const { product: p, news, carousel, agent, item, user, session } = again
  assert.deepEqual(
    [p, news, carousel, agent, item, user, session].flatMap((collection): unknown[] => [...collection.newest()]),
    made,
  )
})

test('close waits for queued writes, too', async (t) => {
  const root = newFolder(t)
  const store = await open(t, root)
  const { id } = await store.product.insert(product)
  for (let i = 0; i < 5; i++)
    void store.product.update(id, (current) => ({ ...current, coverName: `${current.coverName}.` }))
  await store.close()
  assert.equal((await open(t, root)).product.get(id)?.coverName, 'P.....')
})

test('a store with a missing folder is unhealthy', filesOnly, async (t) => {
  const root = newFolder(t)
  const store = await open(t, root)
  rmSync(join(root, 'session'), { recursive: true })
  assert.equal(await store.check(), false)
})
