import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from './dom.ts'

const { clearFormat, setColour, setLink, toggleMark, unlink } = await import('../../client/editor/text/marks.ts')

describe('marks', () => {
  test('are toggled on the selection', () => {
    assert.equal(edited('<p>安[全]帽</p>', toggleMark('strong')), '<p>安<strong>[全]</strong>帽</p>')
    assert.equal(edited('<p>安[全]帽</p>', toggleMark('strong'), toggleMark('strong')), '<p>安[全]帽</p>')
  })

  test('are set on the whole selection where only a part has them', () => {
    assert.equal(edited('<p>[安<strong>全</strong>帽]</p>', toggleMark('strong')), '<p><strong>[安全帽]</strong></p>')
  })

  test('stay on both sides when removed from the middle', () => {
    assert.equal(edited('<p><em>一[二]三</em></p>', toggleMark('em')), '<p><em>一</em>[二]<em>三</em></p>')
  })

  test('are set inside lines and cells, never around them', () => {
    assert.equal(
      edited('<p>一[二</p><ul><li>三</li></ul><table><tbody><tr><td>四]五</td></tr></tbody></table>', toggleMark('u')),
      '<p>一<u>[二</u></p><ul><li><u>三</u></li></ul><table><tbody><tr><td><u>四]</u>五</td></tr></tbody></table>',
    )
  })

  test('nest in one order and join their neighbours', () => {
    assert.equal(
      edited('<p>[字]</p>', toggleMark('s'), toggleMark('strong'), toggleMark('em')),
      '<p><strong><em><s>[字]</s></em></strong></p>',
    )
    assert.equal(
      edited('<p><strong>一</strong>[二]<strong>三</strong></p>', toggleMark('strong')),
      '<p><strong>一[二]三</strong></p>',
    )
  })

  test('treat b and i as strong and em', () => {
    assert.equal(edited('<p><b>[粗]</b><i>斜</i></p>', toggleMark('strong')), '<p>[粗]<em>斜</em></p>')
  })

  test('skip pictures and span line breaks', () => {
    assert.equal(
      edited('<p>[一<br>二<img src="/a.png">三]</p>', toggleMark('strong')),
      '<p><strong>[一<br>二</strong><img src="/a.png"><strong>三]</strong></p>',
    )
  })

  test('end with the paragraph that a triple click selected', () => {
    assert.equal(edited('<p>[一</p><p>]二</p>', toggleMark('strong')), '<p><strong>[一]</strong></p><p>二</p>')
  })
})

describe('colour', () => {
  test('is one at a time, and can be removed', () => {
    assert.equal(edited('<p>[红]</p>', setColour('color-red')), '<p><span class="color-red">[红]</span></p>')
    assert.equal(
      edited('<p>[红]</p>', setColour('color-red'), setColour('color-blue')),
      '<p><span class="color-blue">[红]</span></p>',
    )
    assert.equal(
      edited('<p><strong class="color-red">[红]</strong></p>', setColour(undefined)),
      '<p><strong>[红]</strong></p>',
    )
  })

  test('is removed from a whole block, too', () => {
    assert.equal(
      edited('<p class="color-grey align-center">[灰]</p>', setColour(undefined)),
      '<p class="align-center">[灰]</p>',
    )
  })
})

describe('links', () => {
  const link = { href: '/product', newTab: false }

  test('are set on the selection, including pictures', () => {
    assert.equal(
      edited('<p>看[<em>产品</em><img src="/a.png">]</p>', setLink(link)),
      '<p>看<a href="/product"><em>[产品</em><img src="/a.png">]</a></p>',
    )
  })

  test('are inserted with a text where nothing is selected', () => {
    assert.equal(edited('<p>看|</p>', setLink({ ...link, text: '产品' })), '<p>看<a href="/product">产品</a>|</p>')
  })

  test('are changed and removed as a whole from a caret in them', () => {
    const old = '<p><a href="/a">产|<strong>品</strong></a></p>'
    assert.equal(
      edited(old, setLink({ href: 'https://b.example/', newTab: true })),
      '<p><a href="https://b.example/" target="_blank" rel="noopener noreferrer">产|<strong>品</strong></a></p>',
    )
    assert.equal(edited(old, unlink), '<p>产|<strong>品</strong></p>')
  })

  test('are removed from the selection', () => {
    assert.equal(
      edited('<p><a href="/a">一[二</a>三<a href="/b">四]</a></p>', unlink),
      '<p><a href="/a">一</a>[二三四]</p>',
    )
  })
})

describe('clear format', () => {
  test('leaves plain paragraphs, links and the shape of tables', () => {
    assert.equal(
      edited(
        '<h2 class="align-center">[<strong class="color-red">一</strong><a href="/a"><em>二</em></a></h2><table><tbody><tr><td class="align-right"><u>三]</u></td></tr></tbody></table>',
        clearFormat,
      ),
      '<p>[一<a href="/a">二</a></p><table><tbody><tr><td>三]</td></tr></tbody></table>',
    )
  })
})
