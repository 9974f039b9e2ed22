import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '../../client/site/pages/partsOf.ts'
import { wordOf } from '../../contract/site/siteSearch.ts'
import { termsOf } from '../../contract/text/titleMatch.ts'

const marked = (text: string, word: string): string =>
  partsOf(text, termsOf(word))
    .map(({ text: part, found }) => (found ? `[${part}]` : part))
    .join('')

test('every occurrence of every word is marked as it is written in the text', () => {
  assert.equal(marked('塔吊与BIM：塔吊', '塔吊 bim'), '[塔吊]与[BIM]：[塔吊]')
  assert.equal(marked('ＤＣ 24V', 'dc24 dc'), '[ＤＣ 24]V')
  assert.equal(marked('型号ZZ-T100，RS/485', 't-100 s485'), '型号ZZ-[T100]，R[S/485]')
  assert.equal(marked('共120㎡，𠮷', 'm2 𠮷'), '共120[㎡]，[𠮷]')
  assert.equal(marked('塔吊吊塔', '塔吊 吊吊'), '[塔吊吊]塔')
  assert.equal(marked('塔吊', 'td'), '塔吊')
  assert.equal(marked('', '塔'), '')
  assert.equal(marked('塔吊', ''), '塔吊')
})

test('a word in an address is cut between characters', () => {
  assert.equal(wordOf(new URLSearchParams({ word: ` ${'𠮷'.repeat(50)} ` })), '𠮷'.repeat(40))
  assert.equal(wordOf(new URLSearchParams()), '')
  assert.equal(wordOf(new URLSearchParams('word=%00塔%08吊')), '塔吊')
})
