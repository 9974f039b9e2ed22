import { describe, test } from 'node:test'
import { becomes } from './dom.ts'

const { align, insertBlocks, insertRule, setBlock } = await import('../../client/editor/text/blocks.ts')
const { indent, outdent, toggleList } = await import('../../client/editor/text/lists.ts')
const { createPicture, removeMedia, setAlt, setMediaAlign, setWidth } = await import(
  '../../client/editor/text/media.ts'
)

describe('kinds of blocks', () => {
  test('paragraphs become headings, each on its own, and keep their classes', () => {
    becomes(
      '<p>[一</p><p class="align-center">二]</p><p>三</p>',
      '<h2>[一</h2><h2 class="align-center">二]</h2><p>三</p>',
      setBlock('h2'),
    )
  })

  test('a heading in an item leaves the list, and one in a cell stays in it', () => {
    becomes(
      '<ul><li>一</li><li>二|</li><li>三</li></ul>',
      '<ul><li>一</li></ul><h3>二|</h3><ul><li>三</li></ul>',
      setBlock('h3'),
    )
    becomes(
      '<table><tbody><tr><td>一|</td></tr></tbody></table>',
      '<table><tbody><tr><td><h3>一|</h3></td></tr></tbody></table>',
      setBlock('h3'),
    )
  })

  test('a quote wraps whole blocks and is undone by the same command', () => {
    const quoted = '<p>零</p><blockquote><p>一[一</p><ul><li>二]</li></ul></blockquote>'
    becomes('<p>零</p><p>一[一</p><ul><li>二]</li></ul>', quoted, setBlock('blockquote'))
    becomes(quoted, '<p>零</p><p>一[一</p><ul><li>二]</li></ul>', setBlock('blockquote'))
  })

  test('a code block joins the lines, and becomes paragraphs again', () => {
    becomes('<p>[一<strong>二</strong></p><p>三<br>四]</p>', '<pre>[一二\n三\n四]</pre>', setBlock('pre'))
    becomes('<pre>[一\n二]</pre>', '<p>[一</p><p>二]</p>', setBlock('pre'))
    becomes('<pre>[一\n二]</pre>', '<p>[一</p><p>二]</p>', setBlock('p'))
  })
})

describe('alignment', () => {
  test('is a class of the block, and left is the default', () => {
    becomes(
      '<p>[一</p><ul><li>二]</li></ul>',
      '<p class="align-center">[一</p><ul><li class="align-center">二]</li></ul>',
      align('align-center'),
    )
    becomes('<p class="align-center color-red">|一</p>', '<p class="color-red">|一</p>', align('align-left'))
  })

  test('left gets a class inside a block that is aligned otherwise', () => {
    becomes(
      '<div class="align-center"><p>|一</p></div>',
      '<div class="align-center"><p class="align-left">|一</p></div>',
      align('align-left'),
    )
  })

  test('is a class of the picture where it is alone in its block', () => {
    becomes('<p>[<img src="/a.png">]</p>', '<p>[<img src="/a.png" class="align-right">]</p>', align('align-right'))
    becomes('<p>[<img src="/a.png" class="align-right">]</p>', '<p>[<img src="/a.png">]</p>', align('align-center'))
  })
})

