import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowedFragment, edited, normalizeContent, rootOf, serialize } from './dom.ts'

const { insertDetails } = await import('../../client/editor/text/details.ts')
const { insertLineBreak, splitBlock } = await import('../../client/editor/text/enter.ts')
const { joinBackward, joinForward, deleteSelection } = await import('../../client/editor/text/remove.ts')
const { align, insertBlocks, insertRule, setBlock } = await import('../../client/editor/text/blocks.ts')
const { insertContent } = await import('../../client/editor/text/insert.ts')
const { toggleList } = await import('../../client/editor/text/lists.ts')
const { clearFormat, toggleMark } = await import('../../client/editor/text/marks.ts')

const block = (summary: string, ...body: string[]): string =>
  `<details><summary>${summary}</summary>${body.map((line) => `<p>${line}</p>`).join('')}</details>`
const empty = block('|<br>', '<br>')

describe('inserting a block that folds', () => {
  test('replaces an empty line, and goes behind one with text', () => {
    assert.equal(edited('<p>|</p>', insertDetails), empty)
    assert.equal(edited('<p>一|二</p><p>三</p>', insertDetails), `<p>一二</p>${empty}<p>三</p>`)
  })

  test('goes behind the whole list, table, quote or block that the caret is in', () => {
    assert.equal(edited('<ul><li>一|</li><li>二</li></ul>', insertDetails), `<ul><li>一</li><li>二</li></ul>${empty}`)
    assert.equal(
      edited('<blockquote><p>|</p><p>一</p></blockquote>', insertDetails),
      `<blockquote><p><br></p><p>一</p></blockquote>${empty}`,
    )
    assert.equal(edited(block('问', '答|'), insertDetails), block('问', '答') + empty)
    assert.equal(edited(block('问|', '答'), insertDetails), block('问', '答') + empty)
  })
})

describe('Enter', () => {
  test('goes from the question to the answer, with what follows the caret', () => {
    assert.equal(edited(block('问|', '<br>'), splitBlock), block('问', '|<br>'))
    assert.equal(edited(block('问|', '答'), splitBlock), block('问', '|<br>', '答'))
    assert.equal(edited(block('问|题', '答'), splitBlock), block('问', '|题', '答'))
    assert.equal(
      edited(block('问<strong>一|二</strong>', '<br>'), splitBlock),
      block('问<strong>一</strong>', '<strong>|二</strong>'),
    )
  })

  test('leaves the block from an empty last line, not from one in the middle', () => {
    assert.equal(edited(block('问', '答|'), splitBlock), block('问', '答', '|<br>'))
    assert.equal(edited(block('问', '答|'), splitBlock, splitBlock), `${block('问', '答')}<p>|<br></p>`)
    assert.equal(edited(`${block('问', '一', '|', '二')}`, splitBlock), block('问', '一', '<br>', '|<br>', '二'))
    assert.equal(edited(`${block('问', '|')}<p>下</p>`, splitBlock), `${block('问', '<br>')}<p>|<br></p><p>下</p>`)
  })

  test('with Shift is a line break in the question', () => {
    assert.equal(edited(block('问|题', '答'), insertLineBreak), block('问<br>|题', '答'))
  })
})

describe('Backspace and Delete', () => {
  test('at the start of an empty question remove the block; what was in it stays', () => {
    assert.equal(edited(`<p>上</p>${block('|', '<br>')}<p>下</p>`, joinBackward), '<p>上</p><p>|<br></p><p>下</p>')
    assert.equal(edited(block('|', '答', '再答'), joinBackward), '<p>|答</p><p>再答</p>')
    assert.equal(edited(`<p>上</p>${block('|问', '答')}`, joinBackward), '<p>上</p><p>|问</p><p>答</p>')
  })

  test('never tear a question from its block', () => {
    assert.equal(edited(`<p>上|</p>${block('问', '答')}`, joinForward), `<p>上</p>${block('|问', '答')}`)
    assert.equal(edited(`<p>|</p>${block('问', '答')}`, joinForward), block('|问', '答'))
    assert.equal(edited(block('问|', '答'), joinForward), block('问|答', '<br>'))
    assert.equal(edited(block('问', '|答'), joinBackward), block('问|答', '<br>'))
    assert.equal(edited(`${block('问', '答')}<p>|下</p>`, joinBackward), block('问', '答|下'))
    assert.equal(edited(`${block('一', '答')}${block('|', '<br>')}`, joinBackward), `${block('一', '答')}<p>|<br></p>`)
  })

  test('of a selection leave whole blocks or paragraphs', () => {
    assert.equal(edited(`<p>上[</p>${block('问', '答')}<p>]下</p>`, deleteSelection), '<p>上|下</p>')
    assert.equal(edited(block('问[题', '答]案'), deleteSelection), block('问|案', '<br>'))
    assert.equal(edited(`<p>上[面</p>${block('问]题', '答')}`, deleteSelection), '<p>上|题</p><p>答</p>')
    assert.equal(edited(`${block('[问', '答')}${block('问', '答]')}`, deleteSelection), '<p>|<br></p>')
  })
})

