import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from './dom.ts'

const { align, insertBlocks, insertRule, setBlock } = await import('../../client/editor/text/blocks.ts')
const { indent, outdent, toggleList } = await import('../../client/editor/text/lists.ts')
const { createPicture, removeMedia, setAlt, setMediaAlign, setWidth } = await import(
  '../../client/editor/text/media.ts'
)

describe('kinds of blocks', () => {
  test('paragraphs become headings, each on its own, and keep their classes', () => {
    assert.equal(
      edited('<p>[一</p><p class="align-center">二]</p><p>三</p>', setBlock('h2')),
      '<h2>[一</h2><h2 class="align-center">二]</h2><p>三</p>',
    )
  })

  test('a heading in an item leaves the list, and one in a cell stays in it', () => {
    assert.equal(
      edited('<ul><li>一</li><li>二|</li><li>三</li></ul>', setBlock('h3')),
      '<ul><li>一</li></ul><h3>二|</h3><ul><li>三</li></ul>',
    )
    assert.equal(
      edited('<table><tbody><tr><td>一|</td></tr></tbody></table>', setBlock('h3')),
      '<table><tbody><tr><td><h3>一|</h3></td></tr></tbody></table>',
    )
  })

  test('a quote wraps whole blocks and is undone by the same command', () => {
    const quoted = '<p>零</p><blockquote><p>一[一</p><ul><li>二]</li></ul></blockquote>'
    assert.equal(edited('<p>零</p><p>一[一</p><ul><li>二]</li></ul>', setBlock('blockquote')), quoted)
    assert.equal(edited(quoted, setBlock('blockquote')), '<p>零</p><p>一[一</p><ul><li>二]</li></ul>')
  })

  test('a code block joins the lines, and becomes paragraphs again', () => {
    assert.equal(edited('<p>[一<strong>二</strong></p><p>三<br>四]</p>', setBlock('pre')), '<pre>[一二\n三\n四]</pre>')
    assert.equal(edited('<pre>[一\n二]</pre>', setBlock('pre')), '<p>[一</p><p>二]</p>')
    assert.equal(edited('<pre>[一\n二]</pre>', setBlock('p')), '<p>[一</p><p>二]</p>')
  })
})

describe('alignment', () => {
  test('is a class of the block, and left is the default', () => {
    assert.equal(
      edited('<p>[一</p><ul><li>二]</li></ul>', align('align-center')),
      '<p class="align-center">[一</p><ul><li class="align-center">二]</li></ul>',
    )
    assert.equal(
      edited('<p class="align-center color-red">|一</p>', align('align-left')),
      '<p class="color-red">|一</p>',
    )
  })

  test('left gets a class inside a block that is aligned otherwise', () => {
    assert.equal(
      edited('<div class="align-center"><p>|一</p></div>', align('align-left')),
      '<div class="align-center"><p class="align-left">|一</p></div>',
    )
  })

  test('is a class of the picture where it is alone in its block', () => {
    assert.equal(
      edited('<p>[<img src="/a.png">]</p>', align('align-right')),
      '<p>[<img src="/a.png" class="align-right">]</p>',
    )
    assert.equal(
      edited('<p>[<img src="/a.png" class="align-right">]</p>', align('align-center')),
      '<p>[<img src="/a.png">]</p>',
    )
  })
})

