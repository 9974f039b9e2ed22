import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MovedRecord } from '../../contract/kinds/movedRecords.ts'
import { UnsafeXml } from '../../contract/text/xml.ts'
import { readWordPress as read } from '../../moving/wordpress.ts'
import { item, wxr } from './wxr.ts'

const readWordPress = (xml: string) => read(Buffer.from(xml).toString('latin1'), '')
const only = (xml: string): MovedRecord => {
  const { records } = readWordPress(xml)
  assert.equal(records.length, 1)
  return records[0] as MovedRecord
}
const file = (address: string, post = 0): string =>
  `<wp:post_parent>${post}</wp:post_parent><wp:attachment_url>${address}</wp:attachment_url>`

test('posts become news and pages pages, with their dates, categories, excerpts, covers and old addresses', () => {
  const categories =
    '<category domain="post_tag" nicename="x"><![CDATA[标签]]></category><category domain="category" nicename="y"><![CDATA[公司动态]]></category><category domain="category" nicename="z"><![CDATA[第二个]]></category>'
  const cover =
    '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[9]]></wp:meta_value></wp:postmeta>'
  const comment = '<wp:comment><wp:comment_id>1</wp:comment_id><title>不是标题</title></wp:comment>'
  const { records, notes } = readWordPress(
    wxr(
      item({
        id: 7,
        title: '塔机 &amp; &lt;em&gt;升降机&lt;/em&gt;',
        link: 'https://old.example.com/2021/03/%e5%a1%94%e6%9c%ba/',
        name: '%e5%a1%94%e6%9c%ba',
        date: '2021-03-04 08:30:00',
        excerpt: '<p>一句话</p>',
        html: '<p>正文</p>',
        more: `${categories}<wp:is_sticky>1</wp:is_sticky>${cover}${comment}`,
      }),
      item({ id: 8, type: 'page', title: '关于我们', link: 'https://old.example.com/about/', name: 'about' }),
      item({ id: 9, type: 'attachment', status: 'inherit', more: file('https://old.example.com/a.jpg') }),
      item({ id: 10, type: 'product', title: '水泵' }),
      item({ id: 11, type: 'portfolio', title: '某小区' }),
      item({ id: 12, type: 'movie', title: '别的' }),
      item({ id: 13, type: 'nav_menu_item', title: '菜单' }),
      item({ id: 14, status: 'trash', title: '删除的' }),
    ),
  )
  const [post, page, product, project, ...none] = records
  assert.equal(none.length, 0)
  assert.deepEqual(post, {
    key: 'wp-7-https://old.example.com/2021/03/%e5%a1%94%e6%9c%ba/',
    kind: 'news',
    column: '公司动态',
    title: '塔机 & 升降机',
    date: '2021-03-04 08:30:00',
    intro: '一句话',
    html: '<p>正文</p>',
    pictures: ['https://old.example.com/a.jpg'],
    specs: [],
    pinned: true,
    hidden: false,
    path: '塔机',
    from: ['/2021/03/%e5%a1%94%e6%9c%ba/', '/?p=7'],
    notes: [],
  })
  assert.deepEqual([page?.kind, page?.path, page?.from], ['page', 'about', ['/about/', '/?page_id=8']])
  assert.deepEqual([product?.kind, project?.kind], ['product', 'case'])
  assert.deepEqual(notes, [
    '评论有1条，没有读取',
    '标签有1条，没有读取',
    '类型“movie”的内容有1条，没有读取',
    '菜单里的链接有1条，没有读取',
    '回收站里的和没有写完的内容有1条，没有读取',
  ])
})

test('what visitors did not see says so: drafts, private ones, those with a password or a time to come', () => {
  const { records } = readWordPress(
    wxr(
      item({ id: 1, title: '草稿', status: 'draft', date: '0000-00-00 00:00:00' }),
      item({ id: 2, title: '私密', status: 'private' }),
      item({ id: 3, title: '以后', status: 'future' }),
      item({ id: 4, title: '密码', more: '<wp:post_password>x</wp:post_password>' }),
      item({ id: 5, title: '都有', status: 'draft', more: '<wp:post_password>x</wp:post_password>' }),
      item({ id: 6, title: '目录外', type: 'product', more: under('product_visibility', 'exclude-from-catalog', '') }),
    ),
  )
  assert.deepEqual(
    records.map(({ hidden, notes: [first] }) => [hidden, first]),
    [
      [true, '原来是草稿'],
      [true, '原来是私密的'],
      [true, '原来还没有到发布时间'],
      [true, '原来要密码才能看'],
      [true, '原来是草稿，原来要密码才能看'],
      [true, '原来不在产品列表里'],
    ],
  )
  assert.equal(records[0]?.date, '')
})

