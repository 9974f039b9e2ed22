import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countUnpasted, withoutUnpasted } from '../../contract/text/unpasted.ts'

const mark = '<span class="color-red">【图片未能粘贴：a&amp;b】.png】</span>'
const bold = '<strong><span class="color-red">【微信视频未能粘贴】</span></strong>'

test('marks are counted and removed with the paragraphs that hold nothing else', () => {
  const html = `<p>一${mark}二</p><p class="align-center">${mark}${mark}</p><p>${bold}</p><ul><li>${mark}</li></ul>`
  assert.equal(countUnpasted(html), 5)
  assert.equal(withoutUnpasted(html), '<p>一二</p><p><strong></strong></p><ul><li></li></ul>')
})

test('marks side by side, which are written as one piece of red text, count each, however many', () => {
  const merged = (count: number): string =>
    `<p>一<span class="color-red">${'【图片未能粘贴：image001【1】.png】'.repeat(count)}</span></p>`
  assert.equal(countUnpasted(merged(2)), 2)
  assert.equal(countUnpasted(merged(40)), 40)
  assert.equal(withoutUnpasted(merged(40)), '<p>一</p>')
})

test('what a person has set in red, or written in these words, stays', () => {
  for (const html of [
    '<p><span class="color-red">注意</span>【图片未能粘贴】</p>',
    '<p><span class="color-red">为什么会出现【图片未能粘贴】</span></p>',
    '<p><span class="color-blue">【图片未能粘贴】</span></p>',
    '<p></p>',
  ])
    assert.deepEqual([countUnpasted(html), withoutUnpasted(html)], [0, html])
})

test('removing a mark leaves no tag open', () => {
  for (const [html, rest] of [
    ['<p>a<span class="color-red">【图片未能粘贴<strong>：b】</strong></span></p>', '<p>a</p>'],
    ['<span class="color-red">【图片未能粘贴<span class="color-blue">】</span>】</span>'],
  ])
    assert.equal(withoutUnpasted(html ?? ''), rest ?? html)
})

test('a form of settings has rich text inside JSON', () => {
  const value = JSON.stringify({ body: `<p class="align-left">${mark}</p><p>一${mark}</p>`, date: '' })
  assert.equal(countUnpasted(value), 2)
  assert.deepEqual(JSON.parse(withoutUnpasted(value)), { body: '<p>一</p>', date: '' })
})