describe('lists', () => {
  test('are made of lines and joined with neighbours of the same kind', () => {
    becomes(
      '<ul><li>零</li></ul><p>[一</p><h2>二]</h2><ul><li>三</li></ul>',
      '<ul><li>零</li><li>[一</li><li>二]</li><li>三</li></ul>',
      toggleList('ul'),
    )
  })

  test('change their kind, and are removed again', () => {
    becomes('<ul><li>一|</li><li>二</li></ul>', '<ol><li>一|</li><li>二</li></ol>', toggleList('ol'))
    becomes(
      '<ol><li>一</li><li>二|</li><li>三</li></ol>',
      '<ol><li>一</li></ol><p>二|</p><ol><li>三</li></ol>',
      toggleList('ol'),
    )
  })

  test('in a cell stay in it', () => {
    becomes(
      '<table><tbody><tr><td>一|</td></tr></tbody></table>',
      '<table><tbody><tr><td><ul><li>一|</li></ul></td></tr></tbody></table>',
      toggleList('ul'),
    )
  })

  test('are indented by one level and outdented again', () => {
    const nested = '<ul><li>一<ul><li>二|</li></ul></li><li>三</li></ul>'
    becomes('<ul><li>一</li><li>二|</li><li>三</li></ul>', nested, indent)
    becomes(nested, '<ul><li>一</li><li>二|</li><li>三</li></ul>', outdent)
  })

  test('move inner items together with their item', () => {
    becomes(
      '<ol><li>一</li><li>[二<ol><li>甲</li></ol></li><li>三]</li></ol>',
      '<ol><li>一<ol><li>[二<ol><li>甲</li></ol></li><li>三]</li></ol></li></ol>',
      indent,
    )
    becomes(
      '<ul><li>一<ul><li>甲|</li><li>乙</li></ul></li></ul>',
      '<ul><li>一</li><li>甲|<ul><li>乙</li></ul></li></ul>',
      outdent,
    )
  })

  test('do not indent the first item or outdent the outermost', () => {
    becomes('<ul><li>一|</li></ul>', '<ul><li>一|</li></ul>', indent)
    becomes('<ul><li>一|</li></ul>', '<ul><li>一|</li></ul>', outdent)
  })

  test('the button of a nested list lifts its item out of all lists', () => {
    becomes(
      '<ul><li>一<ul><li>二|</li></ul></li><li>三</li></ul>',
      '<ul><li>一</li></ul><p>二|</p><ul><li>三</li></ul>',
      toggleList('ul'),
    )
  })
})

describe('inserting', () => {
  test('a rule splits its line', () => {
    becomes('<p>一|二</p>', '<p>一</p><hr><p>|二</p>', insertRule)
    becomes('<p>一|</p><p>二</p>', '<p>一</p><hr><p>|二</p>', insertRule)
    becomes('<p>|</p>', '<hr><p>|<br></p>', insertRule)
    becomes(
      '<ul><li>一</li><li>|</li><li>二</li></ul>',
      '<ul><li>一</li></ul><hr><p>|<br></p><ul><li>二</li></ul>',
      insertRule,
    )
    becomes('<p>一|</p><p><img src="/a.png"></p>', '<p>一</p><hr><p>|<br></p><p><img src="/a.png"></p>', insertRule)
  })

  test('a picture gets a paragraph of its own, with the caret behind it', () => {
    becomes(
      '<h2>一|</h2>',
      '<h2>一</h2><p><img src="/a.png" alt="图"></p><p>|<br></p>',
      insertBlocks(createPicture('/a.png', '图')),
    )
    becomes(
      '<ol><li>步骤|</li><li>二</li></ol>',
      '<ol><li><p>步骤</p><p><img src="/a.png" alt=""></p><p>|<br></p></li><li>二</li></ol>',
      insertBlocks(createPicture('/a.png')),
    )
  })

  test('goes below a table when the caret is in its caption', () => {
    becomes(
      '<table><caption>表|一</caption><tbody><tr><td>一</td></tr></tbody></table><p>二</p>',
      '<table><caption>表一</caption><tbody><tr><td>一</td></tr></tbody></table><hr><p>|二</p>',
      insertRule,
    )
  })

  test('the width, alignment and alternative text of a picture', () => {
    const image = '<p>[<img src="/a.png" alt="">]</p>'
    becomes(
      image,
      '<p>[<img src="/a.png" alt="塔机" class="width-50 align-left">]</p>',
      setWidth('width-50'),
      setMediaAlign('align-left'),
      setAlt('塔机'),
    )
    becomes('<p>[<img src="/a.png" class="width-50">]</p>', '<p>[<img src="/a.png">]</p>', setWidth(undefined))
    becomes(`<p>一</p>${image}<p>二</p>`, '<p>一</p><p>|<br></p><p>二</p>', removeMedia)
  })
})
