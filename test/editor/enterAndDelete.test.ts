import { describe, test } from 'node:test'
import { becomes } from './dom.ts'

const { insertLineBreak, splitBlock } = await import('../../client/editor/text/enter.ts')
const { joinBackward, joinForward, deleteSelection } = await import('../../client/editor/text/remove.ts')

describe('Enter', () => {
  test('splits a paragraph inside its marks and keeps its classes', () => {
    becomes(
      '<p class="align-center">一<strong>二|三</strong></p>',
      '<p class="align-center">一<strong>二</strong></p><p class="align-center"><strong>|三</strong></p>',
      splitBlock,
    )
  })

  test('starts a paragraph after a heading and before it', () => {
    becomes('<h2>一|</h2><p>二</p>', '<h2>一</h2><p>|<br></p><p>二</p>', splitBlock)
    becomes('<h2>|一</h2>', '<p><br></p><h2>|一</h2>', splitBlock)
    becomes('<h2>一|二</h2>', '<h2>一</h2><h2>|二</h2>', splitBlock)
  })

  test('makes items, and leaves the list from an empty one', () => {
    becomes('<ul><li>一|二</li></ul>', '<ul><li>一</li><li>|二</li></ul>', splitBlock)
    becomes('<ul><li>一|</li></ul>', '<ul><li>一</li></ul><p>|<br></p>', splitBlock, splitBlock)
    becomes(
      '<ol><li>一<ol><li>二</li><li>|</li></ol></li><li>三</li></ol>',
      '<ol><li>一<ol><li>二</li></ol></li><li>|<br></li><li>三</li></ol>',
      splitBlock,
    )
  })

  test('splits an item of several paragraphs between them', () => {
    becomes(
      '<ul><li><p>一|</p><p>二</p></li></ul>',
      '<ul><li><p>一</p></li><li><p>|<br></p><p>二</p></li></ul>',
      splitBlock,
    )
  })

  test('leaves a quote from an empty line in it', () => {
    becomes(
      '<blockquote><p>一|</p></blockquote>',
      '<blockquote><p>一</p></blockquote><p>|<br></p>',
      splitBlock,
      splitBlock,
    )
    becomes(
      '<blockquote><p>一</p><p>|</p><p>二</p></blockquote>',
      '<blockquote><p>一</p></blockquote><p>|<br></p><blockquote><p>二</p></blockquote>',
      splitBlock,
    )
  })

  test('in code is a line end, until the second empty line', () => {
    becomes('<pre>一|二</pre>', '<pre>一\n|二</pre>', splitBlock)
    becomes('<pre>一|</pre>', '<pre>一</pre><p>|<br></p>', splitBlock, splitBlock)
  })

  test('stays in its cell', () => {
    becomes(
      '<table><tbody><tr><td>一|二</td></tr></tbody></table>',
      '<table><tbody><tr><td><p>一</p><p>|二</p></td></tr></tbody></table>',
      splitBlock,
    )
  })

  test('leaves the caption of a picture, but not that of a table', () => {
    becomes(
      '<figure><img src="/a.png"><figcaption>图|</figcaption></figure>',
      '<figure><img src="/a.png"><figcaption>图</figcaption></figure><p>|<br></p>',
      splitBlock,
    )
    becomes(
      '<table><caption>一|</caption><tbody><tr><td>二</td></tr></tbody></table>',
      '<table><caption>一<br>|<br></caption><tbody><tr><td>二</td></tr></tbody></table>',
      splitBlock,
    )
  })

  test('replaces what is selected', () => {
    becomes('<p>一[二</p><p>三]四</p>', '<p>一</p><p>|四</p>', splitBlock)
  })

  test('with Shift ends the line, not the paragraph', () => {
    becomes('<p>一|二</p>', '<p>一<br>|二</p>', insertLineBreak)
    becomes('<p>一|</p>', '<p>一<br>|<br></p>', insertLineBreak)
  })
})

describe('deleting the selection', () => {
  test('joins the lines at its ends', () => {
    becomes(
      '<h2>一[二</h2><p>三</p><hr><ul><li>四]五</li><li>六</li></ul>',
      '<h2>一|五</h2><ul><li>六</li></ul>',
      deleteSelection,
    )
  })

  test('leaves an empty paragraph after everything was deleted, and keeps the kind of a single line', () => {
    becomes('<h2>[一</h2><p>二]</p>', '<p>|<br></p>', deleteSelection)
    becomes('<ul><li>[一</li><li>二]</li></ul>', '<p>|<br></p>', deleteSelection)
    becomes('<h2>[一]</h2>', '<h2>|<br></h2>', deleteSelection)
  })

  test('removes whole tables, and empties cells without joining them', () => {
    becomes('<p>一[</p><table><tbody><tr><td>二</td></tr></tbody></table><p>]三</p>', '<p>一|三</p>', deleteSelection)
    becomes(
      '<table><tbody><tr><td>一[二</td><td>三</td></tr><tr><td>四]五</td><td>六</td></tr></tbody></table>',
      '<table><tbody><tr><td>一|</td><td><br></td></tr><tr><td>五</td><td>六</td></tr></tbody></table>',
      deleteSelection,
    )
    const table = '<table><tbody><tr><td>二</td><td>三</td></tr></tbody></table>'
    becomes(`<h2>[一</h2>${table.replace('三', '三]')}<p><br></p>`, '<p>|<br></p>', deleteSelection)
    becomes(`${table.replace('二', '[二')}<p>]<br></p>`, '<p>|<br></p>', deleteSelection)
    becomes(`${table.replace('三', '[三')}<p>]四</p>`, `${table.replace('三', '|<br>')}<p>四</p>`, deleteSelection)
    becomes(`${table.replace('二', '[二')}<p>四</p><p>五]六</p>`, '<p>|六</p>', deleteSelection)
    becomes(`<p>一[二</p>${table.replace('三', '三]')}<p>四</p>`, '<p>一|</p><p>四</p>', deleteSelection)
    becomes(
      '<p>零[</p><table><tbody><tr><td>一</td><td>二]三</td></tr></tbody></table>',
      '<p>零|</p><table><tbody><tr><td><br></td><td>三</td></tr></tbody></table>',
      deleteSelection,
    )
  })
})

