import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dropped,
  elements,
  keptAttributes,
  safeLink,
  safeMedia,
  stripInvisible,
  top,
  voidElements,
} from '../../contract/text/markup.ts'
import { cpuMs } from '../cpuMs.ts'

/** In characters, of an attribute. */
const maxValueLength = 2000

describe('safeLink', () => {
  const good = [
    'http://a.test',
    'https://a.test/x?y#z',
    'HTTPS://A.TEST',
    'https://用户.例子/路径',
    'https://u@a.test:8080',
    'mailto:a@b.test',
    'TEL:+86-400',
    '/',
    '/a',
    '/产品：a',
    '/a:b',
    './a',
    '../a',
    'a',
    'a.html?b:c',
    'a/b:c',
    '产品/1',
    '#',
    '#a:b',
    '?a=b:c',
    '/a b',
    '/javascript:alert(1)',
    '#javascript:alert(1)',
  ]
  for (const address of good) it(`accepts ${address}`, () => assert.equal(safeLink(address), address))

  const bad = [
    '',
    ' ',
    'javascript:alert(1)',
    'Javascript:0',
    'java\tscript:0',
    'java\nscript:0',
    'java\rscript:0',
    '\u0000javascript:0',
    '\u001Bjavascript:0',
    '\u0001/a',
    'javascript\u0000:0',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///x',
    'ftp://a.test',
    'ws://a.test',
    'about:blank',
    'chrome://x',
    'x:y',
    'a b:c',
    '//a.test',
    '///a.test',
    '/\\a.test',
    '\\/a.test',
    '\\\\a.test',
    '/a\\b',
    '/\t/a.test',
    '/\n/a.test',
    'https:a.test',
    'https:/a.test',
    'https:///a.test',
    'https://',
    'https:\\\\a.test',
    'http://a b',
    'http://[',
    'mailto:',
    'tel:',
    'mailto://x',
    '：',
    'javascript：0',
    '／／a.test',
    'ｊavascript:0',
    '\u2028javascript:0',
    '\uFEFF/a',
    '\uD800/a',
    `/${'a'.repeat(maxValueLength)}`,
  ]
  for (const address of bad) {
    it(`refuses ${JSON.stringify(address.slice(0, 40))}`, () => assert.equal(safeLink(address), undefined))
  }

  it('trims the white space around', () => assert.equal(safeLink(' \t\r\n\f/a \n'), '/a'))

  it('parses long runs of spaces about as fast as letters', () => {
    const milliseconds = (filler: string): number => {
      const address = `x${filler.repeat(maxValueLength - 2)}x`
      return cpuMs(() => {
        for (let n = 0; n < 1_000; n++) safeLink(address)
      })
    }
    milliseconds(' ')
    const [letters, spaces] = [milliseconds('y'), milliseconds(' ')]
    assert.ok(
      spaces < 10 * Math.max(letters, 20),
      `${letters.toFixed(1)} ms for letters, ${spaces.toFixed(1)} ms for spaces`,
    )
  })
})

describe('safeMedia', () => {
  for (const address of ['/a.png', '/', '/图/1.png', 'https://a.test/x.png', 'HTTPS://a.test', '/a b.png', '/a:b']) {
    it(`accepts ${address}`, () => assert.equal(safeMedia(address), address))
  }
  for (const address of [
    '',
    'a.png',
    './a.png',
    '../a.png',
    '#a',
    '?a',
    'http://a.test/x.png',
    '//a.test/x.png',
    '/\\a.test',
    '/\t/a.test',
    'https:/a.test',
    'https://',
    'data:image/png;base64,AAAA',
    'blob:https://a.test/1',
    'javascript:0',
    'mailto:a@b.test',
    '／a',
  ]) {
    it(`refuses ${JSON.stringify(address)}`, () => assert.equal(safeMedia(address), undefined))
  }
})

describe('keptAttributes', () => {
  const kept = (tag: string, given: Record<string, string>): Record<string, string> => {
    const rule = elements.get(tag)
    assert.ok(rule)
    return Object.fromEntries(
      keptAttributes(
        rule,
        Object.entries(given).map(([name, value]) => ({ name, value })),
      ),
    )
  }

  it('keeps only what the table lists', () => {
    assert.deepEqual(kept('p', { class: 'align-left x', id: 'a', style: 'b', title: 'c', onclick: 'd' }), {
      class: 'align-left',
    })
    assert.deepEqual(kept('img', { src: '/a', srcset: '/b', class: 'color-red' }), { src: '/a' })
  })

  it('keeps numbers in their range only', () => {
    for (const value of ['1', '100']) assert.deepEqual(kept('td', { colspan: value }), { colspan: value })
    for (const value of ['0', '101', '01', '+1', '-1', '1.5', '1e1', ' 1', '1px', '１', '', '1000000000000']) {
      assert.deepEqual(kept('td', { colspan: value }), {})
    }
    assert.deepEqual(kept('ol', { start: '0' }), { start: '0' })
  })

  it('drops values that are too long', () => {
    assert.deepEqual(kept('img', { alt: 'a'.repeat(maxValueLength) }), { alt: 'a'.repeat(maxValueLength) })
    assert.deepEqual(kept('img', { alt: 'a'.repeat(maxValueLength + 1) }), {})
  })

  it('adds noopener beside a target, and controls to every video', () => {
    assert.deepEqual(kept('a', { href: '/a', rel: 'opener' }), { href: '/a' })
    assert.deepEqual(kept('a', { href: '/a', target: '_blank' }), {
      href: '/a',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    assert.deepEqual(kept('a', { href: '/a', target: '_top' }), { href: '/a' })
    assert.deepEqual(kept('video', {}), { controls: '' })
  })

  it('keeps a direction in any case as browsers read it, and no other word', () => {
    assert.deepEqual(kept('p', { dir: 'RTL' }), { dir: 'rtl' })
    for (const dir of ['', 'up', ' rtl', 'rtl ltr']) assert.deepEqual(kept('p', { dir }), {}, dir)
    assert.deepEqual(kept('span', { dir: 'rtl' }), {}, 'a mark around it has none')
  })
})

describe('the table', () => {
  it('has only parents that exist, and allows no element that it drops', () => {
    for (const [tag, { allowedIn, adds }] of elements) {
      assert.ok(!dropped.has(tag), tag)
      if (typeof allowedIn !== 'string')
        for (const parent of allowedIn) assert.ok(parent === top || elements.has(parent), parent)
      for (const { beside } of Object.values(adds ?? {}))
        if (beside) assert.ok(elements.get(tag)?.attributes?.[beside], tag)
    }
    for (const tag of voidElements) assert.equal(elements.get(tag)?.content, 'nothing', tag)
  })

  it('allows no attribute that styles, names or runs something', () => {
    for (const [tag, { attributes = {}, needs }] of elements) {
      const unwanted = /^(?:on|style$|id$|name$|srcset$|srcdoc$|formaction$|data)/
      for (const name of Object.keys(attributes)) assert.doesNotMatch(name, unwanted, tag)
      if (needs) assert.ok(attributes[needs], tag)
    }
  })
})

describe('stripInvisible', () => {
  it('removes only characters that are invisible', () => {
    assert.equal(stripInvisible('a\0\u0008\u000B\u000C\r\u001F\u007F\u009F\uFEFF\uFFFE\u{1FFFF}\uD800b'), 'ab')
    assert.equal(stripInvisible('\t\n \u00A0\u200D\uFFFD文👷🏽‍♀️'), '\t\n \u00A0\u200D\uFFFD文👷🏽‍♀️')
  })
})
