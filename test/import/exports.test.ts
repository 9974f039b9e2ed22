import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MovedPart, MovedRecord } from '../../contract/movedRecords.ts'
import { switchablePages } from '../../contract/sitePages.ts'
import { readFrontMatter } from '../../server/import/frontMatter.ts'
import { readGhost } from '../../server/import/ghost.ts'
import { haloFolder, readHalo } from '../../server/import/halo.ts'
import { readMarkdownSite } from '../../server/import/markdownSite.ts'
import { markdownPages } from '../../server/sheets/markdownPages.ts'

const titled = ({ records }: MovedPart, title: string): MovedRecord => {
  const record = records.find((each) => each.title === title)
  assert.ok(record, title)
  return record
}

test('an export of Ghost: posts, pages, the main tag as the column, and what visitors did not see', () => {
  const posts = [
    {
      id: 'a',
      uuid: 'u-a',
      title: '三月的消息',
      slug: 'march',
      html: '<p>字</p><figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/03/a.jpg"></figure>',
      feature_image: '__GHOST_URL__/content/images/cover.jpg',
      featured: 1,
      type: 'post',
      status: 'published',
      visibility: 'public',
      published_at: '2024-03-01T16:30:00.000Z',
      custom_excerpt: '一句话',
    },
    {
      id: 'b',
      title: '关于',
      slug: 'about',
      html: '<p>x</p>',
      type: 'page',
      status: 'published',
      created_at: 1_700_000_000_000,
    },
    { id: 'c', title: '草稿', slug: 'c', html: '<p>x</p>', status: 'draft' },
    { id: 'd', title: '会员', slug: 'd', html: '<p>x</p>', status: 'published', visibility: 'paid' },
    { id: 'e', title: '新格式', slug: 'e', html: null, lexical: '{"root":{}}', status: 'published' },
  ]
  const tags = [
    { id: 't1', name: '动态', slug: 'news' },
    { id: 't2', name: '产品', slug: 'products' },
    { id: 't3', name: '#内部', slug: 'hash-x' },
  ]
  const posts_tags = [
    { post_id: 'a', tag_id: 't2', sort_order: 1 },
    { post_id: 'a', tag_id: 't1', sort_order: 0 },
    { post_id: 'd', tag_id: 't3', sort_order: 0 },
    { post_id: 'd', tag_id: 't2', sort_order: 1 },
  ]
  const part = readGhost(JSON.stringify({ db: [{ meta: {}, data: { posts, tags, posts_tags } }] }), '')
  assert.equal(part.records.length, posts.length)
  assert.deepEqual(titled(part, '三月的消息'), {
    key: 'ghost-u-a',
    kind: 'news',
    column: '动态',
    title: '三月的消息',
    date: '2024-03-02 00:30:00',
    intro: '一句话',
    html: '<p>字</p><figure class="kg-card kg-image-card"><img src="/content/images/2024/03/a.jpg"></figure>',
    pictures: ['/content/images/cover.jpg'],
    specs: [],
    pinned: true,
    hidden: false,
    path: 'march',
    from: ['/march/'],
    notes: [],
  })
  const { kind, date } = titled(part, '关于')
  assert.deepEqual([kind, date], ['page', '2023-11-15 06:13:20'])
  assert.deepEqual(
    ['草稿', '会员', '新格式'].map((title) => [titled(part, title).hidden, titled(part, title).notes[0]]),
    [
      [true, '原来是草稿'],
      [true, '原来只给会员看'],
      [false, '正文是Ghost自己的格式，没有读'],
    ],
  )
  assert.equal(titled(part, '会员').kind, 'product')
  assert.deepEqual(part.notes, ['一篇的第一个标签成为栏目，其余的标签有2处，没有读取'])
  assert.deepEqual(part.lists[0], { from: '/tag/news/', to: '/xwdt' })
})

test('a post goes where the name of its column or of its first folder says, in every export alike', () => {
  const kinds = {
    ...{ 产品中心: 'product', 设备展示: 'product', Products: 'product', Shop: 'product', Productivity: 'news' },
    ...{ 案例: 'case', 工程业绩: 'case', Projects: 'case', portfolio: 'case', 公司新闻: 'news' },
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const part = readMarkdownSite(
      [{ path: 'source/_posts/a.md', read: () => `---\ntitle: a\ncategories: ${name}\n---\n文` }],
      '',
    )
    assert.equal(part.records[0]?.kind, kind, name)
  }
})

