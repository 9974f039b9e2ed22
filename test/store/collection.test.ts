import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Op, WriteResult } from '../../server/store/commit.ts'
import { newFolder } from '../server.ts'
import { newDisk, note, type Note, openNotes, reread, texts } from './help.ts'

test('an insert adds an id and the time in China, and survives a restart', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root), { now: () => Date.UTC(2026, 10, 20, 8, 7, 49, 123) })
  const made = await notes.insert({ text: 'new' })
  assert.equal(made.createdAt, '2026-11-20T16:07:49.123+08:00')
  assert.match(made.id, /^[0-9a-z]{21}$/)
  assert.deepEqual(notes.get(made.id), made)
  assert.deepEqual(await reread(root), [made])
})

test('an update keeps the id, and the position follows from the time', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  for (const [time, id] of ['a', 'b', 'c'].entries()) await notes.put(note(id, id, time))
  const updated = await notes.update('b', () => note('elsewhere', 'changed', 1))
  assert.deepEqual(updated, note('b', 'changed', 1))
  assert.deepEqual(texts(notes.newest()), ['c', 'changed', 'a'])
  assert.deepEqual(texts(await reread(root)), ['c', 'changed', 'a'])
  assert.deepEqual(notes.page({ page: 1, limit: 10, word: 'CHANGED' }), {
    data: [note('b', 'changed', 1)],
    count: 1,
  })
  await notes.update('b', () => note('b', 'later', 99))
  assert.deepEqual(texts(notes.newest()), ['later', 'c', 'a'])
})

test('updating or removing a missing record does nothing', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  assert.equal(await notes.update('none', (current) => current), undefined)
  assert.equal(await notes.remove('none'), undefined)
  assert.equal(notes.get('none'), undefined)
})

test('a removed record is removed from memory and disk', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  const made = await notes.insert({ text: 'text' })
  assert.deepEqual(await notes.remove(made.id), made)
  assert.deepEqual(
    [notes.size, notes.get(made.id), notes.page({ page: 1, limit: 10 }).count, (await reread(root)).length],
    [0, undefined, 0, 0],
  )
})

test('updates of one record run one at a time, in the order of the calls', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  await notes.put(note('a', ''))
  const digits = Array.from({ length: 20 }, (_, i) => `${i},`)
  const answers = await Promise.all(
    digits.map((digit) => notes.update('a', (current) => ({ ...current, text: current.text + digit }))),
  )
  assert.equal(notes.get('a')?.text, digits.join(''))
  assert.deepEqual(
    answers.map((answer) => answer?.text.length),
    digits.map((_, i) => digits.slice(0, i + 1).join('').length),
  )
  assert.deepEqual(texts(await reread(root)), [digits.join('')])
})

test('an update queues behind updates that are waiting', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  await notes.put(note('a', ''))
  const append = (digit: string) => notes.update('a', (current) => ({ ...current, text: current.text + digit }))
  const [first, second] = [append('1'), append('2')]
  await first
  const third = append('3')
  await Promise.all([second, third])
  assert.equal(notes.get('a')?.text, '123')
})

test('an update queued behind a removal finds no record', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  await notes.put(note('a', 'text'))
  const asked = [
    notes.update('a', (current) => ({ ...current, text: 'first' })),
    notes.remove('a'),
    notes.update('a', (current) => current),
  ]
  assert.deepEqual(
    (await Promise.all(asked)).map((answer) => answer?.text),
    ['first', 'first', undefined],
  )
})

test('a change that throws leaves the record unchanged and does not block the next one', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  await notes.put(note('a', 'old'))
  const thrown = notes.update('a', () => {
    throw new Error('refused')
  })
  const next = notes.update('a', (current) => ({ ...current, text: `${current.text}, then new` }))
  await assert.rejects(thrown, /refused/)
  assert.equal((await next)?.text, 'old, then new')
})

