import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinyinOf, typedPinyin } from '../../server/records/pinyin.ts'
import { cpuMs } from '../cpuMs.ts'
import { rankOf, termsOf, titleKey } from '../../contract/text/titleMatch.ts'

const rank = (title: string, word: string) => rankOf(titleKey(title), termsOf(word))

test('a title is indexed by its pinyin initials, letters and digits', () => {
  const initials = (title: string) => titleKey(title).initials
  assert.deepEqual(['混凝土预制构件', '智慧工地', '塔吊', '高支模监测', 'AI安全帽'].map(initials), [
    'hntyzgj',
    'zhgd',
    'td',
    'gzmjc',
    'aiaqm',
  ])
  assert.equal(initials('八一路'), 'byl', '八 is itself the first character of b')
  assert.equal(initials('GB/T 50448—2015《灌浆料》'), 'gbt504482015gjl')
})

test('a match at the start ranks above one inside, and text above initials', () => {
  const titles = ['塔吊安全监测', '新型塔吊', '塔楼吊装', '智能塔吊 TD-1']
  assert.deepEqual(
    titles.map((title) => rank(title, '塔吊')),
    [0, 1, undefined, 1],
  )
  assert.deepEqual(
    titles.map((title) => rank(title, 'td')),
    [2, 3, undefined, 1],
  )
  assert.deepEqual(
    titles.map((title) => rank(title, 'T')),
    [2, undefined, 2, 1],
    'one letter begins a title or is in it',
  )
})

test('all terms must match, in any order and width; at most five are used', () => {
  assert.equal(rank('塔吊安全监测系统', '监测 塔吊'), 1)
  assert.equal(rank('塔吊安全监测系统', '监测 喷淋'), undefined)
  assert.equal(rank('ＡＩ安全帽', 'ai aqm'), 3)
  assert.deepEqual(
    ['zz-t100', 'ZZT100', 't 100', 't/100q'].map((word) => rank('ZZ-T100，说明', word)),
    [0, 0, 1, undefined],
  )
  assert.deepEqual(termsOf('  一 二 三 四 五 六 '), ['一', '二', '三', '四', '五'])
  assert.deepEqual(termsOf(' \u3000 '), [])
})

test('letters that a repeated syllable could be in many ways are matched without trying all of them', () => {
  const many = typedPinyin('nan'.repeat(16))
  assert.ok(cpuMs(() => assert.equal(many.test(pinyinOf('南'.repeat(15))), false)) < 1000)
  for (const letters of ['tajianquanjiancexitong', 'taj', 'tjaqjcxt'])
    assert.match(pinyinOf('塔机安全监测系统'), typedPinyin(letters))
})
