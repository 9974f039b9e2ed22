import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { dataFormat } from '../../server/store/format.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk } from './help.ts'

const open = (t: TestContext, root: string) => openStore({ disk: newDisk(t, root), now: Date.now, log: () => {} })
/** Reads and writes beside the store, as another version does. */
function beside(t: TestContext, root: string) {
  const disk = newDisk(t, root)
  return {
    stored: async (): Promise<unknown> => (await disk.load('meta')).find(({ id }) => id === 'format')?.value,
    async put(collection: string, id: string, record: object): Promise<void> {
      await disk.load(collection)
      await disk.put(collection, id, record)
    },
    all: async () => Promise.all(['meta', 'news', 'quarantine'].map((collection) => disk.load(collection))),
    remove: () => disk.remove('meta', 'format'),
  }
}

test('a store records its format at the first start, also one from before formats were numbered', async (t) => {
  const root = newFolder(t)
  const { stored, remove } = beside(t, root)
  const first = await open(t, root)
  await first.close()
  assert.match(first.storeId ?? '', /^[0-9a-f]{8}$/)
  assert.deepEqual(await stored(), { id: 'format', format: dataFormat, store: first.storeId })
  assert.equal((await open(t, root)).storeId, first.storeId, 'it stays')
  await remove()
  const second = await open(t, root)
  assert.deepEqual(await stored(), { id: 'format', format: dataFormat, store: second.storeId })
})

test('an older folder gets the format number of the version that writes to it', async (t) => {
  const root = newFolder(t)
  const { stored, put } = beside(t, root)
  await put('meta', 'format', { id: 'format', format: dataFormat - 1 })
  assert.equal((await open(t, root)).storeId, undefined, 'its archives have no name of their store')
  assert.deepEqual(await stored(), { id: 'format', format: dataFormat })
})

test('a folder of a newer or unknown format is refused without changing it', async (t) => {
  for (const record of [
    { id: 'format', format: dataFormat + 1 },
    { id: 'format', format: '1b' },
    { id: 'format' },
    { id: 'format', format: 0.5 },
    [],
  ]) {
    const root = newFolder(t)
    const { stored, put, all } = beside(t, root)
    await put('meta', 'format', record)
    // An older version would set this aside.
    await put('news', 'n', { id: 'n', of: 'a newer shape' })
    const before = await all()
    await assert.rejects(open(t, root), { name: 'NewerFormat' })
    assert.deepEqual(await all(), before)
    assert.deepEqual(await stored(), record)
  }
})
