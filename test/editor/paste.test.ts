import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as clips from './clips.ts'
import { becomes, clean, edited, serialize } from './dom.ts'
import { cpuMs } from '../cpuMs.ts'

const { insertContent } = await import('../../client/editor/text/insert.ts')
const { markAsCopied } = await import('../../client/editor/paste/copiedHere.ts')
const { isOnePicture } = await import('../../client/editor/importer.ts')
const { cleanPaste } = await import('../../client/editor/paste/cleanPaste.ts')
const { picturesFromRtf } = await import('../../client/editor/paste/office.ts')
const { htmlOfText, looksLikeMarkdown, withoutFrontMatter } = await import('../../client/editor/paste/plainText.ts')
const { createRichText } = await import('../../server/media/richText.ts')
const { nearestColour } = await import('../../client/editor/paste/nearestColour.ts')

const world = (pictures: File[] = []) => {
  const held: File[] = []
  return {
    held,
    pictures,
    origin: 'https://zhuzhan.example',
    register: (file: File) => ({ id: `${held.push(file)}`, address: `blob:https://zhuzhan.example/${held.length}` }),
  }
}

/** What a paste into an empty page leaves there, one block a line. */
function pasted(html: string, into = '<p>|</p>', from = world()): string {
  const result = edited(into, insertContent(cleanPaste(html, from)))
  return result.replaceAll('|', '').replace(/(<\/(?:p|h\d|ul|ol|table|pre|blockquote)>)(?=<)/g, '$1\n')
}

describe('from Word', () => {
  test('titles, headings and what was chosen stay; fonts, sheets and blank lines do not', () => {
    assert.equal(
      pasted(clips.wordText),
      `<h1 class="align-center">塔机监测方案</h1>
<h1>一、概述</h1>
<p><strong><span class="color-red">重要</span></strong>：设备须经<u>验收</u>后方可使用，详见<a href="https://example.com/spec?id=1&amp;v=2">说明书</a>。</p>
<p class="align-right"><em>筑站科技</em><s>旧名</s><mark>标出</mark><sup>2</sup></p>`,
    )
  })

  test('its lists of paragraphs are nested lists, numbers go on where they began', () => {
    assert.equal(
      pasted(clips.wordLists),
      `<ul><li>进场检查<ol><li>外观</li><li>接地<ol><li>电阻</li></ol>
</li></ol>
</li><li>调试</li></ul>
<p>正文</p>
<ol start="3"><li>从三开始</li><li>接着</li></ol>`,
    )
  })

  test('a picture on the writer’s disk is marked', () => {
    assert.equal(
      pasted(clips.wordPictures),
      '<p><span class="color-red">【图片未能粘贴：clip_image002.png】</span></p>\n<p>图一</p>',
    )
  })

  test('a picture is extracted from the RTF on the same clipboard', async () => {
    const found = picturesFromRtf(clips.wordPicturesRtf)
    assert.deepEqual(
      found.map(({ type, size }) => [type, size]),
      [['image/png', 69]],
    )
    const from = world(found)
    const content = cleanPaste(clips.wordPictures, from)
    assert.deepEqual(from.held, found)
    assert.equal(content.querySelector('img')?.getAttribute('data-upload'), '1')
    becomes(
      '<p>|</p>',
      '<p><img src="blob:https://zhuzhan.example/1" alt="塔机外观" data-upload="1"></p><p>图一|</p>',
      insertContent(content),
    )
  })

  test('RTF with many control words and no picture is read at once', () => {
    assert.ok(cpuMs(() => assert.deepEqual(picturesFromRtf(`\\pngblip${'\\picw1 '.repeat(36)}.`), [])) < 1000)
  })
})

describe('from WPS', () => {
  test('headings, lists, tables and colours stay, as from Word', () => {
    assert.equal(
      pasted(clips.wps),
      `<h2>安装要求</h2>
<p><span class="color-red">注意：</span><strong>断电</strong><s>带电</s><u>作业</u></p>
<ul><li>第一项</li><li>第二项</li></ul>
<table><tbody><tr><td class="align-center"><strong>名称</strong></td><td>数量</td></tr></tbody></table>
<p><br></p>`,
    )
  })
})

