import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nastyDocument } from '../media/pieces.ts'
import { allowedFragment, becomes, clean, fragmentOf, normalizeContent, rootOf, serialize, snapshot } from './dom.ts'

const { findMarkers, removeMarkers } = await import('../../client/editor/text/selectionMarkers.ts')

/** As it would be saved, opened and saved once more. */
const opened = (html: string): string => {
  const root = document.createElement('div')
  root.append(allowedFragment(html))
  normalizeContent(root)
  return serialize(root)
}

describe('what is saved', () => {
  test('is what the server’s cleaner keeps', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const saved = opened(nastyDocument(seed))
      assert.equal(clean(saved), saved, nastyDocument(seed))
    }
  })

  test('equals what the server has stored, if nothing was changed', () => {
    const stored = [
      '<h2>标题</h2><p>文字<strong>粗</strong><br>二&nbsp;&amp;&lt;</p><ul><li>一<ul><li>二</li></ul></li></ul><blockquote><p>引</p></blockquote>',
      '<table><caption>表</caption><thead><tr><th scope="col">甲</th></tr></thead><tbody><tr><td colspan="2" class="align-right">乙</td></tr></tbody></table>',
      '<p class="align-center"><img src="/media/a.png" alt="&quot;图&quot;" class="width-50"></p>',
      '<figure class="width-75"><img src="/a.png"><figcaption>图</figcaption></figure><pre>\n\n一\n  二</pre><p>末</p>',
      '<p><a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">链</a><sub>2</sub><del>旧</del></p><hr><p>末</p>',
      '<p><video src="/a.mp4" preload="metadata" controls=""></video></p><ol start="3"><li class="color-red">三</li></ol>',
    ]
    for (const html of stored) {
      assert.equal(clean(html), html)
      assert.equal(opened(html), html)
    }
  })

  test('has no empty last line and no picture that is still being uploaded', () => {
    assert.equal(serialize(rootOf('<p>一</p><p><br></p><p>&nbsp;</p>')), '<p>一</p>')
    assert.equal(
      serialize(
        rootOf(
          '<p><img data-upload="1" src="blob:http://a/1"></p><p>一<img data-upload="2" src="blob:http://a/2"></p>',
        ),
      ),
      '<p>一</p>',
    )
    assert.equal(serialize(rootOf('<p><br></p>')), '')
  })

  test('keeps every line in a block and every block in its place', () => {
    assert.equal(opened('文<b>字</b><br>二<p>三</p>四'), '<p>文<b>字</b><br>二</p><p>三</p><p>四</p>')
    assert.equal(opened('<div>一</div><div>二<p>三</p></div>'), '<p>一</p><p>二</p><p>三</p>')
    assert.equal(
      opened('<ul>一<li>二</li><ul><li>三</li></ul></ul>'),
      '<ul><li>一</li><li>二<ul><li>三</li></ul></li></ul>',
    )
    assert.equal(opened('<strong>一<p>二</p></strong>'), '<p><strong>一</strong></p><p><strong>二</strong></p>')
    assert.equal(
      opened('<table><tr><td>一<p>二</p></td></tr></table>'),
      '<table><tbody><tr><td><p>一</p><p>二</p></td></tr></tbody></table>',
    )
  })
})

describe('a table without cells or a figure without a picture', () => {
  /** As a browser may leave it. No HTML parses to this. */
  const left = (outer: string, at: string, ...inner: (string | Node)[]): string => {
    const root = rootOf(outer)
    root.querySelector(at)?.replaceChildren(...inner)
    normalizeContent(root)
    const saved = serialize(root)
    assert.equal(opened(saved), saved)
    assert.equal(root.innerHTML.replace(/<p><br><\/p>$/, ''), saved)
    return saved
  }
  const make = (tag: string, words: string): HTMLElement =>
    Object.assign(document.createElement(tag), { textContent: words })

  test('loses no word between its parts', () => {
    const table = '<table><tbody><tr><td>甲</td></tr><tr><td>乙</td></tr></tbody></table>'
    assert.equal(left(table, 'tr', '一'), '<table><tbody><tr><td>一</td></tr><tr><td>乙</td></tr></tbody></table>')
    assert.equal(
      left(table, 'tr', '一', make('td', '二'), '三'),
      '<table><tbody><tr><td>一</td><td>二</td><td>三</td></tr><tr><td>乙</td></tr></tbody></table>',
    )
    const root = rootOf(table)
    root.querySelector('tbody')?.prepend('散')
    normalizeContent(root)
    assert.equal(serialize(root), `<p>散</p>${table}`)
  })

  test('becomes a line for each of its parts', () => {
    assert.equal(
      left('<table><tbody><tr><td>甲</td></tr></tbody></table>', 'tbody', make('p', '一'), make('p', '二')),
      '<p>一</p><p>二</p>',
    )
    assert.equal(
      left('<table><caption>题</caption></table>', 'caption', make('p', '一'), make('p', '二')),
      '<p>一</p><p>二</p>',
    )
    assert.equal(
      left('<figure><figcaption>题</figcaption></figure>', 'figure', '一', make('figcaption', '二')),
      '<p>一</p><p>二</p>',
    )
  })
})

describe('a snapshot', () => {
  test('contains the selection', () => {
    for (const marked of [
      '<p>一[二<strong>三]四</strong></p>',
      '<p>|</p>',
      '<p>[<img src="/a.png">]</p>',
      '<pre>[\n一]</pre>',
      '<ul><li>一|</li></ul>',
    ]) {
      const root = rootOf(marked)
      const markers = findMarkers(root)
      assert.ok(markers)
      const draft = snapshot(root, removeMarkers(markers))
      const again = rootOf('')
      again.append(fragmentOf(draft))
      const back = findMarkers(again)
      assert.ok(back)
      assert.equal(snapshot(again, removeMarkers(back)), draft)
      assert.equal(draft.replace('<!--[--><!--]-->', '|').replace('<!--[-->', '[').replace('<!--]-->', ']'), marked)
    }
  })

  test('keeps an emoji where the offset of the other end would divide it', () => {
    const html = '<p>一😀</p><p>一二三</p>'
    const root = rootOf(html)
    const [first, second] = [root.firstChild?.firstChild as Text, root.lastChild?.firstChild as Text]
    const draft = snapshot(root, { startContainer: first, startOffset: 0, endContainer: second, endOffset: 2 })
    assert.equal(draft, '<p><!--[-->一😀</p><p>一二<!--]-->三</p>')
  })

  test('keeps pictures that are being uploaded, but only our own', () => {
    const html = '<p><img src="blob:http://a/1" alt="" data-upload="1"></p>'
    assert.equal(snapshot(rootOf(html)), html)
    assert.equal(
      snapshot(rootOf('<p>一<img src="https://a.example/b.png" data-upload="1"></p>')),
      '<p>一<img src="https://a.example/b.png"></p>',
    )
  })
})

test('spans and styles that browsers leave behind are removed', () => {
  becomes('<p>一|</p>', '<p>一|</p><p>二</p>', (_, root) =>
    root.append(Object.assign(document.createElement('div'), { textContent: '二' })),
  )
  becomes('<p>一|</p>', '<p>一|二</p>', (_, root) => {
    const font = document.createElement('font')
    font.setAttribute('style', 'color:red')
    font.append('二')
    root.firstElementChild?.append(font)
    root.firstElementChild?.setAttribute('style', 'margin:0')
  })
})