const resource = (kind: string, name: string, spec: object, status: object = {}) => ({
  path: `${haloFolder}${kind}/${name}`,
  read: () => JSON.stringify({ metadata: { name }, spec, status }),
})

test('a backup of Halo: the published version is put together from what it changes, and the bin is named', () => {
  const delta = (type: string, position: number, before: string[], lines: string[]) => ({
    type,
    source: { position, lines: before },
    target: { position, lines },
  })
  const post = { publish: true, publishTime: '2025-03-11T12:53:00Z', visible: 'PUBLIC', baseSnapshot: 's1' }
  const part = readHalo(
    [
      resource(
        'posts',
        'p1',
        {
          ...post,
          title: '已发布',
          slug: 'a',
          cover: '/upload/c.png',
          releaseSnapshot: 's2',
          headSnapshot: 's3',
          categories: ['gone', 'c2'],
          tags: ['t'],
          excerpt: { autoGenerate: false, raw: '摘要' },
        },
        { permalink: 'https://old.example.com/archives/a' },
      ),
      resource('posts', 'p2', { ...post, title: '首版', releaseSnapshot: 's1', visible: 'PRIVATE' }),
      resource('posts', 'p3', { ...post, title: '删除的', releaseSnapshot: 's1', deleted: true }),
      resource('singlepages', 'p4', { ...post, title: '关于', publish: false, headSnapshot: 's4' }),
      resource('snapshots', 's1', { contentPatch: '<p>一</p>\n<p>二</p>\n<p>三</p>' }),
      resource('snapshots', 's2', {
        contentPatch: JSON.stringify([
          delta('CHANGE', 0, ['<p>一</p>'], ['<p>壹</p>', '<p>又</p>']),
          delta('INSERT', 2, [], ['<p>间</p>']),
          delta('DELETE', 2, ['<p>三</p>'], []),
        ]),
      }),
      resource('snapshots', 's3', { contentPatch: '[]' }),
      resource('snapshots', 's4', { contentPatch: '[{"source":' }),
      resource('categories', 'c1', { displayName: '公司', children: ['c2'] }),
      resource('categories', 'c2', { displayName: '动态' }, { permalink: '/categories/news' }),
    ],
    '',
  )
  const { html, column, above, from, date, intro, pictures } = titled(part, '已发布')
  assert.equal(html, '<p>壹</p>\n<p>又</p>\n<p>二</p>\n<p>间</p>')
  assert.deepEqual(
    [column, above, from, date, intro, pictures],
    ['动态', '公司', ['/archives/a'], '2025-03-11 20:53:00', '摘要', ['/upload/c.png']],
  )
  assert.deepEqual([titled(part, '首版').html.slice(0, 8), titled(part, '首版').notes], ['<p>一</p>', ['原来是私密的']])
  assert.deepEqual(titled(part, '关于').notes, ['原来是草稿', '正文没有读成，请核对'])
  assert.equal(part.records.length, 3)
  assert.deepEqual(part.notes, ['回收站里的内容有1条，没有读取', '标签有1处，没有读取'])
  assert.deepEqual(part.lists, [{ from: '/categories/news', to: '/xwdt' }])
})

const text = (path: string, ...lines: string[]) => ({ path, read: () => lines.join('\n') })

