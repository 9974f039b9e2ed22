import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clean } from '../../../server/media/clean.ts'
import { Failure } from '../../../server/failure.ts'
import { assertSafe, cleaned } from '../../media/checker.ts'

type Bomb = (length: number) => string

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length))
const counted = (piece: (n: string) => string, length: number): string => {
  const parts: string[] = []
  for (let n = 0, made = 0; made < length; n++) {
    const part = piece(n.toString(36))
    parts.push(part)
    made += part.length
  }
  return parts.join('')
}
const again =
  (piece: string): Bomb =>
  (length) =>
    filled(piece, length)

/** Each input targets something that a parser or cleaner may repeat per element, attribute or character. */
const bombs = {
  'boxes in boxes': again('<div>'),
  'boxes in boxes, closed': (length) => filled('<div>', length / 2) + filled('</div>', length / 2),
  'boxes in boxes, and end tags that close nothing': (length) =>
    filled('<div>', length / 2) + filled('</p></span>', length / 2),
  'folded blocks in folded blocks': again('<details><summary>'),
  'space before a summary': (length) => `<details>${filled(' <!-- -->', length)}<summary>`,
  'lists in lists': again('<ul><li>'),
  'tables in tables': again('<table><td>'),
  'tables in captions': again('<table><caption>'),
  'emphasis in emphasis': again('<b><i>'),
  'links in links': again('<a href=/>'),
  'unknown in unknown': again('<x-y>'),
  'templates in templates': again('<template>'),
  'drawings in drawings': again('<svg><desc>'),
  'formulas in formulas': again('<math><mi>'),
  'forms in boxes': again('<div><form>'),
  'markers and emphasis': again('<marquee><b>'),
  'emphasis left open before every paragraph': (length) =>
    counted((n) => `<b class=${n}>`, length / 20) + filled('<p>x', length),
  'more emphasis left open with every paragraph': (length) => counted((n) => `<p><b class=${n}>x</p>`, length),
  'addresses with long runs of spaces': again(`<a href="x${' '.repeat(1990)}x">`),
  'one long attribute on emphasis left open': (length) =>
    `<b class="${filled('x ', length / 2)}">${filled('<p>x', length / 2)}`,
  'a long title on a link left open': (length) => `<a href=/ title="${filled('"', 1900)}">${filled('<p>x', length)}`,
  'emphasis closed across blocks': again('<b><p></b>'),
  'links closed across blocks': again('<a><div></a>'),
  'emphasis closed across many boxes': (length) =>
    ['<b>', '<div>', '</b>'].map((piece) => filled(piece, length / 3)).join(''),
  'emphasis closed across many children': (length) =>
    ['<b>', '<br>', '</b>'].map((piece) => filled(piece, length / 3)).join('<div>'),
  'a long attribute on emphasis closed across boxes': (length) =>
    `<i><u><s><b class="${filled('x', length)}">` +
    filled('<div>'.repeat(200) + '</b>'.repeat(25) + '</div>'.repeat(200) + 'x', length),
  'the same on an element that is not kept': (length) =>
    `<i><u><s><font color="${filled('x', length)}">` +
    filled('<div>'.repeat(200) + '</font>'.repeat(25) + '</div>'.repeat(200) + 'x', length),
  'content that no table holds': (length) => `<table>${filled('x<br>', length)}`,
  'emphasis that no table holds': (length) => `<table>${filled('<b>x</b><tr>', length)}`,
  'attributes without end': (length) => `<a ${counted((n) => ` a${n}`, length)}>`,
  'the same attribute without end': (length) => `<a ${filled(' href=/', length)}>`,
  'classes without end': (length) => filled(`<p class="${filled('align-left ', 1900)}">`, length),
  'attributes for the root': (length) => counted((n) => `<html a${n}>`, length),
  comments: again('<!-->'),
  'a comment that never ends': (length) => `<!--${filled('--!', length)}`,
  'a tag that never ends': (length) => `<a href="${filled('<a href=', length)}`,
  'angle brackets': again('<'),
  ampersands: again('&notit'),
  'control characters': again('\0\u0001\r'),
  'halves of pairs': again('\uD83Dx'),
  'raw text cut short': (length) => `<title>${filled('</titl', length)}`,
  'scripts in comments in scripts': (length) => `<script>${filled('<!--<script>', length)}`,
  'line feeds after <pre>': again('<pre>\n\n'),
  'line feeds in one <pre>': (length) => `<pre>${filled('<!---->\n', length)}`,
} satisfies Record<string, Bomb>

