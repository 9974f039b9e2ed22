import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraftStore } from '../../client/admin/form/drafts.ts'
import { memoryStorage } from './memoryStorage.ts'

const day = 24 * 60 * 60 * 1000
const prefixed = (name: string): string => `zhuzhan.draft.${name}`

describe('the drafts of a browser', () => {
  test('are read as they were written', () => {
    const drafts = createDraftStore(memoryStorage(), () => 5)
    assert.equal(drafts.write('a', { values: { title: '题' }, basedOn: 'v1' }), true)
    assert.deepEqual(drafts.read('a'), { at: 5, values: { title: '题' }, basedOn: 'v1' })
    assert.deepEqual([[...drafts.list('a')], drafts.list('b').size], [[['', drafts.read('a')]], 0])
    drafts.remove('a')
    assert.deepEqual([drafts.read('a'), drafts.list('').size], [undefined, 0])
  })

  test('are removed after 30 days, as is what cannot be read; other entries stay', () => {
    const storage = memoryStorage()
    let now = 0
    const drafts = createDraftStore(storage, () => now)
    drafts.write('old', { values: { title: '1' } })
    now = 20 * day
    drafts.write('young', { values: { title: '2' } })
    storage.setItem(prefixed('torn'), '{"at":')
    storage.setItem('userInfo', '{"user":"x"}')
    now = 31 * day
    drafts.removeExpired()
    assert.deepEqual(
      Array.from({ length: storage.length }, (_, index) => storage.key(index)),
      [prefixed('young'), 'userInfo'],
    )
  })

  test('when the earlier content does not fit, only what was typed is kept', () => {
    const drafts = createDraftStore(memoryStorage())
    assert.equal(
      drafts.write('a', { values: { text: '短' }, basedOn: 'v1', before: { text: '长'.repeat(1_600_000) } }),
      true,
    )
    assert.deepEqual({ ...drafts.read('a'), at: 0 }, { at: 0, values: { text: '短' }, basedOn: 'v1' })
  })

  test('the oldest are evicted for a new one', () => {
    let now = 0
    const drafts = createDraftStore(memoryStorage(), () => ++now)
    const large = '长'.repeat(1_000_000)
    for (const name of ['a', 'b', 'c', 'd']) assert.equal(drafts.write(name, { values: { text: large } }), true)
    assert.equal(drafts.read('a'), undefined)
    assert.equal(drafts.read('b'), undefined)
    assert.ok(drafts.read('c') && drafts.read('d'))
  })

  test('one that is too large is refused, and the one before it stays', () => {
    const drafts = createDraftStore(memoryStorage())
    drafts.write('a', { values: { text: '短' } })
    assert.equal(drafts.write('a', { values: { text: '长'.repeat(1_600_000) } }), false)
    assert.equal(drafts.read('a')?.values['text'], '短')
  })

  test('in a full storage older drafts are removed, and then new ones are refused', () => {
    let now = 0
    const storage = memoryStorage(1000)
    const drafts = createDraftStore(storage, () => ++now)
    assert.equal(drafts.write('a', { values: { text: 'x'.repeat(700) } }), true)
    assert.equal(drafts.write('b', { values: { text: 'x'.repeat(700) } }), true)
    assert.equal(drafts.read('a'), undefined)
    assert.equal(drafts.write('c', { values: { text: 'x'.repeat(1200) } }), false)
  })

  test('a browser without storage, or one that forbids it, has none', () => {
    const none = createDraftStore(undefined)
    assert.equal(none.write('a', { values: { text: '' } }), false)
    assert.equal(none.read('a'), undefined)
    const forbidden = new Proxy(memoryStorage(), {
      get() {
        throw new DOMException('no', 'SecurityError')
      },
    })
    const drafts = createDraftStore(forbidden)
    assert.equal(drafts.write('a', { values: { text: '' } }), false)
    drafts.removeExpired()
    drafts.remove('a')
  })

  test('values that are no text are no draft', () => {
    const storage = memoryStorage()
    storage.setItem(prefixed('a'), '{"at":1,"values":{"title":{}}}')
    storage.setItem(prefixed('b'), 'null')
    const drafts = createDraftStore(storage)
    assert.equal(drafts.read('a'), undefined)
    assert.equal(drafts.read('b'), undefined)
  })
})
