import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Measured } from '../../client/site/parts/Measured.tsx'
import { keepWords } from '../../client/ui/keepWords.ts'

const htmlOf = (text: string): string => {
  const content = keepWords(text)
  assert.ok('dangerouslySetInnerHTML' in content, 'Node has a dictionary')
  return content.dangerouslySetInnerHTML.__html
}

test('a title may break between its words, also where the dictionary takes one apart', () => {
  assert.equal(htmlOf('深基坑自动化监测系统').replaceAll(/<wbr[^>]*>/g, '|'), '深|基坑|自动化|监测|系统')
  assert.equal(htmlOf('扬尘噪声在线监测系统').replaceAll(/<wbr[^>]*>/g, '|'), '扬尘|噪声在线|监测|系统')
})

test('no place to break is added beside punctuation, Latin and numbers, where it would remove the gap', () => {
  assert.equal(htmlOf('VR安全体验区').replaceAll(/<wbr[^>]*>/g, '|'), 'VR安全|体验区')
  assert.equal(htmlOf('换下214个小零件').replaceAll(/<wbr[^>]*>/g, '|'), '换下214个小|零件')
  assert.equal(htmlOf('返利可达8%').replaceAll(/<wbr[^>]*>/g, '|'), '返利|可达8%')
  assert.equal(htmlOf('怎样才算“标准化”？').replaceAll(/<wbr[^>]*>/g, '|'), '怎样|才算“标准化”？')
})

test('a screen reader hears a title in one piece', () => {
  const places = htmlOf('深基坑自动化监测系统').match(/<wbr[^>]*>/g)
  assert.deepEqual([...new Set(places)], ['<wbr aria-hidden="true">'])
})

test('the name of a model does not break at its hyphens while it fits into a line', () => {
  const whole = (name: string): string => `<span class="nowrap">${name}</span>`
  assert.equal(htmlOf('ISG50-125立式管道泵').replaceAll(/<wbr[^>]*>/g, '|'), `${whole('ISG50-125')}立式|管道泵`)
  assert.equal(
    htmlOf('塔机TC-5与QTZ80-B-2').replaceAll(/<wbr[^>]*>/g, '|'),
    `塔机${whole('TC-5')}与${whole('QTZ80-B-2')}`,
  )
  assert.equal(htmlOf('ABCDEFGH-12345678-Z'), 'ABCDEFGH-12345678-Z')
})

test('a fact is broken within no range and before no unit', () => {
  for (const fact of ['4～9天', '±1 mm', '0～80 ℃', '1.46万元/台起'])
    assert.ok(JSON.stringify(Measured({ text: `约${fact}，` })).includes(`"measure","children":"${fact}"`), fact)
})

test('a title has the direction of its script, and higher lines where that needs them', () => {
  for (const [text, tall] of [
    ['قۇرۇلۇش', ''],
    ['བཟོ་སྐྲུན།', ''],
    ['塔机 TC-5', undefined],
  ] as const) {
    const { dir, 'data-tall': mark } = keepWords(text)
    assert.deepEqual([dir, mark], ['auto', tall], text)
  }
})

test('what staff wrote stays text', () => {
  assert.equal(
    htmlOf('<img src=x onerror=alert(1)> && 系统').replaceAll(/<wbr[^>]*>/g, ''),
    '&#60;img src=x onerror=alert(1)&#62; &#38;&#38; 系统',
  )
})