test('a failed write does not block the next one of the same record', async (t) => {
  let full = true
  const noSpace = { code: 'ENOSPC', message: '', maybeOnDisk: false }
  const commit = async (ops: readonly Op[]): Promise<WriteResult[]> => ops.map(() => (full ? noSpace : null))
  const notes = await openNotes(newDisk(t, newFolder(t), commit))
  await assert.rejects(notes.put(note('a', 'first')), { code: 507 })
  assert.equal(notes.size, 0)
  const failing = assert.rejects(notes.put(note('a', 'second')), { code: 507 })
  const waiting = notes.put(note('a', 'third'))
  await failing
  full = false
  assert.equal((await waiting).text, 'third')
  assert.equal(notes.get('a')?.text, 'third')
})

test('a write becomes visible only when it is durable', async (t) => {
  let finish = (): void => {}
  const commit = (ops: readonly Op[]): Promise<WriteResult[]> =>
    new Promise((resolve) => {
      finish = () => resolve(ops.map(() => null))
    })
  let changes = 0
  const notes = await openNotes(newDisk(t, newFolder(t), commit))
  notes.watch('uses', () => void changes++)
  const sight = () => [
    notes.size,
    notes.get('a')?.text,
    texts(notes.newest()),
    notes.page({ page: 1, limit: 9, word: 'e' }).count,
    changes,
  ]
  const written = async (write: Promise<unknown>, before: unknown[], after: unknown[]): Promise<void> => {
    for (let i = 0; i < 5; i++) await new Promise(setImmediate)
    assert.deepEqual(sight(), before)
    finish()
    await write
    assert.deepEqual(sight(), after)
  }
  const none = [0, undefined, [], 0, 0]
  const first = [1, 'one', ['one'], 1, 1]
  const second = [1, 'here', ['here'], 1, 2]
  await written(notes.put(note('a', 'one')), none, first)
  await written(
    notes.update('a', (current) => ({ ...current, text: 'here' })),
    first,
    second,
  )
  await written(notes.remove('a'), second, [0, undefined, [], 0, 3])
})

test('writes to different records do not wait for each other', async (t) => {
  const batches: number[] = []
  const commit = async (ops: readonly Op[]): Promise<WriteResult[]> => {
    batches.push(ops.length)
    return ops.map(() => null)
  }
  const notes = await openNotes(newDisk(t, newFolder(t), commit))
  await Promise.all(['a', 'b', 'c'].map((id) => notes.put(note(id, id))))
  await Promise.all(['a', 'b', 'c'].map((id) => notes.update(id, (current) => current)))
  assert.deepEqual(batches, [3, 3])
})

test('a record that the next start would quarantine is not written', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  await notes.put(note('a', 'old'))
  await assert.rejects(notes.put({ ...note('b', ''), createdAt: 'now' }), TypeError)
  assert.deepEqual(texts(await reread(root)), ['old'])
})

test('a record is completed as the next start would, and keeps names that are unknown', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  const { text: _text, ...older } = note('a', '')
  await notes.put({ ...older, later: 'kept' } as object as Note)
  assert.deepEqual(notes.get('a'), { ...older, later: 'kept', text: '' })
  assert.deepEqual(await reread(root), [notes.get('a')])
})

test('records shared by readers are immutable', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  const given = note('a', 'old')
  await notes.put(given)
  given.text = 'slipped in'
  assert.throws(() => Object.assign(notes.get('a') ?? {}, { text: 'changed' }), TypeError)
  assert.throws(() => Object.assign(notes.page({ page: 1, limit: 1 }).data[0] ?? {}, { text: 'changed' }), TypeError)
  await assert.rejects(
    notes.update('a', (current) => Object.assign(current, { text: 'changed' })),
    TypeError,
  )
  assert.equal(notes.get('a')?.text, 'old')
})

test('lists are newest first, with any order of files and with equal times', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  const times = { d: 2, a: 1, c: 1, b: 1, e: 0 }
  await Promise.all(Object.entries(times).map(([id, time]) => notes.put(note(id, id, time))))
  const expected = ['d', 'c', 'b', 'a', 'e']
  assert.deepEqual(texts(notes.newest()), expected)
  assert.deepEqual(texts(await reread(root)), expected)
  await notes.put(note('e', 'moved', 3))
  assert.deepEqual(texts(notes.newest()), ['moved', 'd', 'c', 'b', 'a'])
  await notes.remove('b')
  assert.deepEqual(
    notes.page({ page: 1, limit: 9, word: '' }).data.map(({ id }) => id),
    ['e', 'd', 'c', 'a'],
  )
})

