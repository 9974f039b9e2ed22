import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowedFragment, becomes, normalizeContent, rootOf, serialize } from './dom.ts'

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
    becomes('<p>|</p>', empty, insertDetails)
    becomes('<p>一|二</p><p>三</p>', `<p>一二</p>${empty}<p>三</p>`, insertDetails)
  })

  test('goes behind the whole list, table, quote or block that the caret is in', () => {
    becomes('<ul><li>一|</li><li>二</li></ul>', `<ul><li>一</li><li>二</li></ul>${empty}`, insertDetails)
    becomes(
      '<blockquote><p>|</p><p>一</p></blockquote>',
      `<blockquote><p><br></p><p>一</p></blockquote>${empty}`,
      insertDetails,
    )
    becomes(block('问', '答|'), block('问', '答') + empty, insertDetails)
    becomes(block('问|', '答'), block('问', '答') + empty, insertDetails)
  })
})

describe('Enter', () => {
  test('goes from the question to the answer, with what follows the caret', () => {
    becomes(block('问|', '<br>'), block('问', '|<br>'), splitBlock)
    becomes(block('问|', '答'), block('问', '|<br>', '答'), splitBlock)
    becomes(block('问|题', '答'), block('问', '|题', '答'), splitBlock)
    becomes(
      block('问<strong>一|二</strong>', '<br>'),
      block('问<strong>一</strong>', '<strong>|二</strong>'),
      splitBlock,
    )
  })

  test('leaves the block from an empty last line, not from one in the middle', () => {
    becomes(block('问', '答|'), block('问', '答', '|<br>'), splitBlock)
    becomes(block('问', '答|'), `${block('问', '答')}<p>|<br></p>`, splitBlock, splitBlock)
    becomes(`${block('问', '一', '|', '二')}`, block('问', '一', '<br>', '|<br>', '二'), splitBlock)
    becomes(`${block('问', '|')}<p>下</p>`, `${block('问', '<br>')}<p>|<br></p><p>下</p>`, splitBlock)
  })

  test('with Shift is a line break in the question', () => {
    becomes(block('问|题', '答'), block('问<br>|题', '答'), insertLineBreak)
  })
})

describe('Backspace and Delete', () => {
  test('at the start of an empty question remove the block; what was in it stays', () => {
    becomes(`<p>上</p>${block('|', '<br>')}<p>下</p>`, '<p>上</p><p>|<br></p><p>下</p>', joinBackward)
    becomes(block('|', '答', '再答'), '<p>|答</p><p>再答</p>', joinBackward)
    becomes(`<p>上</p>${block('|问', '答')}`, '<p>上</p><p>|问</p><p>答</p>', joinBackward)
  })

  test('never tear a question from its block', () => {
    becomes(`<p>上|</p>${block('问', '答')}`, `<p>上</p>${block('|问', '答')}`, joinForward)
    becomes(`<p>|</p>${block('问', '答')}`, block('|问', '答'), joinForward)
    becomes(block('问|', '答'), block('问|答', '<br>'), joinForward)
    becomes(block('问', '|答'), block('问|答', '<br>'), joinBackward)
    becomes(`${block('问', '答')}<p>|下</p>`, block('问', '答|下'), joinBackward)
    becomes(`${block('一', '答')}${block('|', '<br>')}`, `${block('一', '答')}<p>|<br></p>`, joinBackward)
  })

  test('of a selection leave whole blocks or paragraphs', () => {
    becomes(`<p>上[</p>${block('问', '答')}<p>]下</p>`, '<p>上|下</p>', deleteSelection)
    becomes(block('问[题', '答]案'), block('问|案', '<br>'), deleteSelection)
    becomes(`<p>上[面</p>${block('问]题', '答')}`, '<p>上|题</p><p>答</p>', deleteSelection)
    becomes(`${block('[问', '答')}${block('问', '答]')}`, '<p>|<br></p>', deleteSelection)
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
      becomes(block('问|题', '答'), block('问|题', '答'), command)
    becomes(block('[问]', '答'), block('<strong>[问]</strong>', '答'), toggleMark('strong'))
  })

  test('of lines change the answer', () => {
    becomes(block('问', '答|'), '<details><summary>问</summary><h3>答|</h3></details>', setBlock('h3'))
    becomes(block('问', '答|'), '<details><summary>问</summary><ul><li>答|</li></ul></details>', toggleList('ul'))
    becomes(
      block('问', '答|', '二'),
      '<details><summary>问</summary><blockquote><p>答|</p></blockquote><p>二</p></details>',
      setBlock('blockquote'),
    )
    becomes(block('[问', '答]'), '<details><summary>[问</summary><pre>答]</pre></details>', setBlock('pre'))
  })

  test('a rule or a picture in the question goes into the answer', () => {
    becomes(block('问|题', '答'), '<details><summary>问题</summary><hr><p>|答</p></details>', insertRule)
    const picture = document.createElement('p')
    picture.innerHTML = '<img src="/a.png">'
    becomes(
      block('问|', '<br>'),
      '<details><summary>问</summary><p><img src="/a.png"></p><p>|<br></p></details>',
      insertBlocks(picture),
    )
  })
})

describe('pasting', () => {
  const paste = (html: string) => insertContent(allowedFragment(html))

  test('a whole block keeps it, but not inside another one, a list, a quote or a cell', () => {
    becomes('<p>一|</p><p>二</p>', `<p>一</p>${block('问', '答')}<p>|<br></p><p>二</p>`, paste(block('问', '答')))
    becomes(block('问', '答|'), block('问', '答', '一', '二', '|<br>'), paste(block('一', '二')))
    becomes('<ul><li>一|</li></ul>', `<ul><li>一</li></ul>${block('问', '答')}<p>|<br></p>`, paste(block('问', '答')))
  })

  test('into the question is one line', () => {
    becomes(block('问|', '答'), block('问一 二|', '答'), paste('<p>一</p><ul><li>二</li></ul>'))
    becomes(block('问|', '答'), block('问一 二|', '答'), paste(block('一', '二')))
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
