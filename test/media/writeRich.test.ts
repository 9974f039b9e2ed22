import { test } from 'node:test'
import { serialize } from '../editor/dom.ts'
import { assertSafe } from './checker.ts'
import { random } from './pieces.ts'

const tags = [
  'p',
  'p',
  'div',
  'h1',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'figure',
  'figcaption',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tr',
  'td',
  'a',
  'a',
  'b',
  'em',
  'strong',
  'u',
  'code',
  'span',
  'sub',
  'br',
  'hr',
  'img',
  'video',
  'details',
  'summary',
  'script',
  'style',
  'font',
  'section',
  'template',
  'select',
  'button',
  'svg',
  'x-y',
]
const texts = [
  'x',
  '文字',
  ' ',
  '\n',
  '\n\n',
  '\t',
  '',
  '\u00A0',
  '&amp;',
  '<b>',
  '"',
  '\0',
  '😀',
  '\uD83D',
  '\uFEFF',
  '\u2028',
]
const attributes: readonly (readonly [name: string, value: string])[] = [
  ['class', 'align-center x color-red'],
  ['class', 'width-50'],
  ['style', 'color:red'],
  ['id', 'x'],
  ['onclick', 'alert(1)'],
  ['href', '/a'],
  ['href', 'javascript:0'],
  ['href', 'https://a.test/?a=1&b="2"'],
  ['target', '_blank'],
  ['rel', 'opener'],
  ['title', '\'"<b>&\u00A0\0'],
  ['src', '/x.png'],
  ['src', 'blob:http://a.test/1'],
  ['data-upload', '1'],
  ['alt', '</p>"'],
  ['width', '10'],
  ['dir', 'rtl'],
  ['dir', 'RTL'],
  ['dir', 'up'],
  ['colspan', '2'],
  ['start', '3'],
  ['scope', 'col'],
  ['controls', ''],
]

/** A tree as scripts and browsers' own editing may leave it, which no HTML parses to. */
function randomTree(seed: number): HTMLElement {
  const next = random(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const grow = (parent: HTMLElement, depth: number): HTMLElement => {
    for (let left = Math.floor(next() * (depth > 6 ? 2 : 5)); left > 0; left--) {
      const dice = next()
      if (dice < 0.4) parent.append(one(texts))
      else if (dice < 0.45) parent.append(document.createComment(one(['[', ']', '-->'])))
      else {
        const element = document.createElement(one(tags))
        while (next() < 0.5) element.setAttribute(...one(attributes))
        parent.append(grow(element, depth + 1))
      }
    }
    return parent
  }
  return grow(document.createElement('div'), 0)
}

test('what the editor writes of any tree is safe, and the cleaner keeps it as it is', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 1500); seed++) {
    const tree = randomTree(seed)
    assertSafe(serialize(tree), tree.innerHTML)
  }
})