test('a text that was cut says so, also where what is left without its comments is short', () => {
  const blocks = '<!-- wp:paragraph --><p>泵</p><!-- /wp:paragraph -->'.repeat(12_000)
  const { html, notes } = only(wxr(item({ id: 5, title: 't', html: blocks })))
  assert.ok(html.length < 200_000)
  assert.deepEqual(notes, ['正文太长，后面的没有带过来'])
})

test('classic posts get paragraphs, blocks lose their comments, shortcodes become markup or are named', () => {
  const html = (text: string) => only(wxr(item({ id: 5, title: 't', html: text })))
  assert.equal(
    html('第一段\n第二行\n\n<ul>\n<li>一\n</ul>\n第三段\n\n<pre>a\n\nb</pre>').html,
    '<p>第一段<br>第二行</p>\n<ul>\n<li>一\n</ul>\n<p>第三段</p><pre>a\n\nb</pre>',
  )
  assert.equal(html('<!-- wp:paragraph {"x":1} -->\n<p>一</p>\n<!-- /wp:paragraph -->').html.trim(), '<p>一</p>')
  assert.equal(
    html('[caption id="a" width="3"]<a href="/b.jpg"><img src="/a.jpg"></a> 说明[/caption]').html.replace(/\n/g, ''),
    '<figure><a href="/b.jpg"><img src="https://old.example.com/a.jpg"></a><figcaption>说明</figcaption></figure>',
  )
  const other = html(
    '[注] 见[1] [contact-form-7 id="4" title="x"] [vc_row]里面[/vc_row]<!-- wp:latest-posts {"n":1} /-->',
  )
  assert.match(other.html, /\[注\] 见\[1\]\s+里面/)
  assert.deepEqual(other.notes, ['自动生成的内容没有带过来：latest-posts', '短代码没有带过来：contact-form-7、vc_row'])
  assert.deepEqual(html('<iframe src="https://v.example.com"></iframe><script>alert(1)</script>').notes, [
    '正文里嵌入的网页或视频没有带过来',
    '正文里的脚本没有带过来',
  ])
})

test('a gallery has the files that it names, or all of its post', () => {
  const files = [
    item({ id: 21, type: 'attachment', status: 'inherit', more: file('https://o.cn/1.jpg', 20) }),
    item({ id: 22, type: 'attachment', status: 'inherit', more: file('https://o.cn/2.jpg', 20) }),
  ]
  const pictures = (text: string): string[] => {
    const { html } = only(wxr(item({ id: 20, title: 't', html: text }), ...files))
    return Array.from(html.matchAll(/src="([^"]*)"/g), ([, address = '']) => address)
  }
  assert.deepEqual(pictures('[gallery]'), ['https://o.cn/1.jpg', 'https://o.cn/2.jpg'])
  assert.deepEqual(pictures('[gallery ids="22,99"]'), ['https://o.cn/2.jpg'])
})

const term = (taxonomy: string, slug: string, name: string, parent = ''): string =>
  `<wp:term><wp:term_id>1</wp:term_id><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_parent>${parent}</wp:term_parent><wp:term_name><![CDATA[${name}]]></wp:term_name></wp:term>`
const under = (domain: string, slug: string, name: string): string =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`
const meta = (values: readonly (readonly [name: string, value: string])[]): string =>
  values
    .map(
      ([name, value]) =>
        `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join('')

test('a product of a shop has its group, gallery, number, price and attributes, and its variations are named', () => {
  const attributes =
    'a:2:{s:27:"pa_%e6%b5%81%e9%87%8f";a:3:{s:4:"name";s:21:"pa_%e6%b5%81%e9%87%8f";s:5:"value";s:0:"";s:11:"is_taxonomy";i:1;}s:6:"扬程";a:3:{s:4:"name";s:6:"扬程";s:5:"value";s:11:"20 m | 30 m";s:11:"is_taxonomy";i:0;}}'
  const file = (id: number, name: string): string =>
    item({ id, type: 'attachment', status: 'inherit', more: `<wp:attachment_url>\n  ${name}\n</wp:attachment_url>` })
  const { records, lists } = readWordPress(
    wxr(
      term('product_cat', 'beng', '水泵'),
      term('product_cat', 'lixin', '离心泵', 'beng'),
      item({
        id: 30,
        title: '管道泵',
        type: 'product',
        more:
          under('product_type', 'variable', 'variable') +
          under('pa_%e6%b5%81%e9%87%8f', '50', '50 m³/h') +
          under('product_cat', 'beng', '水泵') +
          under('product_cat', 'lixin', '离心泵') +
          meta([
            ['_thumbnail_id', '31'],
            ['_product_image_gallery', '32,99,33'],
            ['_sku', 'ISG50'],
            ['_price', '1200'],
            ['_price', '900'],
            ['_product_attributes', attributes],
            ['_stock', '7'],
          ]),
      }),
      item({
        id: 34,
        title: '管道泵 - 大',
        type: 'product_variation',
        more: `<wp:post_parent>30</wp:post_parent>${meta([['_sku', 'ISG65']])}`,
      }),
      file(31, 'https://old.example.com/1.jpg'),
      file(32, '/wp-content/uploads/2.jpg'),
      file(33, 'https://old.example.com/3.jpg'),
    ),
  )
  assert.equal(records.length, 1)
  const [{ column, above, pictures, model, price, specs, notes } = {} as MovedRecord] = records
  assert.deepEqual([column, above, model, price], ['离心泵', '水泵', 'ISG50\nISG65', '900至1200'])
  assert.deepEqual(
    pictures,
    ['1', '/wp-content/uploads/2', '3'].map((name) => `https://old.example.com/${name.replace(/^\//, '')}.jpg`),
  )
  assert.deepEqual(specs, [
    { term: '流量', value: '50 m³/h' },
    { term: '扬程', value: '20 m、30 m' },
  ])
  assert.deepEqual(notes, ['有1种规格，各自的价格和图片没有带过来'])
  assert.deepEqual(lists, [
    { from: '/feed/', to: '/xwdt' },
    { from: '/product-category/beng/', to: '/product', column: '水泵' },
    { from: '/product-category/beng/lixin/', to: '/product', column: '离心泵' },
  ])
})

