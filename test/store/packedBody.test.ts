import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Collection } from '../../server/store/collection.ts'
import { recordKinds } from '../../server/store/records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from './help.ts'

/** A lone surrogate and a zero character, which not every encoding preserves. */
const long = `<p>${'工地上的一天，从早班会开始。'.repeat(5_000)}\ud83d\u0000</p>`
const fields = { newTitle: '长文', newIntro: '', newCover: '', newInfo: long }
const options = { now: () => 0, log: () => {} }

test('a long body is compressed in memory and read back completely', async (t) => {
  const root = newFolder(t)
  const news = await Collection.open(newDisk(t, root), recordKinds.news, options)
  const { id } = await news.insert(fields)
  const kept = news.get(id)
  assert.equal(typeof Object.getOwnPropertyDescriptor(kept, 'newInfo')?.get, 'function')
  assert.equal(kept?.newInfo, long)
  assert.equal(JSON.parse(JSON.stringify(kept)).newInfo, long)
  assert.ok(Object.isFrozen(kept))
  const [stored] = await newDisk(t, root).load('news')
  assert.equal((stored?.value as { newInfo: string }).newInfo, long)

  const again = (await Collection.open(newDisk(t, root), recordKinds.news, options)).get(id)
  assert.equal(typeof Object.getOwnPropertyDescriptor(again, 'newInfo')?.get, 'function')
  assert.deepEqual({ ...again }, { ...kept })
})

test('a change of another field keeps the long body, and the old record keeps its text', async (t) => {
  const news = await Collection.open(newDisk(t, newFolder(t)), recordKinds.news, options)
  const { id } = await news.insert(fields)
  const before = news.get(id)
  await news.update(id, (current) => ({ ...current, newTitle: '改名' }))
  assert.deepEqual([news.get(id)?.newTitle, news.get(id)?.newInfo], ['改名', long])
  await news.update(id, (current) => ({ ...current, newInfo: '<p>短</p>' }))
  assert.equal(Object.getOwnPropertyDescriptor(news.get(id), 'newInfo')?.value, '<p>短</p>')
  assert.equal(before?.newInfo, long)
})