describe('from Excel', () => {
  test('a table with its merged cells and what its sheet says, without hidden rows and widths', () => {
    assert.equal(
      pasted(clips.excel),
      `<table><tbody><tr><td colspan="2" class="align-center"><strong>设备</strong></td><td class="align-center"><strong>单价</strong></td></tr>` +
        `<tr><td rowspan="2">塔机<br>监测</td><td>主机</td><td class="align-right"><span class="color-red">12800.50</span></td></tr>` +
        `<tr><td>球机</td><td class="align-right">3200</td></tr></tbody></table>\n<p><br></p>`,
    )
  })

  test('plain text becomes a table where tabs divide it evenly', () => {
    assert.equal(
      htmlOfText('名称\t数量\r\n塔机\t<2\r\n'),
      '<table><tbody><tr><td>名称</td><td>数量</td></tr><tr><td>塔机</td><td>&lt;2</td></tr></tbody></table>',
    )
    assert.equal(htmlOfText('甲\t乙\n丙'), '<p>甲\t乙</p><p>丙</p>')
  })
})

describe('from Google Docs', () => {
  test('bold around everything is ignored, and a list in a list belongs to an item', () => {
    assert.equal(
      pasted(clips.googleDocs),
      `<h2>概况</h2>
<p class="align-center"><strong><span class="color-orange">橙色粗体</span></strong><em>斜体</em></p>
<ul><li>甲<ul><li>乙</li></ul>
</li></ul>`,
    )
  })
})

describe('from WeChat', () => {
  test('questions that fold stay so at the top of the text, and are paragraphs anywhere else', async () => {
    const flat = (html: string): string =>
      pasted(html)
        .replaceAll('\n', '')
        .replace(/<p><br><\/p>$/, '')
    const block = '<details><summary>问</summary><p>答</p></details>'
    const page =
      '<section><div>\n<details open id="q">\n<summary><h3>问</h3></summary>\n<div>答</div></details></div></section>'
    assert.equal(flat(page), block)
    assert.equal(flat('<details><summary>问</summary>答</details>'), block)
    assert.equal(
      flat(await createRichText().htmlOfMarkdown('<details>\n<summary>问</summary>\n\n答\n\n</details>')),
      block,
    )
    assert.match(flat(`<table><tr><td>甲</td><td>${block}</td></tr></table>`), /<td><p>问<\/p><p>答<\/p><\/td>/)
    assert.equal(
      flat(`<details><summary>外</summary>${block}</details>`),
      '<details><summary>外</summary><p>问</p><p>答</p></details>',
    )
    assert.equal(flat('<details><p>答</p><summary>问</summary></details>'), '<p>答</p><p>问</p>')
  })

  test('sections become paragraphs, pictures that load late are included, players are marked', () => {
    assert.equal(
      pasted(clips.weChat),
      `<p class="align-center"><strong><span class="color-green">工地开放日</span></strong></p>
<p>六月的工地，<strong>塔机</strong>高耸。</p>
<p class="align-center"><img src="https://mmbiz.qpic.cn/mmbiz_jpg/AbCd/640?wx_fmt=jpeg"></p>
<p><span class="color-red">【视频未能粘贴：mp.weixin.qq.com】</span></p>
<p class="align-right">来源：筑站</p>`,
    )
  })
})

describe('from a web page', () => {
  test('its text, without menus, scripts, buttons and counters', () => {
    assert.equal(
      pasted(clips.webPage),
      `<h2 class="align-center">标题</h2>
<p>第一行</p>
<p>第二段 <strong>重点<span class="color-red">红字</span></strong></p>
<p class="align-center"><a href="https://example.com/a">链接</a></p>
<p>看这里</p>
<p><img src="https://img.example.com/a.jpg" width="600" height="400"><img src="https://img.example.com/b.png" alt="乙"></p>
<pre>npm start</pre>
<p>搜索</p>
<p>框</p>
<p class="align-center">内</p>
<ul><li>项</li></ul>`,
    )
  })

  test('nothing in it can run, whatever it is', () => {
    const nasty =
      '<img src=x onerror=alert(1)><svg><script>alert(1)</script></svg><a href="java\nscript:alert(1)">a</a><math><mtext><table><mglyph><style><img src=x onerror=alert(1)>' +
      '</style></mglyph></table></mtext></math><iframe srcdoc="<script>1</script>"></iframe><p style="background:url(javascript:1)" id=x>文</p><img data-upload="1" src="javascript:1">'
    const result = pasted(nasty)
    assert.equal(/alert|script:|onerror|style|data-upload/.test(result), false, result)
    assert.equal(clean(result), result)
  })
})