test('a taxonomy of its own is the column of a case, and a list or home page leads to that of this site', () => {
  const { records, lists } = readWordPress(
    wxr(
      item({ id: 1, title: '某小区', type: 'portfolio', more: under('portfolio_category', 'zhuzhai', '住宅') }),
      item({
        id: 2,
        title: '首页',
        type: 'page',
        link: 'https://old.example.com/home/',
        html: '<p>很长</p>'.repeat(50),
      }),
      item({ id: 3, title: '产品中心', type: 'page', link: 'https://old.example.com/shop/', html: '[products]' }),
      item({ id: 4, title: '新闻中心', type: 'page', html: '<p>这里有正文。</p>'.repeat(20) }),
    ),
  )
  assert.deepEqual(
    records.map(({ column, hidden, from, notes: [note] }) => [column, hidden, from.length, note]),
    [
      ['住宅', false, 1, undefined],
      ['页面', true, 0, '本站自己有这一页，先不选'],
      ['页面', true, 0, '本站自己有这一页，先不选'],
      ['页面', false, 1, undefined],
    ],
  )
  assert.deepEqual(
    lists.filter(({ from }) => /^\/(?:home|shop)/.test(from)),
    [
      { from: '/home/', to: '/' },
      { from: '/shop/', to: '/product' },
    ],
  )
})

test('pictures that a script would load, or that have no host, have their addresses', () => {
  const { html } = only(
    wxr(
      item({
        id: 1,
        title: 't',
        html: '<p><img class="lazy" src="data:image/gif;base64,R0lGOD" data-src="/wp-content/uploads/a.jpg" alt="甲"><img src=\'//cdn.example.com/b.jpg\'></p>',
      }),
    ),
  )
  assert.match(html, /<img src="https:\/\/old\.example\.com\/wp-content\/uploads\/a\.jpg" class="lazy"[^>]* alt="甲">/)
  assert.doesNotMatch(html, /data:/)
  assert.match(html, /src="\/\/cdn\.example\.com\/b\.jpg"/)
})

test('a text may hold what looks like the end of it, and a DOCTYPE', () => {
  const text = 'a ]]> b <!DOCTYPE html>'
  assert.equal(only(wxr(item({ id: 1, title: 't', html: text }))).html, `<p>${text}</p>`)
})

test('a hostile export is refused in words', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>${wxr(item({ id: 1, title: '&a;&c;' }))}`
  assert.throws(() => readWordPress(entities), UnsafeXml)
  assert.equal(only(wxr(item({ id: 1, title: '&bomb;' }))).title, '&bomb;', 'no entity but those of XML is looked up')
  assert.throws(() => readWordPress('<html><p>no export</p></html>'), /不是WordPress的导出文件/)
  assert.throws(() => readWordPress(''), /不是WordPress的导出文件/)
  const post = '<item><wp:post_type>post</wp:post_type><title>t</title></item>'
  assert.throws(
    () => readWordPress(`<rss><channel>${post.replace('>post<', '>revision<').repeat(100_000)}</channel></rss>`),
    /内容太多/,
  )
  assert.throws(() => readWordPress(`<rss><channel>${post.repeat(10_001)}</channel></rss>`), /超过10000条/)
  assert.deepEqual(only(wxr(item({ id: 1, title: 't', link: 'javascript:alert(1)' }))).from, ['/?p=1'])
  const deep = `<rss><channel>${'<a>'.repeat(5_000)}${item({ id: 1, title: 't' })}`
  assert.equal(only(deep).title, 't')
})
