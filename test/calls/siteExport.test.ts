import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandsIn } from '../commandsIn.ts'
import { markdownOf } from '../../server/richtext/markdownOf.ts'
import { startServer } from '../server.ts'
import { png } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = async (path: string, body: object) => {
  const reply = await server.post(`/v1/${path}`, body, { headers })
  assert.equal(reply.code, 200, `${path}: ${reply.msg}`)
  return reply.data
}

/** What is in the front matter, which is YAML by being JSON. */
function frontOf(text: string): Record<string, unknown> {
  const [, head = ''] = /^---\n([^]*?)^---\n\n/m.exec(text) ?? []
  const lines = head.trimEnd().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? []
      return [name, name === 'date' ? value : JSON.parse(value)]
    }),
  )
}

test('all that visitors see comes out as Markdown with front matter, its files and its old addresses, and nothing else does', async () => {
  const [cover, inText, ofDraft] = [
    (await uploadPicture(server, headers, png(40, 30), { type: 'product' })).data,
    (await uploadPicture(server, headers, png(60, 30), { type: 'quill' })).data,
    (await uploadPicture(server, headers, png(80, 30), { type: 'product' })).data,
  ]
  const { productId } = await call('product/saveProduct', {
    coverName: '平焊法兰 "DN50"',
    coverDescribe: '两行\n描述',
    productCon: `<p>正文<img src="${inText}" alt="图"></p>`,
    locationId: 'zhgd',
    coverUrl: cover,
    price: '面议',
    models: [{ model: 'HG-50', note: '' }],
    specs: [{ term: '材质', value: '碳钢', key: true }],
  })
  await call('draft/save', { kind: 'product', id: productId, fields: { coverName: '改了还没发布', coverUrl: ofDraft } })
  await call('draft/save', { kind: 'news', fields: { newTitle: '草稿' } })
  const gone = await call('news/saveNews', { newTitle: '删了的', newInfo: '' })
  await call('news/deleteNews', { newId: gone.newId })
  await call('pages/save', { pageTitle: '加入我们', pagePath: 'jobs', pageBody: '<h2>职位</h2>' })
  await call('redirect/save', {
    rows: [
      { from: '/product/50.html', to: `/productDet?productId=${productId}` },
      { from: '/show.asp?id=50', to: `/productDet?productId=${productId}` },
      { from: '/%E6%8B%9B%E8%81%98.html', to: '/p/jobs' },
    ],
  })

  const size = await call('site/exportSize', {})
  assert.deepEqual([size.pages, size.files], [2, 3], 'a table of addresses beside two pictures')
  const reply = await fetch(`${server.url}/v1/site/export`, { headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  assert.deepEqual([reply.status, bytes.length], [200, size.bytes])
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(reply.headers.get('content-disposition') ?? '') ?? []
  writeFileSync(join(server.folder, decodeURIComponent(name)), bytes)
  // As the page says, but for the program of theirs.
  const hugo = 'hugo() { mkdir -p "$3" && touch "$3/hugo.toml"; }\n'
  for (const page of ['docs/data.md', 'docs/data.zh-CN.md']) {
    const [commands = ''] = commandsIn(readFileSync(page, 'utf8')).filter((block) => block.includes('hugo'))
    execFileSync('sh', ['-ec', `${hugo}rm -rf company\n${commands}`], { cwd: server.folder })
  }
  const read = (name: string): string => readFileSync(join(server.folder, 'company', name), 'utf8')
  const names = execFileSync('find', ['company', '-type', 'f'], { cwd: server.folder, encoding: 'utf8' })
    .trim()
    .split('\n')
  assert.deepEqual(
    names.map((name) => name.slice('company/'.length)).sort(),
    [
      `content/product/${productId}.md`,
      'content/page/jobs.md',
      'addresses.csv',
      'hugo.toml',
      `static${cover}`,
      `static${inText}`,
    ].sort(),
  )
  const product = read(`content/product/${productId}.md`)
  const { date, ...front } = frontOf(product)
  assert.match(String(date), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/)
  assert.deepEqual(front, {
    title: '平焊法兰 "DN50"',
    slug: productId,
    url: `/product/${productId}/`,
    aliases: ['/product/50.html'],
    categories: ['智慧工地产品'],
    description: '两行\n描述',
    cover,
    draft: false,
    pinned: false,
    models: [{ model: 'HG-50', note: '' }],
    price: '面议',
    specs: [{ term: '材质', value: '碳钢', key: true }],
  })
  assert.ok(product.endsWith(`---\n\n正文![图](<${inText}>)\n`))
  assert.deepEqual(frontOf(read('content/page/jobs.md')).aliases, ['/招聘.html'])
  assert.deepEqual(read('addresses.csv').trim().split('\r\n').sort(), [
    '"/%E6%8B%9B%E8%81%98.html","/p/jobs"',
    `"/product/50.html","/product/${productId}/"`,
    `"/productDet?productId=${productId}","/product/${productId}/"`,
    `"/show.asp?id=50","/product/${productId}/"`,
    '"旧地址","新地址"',
  ])
})

test('who may not change the site takes nothing along', async () => {
  assert.equal((await fetch(`${server.url}/v1/site/export`)).status, 401)
})

test('what is written as Markdown reads as it did', async () => {
  const same = [
    '<p>一段<strong>粗体</strong>和<em>斜体</em>，<a href="/p/jobs">链接</a>。</p>',
    '<h2>标题</h2><p>第一行<br>第二行</p>',
    '<ul><li>甲</li><li>乙</li></ul><ol><li>子</li><li>丑</li></ol>',
    '<p>1. 不是列表</p><p>- 也不是</p><p># 不是标题</p><p>a*b*c _d_ `e` [f](g) &lt;b&gt; &amp;lt; x|y ~~z~~ \\n</p>',
    '<p><strong>电压：</strong>220V</p>',
    '<table><tbody><tr><td colspan="2">一</td></tr><tr><td>二</td><td>三</td></tr></tbody></table>',
    '<blockquote><p>引用</p></blockquote><p>后面</p>',
    '<pre>一行\n\n又一行</pre>',
  ]
  for (const html of same) {
    const { html: again } = await call('richtext/markdown', { text: markdownOf(html) })
    assert.equal(again.replace(/>\s+</g, '><').trim(), html, markdownOf(html))
  }
})

test('a template of Hugo or Hexo is text', () => {
  assert.equal(markdownOf('<p>{{ secret }} {% raw %} {}</p>'), '&#123;{ secret }} &#123;% raw %} {}')
})