describe('lists', () => {
  test('are made of lines and joined with neighbours of the same kind', () => {
    assert.equal(
      edited('<ul><li>零</li></ul><p>[一</p><h2>二]</h2><ul><li>三</li></ul>', toggleList('ul')),
      '<ul><li>零</li><li>[一</li><li>二]</li><li>三</li></ul>',
    )
  })

  test('change their kind, and are removed again', () => {
    assert.equal(edited('<ul><li>一|</li><li>二</li></ul>', toggleList('ol')), '<ol><li>一|</li><li>二</li></ol>')
    assert.equal(
      edited('<ol><li>一</li><li>二|</li><li>三</li></ol>', toggleList('ol')),
      '<ol><li>一</li></ol><p>二|</p><ol><li>三</li></ol>',
    )
  })

  test('in a cell stay in it', () => {
    assert.equal(
      edited('<table><tbody><tr><td>一|</td></tr></tbody></table>', toggleList('ul')),
      '<table><tbody><tr><td><ul><li>一|</li></ul></td></tr></tbody></table>',
    )
  })

  test('are indented by one level and outdented again', () => {
    const nested = '<ul><li>一<ul><li>二|</li></ul></li><li>三</li></ul>'
    assert.equal(edited('<ul><li>一</li><li>二|</li><li>三</li></ul>', indent), nested)
    assert.equal(edited(nested, outdent), '<ul><li>一</li><li>二|</li><li>三</li></ul>')
  })

  test('move inner items together with their item', () => {
    assert.equal(
      edited('<ol><li>一</li><li>[二<ol><li>甲</li></ol></li><li>三]</li></ol>', indent),
      '<ol><li>一<ol><li>[二<ol><li>甲</li></ol></li><li>三]</li></ol></li></ol>',
    )
    assert.equal(
      edited('<ul><li>一<ul><li>甲|</li><li>乙</li></ul></li></ul>', outdent),
      '<ul><li>一</li><li>甲|<ul><li>乙</li></ul></li></ul>',
    )
  })

  test('do not indent the first item or outdent the outermost', () => {
    assert.equal(edited('<ul><li>一|</li></ul>', indent), '<ul><li>一|</li></ul>')
    assert.equal(edited('<ul><li>一|</li></ul>', outdent), '<ul><li>一|</li></ul>')
  })

  test('the button of a nested list lifts its item out of all lists', () => {
    assert.equal(
      edited('<ul><li>一<ul><li>二|</li></ul></li><li>三</li></ul>', toggleList('ul')),
      '<ul><li>一</li></ul><p>二|</p><ul><li>三</li></ul>',
    )
  })
})

describe('inserting', () => {
  test('a rule splits its line', () => {
    assert.equal(edited('<p>一|二</p>', insertRule), '<p>一</p><hr><p>|二</p>')
    assert.equal(edited('<p>一|</p><p>二</p>', insertRule), '<p>一</p><hr><p>|二</p>')
    assert.equal(edited('<p>|</p>', insertRule), '<hr><p>|<br></p>')
    assert.equal(
      edited('<ul><li>一</li><li>|</li><li>二</li></ul>', insertRule),
      '<ul><li>一</li></ul><hr><p>|<br></p><ul><li>二</li></ul>',
    )
    assert.equal(
      edited('<p>一|</p><p><img src="/a.png"></p>', insertRule),
      '<p>一</p><hr><p>|<br></p><p><img src="/a.png"></p>',
    )
  })

  test('a picture gets a paragraph of its own, with the caret behind it', () => {
    assert.equal(
      edited('<h2>一|</h2>', insertBlocks(createPicture('/a.png', '图'))),
      '<h2>一</h2><p><img src="/a.png" alt="图"></p><p>|<br></p>',
    )
    assert.equal(
      edited('<ol><li>步骤|</li><li>二</li></ol>', insertBlocks(createPicture('/a.png'))),
      '<ol><li><p>步骤</p><p><img src="/a.png" alt=""></p><p>|<br></p></li><li>二</li></ol>',
    )
  })

  test('goes below a table when the caret is in its caption', () => {
    assert.equal(
      edited('<table><caption>表|一</caption><tbody><tr><td>一</td></tr></tbody></table><p>二</p>', insertRule),
      '<table><caption>表一</caption><tbody><tr><td>一</td></tr></tbody></table><hr><p>|二</p>',
    )
  })

  test('the width, alignment and alternative text of a picture', () => {
    const image = '<p>[<img src="/a.png" alt="">]</p>'
    assert.equal(
      edited(image, setWidth('width-50'), setMediaAlign('align-left'), setAlt('塔机')),
      '<p>[<img src="/a.png" alt="塔机" class="width-50 align-left">]</p>',
    )
    assert.equal(
      edited('<p>[<img src="/a.png" class="width-50">]</p>', setWidth(undefined)),
      '<p>[<img src="/a.png">]</p>',
    )
    assert.equal(edited(`<p>一</p>${image}<p>二</p>`, removeMedia), '<p>一</p><p>|<br></p><p>二</p>')
  })
})
