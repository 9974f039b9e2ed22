import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleaned } from './checker.ts'

/** Input of which the policy allows everything. */
const documents: Readonly<Record<string, string>> = {
  nothing: '',
  'plain text': '筑站：全角，标点。“引号”（括号）——省略……',
  'entities and emoji': '<p>A &amp; B &lt; C &gt; D&nbsp;&nbsp;&amp;lt; "引" \'号\' 👷🏽‍♀️🇨🇳𠮷 Ａ１</p>',
  'every heading': [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>标题${n}</h${n}>`).join('\n'),
  'a page of the editor':
    '<h2>标题</h2><p class="align-center"><strong>粗</strong>体<br>换行</p><table><tbody><tr><th>参数</th><td>值</td></tr></tbody></table>' +
    '<p><img src="/uploads/quill/x.png" alt="图" class="width-50"></p>',
  'empty paragraphs': '<p></p><p><br></p><p>&nbsp;</p>',
  'every emphasis':
    '<p><strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s><del>g</del><ins>h</ins>' +
    '<sub>i</sub><sup>j</sup><mark>k</mark><small>l</small><code>m</code><span class="color-red">n</span></p>',
  'emphasis in emphasis': '<p><strong><em><u>a<b>b<b>c<b>d<b>e</b></b></b></b></u></em></strong>f</p>',
  'emphasis around blocks':
    '<strong><p>a</p><ul><li>b</li></ul></strong><ins><h2>c</h2></ins><del><table><tbody><tr><td>d</td></tr></tbody></table></del>',
  'every alignment': ['left', 'center', 'right', 'justify'].map((way) => `<p class="align-${way}">文</p>`).join(''),
  'every colour': ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey']
    .map((name) => `<span class="color-${name}">文</span>`)
    .join(''),
  'every width': [25, 50, 75, 100].map((width) => `<img src="/a.jpg" class="width-${width}">`).join(''),
  'every direction':
    ['ltr', 'rtl', 'auto']
      .map((dir) => `<p dir="${dir}">文</p><ol dir="${dir}" start="2"><li dir="${dir}">a</li></ol>`)
      .join('') + '<table dir="rtl"><tbody><tr><td dir="ltr">a</td></tr></tbody></table>',
  'two classes': '<p class="align-center color-red">文</p><div class="color-grey width-50 align-right">文</div>',
  lists: '<ul><li>一</li><li>二<ol><li>三</li></ol></li><li><p>四</p></li></ul><ol start="3"><li>五</li></ol>',
  'lists on lines of their own': '<ul>\n  <li>一</li>\n  <li>\n    <p>二</p>\n  </li>\n</ul>\n',
  'quotes and code':
    '<blockquote><p>引</p><blockquote>再引</blockquote></blockquote><pre><code>if (a &lt; b) {\n\treturn "x"\n}\n</code></pre>',
  'pre with a line feed in front': '<pre>\n\n两行</pre>',
  rule: '<p>a</p><hr><p>b</p>',
  'a whole table':
    '<table class="width-100"><caption>表</caption><colgroup><col class="width-25"><col span="2"></colgroup>' +
    '<thead><tr><th scope="col" colspan="2">a</th></tr></thead>' +
    '<tbody><tr><th scope="row" rowspan="2">b</th><td class="align-right">1</td></tr><tr><td></td></tr></tbody>' +
    '<tfoot><tr><td><p>c</p></td></tr></tfoot></table>',
  'a table on lines of its own': '<table>\n  <tbody>\n    <tr>\n      <td>a</td>\n    </tr>\n  </tbody>\n</table>',
  'a table in a table':
    '<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table>',
  links:
    '<p><a href="/productDet?productId=a1&amp;x=%E4%BA%A7">一</a><a href="https://www.example.com/a(b)?q=产品#片段" title="说明">二</a>' +
    '<a href="http://a.test">三</a><a href="mailto:service@example.com?subject=你好 a">四</a>' +
    '<a href="tel:400-000-0000">五</a><a href="#下">六</a><a href="?page=2">七</a>' +
    '<a href="a/b:c.html">八</a><a href="../手册.pdf">九</a><a href="使用 手册.pdf">十</a></p>',
  'a link in a new window': '<p><a href="https://a.test/" target="_blank" rel="noopener noreferrer">a</a></p>',
  'a link around blocks': '<a href="/x"><h3>题</h3><p>文</p><figure><img src="/x.png" alt=""></figure></a>',
  pictures:
    '<p><img src="https://a.test/x.png?a=1&amp;b=2" alt="&quot;引号&quot; &amp; &lt;尖括号&gt;" width="640" height="480">' +
    '<img class="width-50" alt="" src="/uploads/图 1.png"></p>',
  figures:
    '<figure class="align-center"><img src="/a.png" alt="a"><figcaption>图一 <em>说明</em></figcaption></figure>',
  video:
    '<p><video src="/uploads/a.mp4" poster="/a.jpg" width="640" height="360" preload="none" class="width-100" controls=""></video></p>',
  'questions and answers':
    '<details><summary>问<strong>一</strong></summary><p>答</p><ul><li>再答</li></ul></details>\n' +
    '<details><summary></summary></details><details><summary>问二</summary>答</details>',
  'boxes in boxes': '<div><div><p>a</p>b<blockquote>c</blockquote></div></div>',
}

describe('what the policy allows is unchanged', () => {
  for (const [name, document] of Object.entries(documents)) it(name, () => assert.equal(cleaned(document), document))

  it('all of these in one document', () => {
    const all = Object.values(documents).join('\n')
    assert.equal(cleaned(all), all)
  })
})

describe('equal content is written in one way', () => {
  const spellings: readonly (readonly [string, string])[] = [
    ['<P CLASS="align-left">a<BR/>b</P>', '<p class="align-left">a<br>b</p>'],
    ['<p class=" color-red\n color-red  other align-left ">a</p>', '<p class="color-red align-left">a</p>'],
    ['<p class>a</p><p class="">b</p><p style="">c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['<p>a > b &copy; &#x4E2D; \u00A0 &quot;</p>', '<p>a &gt; b © 中 &nbsp; "</p>'],
    ["<a href=' /x ' title='a \"b\" <c>'>d</a>", '<a href="/x" title="a &quot;b&quot; &lt;c&gt;">d</a>'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    ['<ul><li>a<li>b</ul><p>c<p>d', '<ul><li>a</li><li>b</li></ul><p>c</p><p>d</p>'],
    ['<a target=_blank href=/x>a</a>', '<a target="_blank" href="/x" rel="noopener noreferrer">a</a>'],
    ['<a rel=x href=/x target=_blank>a</a>', '<a rel="noopener noreferrer" href="/x" target="_blank">a</a>'],
    [
      '<video src=/a.mp4>旧浏览器</video><video controls src=/a.mp4 loop>',
      '<video src="/a.mp4" controls=""></video><video controls="" src="/a.mp4"></video>',
    ],
    ['<section><h2>a</h2><font color=red>b</font><ruby>汉<rt>han</rt></ruby></section>', '<h2>a</h2>b汉han'],
    [
      '<details open class="align-left" name="x">\n  <!-- 注 --><summary class="color-red" id="y"><h3>问</h3></summary>\n<p>答</p></details>',
      '<details><summary>问</summary>\n<p>答</p></details>',
    ],
    ['<p>a<!-- 注 -->b</p>', '<p>ab</p>'],
    ['a\r\nb\rc', 'a\nb\nc'],
  ]
  for (const [source, written] of spellings) it(JSON.stringify(source), () => assert.equal(cleaned(source), written))
})
