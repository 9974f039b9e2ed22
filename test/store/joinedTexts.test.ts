import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JoinedTexts } from '../../server/store/joinedTexts.ts'

/** Texts of a few letters, so that words are found within them and, wrongly, across them. */
const textOf = (n: number): string => ['ab', 'b', '', 'aab\nb', 'ba', '塔吊', 'b\n'][n % 7] ?? ''
const words = ['a', 'b', 'ab', 'bb', 'b\nb', '\n', 'aab\nb', '塔', '吊\n', 'x']

const byHand = (texts: readonly string[], word: string): number[] =>
  texts.flatMap((text, at) => (text.includes(word) ? [at] : [])).reverse()

test('a search finds what one text after the other would, whatever has changed in between', () => {
  for (const count of [0, 1, 256, 257, 1_000]) {
    const texts = Array.from({ length: count }, (_, n) => textOf(n))
    const joined = new JoinedTexts(count, (at) => texts[at] ?? '')
    let seed = count + 1
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let step = 0; step < 900; step++) {
      for (const word of step % 10 === 0 ? words : ['b']) assert.deepEqual(joined.find(word), byHand(texts, word), JSON.stringify(word))
      const at = random(texts.length + 1)
      const what = random(4)
      if (what < 2 || at === texts.length) {
        // Mostly at the end, as saves come.
        const place = what === 0 ? at : texts.length
        texts.splice(place, 0, textOf(step))
        joined.inserted(place)
      } else if (what === 2) {
        texts[at] = textOf(step)
        joined.changed(at)
      } else {
        texts.splice(at, 1)
        joined.removed(at)
      }
    }
  }
})

test('what is emptied can be filled again', () => {
  const texts: string[] = ['one']
  const joined = new JoinedTexts(1, (at) => texts[at] ?? '')
  texts.pop()
  joined.removed(0)
  assert.deepEqual(joined.find('one'), [])
  texts.push('two')
  joined.inserted(0)
  assert.deepEqual(joined.find('two'), [0])
})

test('a text put before the last of a full block is found, and so is that last one', () => {
  const texts = Array.from({ length: 256 }, (_, n) => `old ${n};`)
  const joined = new JoinedTexts(texts.length, (at) => texts[at] ?? '')
  assert.equal(joined.find('old').length, 256)
  texts.splice(255, 0, 'new')
  joined.inserted(255)
  assert.deepEqual([joined.find('new'), joined.find('old 255;')], [[255], [256]])
})