describe('Backspace at the start of a line', () => {
  test('joins it with the one above', () => {
    becomes('<p>一</p><p>|二</p>', '<p>一|二</p>', joinBackward)
    becomes('<ul><li>一</li></ul><p>|<em>二</em></p>', '<ul><li>一|<em>二</em></li></ul>', joinBackward)
    becomes('<blockquote><p>一</p></blockquote><p>|二</p>', '<blockquote><p>一|二</p></blockquote>', joinBackward)
  })

  test('removes an empty line', () => {
    becomes('<p>一</p><p><br></p><h2>|二</h2>', '<p>一</p><h2>|二</h2>', joinBackward)
    becomes('<p>一</p><p>|</p>', '<p>一|</p>', joinBackward)
    becomes('<p>一</p><h2>|</h2>', '<p>一</p><p>|<br></p>', joinBackward)
  })

  test('lifts an item out of its list and a line out of its quote', () => {
    becomes('<ul><li>一</li><li>|二</li></ul>', '<ul><li>一</li></ul><p>|二</p>', joinBackward)
    becomes('<ul><li>一<ul><li>|二</li></ul></li></ul>', '<ul><li>一</li><li>|二</li></ul>', joinBackward)
    becomes(
      '<p>零</p><blockquote><p>|一</p><p>二</p></blockquote>',
      '<p>零</p><p>|一</p><blockquote><p>二</p></blockquote>',
      joinBackward,
    )
  })

  test('turns the first heading into a paragraph, and joins the paragraphs of an item', () => {
    becomes('<h2>|一</h2>', '<p>|一</p>', joinBackward)
    becomes('<ul><li><p>一</p><p>|二</p></li></ul>', '<ul><li><p>一|二</p></li></ul>', joinBackward)
  })

  test('removes a rule, selects a picture, enters a table', () => {
    becomes('<p>一</p><hr><p>|二</p>', '<p>一</p><p>|二</p>', joinBackward)
    becomes('<p><img src="/a.png"></p><p>|二</p>', '<p>[<img src="/a.png">]</p><p>二</p>', joinBackward)
    becomes(
      '<table><tbody><tr><td>一</td></tr></tbody></table><p>|二</p>',
      '<table><tbody><tr><td>一|</td></tr></tbody></table><p>二</p>',
      joinBackward,
    )
  })

  test('does nothing at the start of a cell or of the content', () => {
    becomes(
      '<table><tbody><tr><td>一</td><td>|二</td></tr></tbody></table>',
      '<table><tbody><tr><td>一</td><td>|二</td></tr></tbody></table>',
      joinBackward,
    )
    becomes('<p>|一</p>', '<p>|一</p>', joinBackward)
  })
})

describe('Delete at the end of a line', () => {
  test('joins the next line', () => {
    becomes('<p>一|</p><h2>二</h2>', '<p>一|二</p>', joinForward)
    becomes('<p>一|</p><ul><li>二</li><li>三</li></ul>', '<p>一|二</p><ul><li>三</li></ul>', joinForward)
    becomes('<ul><li>一|<ul><li>二</li></ul></li></ul>', '<ul><li>一|二</li></ul>', joinForward)
  })

  test('removes an empty line or a rule, selects a picture', () => {
    becomes('<p>|</p><h2>二</h2>', '<h2>|二</h2>', joinForward)
    becomes('<p>|</p><h2>二</h2><p>三</p>', '<h2>|二</h2><p>三</p>', joinForward)
    becomes('<p>一|</p><hr><p>二</p>', '<p>一|</p><p>二</p>', joinForward)
    becomes('<p>一|</p><p><img src="/a.png"></p>', '<p>一</p><p>[<img src="/a.png">]</p>', joinForward)
  })

  test('stops before a table and at the end of a cell', () => {
    const table = '<table><tbody><tr><td>二</td></tr></tbody></table>'
    becomes(`<p>一|</p>${table}`, '<p>一</p><table><tbody><tr><td>|二</td></tr></tbody></table>', joinForward)
    becomes(
      '<table><tbody><tr><td>二|</td></tr></tbody></table><p>三</p>',
      '<table><tbody><tr><td>二|</td></tr></tbody></table><p>三</p>',
      joinForward,
    )
  })
})