describe('pictures', () => {
  test('as bytes are inserted in their place to be uploaded', () => {
    const from = world()
    const content = cleanPaste(`<p>前</p><img src="${clips.png}" alt="截图"><p>后</p>`, from)
    assert.deepEqual(
      from.held.map(({ name, type }) => [name, type]),
      [['图片.png', 'image/png']],
    )
    assert.equal(content.querySelector('img[alt=截图]')?.getAttribute('src'), 'blob:https://zhuzhan.example/1')
    assert.equal(serialize(content), '<p>前</p><p>后</p>')
  })

  test('of this site are named by their path, whichever way they came', () => {
    assert.equal(
      pasted('<img src="https://zhuzhan.example/uploads/quill/a.png">'),
      '<p><img src="/uploads/quill/a.png"></p>',
    )
  })

  test('that pages may not show are replaced by a visible mark', () => {
    const gif = `data:image/gif;base64,${'R'.repeat(400)}`
    const lost = [
      'cid:part1@mail',
      'blob:https://docs.example/1',
      'file:///D:/%E5%9B%BE/%E5%A1%94%E6%9C%BA.png',
      gif,
      'img/local.png',
    ]
    assert.equal(
      pasted(lost.map((src) => `<p><img src="${src}"></p>`).join('')),
      ['', '', '：塔机.png', '', '：local.png']
        .map((name) => `<p><span class="color-red">【图片未能粘贴${name}】</span></p>`)
        .join('\n'),
    )
  })

  test('are looked for at once, also in HTML that closes nothing', () => {
    assert.ok(cpuMs(() => assert.equal(isOnePicture(`<img>${'<!--<style<'.repeat(30_000)}`), true)) < 1000)
  })

  test('alone on the clipboard are recognized', () => {
    assert.equal(
      isOnePicture(
        '<html><body><!--StartFragment--><img src="https://a.example/b.png"/><!--EndFragment--></body></html>',
      ),
      true,
    )
    assert.equal(isOnePicture('<p>图<img src="https://a.example/b.png"></p>'), false)
  })
})

test('HTML and styles that close nothing take no longer than others', () => {
  const unclosed = {
    tags: '<a'.repeat(40_000),
    quotes: '<a "x" '.repeat(20_000),
    properties: `<p style="${'a'.repeat(60_000)}">文</p>`,
    values: `<p style="${'a:('.repeat(40_000)}">文</p>`,
    rules: `<style>${'.xl1{'.repeat(40_000)}</style><p class="xl1">文</p>`,
  }
  const slow: string[] = []
  for (const [name, html] of Object.entries(unclosed)) {
    const ms = cpuMs(() => cleanPaste(html, world()))
    if (ms > 1000) slow.push(`${name}: ${Math.round(ms)} ms`)
  }
  assert.deepEqual(slow, [])
})

describe('where it is inserted', () => {
  test('a paragraph joins the line, several split it', () => {
    becomes(
      '<h2>一|二</h2>',
      '<h2>一甲<strong>乙</strong>|二</h2>',
      insertContent(cleanPaste('<p>甲<b>乙</b></p>', world())),
    )
    becomes(
      '<p>一|二</p>',
      '<p>一甲</p><h3>乙</h3><p>丙|二</p>',
      insertContent(cleanPaste('<p>甲</p><h3>乙</h3><p>丙</p>', world())),
    )
    becomes(
      '<p>一|二</p>',
      '<p>一</p><ul><li>甲</li></ul><p>|二</p>',
      insertContent(cleanPaste('<ul><li>甲</li></ul>', world())),
    )
    becomes('<p>一[二</p><p>三]</p>', '<p>一文|</p>', insertContent(cleanPaste('文', world())))
  })

  test('a picture alone stays alone', () => {
    becomes(
      '<p>一|二</p>',
      '<p>一</p><p><img src="/a.png"></p><p>|二</p>',
      insertContent(cleanPaste('<img src="/a.png">', world())),
    )
    becomes('<p>|</p>', '<p><img src="/a.png">|</p>', insertContent(cleanPaste('<p><img src="/a.png"></p>', world())))
    becomes(
      '<p>一|二</p>',
      '<p>一图<img src="/a.png">|二</p>',
      insertContent(cleanPaste('<p>图<img src="/a.png"></p>', world())),
    )
  })

  test('in a cell it stays, in a caption it is text', () => {
    becomes(
      '<table><caption>表|</caption><tbody><tr><td>一</td></tr></tbody></table>',
      '<table><caption>表甲 乙|</caption><tbody><tr><td>一</td></tr></tbody></table>',
      insertContent(cleanPaste('<h2>甲</h2><p>乙</p>', world())),
    )
    becomes(
      '<table><tbody><tr><td>|</td></tr></tbody></table>',
      '<table><tbody><tr><td><p>甲</p><p>乙|</p></td></tr></tbody></table>',
      insertContent(cleanPaste('<p>甲</p><p>乙</p>', world())),
    )
  })

  test('what was copied from the editor is pasted unchanged', () => {
    const own =
      '<h2 class="align-center">一</h2><p><br></p><p class="align-justify"><span class="color-grey">二</span></p>'
    assert.equal(edited('<p>|</p>', insertContent(cleanPaste(markAsCopied(own), world()))).replace('|', ''), own)
  })
})

