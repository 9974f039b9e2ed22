import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from './dom.ts'

const { insertLineBreak, splitBlock } = await import('../../client/editor/text/enter.ts')
const { joinBackward, joinForward, deleteSelection } = await import('../../client/editor/text/remove.ts')

describe('Enter', () => {
  test('splits a paragraph inside its marks and keeps its classes', () => {
    assert.equal(
      edited('<p class="align-center">一<strong>二|三</strong></p>', splitBlock),
      '<p class="align-center">一<strong>二</strong></p><p class="align-center"><strong>|三</strong></p>',
    )
  })

  test('starts a paragraph after a heading and before it', () => {
    assert.equal(edited('<h2>一|</h2><p>二</p>', splitBlock), '<h2>一</h2><p>|<br></p><p>二</p>')
    assert.equal(edited('<h2>|一</h2>', splitBlock), '<p><br></p><h2>|一</h2>')
    assert.equal(edited('<h2>一|二</h2>', splitBlock), '<h2>一</h2><h2>|二</h2>')
  })

  test('makes items, and leaves the list from an empty one', () => {
    assert.equal(edited('<ul><li>一|二</li></ul>', splitBlock), '<ul><li>一</li><li>|二</li></ul>')
    assert.equal(edited('<ul><li>一|</li></ul>', splitBlock, splitBlock), '<ul><li>一</li></ul><p>|<br></p>')
    assert.equal(
      edited('<ol><li>一<ol><li>二</li><li>|</li></ol></li><li>三</li></ol>', splitBlock),
      '<ol><li>一<ol><li>二</li></ol></li><li>|<br></li><li>三</li></ol>',
    )
  })

  test('splits an item of several paragraphs between them', () => {
    assert.equal(
      edited('<ul><li><p>一|</p><p>二</p></li></ul>', splitBlock),
      '<ul><li><p>一</p></li><li><p>|<br></p><p>二</p></li></ul>',
    )
  })

  test('leaves a quote from an empty line in it', () => {
    assert.equal(
      edited('<blockquote><p>一|</p></blockquote>', splitBlock, splitBlock),
      '<blockquote><p>一</p></blockquote><p>|<br></p>',
    )
    assert.equal(
      edited('<blockquote><p>一</p><p>|</p><p>二</p></blockquote>', splitBlock),
      '<blockquote><p>一</p></blockquote><p>|<br></p><blockquote><p>二</p></blockquote>',
    )
  })

  test('in code is a line end, until the second empty line', () => {
    assert.equal(edited('<pre>一|二</pre>', splitBlock), '<pre>一\n|二</pre>')
    assert.equal(edited('<pre>一|</pre>', splitBlock, splitBlock), '<pre>一</pre><p>|<br></p>')
  })

  test('stays in its cell', () => {
    assert.equal(
      edited('<table><tbody><tr><td>一|二</td></tr></tbody></table>', splitBlock),
      '<table><tbody><tr><td><p>一</p><p>|二</p></td></tr></tbody></table>',
    )
  })

  test('leaves the caption of a picture, but not that of a table', () => {
    assert.equal(
      edited('<figure><img src="/a.png"><figcaption>图|</figcaption></figure>', splitBlock),
      '<figure><img src="/a.png"><figcaption>图</figcaption></figure><p>|<br></p>',
    )
    assert.equal(
      edited('<table><caption>一|</caption><tbody><tr><td>二</td></tr></tbody></table>', splitBlock),
      '<table><caption>一<br>|<br></caption><tbody><tr><td>二</td></tr></tbody></table>',
    )
  })

  test('replaces what is selected', () => {
    assert.equal(edited('<p>一[二</p><p>三]四</p>', splitBlock), '<p>一</p><p>|四</p>')
  })

  test('with Shift ends the line, not the paragraph', () => {
    assert.equal(edited('<p>一|二</p>', insertLineBreak), '<p>一<br>|二</p>')
    assert.equal(edited('<p>一|</p>', insertLineBreak), '<p>一<br>|<br></p>')
  })
})

describe('deleting the selection', () => {
  test('joins the lines at its ends', () => {
    assert.equal(
      edited('<h2>一[二</h2><p>三</p><hr><ul><li>四]五</li><li>六</li></ul>', deleteSelection),
      '<h2>一|五</h2><ul><li>六</li></ul>',
    )
  })

  test('leaves an empty paragraph after everything was deleted, and keeps the kind of a single line', () => {
    assert.equal(edited('<h2>[一</h2><p>二]</p>', deleteSelection), '<p>|<br></p>')
    assert.equal(edited('<ul><li>[一</li><li>二]</li></ul>', deleteSelection), '<p>|<br></p>')
    assert.equal(edited('<h2>[一]</h2>', deleteSelection), '<h2>|<br></h2>')
  })

  test('removes whole tables, and empties cells without joining them', () => {
    assert.equal(
      edited('<p>一[</p><table><tbody><tr><td>二</td></tr></tbody></table><p>]三</p>', deleteSelection),
      '<p>一|三</p>',
    )
    assert.equal(
      edited(
        '<table><tbody><tr><td>一[二</td><td>三</td></tr><tr><td>四]五</td><td>六</td></tr></tbody></table>',
        deleteSelection,
      ),
      '<table><tbody><tr><td>一|</td><td><br></td></tr><tr><td>五</td><td>六</td></tr></tbody></table>',
    )
    const table = '<table><tbody><tr><td>二</td><td>三</td></tr></tbody></table>'
    assert.equal(edited(`<h2>[一</h2>${table.replace('三', '三]')}<p><br></p>`, deleteSelection), '<p>|<br></p>')
    assert.equal(edited(`${table.replace('二', '[二')}<p>]<br></p>`, deleteSelection), '<p>|<br></p>')
    assert.equal(
      edited(`${table.replace('三', '[三')}<p>]四</p>`, deleteSelection),
      `${table.replace('三', '|<br>')}<p>四</p>`,
    )
    assert.equal(edited(`${table.replace('二', '[二')}<p>四</p><p>五]六</p>`, deleteSelection), '<p>|六</p>')
    assert.equal(edited(`<p>一[二</p>${table.replace('三', '三]')}<p>四</p>`, deleteSelection), '<p>一|</p><p>四</p>')
    assert.equal(
      edited('<p>零[</p><table><tbody><tr><td>一</td><td>二]三</td></tr></tbody></table>', deleteSelection),
      '<p>零|</p><table><tbody><tr><td><br></td><td>三</td></tr></tbody></table>',
    )
  })
})

