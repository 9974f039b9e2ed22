import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from './dom.ts'
import { world } from './random.ts'

const { insertContent } = await import('../../client/editor/text/insert.ts')
const { cleanPaste } = await import('../../client/editor/paste/cleanPaste.ts')

const pasted = (html: string, into: string): string => edited(into, insertContent(cleanPaste(html, world)))

describe('an article pasted into a list', () => {
  const article = '<h2>题</h2><p>文</p><ol><li>甲</li><li>乙</li></ol><ul><li>丙</li></ul><p>尾</p>'

  test('replaces an empty item, and keeps its headings and lists', () => {
    assert.equal(
      pasted(article, '<ul><li>|</li></ul>'),
      '<h2>题</h2><p>文</p><ol><li>甲</li><li>乙</li></ol><ul><li>丙</li></ul><p>尾|</p>',
    )
    assert.equal(
      pasted(article, '<ul><li>一</li><li>|<br></li><li>二</li></ul>'),
      '<ul><li>一</li></ul><h2>题</h2><p>文</p><ol><li>甲</li><li>乙</li></ol><ul><li>丙</li></ul><p>尾|</p><ul><li>二</li></ul>',
    )
    assert.equal(pasted('<h3>题</h3>', '<ol><li>|</li></ol>'), '<h3>题|</h3>')
    assert.equal(
      pasted('<ol><li>甲</li><li>乙</li></ol>', '<ul><li>一</li><li>|</li></ul>'),
      '<ul><li>一</li></ul><ol><li>甲</li><li>乙|</li></ol>',
    )
  })

  test('leaves the lists around it, too', () => {
    assert.equal(
      pasted('<h2>题</h2><p>文</p>', '<ul><li>一<ol><li>二</li><li>|</li><li>三</li></ol></li><li>四</li></ul>'),
      '<ul><li>一<ol><li>二</li></ol></li></ul><h2>题</h2><p>文|</p><ol><li>三</li></ol><ul><li>四</li></ul>',
    )
  })

  test('splits an item that has text', () => {
    assert.equal(
      pasted('<p>甲</p><h2>题</h2><p>乙</p>', '<ul><li>一|二</li><li>三</li></ul>'),
      '<ul><li>一</li></ul><p>甲</p><h2>题</h2><p>乙|二</p><ul><li>三</li></ul>',
    )
  })

  test('becomes items where it has only paragraphs and lists of the same kind', () => {
    assert.equal(
      pasted('<p>甲</p><p>乙</p><ul><li>丙</li></ul>', '<ul><li>一</li><li>|</li></ul>'),
      '<ul><li>一</li><li>甲</li><li>乙</li><li>丙|</li></ul>',
    )
    assert.equal(
      pasted('<ol><li>甲</li><li>乙</li></ol>', '<ul><li>一|</li></ul>'),
      '<ul><li>一甲</li><li>乙|</li></ul>',
    )
    assert.equal(pasted('<h2>题</h2>', '<ul><li>一|</li></ul>'), '<ul><li>一题|</li></ul>')
  })
})

describe('placeholders', () => {
  const lost = (html: string): string => pasted(html, '<p>|</p>').replace('|', '')

  test('says what it was, and names no address that it did not have', () => {
    const wanted = {
      '<p>文</p><section><iframe class="video_iframe rich_pages" data-mpvid="wxv_1" data-vidtype="2"></iframe></section>':
        '微信视频未能粘贴',
      '<p>文</p><iframe class="video_iframe" data-src="/mp/readtemplate?vid=wxv_1"></iframe>': '微信视频未能粘贴',
      '<p>文</p><mp-common-videosnap data-nickname="筑站"></mp-common-videosnap>': '微信视频未能粘贴',
      '<p>文</p><mpvoice voice_encode_fileid="a"></mpvoice>': '微信音频未能粘贴',
      '<p>文</p><iframe src="about:blank"></iframe>': '视频未能粘贴',
      '<p>文</p><embed src="player.swf">': '视频未能粘贴',
      '<p>文</p><iframe src="//v.qq.com/txp/iframe/player.html"></iframe>': '视频未能粘贴：v.qq.com',
      '<p>文</p><iframe class="video_iframe" data-src="https://mp.weixin.qq.com/mp/a"></iframe>':
        '视频未能粘贴：mp.weixin.qq.com',
    }
    for (const [html, words] of Object.entries(wanted)) {
      assert.equal(lost(html), `<p>文</p><p><span class="color-red">【${words}】</span></p>`, html)
    }
  })
})