/** CPU time, which depends less on the load of the machine than elapsed time. */
const milliseconds = (source: string): number => {
  const start = process.cpuUsage()
  try {
    clean(source)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

describe('four times the size costs no more than about four times the time', () => {
  for (const [name, bomb] of Object.entries(bombs)) {
    it(name, () => {
      const [small, large] = [bomb(50_000), bomb(200_000)]
      const rounds: string[] = []
      // Quadratic time would be sixteen times as long in every round. Short times are mostly noise, so one good round is enough.
      while (rounds.length < 6) {
        const [before, after] = [milliseconds(small), milliseconds(large)]
        if (after < 11 * Math.max(before, 30)) return
        rounds.push(`${before.toFixed(1)} ms became ${after.toFixed(1)} ms`)
      }
      assert.fail(rounds.join(', '))
    })
  }
})

describe('two MiB of it are either cleaned or refused', () => {
  const worst = [
    'boxes in boxes, closed',
    'emphasis in emphasis',
    'more emphasis left open with every paragraph',
    'attributes without end',
    'one long attribute on emphasis left open',
    'content that no table holds',
    'links closed across blocks',
    'ampersands',
  ] as const
  for (const name of worst) {
    it(name, () => {
      try {
        clean(bombs[name](2 * 1_048_576))
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
        assert.equal(error.code, 400)
      }
    })
  }

  it('a refusal has a message and names the field', () => {
    const message = '内容过于复杂，无法保存'
    assert.throws(() => clean(filled('<b>', 2_000_000), 'newInfo'), { code: 400, message, data: { field: 'newInfo' } })
    assert.throws(() => clean(filled('&', 1_000_000), 'newInfo'), { code: 400, data: { field: 'newInfo' } })
    assert.throws(() => clean(filled('&', 1_000_000)), { code: 400, data: null })
  })

  it('but two MiB of real content are unchanged', () => {
    const page =
      '<h2>标题</h2><p>一段不长不短的正文，<strong>其中有</strong>一些<a href="/x">标记</a>。</p><ul><li>一</li><li>二</li></ul>\n'
    const table = `<table><tbody>${'<tr><td>参数</td><td>数值一二三</td></tr>'.repeat(20_000)}</tbody></table>`
    for (const source of [filled(page, 1_000_000), table]) assert.equal(clean(source), source)
  })
})

const depthOf = (output: string): number => {
  let depth = 0
  let deepest = 0
  for (const [tag] of output.matchAll(/<\/?[a-z]+/g))
    deepest = Math.max(deepest, (depth += tag.startsWith('</') ? -1 : 1))
  return deepest
}

describe('content that is nested too deep', () => {
  it('keeps its text and loses its elements', () => {
    for (const tag of ['div', 'b', 'blockquote', 'span']) {
      const output = cleaned(`${`<${tag}>`.repeat(5000)}深处${`</${tag}>`.repeat(5000)}浅处`)
      assert.equal(output, `${`<${tag}>`.repeat(100)}深处${`</${tag}>`.repeat(100)}浅处`)
    }
  })

  it('ends with a complete list or table', () => {
    for (const source of [
      '<ul><li>',
      '<table><tr><td>',
      '<div><table><tr><td>',
      '<ol><li><p>',
      '<a href=/><table><caption>',
    ]) {
      const output = cleaned(`${source.repeat(400)}深处`)
      assert.match(output, /深处/)
      assert.ok(depthOf(output) >= 100 && depthOf(output) <= 103, `${source} ${depthOf(output)}`)
    }
  })

  it('is safe', () => {
    const source = `${'<div>'.repeat(300)}<script>alert(1)</script><img src=/x onerror=alert(1)><table><tr><td><p>x`
    assertSafe(clean(source), source)
    assert.doesNotMatch(clean(source), /alert/)
  })
})
