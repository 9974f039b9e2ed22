import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { dataFormat } from '../../server/store/format.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk } from './help.ts'

const open = (t: TestContext, root: string) => openStore({ disk: newDisk(t, root), now: Date.now, log: () => {} })
const stored = (root: string): unknown => JSON.parse(readFileSync(join(root, 'meta', 'format.json'), 'utf8'))
const put = (root: string, record: unknown): void => {
  mkdirSync(join(root, 'meta'), { recursive: true })
  writeFileSync(join(root, 'meta', 'format.json'), JSON.stringify(record))
}

test('a store records its format at the first start, also one from before formats were numbered', async (t) => {
  const root = newFolder(t)
  await (await open(t, root)).close()
  assert.deepEqual(stored(root), { id: 'format', format: dataFormat })
  rmSync(join(root, 'meta', 'format.json'))
  await (await open(t, root)).close()
  assert.deepEqual(stored(root), { id: 'format', format: dataFormat })
})

test('an older folder gets the format number of the version that writes to it', async (t) => {
  const root = newFolder(t)
  put(root, { id: 'format', format: dataFormat - 1 })
  await open(t, root)
  assert.deepEqual(stored(root), { id: 'format', format: dataFormat })
})

test('a folder of a newer or unknown format is refused without reading or changing it', async (t) => {
  for (const record of [{ id: 'format', format: dataFormat + 1 }, { id: 'format', format: '1b' }, { id: 'format' }, { id: 'format', format: 0.5 }, null]) {
    const root = newFolder(t)
    put(root, record)
    mkdirSync(join(root, 'news'))
    // An older version would set this aside.
    writeFileSync(join(root, 'news', 'n.json'), '{"id":"n","of":"a newer shape"}')
    const before = readdirSync(root, { recursive: true })
    await assert.rejects(open(t, root), { name: 'NewerFormat' })
    assert.deepEqual(readdirSync(root, { recursive: true }), before)
    assert.deepEqual(stored(root), record)
  }
})