test('a folder of Hexo: paths of categories, the rule of its addresses, pictures beside a text', () => {
  const part = readMarkdownSite(
    [
      text('blog/_config.yml', 'title: 老网站 # 名称', 'permalink: posts/:abbrlink.html', 'deploy:', '  type: git'),
      text('blog/themes/next/_config.yml', 'permalink: wrong/:title/'),
      text('blog/README.md', '# 说明'),
      text('blog/scaffolds/post.md', 'title: {{ title }}'),
      text(
        'blog/source/_posts/2020-01-02-hello.md',
        '---',
        'title: "你好，世界"',
        'categories:',
        '  - 公司新闻',
        '  - 展会',
        'tags: [甲, "乙, 丙"]',
        'abbrlink: 4a17b156',
        'cover: /images/c.png',
        'sticky: 10',
        '---',
        '开头<!-- more -->',
        '',
        '{% asset_img a.jpg 600 "说明" %}',
        '',
        '见{% post_link two 第二篇 %}',
        '',
        '![](b.png)',
        '',
        '{% youtube abc %}',
      ),
      // Without the first line.
      text(
        'blog/source/_posts/sub/two.md',
        'title: 第二',
        'date: 2013/7/3 20:46:25',
        'categories: [[甲, 乙], [丙]]',
        '---',
        '字',
      ),
      text('blog/source/_drafts/three.md', '---', 'title: 草稿', '---', '字'),
      text('blog/source/about/index.md', '---', 'title: 关于', '---', '字'),
      text(
        'blog/source/_posts/json.md',
        '{',
        '  "title": "JSON",',
        '  "date": "2020-05-06",',
        '  "x": {"y": 1}',
        '}',
        ';;;',
        '字',
      ),
    ],
    '',
  )
  const first = titled(part, '你好，世界')
  assert.deepEqual(
    [first.column, first.above, first.date, first.pinned],
    ['展会', '公司新闻', '2020-01-02 00:00:00', true],
  )
  assert.deepEqual([first.from, first.pictures, first.kind], [['/posts/4a17b156.html'], ['/images/c.png'], 'news'])
  assert.match(first.html, /<img src="\/blog\/source\/_posts\/2020-01-02-hello\/a\.jpg" alt="说明"/)
  assert.match(first.html, /<img src="\/blog\/source\/_posts\/2020-01-02-hello\/b\.png"/)
  assert.match(first.html, /<p>见第二篇<\/p>/)
  assert.deepEqual(first.notes, ['短代码没有带过来：post_link、youtube'])
  const { column, above, date, from } = titled(part, '第二')
  assert.deepEqual([column, above, date, from], ['乙', '甲', '2013-07-03 20:46:25', []])
  assert.deepEqual([titled(part, '草稿').hidden, titled(part, '草稿').notes[0]], [true, '原来是草稿'])
  assert.deepEqual([titled(part, '关于').kind, titled(part, '关于').from], ['page', ['/about/']])
  assert.deepEqual([titled(part, 'JSON').date, titled(part, 'JSON').notes], ['2020-05-06 00:00:00', []])
  assert.equal(part.records.length, 5)
  assert.deepEqual(part.notes, [
    '不是文章的文件有2个，没有读取：blog/README.md、blog/scaffolds/post.md',
    '文件开头的这些项没有带过来：x（JSON）',
    '标签没有地方放，没有带过来：甲、乙, 丙',
  ])
})

test('a folder of Hugo: TOML, sections, aliases, and the rules of its addresses', () => {
  const part = readMarkdownSite(
    [
      text('site/hugo.toml', 'title = "x"', '[permalinks]', '  blog = "/:year/:month/:slug/"'),
      text(
        'site/content/products/pump/index.md',
        '+++',
        "title = '管道泵'",
        'date = 2021-02-03T04:05:06Z',
        'draft = false',
        'categories = [',
        '  "水泵",',
        '  "其他",',
        ']',
        'aliases = ["/old/pump.html", "pump-old"]',
        'description = """',
        '长"""',
        '[cover]',
        'image = "front.jpg"',
        '+++',
        '字 {{< figure src="side.jpg" caption="侧面" >}}{{% notice %}}里{{% /notice %}}',
      ),
      text(
        'site/content/blog/My Post.zh.md',
        '---',
        'title: 博文',
        'Date: 2022-03-04',
        'slug: bo-wen',
        'description: >-',
        '  第一行，',
        '  title: 不是标题',
        'draft: true',
        '---',
        '字',
      ),
      text('site/content/about.md', '---', 'title: 关于', 'url: /company/', 'menu: {main: {weight: 1}}', '---', '字'),
      text('site/content/_index.md', '---', 'title: 首页', '---', ''),
    ],
    '',
  )
  const pump = titled(part, '管道泵')
  assert.deepEqual([pump.kind, pump.column, pump.date], ['product', '水泵', '2021-02-03 12:05:06'])
  assert.deepEqual(pump.from, ['/products/pump/', '/old/pump.html', '/pump-old'])
  assert.deepEqual(pump.pictures, ['/site/content/products/pump/front.jpg'])
  assert.match(pump.html, /<img src="\/site\/content\/products\/pump\/side\.jpg" alt="">里/)
  assert.deepEqual(pump.notes, ['短代码没有带过来：notice'])
  assert.equal(titled(part, '博文').intro, '第一行，\ntitle: 不是标题')
  assert.deepEqual([titled(part, '博文').from, titled(part, '博文').hidden], [['/2022/03/bo-wen/'], true])
  assert.deepEqual([titled(part, '关于').kind, titled(part, '关于').from], ['page', ['/company/']])
  assert.deepEqual(part.notes, [
    '不是文章的文件有1个，没有读取：site/content/_index.md',
    '文件开头的这些项没有带过来：description（管道泵）、menu（关于）',
  ])
})

