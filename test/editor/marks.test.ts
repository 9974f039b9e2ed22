import { describe, test } from 'node:test'
import { becomes } from './dom.ts'

const { clearFormat, setColour, setLink, toggleMark, unlink } = await import('../../client/editor/text/marks.ts')

describe('marks', () => {
  test('are toggled on the selection', () => {
    becomes('<p>安[全]帽</p>', '<p>安<strong>[全]</strong>帽</p>', toggleMark('strong'))
    becomes('<p>安[全]帽</p>', '<p>安[全]帽</p>', toggleMark('strong'), toggleMark('strong'))
  })

  test('are set on the whole selection where only a part has them', () => {
    becomes('<p>[安<strong>全</strong>帽]</p>', '<p><strong>[安全帽]</strong></p>', toggleMark('strong'))
  })

  test('stay on both sides when removed from the middle', () => {
    becomes('<p><em>一[二]三</em></p>', '<p><em>一</em>[二]<em>三</em></p>', toggleMark('em'))
  })

  test('are set inside lines and cells, never around them', () => {
    becomes(
      '<p>一[二</p><ul><li>三</li></ul><table><tbody><tr><td>四]五</td></tr></tbody></table>',
      '<p>一<u>[二</u></p><ul><li><u>三</u></li></ul><table><tbody><tr><td><u>四]</u>五</td></tr></tbody></table>',
      toggleMark('u'),
    )
  })

  test('nest in one order and join their neighbours', () => {
    becomes(
      '<p>[字]</p>',
      '<p><strong><em><s>[字]</s></em></strong></p>',
      toggleMark('s'),
      toggleMark('strong'),
      toggleMark('em'),
    )
    becomes(
      '<p><strong>一</strong>[二]<strong>三</strong></p>',
      '<p><strong>一[二]三</strong></p>',
      toggleMark('strong'),
    )
  })

  test('treat b and i as strong and em', () => {
    becomes('<p><b>[粗]</b><i>斜</i></p>', '<p>[粗]<em>斜</em></p>', toggleMark('strong'))
  })

  test('skip pictures and span line breaks', () => {
    becomes(
      '<p>[一<br>二<img src="/a.png">三]</p>',
      '<p><strong>[一<br>二</strong><img src="/a.png"><strong>三]</strong></p>',
      toggleMark('strong'),
    )
  })

  test('end with the paragraph that a triple click selected', () => {
    becomes('<p>[一</p><p>]二</p>', '<p><strong>[一]</strong></p><p>二</p>', toggleMark('strong'))
  })
})

describe('colour', () => {
  test('is one at a time, and can be removed', () => {
    becomes('<p>[红]</p>', '<p><span class="color-red">[红]</span></p>', setColour('color-red'))
    becomes(
      '<p>[红]</p>',
      '<p><span class="color-blue">[红]</span></p>',
      setColour('color-red'),
      setColour('color-blue'),
    )
    becomes('<p><strong class="color-red">[红]</strong></p>', '<p><strong>[红]</strong></p>', setColour(undefined))
  })

  test('is removed from a whole block, too', () => {
    becomes('<p class="color-grey align-center">[灰]</p>', '<p class="align-center">[灰]</p>', setColour(undefined))
  })
})

describe('links', () => {
  const link = { href: '/product', newTab: false }

  test('are set on the selection, including pictures', () => {
    becomes(
      '<p>看[<em>产品</em><img src="/a.png">]</p>',
      '<p>看<a href="/product"><em>[产品</em><img src="/a.png">]</a></p>',
      setLink(link),
    )
  })

  test('are inserted with a text where nothing is selected', () => {
    becomes('<p>看|</p>', '<p>看<a href="/product">产品</a>|</p>', setLink({ ...link, text: '产品' }))
  })

  test('are changed and removed as a whole from a caret in them', () => {
    const old = '<p><a href="/a">产|<strong>品</strong></a></p>'
    becomes(
      old,
      '<p><a href="https://b.example/" target="_blank" rel="noopener noreferrer">产|<strong>品</strong></a></p>',
      setLink({ href: 'https://b.example/', newTab: true }),
    )
    becomes(old, '<p>产|<strong>品</strong></p>', unlink)
  })

  test('are removed from the selection', () => {
    becomes('<p><a href="/a">一[二</a>三<a href="/b">四]</a></p>', '<p><a href="/a">一</a>[二三四]</p>', unlink)
  })
})

describe('clear format', () => {
  test('leaves plain paragraphs, links and the shape of tables', () => {
    becomes(
      '<h2 class="align-center">[<strong class="color-red">一</strong><a href="/a"><em>二</em></a></h2><table><tbody><tr><td class="align-right"><u>三]</u></td></tr></tbody></table>',
      '<p>[一<a href="/a">二</a></p><table><tbody><tr><td>三]</td></tr></tbody></table>',
      clearFormat,
    )
  })
})