describe('formats', () => {
  test('of lines leave the question as it is', () => {
    for (const command of [
      setBlock('h2'),
      setBlock('p'),
      setBlock('pre'),
      setBlock('blockquote'),
      toggleList('ul'),
      align('align-center'),
      clearFormat,
    ])
      assert.equal(edited(block('问|题', '答'), command), block('问|题', '答'))
    assert.equal(edited(block('[问]', '答'), toggleMark('strong')), block('<strong>[问]</strong>', '答'))
  })

  test('of lines change the answer', () => {
    assert.equal(edited(block('问', '答|'), setBlock('h3')), '<details><summary>问</summary><h3>答|</h3></details>')
    assert.equal(
      edited(block('问', '答|'), toggleList('ul')),
      '<details><summary>问</summary><ul><li>答|</li></ul></details>',
    )
    assert.equal(
      edited(block('问', '答|', '二'), setBlock('blockquote')),
      '<details><summary>问</summary><blockquote><p>答|</p></blockquote><p>二</p></details>',
    )
    assert.equal(
      edited(block('[问', '答]'), setBlock('pre')),
      '<details><summary>[问</summary><pre>答]</pre></details>',
    )
  })

  test('a rule or a picture in the question goes into the answer', () => {
    assert.equal(edited(block('问|题', '答'), insertRule), '<details><summary>问题</summary><hr><p>|答</p></details>')
    const picture = document.createElement('p')
    picture.innerHTML = '<img src="/a.png">'
    assert.equal(
      edited(block('问|', '<br>'), insertBlocks(picture)),
      '<details><summary>问</summary><p><img src="/a.png"></p><p>|<br></p></details>',
    )
  })
})

describe('pasting', () => {
  const paste = (html: string) => insertContent(allowedFragment(html))

  test('a whole block keeps it, but not inside another one, a list, a quote or a cell', () => {
    assert.equal(
      edited('<p>一|</p><p>二</p>', paste(block('问', '答'))),
      `<p>一</p>${block('问', '答')}<p>|<br></p><p>二</p>`,
    )
    assert.equal(edited(block('问', '答|'), paste(block('一', '二'))), block('问', '答', '一', '二', '|<br>'))
    assert.equal(
      edited('<ul><li>一|</li></ul>', paste(block('问', '答'))),
      `<ul><li>一</li></ul>${block('问', '答')}<p>|<br></p>`,
    )
  })

  test('into the question is one line', () => {
    assert.equal(edited(block('问|', '答'), paste('<p>一</p><ul><li>二</li></ul>')), block('问一 二|', '答'))
    assert.equal(edited(block('问|', '答'), paste(block('一', '二'))), block('问一 二|', '答'))
  })
})

describe('content that is not in order', () => {
  const normalized = (html: string): string => {
    const root = rootOf('')
    root.innerHTML = html
    normalizeContent(root)
    return serialize(root)
  }

  test('is brought into it, without losing text', () => {
    const table: [given: string, written: string][] = [
      ['<details>答</details>', '<p>答</p>'],
      ['<details><p>答</p><summary>问</summary></details>', '<p>答</p><p>问</p>'],
      ['<details><summary>问</summary>答<b>案</b></details>', block('问', '答<b>案</b>')],
      ['<details><summary>问</summary></details>', block('问', '<br>')],
      ['<details><summary>一</summary><summary>二</summary></details>', block('一', '二')],
      [
        '<details><summary>一</summary><details><summary>二</summary><p>三</p></details></details>',
        block('一', '二', '三'),
      ],
      [
        '<blockquote><details><summary>问</summary><p>答</p></details></blockquote>',
        '<blockquote><p>问</p><p>答</p></blockquote>',
      ],
      ['<summary>问</summary>', '<p>问</p>'],
      ['<details><summary><h3>问</h3></summary><p>答</p></details>', '<h3>问</h3><p>答</p>'],
    ]
    for (const [given, written] of table) assert.equal(normalized(given), written, given)
  })

  test('is shown open, and saved without that', () => {
    const root = rootOf(block('问', '答'))
    normalizeContent(root)
    assert.ok(root.querySelector('details')?.hasAttribute('open'))
    assert.equal(serialize(root), block('问', '答'))
  })
})