describe('plain text and Markdown', () => {
  test('several lines are paragraphs, a single line is not', () => {
    assert.equal(htmlOfText('甲<b>'), '甲&lt;b&gt;')
    assert.equal(htmlOfText('甲\r\n\r\n乙\n'), '<p>甲</p><p>乙</p>')
  })

  test('Markdown is distinguished from text', () => {
    for (const text of [
      '# 标题\n正文',
      '- 一\n- 二',
      '| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |',
      '见[产品](/product)和**重点**',
      '```\ncode\n```',
    ]) {
      assert.ok(looksLikeMarkdown(text), text)
    }
    for (const text of ['普通的一段话。', '价格 3*4*5 元', '编号 #12 的塔机', '- 只有一条', '1. 一行'])
      assert.equal(looksLikeMarkdown(text), false, text)
  })

  test('recognizing it costs no more for a long line than for many short ones', () => {
    const milliseconds = (text: string): number => {
      const { user } = process.cpuUsage()
      looksLikeMarkdown(text)
      return (process.cpuUsage().user - user) / 1000
    }
    const short = milliseconds('一行普通的文字。\n'.repeat(400))
    for (const line of ['['.repeat(50_000), `---|---${' '.repeat(50_000)}x`]) {
      const long = milliseconds(line)
      assert.ok(
        long < 10 * Math.max(short, 20),
        `${short.toFixed(1)} ms for short lines, ${long.toFixed(1)} ms for ${line.slice(0, 10)}`,
      )
    }
  })

  test('Markdown is cleaned like everything else', async (t) => {
    // The time that a conversion may take includes the start of its thread, which is slow on a busy machine.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const text =
      '---\ntitle: x\n---\n# 标题\n\n**粗** *斜* ~~删~~ `码` [链](https://a.example/ "提示")\n\n- [x] 一\n  - 二\n\n> 引\n\n| 甲 | 乙 |\n|:-:|--|\n| 1 | 2 |\n\n```js\nlet a = 1 < 2\n```\n\n' +
      '---\n\n![图](img/a.png) <script>alert(1)</script><b onclick="x()">原</b>'
    assert.equal(
      pasted(await createRichText().htmlOfMarkdown(withoutFrontMatter(text))),
      `<h1>标题</h1>
<p><strong>粗</strong> <em>斜</em> <s>删</s> <code>码</code> <a href="https://a.example/" title="提示">链</a></p>
<ul><li>一<ul><li>二</li></ul>
</li></ul>
<blockquote><p>引</p>
</blockquote>
<table><thead><tr><th class="align-center">甲</th><th>乙</th></tr></thead><tbody><tr><td class="align-center">1</td><td>2</td></tr></tbody></table>
<pre>let a = 1 &lt; 2</pre>
<hr><p><span class="color-red">【图片未能粘贴：a.png】</span> <strong>原</strong></p>`,
    )
  })
})

test('a colour becomes the nearest of the editor’s; a page’s own kind of black becomes none', () => {
  const near: Record<string, string | undefined> = {
    red: 'color-red',
    '#c00000': 'color-red',
    'rgb(255, 153, 0)': 'color-orange',
    '#ffc000': 'color-yellow',
    '#00b050': 'color-green',
    '#0070c0': 'color-blue',
    '#002060': 'color-blue',
    '#7030a0': 'color-purple',
    '#808080': 'color-grey',
    'rgb(153,153,153)': 'color-grey',
    '#000': undefined,
    white: undefined,
    windowtext: undefined,
    '#2c3e50': undefined,
    '#1a2c47': undefined,
    '#333333': undefined,
    'rgba(255,0,0,0)': undefined,
    'var(--x)': undefined,
  }
  for (const [value, name] of Object.entries(near)) assert.equal(nearestColour(value), name, value)
})
