import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Block, blocksOf, compareBlocks, compareWords } from '../../client/admin/form/compare.ts'
import { diff, type Hunk } from '../../contract/text/diff.ts'
import { cpuMs } from '../cpuMs.ts'

const shown = (hunks: readonly Hunk<string>[]): string =>
  hunks
    .map((hunk) => ('same' in hunk ? hunk.same.join('') : `[-${hunk.removed.join('')}+${hunk.added.join('')}]`))
    .join('')
const shownRows = (before: readonly Block[], after: readonly Block[]): string[] =>
  compareBlocks(before, after).map(({ hunks, note = '' }) => shown(hunks) + note)
const block = (text: string): Block => ({ tokens: [...text], key: `p ${text}` })
const rows = (before: string[], after: string[]): string[] => shownRows(before.map(block), after.map(block))

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

describe('two lists', () => {
  test('are reproduced completely by their comparison, whatever they contain', () => {
    const next = random(7)
    for (let turn = 0; turn < 3000; turn++) {
      const list = (): string[] => Array.from({ length: next() * 12 }, () => 'abc'[Math.floor(next() * 3)] ?? '')
      const [before, after] = [list(), list()]
      const hunks = diff(before, after, (item) => item)
      assert.deepEqual(
        hunks.flatMap((hunk) => ('same' in hunk ? hunk.same : hunk.removed)),
        before,
      )
      assert.deepEqual(
        hunks.flatMap((hunk) => ('same' in hunk ? hunk.same : hunk.added)),
        after,
      )
    }
  })

  test('differ by as little as possible', () => {
    assert.equal(shown(diff([...'abcabba'], [...'cbabac'], (item) => item)).replace(/[^abc]/g, '').length, 9)
  })

  test('with nothing in common are given up as replaced, however long', () => {
    const next = random(3)
    const list = (): string[] => Array.from({ length: 100_000 }, () => `${Math.floor(next() * 300)}`)
    const [before, after] = [list(), list()]
    // About 15 ms; without its bound, minutes.
    assert.ok(cpuMs(() => assert.ok(diff(before, after, (item) => item).length <= 3)) < 1000)
  })
})

describe('two texts', () => {
  test('are marked by characters of Chinese and by words of Latin', () => {
    assert.equal(shown(compareWords('今天天气很好', '今天的天气很好')), '今天[-+的]天气很好')
    assert.equal(shown(compareWords('supports v1 only', 'supports v2 only')), 'supports [-v1+v2] only')
    assert.equal(shown(compareWords('', '新写的')), '[-+新写的]')
  })

  test('one character that two changes share does not tear them apart', () => {
    assert.equal(shown(compareWords('我们在工地安装设备', '大家在现场安装设备')), '[-我们在工地+大家在现场]安装设备')
  })
})

describe('two rich texts', () => {
  test('are taken apart into lines and pictures, each with what it stands in', () => {
    const text = '<p>甲<br><strong>乙</strong>&amp;</p><ul><li>丙<ul><li><p>丁</p></li></ul></li></ul>'
    const media =
      '<hr><p>戊<a href="/"><img src="/a.png?x&amp;y" alt=""></a></p><video src="/f.mp4" poster="/f.png"></video>'
    const folded = '<details><summary>问</summary><p> </p></details>己'
    assert.deepEqual(
      blocksOf(text + media + folded).map(({ tokens, key }) => [tokens.join('|'), key]),
      [
        ['甲|\n|乙|&', '<p>甲<br><strong>乙</strong>&amp;'],
        ['丙', '<ul><li>丙'],
        ['丁', '<ul><li><ul><li><p>丁'],
        ['戊', '<p>戊<a href="/">'],
        ['</a.png?x&y', '<img src="/a.png?x&amp;y" alt="">'],
        ['【视频】|</f.png', '<video src="/f.mp4" poster="/f.png"></video>'],
        ['问', '<details><summary>问'],
        ['己', '己'],
      ],
    )
  })

  test('keep their paragraphs apart, mark the words, and leave out what is far from any change', () => {
    const before = ['一', '二', '三', '四', '五甲六', '七']
    assert.deepEqual(rows(before, ['一', '二', '三', '四', '五乙六', '七', '八']), [
      '… 3 段没有变化 …',
      '四',
      '五[-甲+乙]六',
      '七',
      '[-+八]',
    ])
    assert.deepEqual(rows(['一', '二'], ['二']), ['[-一+]', '二'])
    assert.deepEqual(rows(before, before), ['… 6 段没有变化 …'])
  })

  test('say so when only the format differs, and show pictures as such', () => {
    assert.deepEqual(shownRows([block('一')], [{ tokens: ['一'], key: 'p strong 一' }]), ['一（文字相同，格式不同）'])
    assert.deepEqual(shownRows(blocksOf('<img src="/a.png">'), blocksOf('<img src="/b.png">')), ['[-</a.png+</b.png]'])
  })

  test('of 100,000 characters are compared by words as far as that is quick, and by paragraphs beyond', () => {
    const paragraphs = (mark: string): string[] =>
      Array.from({ length: 500 }, (_, index) => `${index}${'字'.repeat(100)}${mark}${'尾'.repeat(100)}`)
    let all: string[] = []
    const ms = cpuMs(() => (all = rows(paragraphs('甲'), paragraphs('乙'))))
    assert.ok(ms < 1000)
    assert.match(all[0] ?? '', /字\[-甲\+乙\]尾/)
    assert.match(all[499] ?? '', /^\[-499字.*甲尾.*\+499字.*乙尾+\]$/)
  })
})