test('records of the same millisecond are listed by insertion, the last first', async (t) => {
  const notes = await openNotes(newDisk(t, newFolder(t)), { now: () => 1_800_000_000_000 })
  const came = Array.from({ length: 50 }, (_, i) => `note ${i}`)
  await Promise.all(came.map((text) => notes.insert({ text })))
  assert.deepEqual(texts(notes.newest()), came.reverse())
})

async function alphabet(t: TestContext) {
  const notes = await openNotes(newDisk(t, newFolder(t)))
  await Promise.all([...'ABCDEFGHIJ'].map((letter, time) => notes.put(note(letter, `Note ${letter} 智慧工地`, time))))
  const ids = (query: Parameters<typeof notes.page>[0]) => {
    const { data, count } = notes.page(query)
    return `${data.map(({ id }) => id).join('')} of ${count}`
  }
  return { notes, ids }
}

test('pages start at the newest record, and past the end they are empty with the total count', async (t) => {
  const { ids } = await alphabet(t)
  assert.equal(ids({ page: 1, limit: 4 }), 'JIHG of 10')
  assert.equal(ids({ page: 3, limit: 4 }), 'BA of 10')
  assert.equal(ids({ page: 4, limit: 4 }), ' of 10')
  assert.equal(ids({ page: Number.MAX_SAFE_INTEGER, limit: 9999 }), ' of 10')
  assert.equal(ids({ page: 3, limit: 4, word: 'note' }), 'BA of 10')
  assert.equal(ids({ page: Number.MAX_SAFE_INTEGER, limit: 9999, word: 'note' }), ' of 10')
})

test('a search matches substrings, ignoring case', async (t) => {
  const { ids } = await alphabet(t)
  assert.equal(ids({ page: 1, limit: 10, word: 'nOTE c' }), 'C of 1')
  assert.equal(ids({ page: 1, limit: 2, word: '工地' }), 'JI of 10')
  assert.equal(ids({ page: 2, limit: 2, word: '工地' }), 'HG of 10')
  assert.equal(ids({ page: 1, limit: 10, word: '.*' }), ' of 0')
})

test('a filter narrows a list, with and without a search word', async (t) => {
  const { ids } = await alphabet(t)
  const filter = { key: 'before D', matches: ({ id }: { id: string }): boolean => id < 'D' }
  assert.equal(ids({ page: 1, limit: 2, filter }), 'CB of 3')
  assert.equal(ids({ page: 2, limit: 2, filter, word: 'NOTE' }), 'A of 3')
  assert.equal(ids({ page: 1, limit: 2, filter: { key: 'none', matches: () => false } }), ' of 0')
})

test('paging through a search uses the cached result, and a change invalidates it', async (t) => {
  const { notes, ids } = await alphabet(t)
  let asked = 0
  const matches = ({ id }: { id: string }): boolean => {
    asked++
    return id < 'D'
  }
  const filter = { key: 'before D', matches }
  const query = { limit: 2, word: 'note', filter }
  assert.equal(ids({ ...query, page: 1 }), 'CB of 3')
  assert.equal(ids({ ...query, page: 2 }), 'A of 3')
  assert.equal(asked, 10)
  assert.equal(ids({ page: 1, limit: 2, word: 'note', filter: { key: 'another', matches: () => true } }), 'JI of 10')
  assert.equal(ids({ page: 1, limit: 2, word: 'b', filter }), 'B of 1')

  await notes.update('C', (current) => ({ ...current, text: 'renamed' }))
  assert.equal(ids({ ...query, page: 1 }), 'BA of 2')
  await notes.remove('B')
  assert.equal(ids({ ...query, page: 1 }), 'A of 1')
  await notes.put(note('AA', 'another note', 50))
  assert.equal(ids({ ...query, page: 1 }), 'AAA of 2')
})

test('drain waits for everything in the queue', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  await notes.put(note('a', ''))
  for (let i = 0; i < 5; i++) void notes.update('a', (current) => ({ ...current, text: `${current.text}.` }))
  await notes.drain()
  assert.deepEqual(texts(await reread(root)), ['.....'])
})