test('what 导出全部 has written comes back whole: kinds, groups, models, price, specs, pictures and old addresses', async () => {
  const createdAt = '2024-05-06T07:08:09+08:00'
  const records: Record<string, object[]> = {
    product: [
      {
        id: 'p1',
        createdAt,
        coverName: '泵 "一"',
        locationId: 'g2',
        productCon: '<p>字</p>',
        coverUrl: '/uploads/product/a.png',
        pictures: ['/uploads/product/b.png', '/uploads/product/c.png'],
        price: '3.2万元\t起',
        lead: '15天',
        models: [
          { model: 'A-1', note: '单机, 带"表"' },
          { model: 'A-2', note: '' },
        ],
        specs: [
          { term: '功率: 额定', value: '[5] kW', key: true },
          { term: '重量', value: '3 t', key: false },
        ],
        documents: [{ name: '样本', address: '/uploads/document/d.pdf' }],
        story: [{ image: '/uploads/product/s.png', title: '一', desc: '' }],
      },
    ],
    news: [{ id: 'n1', createdAt, newTitle: '开工', newInfo: '<p>字</p>', newCover: '/uploads/news/n.png' }],
    case: [
      {
        id: 'c1',
        createdAt,
        caseName: '大厦',
        casePath: '/xiangmuanli/dasha',
        caseIntro: '介绍',
        details: [{ term: '面积', description: '3万平方米' }],
      },
    ],
    page: [{ id: 'g1', createdAt, pageTitle: '公司简介', pagePath: 'jianjie', pageBody: '<p>字</p>' }],
  }
  const all = { get: (_: object, kind: string) => ({ live: { all: () => records[kind] ?? [] } }) }
  const store = {
    states: new Proxy({}, all),
    redirect: { all: () => [{ from: '/show.asp?id=1', to: '/productDet?productId=p1' }] },
  }
  const groups = [
    { id: 'g1', name: '水泵', on: true },
    { id: 'g2', name: '立式', on: true, parent: 'g1' },
  ]
  const pagesOn = Object.fromEntries(switchablePages.map((page) => [page, true]))
  const site = { groups, pagesOn, emptyPages: [], inquiry: { form: true }, english: { title: '' } }
  const { entries } = await markdownPages({ store, site } as unknown as Parameters<typeof markdownPages>[0])
  const files = await Promise.all(
    entries.map(async ({ name, read }) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of read()) chunks.push(chunk)
      return text(name, Buffer.concat(chunks).toString().trimEnd())
    }),
  )
  const part = readMarkdownSite(files, '')
  const kindsRead = part.records.map(({ title, kind, column, path }) => [title, kind, column, path])
  assert.deepEqual(kindsRead, [
    ['泵 "一"', 'product', '立式', 'p1'],
    ['开工', 'news', '新闻', 'n1'],
    ['大厦', 'case', '案例', 'dasha'],
    ['公司简介', 'page', '页面', 'jianjie'],
  ])
  const { above, date, pictures, model, price, specs, html, from, notes } = titled(part, '泵 "一"')
  assert.deepEqual([above, date, price, notes], ['水泵', '2024-05-06 07:08:09', '3.2万元\t起', []])
  assert.deepEqual(pictures, ['/uploads/product/a.png', '/uploads/product/b.png', '/uploads/product/c.png'])
  assert.equal(model, 'A-1：单机, 带"表"\nA-2')
  assert.deepEqual(specs, [
    { term: '功率: 额定', value: '[5] kW' },
    { term: '重量', value: '3 t' },
    { term: '供货期', value: '15天' },
  ])
  assert.match(html, /<a href="\/uploads\/document\/d\.pdf">样本<\/a>/)
  assert.deepEqual(from, ['/product/p1/', '/productDet?productId=p1', '/show.asp?id=1'])
  assert.deepEqual(titled(part, '大厦').specs, [{ term: '面积', value: '3万平方米' }])
  assert.deepEqual(titled(part, '开工').pictures, ['/uploads/news/n.png'])
  assert.deepEqual(part.notes, ['文件开头的这些项没有带过来：图文介绍（泵 "一"）'])
})