describe('Backspace at the start of a line', () => {
  test('joins it with the one above', () => {
    assert.equal(edited('<p>一</p><p>|二</p>', joinBackward), '<p>一|二</p>')
    assert.equal(edited('<ul><li>一</li></ul><p>|<em>二</em></p>', joinBackward), '<ul><li>一|<em>二</em></li></ul>')
    assert.equal(
      edited('<blockquote><p>一</p></blockquote><p>|二</p>', joinBackward),
      '<blockquote><p>一|二</p></blockquote>',
    )
  })

  test('removes an empty line', () => {
    assert.equal(edited('<p>一</p><p><br></p><h2>|二</h2>', joinBackward), '<p>一</p><h2>|二</h2>')
    assert.equal(edited('<p>一</p><p>|</p>', joinBackward), '<p>一|</p>')
    assert.equal(edited('<p>一</p><h2>|</h2>', joinBackward), '<p>一</p><p>|<br></p>')
  })

  test('lifts an item out of its list and a line out of its quote', () => {
    assert.equal(edited('<ul><li>一</li><li>|二</li></ul>', joinBackward), '<ul><li>一</li></ul><p>|二</p>')
    assert.equal(edited('<ul><li>一<ul><li>|二</li></ul></li></ul>', joinBackward), '<ul><li>一</li><li>|二</li></ul>')
    assert.equal(
      edited('<p>零</p><blockquote><p>|一</p><p>二</p></blockquote>', joinBackward),
      '<p>零</p><p>|一</p><blockquote><p>二</p></blockquote>',
    )
  })

  test('turns the first heading into a paragraph, and joins the paragraphs of an item', () => {
    assert.equal(edited('<h2>|一</h2>', joinBackward), '<p>|一</p>')
    assert.equal(edited('<ul><li><p>一</p><p>|二</p></li></ul>', joinBackward), '<ul><li><p>一|二</p></li></ul>')
  })

  test('removes a rule, selects a picture, enters a table', () => {
    assert.equal(edited('<p>一</p><hr><p>|二</p>', joinBackward), '<p>一</p><p>|二</p>')
    assert.equal(edited('<p><img src="/a.png"></p><p>|二</p>', joinBackward), '<p>[<img src="/a.png">]</p><p>二</p>')
    assert.equal(
      edited('<table><tbody><tr><td>一</td></tr></tbody></table><p>|二</p>', joinBackward),
      '<table><tbody><tr><td>一|</td></tr></tbody></table><p>二</p>',
    )
  })

  test('does nothing at the start of a cell or of the content', () => {
    assert.equal(
      edited('<table><tbody><tr><td>一</td><td>|二</td></tr></tbody></table>', joinBackward),
      '<table><tbody><tr><td>一</td><td>|二</td></tr></tbody></table>',
    )
    assert.equal(edited('<p>|一</p>', joinBackward), '<p>|一</p>')
  })
})

describe('Delete at the end of a line', () => {
  test('joins the next line', () => {
    assert.equal(edited('<p>一|</p><h2>二</h2>', joinForward), '<p>一|二</p>')
    assert.equal(edited('<p>一|</p><ul><li>二</li><li>三</li></ul>', joinForward), '<p>一|二</p><ul><li>三</li></ul>')
    assert.equal(edited('<ul><li>一|<ul><li>二</li></ul></li></ul>', joinForward), '<ul><li>一|二</li></ul>')
  })

  test('removes an empty line or a rule, selects a picture', () => {
    assert.equal(edited('<p>|</p><h2>二</h2>', joinForward), '<h2>|二</h2>')
    assert.equal(edited('<p>|</p><h2>二</h2><p>三</p>', joinForward), '<h2>|二</h2><p>三</p>')
    assert.equal(edited('<p>一|</p><hr><p>二</p>', joinForward), '<p>一|</p><p>二</p>')
    assert.equal(edited('<p>一|</p><p><img src="/a.png"></p>', joinForward), '<p>一</p><p>[<img src="/a.png">]</p>')
  })

  test('stops before a table and at the end of a cell', () => {
    const table = '<table><tbody><tr><td>二</td></tr></tbody></table>'
    assert.equal(
      edited(`<p>一|</p>${table}`, joinForward),
      '<p>一</p><table><tbody><tr><td>|二</td></tr></tbody></table>',
    )
    assert.equal(
      edited('<table><tbody><tr><td>二|</td></tr></tbody></table><p>三</p>', joinForward),
      '<table><tbody><tr><td>二|</td></tr></tbody></table><p>三</p>',
    )
  })
})
