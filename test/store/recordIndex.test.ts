import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecordIndex } from '../../server/store/recordIndex.ts'
import { random } from '../random.ts'
import { note, type Note, noteKind } from './help.ts'

/** Short texts, so that words are found inside them and would be found across them by mistake. */
const textOf = (n: number): string => ['ab', 'b', '', 'aab\nb', 'ba', '塔吊', 'B\n'][n % 7] ?? ''
const words = ['a', 'b', 'ab', 'bb', 'b\nb', '\n', 'aab\nb', '塔', '吊\n', 'x']

test('lists and searches match a plain array after any sequence of inserts, replacements and removals', () => {
  for (const count of [0, 1, 300]) {
    let notes: Note[] = Array.from({ length: count }, (_, n) => note(`n${n}`, textOf(n), n))
    const index = new RecordIndex(noteKind, [...notes])
    const next = random(count + 1)
    for (let step = 0; step < 600; step++) {
      // A new id inserts; a known one replaces, at its time or at another one.
      const id = `n${next(count + step + 2)}`
      if (next(4) === 0) {
        index.delete(id)
        notes = notes.filter((each) => each.id !== id)
      } else {
        const record = note(id, textOf(step), next(3) === 0 ? next(1_000) : count + step)
        index.set(record)
        notes = [...notes.filter((each) => each.id !== id), record]
      }
      const newestFirst = notes.toSorted((a, b) => {
        const isLater = a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
        return isLater ? -1 : 1
      })
      assert.deepEqual(
        [...index.newest()].map((each) => each.id),
        newestFirst.map((each) => each.id),
      )
      for (const word of step % 20 === 0 ? words : ['b']) {
        const found = newestFirst.filter(({ text }) => text.toLowerCase().includes(word)).map((each) => each.id)
        const { data, count: total } = index.page({ page: 1, limit: 2_000, word })
        assert.deepEqual([data.map((row) => row.id), total], [found, found.length], JSON.stringify(word))
      }
    }
  }
})