test('products of others have their fields under names of their own; what has no place is named once', () => {
  const front = (...lines: string[]) => ['---', ...lines, 'weight: &x 1', '---', '字']
  const part = readMarkdownSite(
    [
      text(
        'content/products/a.md',
        ...front(
          'title: 甲',
          'sku: T-1',
          'price: 12',
          'categories: [泵]',
          'tags: [新品, 热卖]',
          'gallery:',
          '  - image: /img/1.jpg',
          '    alt: 正面',
          '  - image: /img/2.jpg',
          'specs:',
          '  - name: 功率',
          '    value: "5 kW"',
          '  - 电压: 220V',
          'cover:',
          '    image: /img/0.jpg',
        ),
      ),
      text('content/pages/b.md', ...front('title: 乙', 'author: &y z')),
      text('addresses.csv', '"旧地址","新地址"', '"/old.asp?id=1","/products/a/"', '"/lost.asp","/none/"'),
    ],
    '',
  )
  const { kind, model, price, pictures, specs, from } = titled(part, '甲')
  assert.deepEqual([kind, model, price, pictures], ['product', 'T-1', '12', ['/img/0.jpg', '/img/1.jpg', '/img/2.jpg']])
  assert.deepEqual(specs, [
    { term: '功率', value: '5 kW' },
    { term: '电压', value: '220V' },
  ])
  assert.deepEqual(from, ['/products/a/', '/old.asp?id=1'])
  assert.equal(titled(part, '乙').kind, 'page')
  assert.deepEqual(part.notes, [
    '文件开头的这些项没有带过来：weight（每条都有）、author（乙）',
    '标签没有地方放，没有带过来：新品、热卖',
    'addresses.csv里有1个旧地址没有对应的内容，没有带过来。可以在“网站设置 › 旧地址 › 一次添加多个”里粘贴',
  ])
})

test('front matter without an end, of any length or depth, is named and read no further', () => {
  const long = `---\n${'a: b\n'.repeat(2_000_000)}---\nx`
  assert.deepEqual(readFrontMatter(long).unread, ['文件的开头'])
  assert.equal(readFrontMatter(long).text.length, long.length)
  const deep = readFrontMatter(`---\na: ${'['.repeat(20_000)}${']'.repeat(20_000)}\nb: 1\n---\nx`)
  assert.deepEqual([deep.unread, deep.values.get('b'), deep.text], [['a'], '1', 'x'])
  const odd = '---\n&anchor a: 1\nb: *alias\nc: !!binary x\nd: "half\ne:\n  - f: 1\n    g: 2\n__proto__: x\n---\nx'
  assert.deepEqual(readFrontMatter(odd).unread, ['&anchor a: 1', 'b', 'c', 'd'])
  assert.deepEqual(readFrontMatter('一行字\n---\n二').values.size, 0)
  const many = readFrontMatter(`---\ntags:\n${'  - x\n'.repeat(10_000)}---\n`)
  assert.equal([...(many.values.get('tags') ?? [])].length, 10_000)
})

test('no path leads out of the folder, and no address is made of one', () => {
  const part = readMarkdownSite(
    [
      text(
        '../../etc/a.md',
        '---',
        'title: a',
        'permalink: //evil.example.com/x',
        '---',
        '![](../../../../etc/passwd) ![](javascript:x) ![](\\\\host\\x)',
      ),
    ],
    '',
  )
  const { html, from } = titled(part, 'a')
  assert.deepEqual(from, ['/evil.example.com/x'])
  assert.match(html, /src="\/etc\/passwd"/)
})

test('what is none of these is refused in words', () => {
  assert.throws(() => readGhost('{"db":[{"data":{"users":[]}}]}', ''), /不是Ghost的导出文件/)
  assert.throws(() => readGhost('{"db":[{"data":"x"}]}', ''), /不是Ghost的导出文件/)
  assert.throws(() => readMarkdownSite([text('a/README.md', 'x')], ''), /没有Markdown文章/)
  const posts = Array.from({ length: 10_001 }, (_, id) => ({ id, title: 'x', slug: 'x' }))
  assert.throws(() => readGhost(JSON.stringify({ data: { posts } }), ''), /超过10000条/)
})
