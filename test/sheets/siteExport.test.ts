import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readCsv } from '../../client/admin/import/rows.ts'
import { filesInArchive } from '../../client/admin/import/zip.ts'
import { recordExportCalls } from '../../server/sheets/recordExport.ts'
import { startServer } from '../server.ts'
import { png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = async (path: string, body: object) => {
  const reply = await server.post(`/v1/${path}`, body, { headers })
  assert.equal(reply.code, 200, `${path}: ${reply.msg}`)
  return reply.data
}

test('all that visitors see comes out as sheets and pages of HTML, with its files and its old addresses, and nothing else does', async () => {
  const [cover, inText, ofDraft] = [
    (await uploadPicture(server, headers, png(40, 30), { type: 'product' })).data,
    (await uploadPicture(server, headers, png(60, 30), { type: 'quill' })).data,
    (await uploadPicture(server, headers, png(80, 30), { type: 'product' })).data,
  ]
  const text = `<p>正文 &lt;b&gt; &amp;amp; “引”<img src="${inText}" alt="图"></p>`
  const { productId } = await call('product/saveProduct', {
    coverName: '平焊法兰 <i> &amp; "DN50"',
    coverDescribe: '两行\n描述',
    productCon: text,
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
  assert.deepEqual([size.pages, size.files], [2, 5], 'two sheets and a table of addresses beside two pictures')
  const reply = await fetch(`${server.url}/v1/site/export`, { headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  assert.deepEqual([reply.status, bytes.length], [200, size.bytes])
  const texts = new Map<string, string>()
  for (const entry of await filesInArchive(new Blob([bytes])))
    texts.set(entry.name, await (await entry.read(bytes.length)).text())
  const read = (name: string): string => texts.get(name) ?? assert.fail(name)
  assert.deepEqual(
    [...texts.keys()].sort(),
    [
      `content/product/${productId}.html`,
      'content/page/jobs.html',
      'addresses.csv',
      '产品.csv',
      '页面.csv',
      `static${cover}`,
      `static${inText}`,
    ].sort(),
  )
  assert.equal(
    read(`content/product/${productId}.html`),
    '<!doctype html>\n<html lang="zh-CN">\n<meta charset="utf-8">\n' +
      `<title>平焊法兰 &#60;i&#62; &#38;amp; &#34;DN50&#34;</title>\n${text}\n</html>\n`,
  )
  assert.match(read('content/page/jobs.html'), /<title>加入我们<\/title>\n<h2>职位<\/h2>\n/)
  const [heads = [], product = []] = readCsv(Buffer.from(read('产品.csv')))
  const cells = Object.fromEntries(heads.map((head, index) => [head, product[index]]))
  const { 名称, 型号, 价格, 图片, 正文, 网站编号, 状态, 材质 } = cells
  assert.deepEqual(
    { 名称, 型号, 价格, 图片, 正文, 网站编号, 状态, 材质 },
    {
      名称: '平焊法兰 <i> &amp; "DN50"',
      型号: 'HG-50',
      价格: '面议',
      图片: cover,
      正文: text,
      网站编号: productId,
      状态: '已发布',
      材质: '碳钢',
    },
  )
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

test('sizes that are asked for at once count as exports do, and give their place back', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const size = async () => (await server.post('/v1/site/exportSize', {}, { headers })).code
  const codes = await Promise.all(Array.from({ length: 8 }, size))
  assert.deepEqual([codes.filter((code) => code === 200).length, codes.filter((code) => code === 503).length], [3, 5])
  assert.equal(await size(), 200)
})

test('what one archive does not hold is refused before a text of it is read', async () => {
  const many = Array.from({ length: 65_536 }, () => ({
    id: '',
    get newInfo() {
      return assert.fail('a text is read')
    },
  }))
  const kindOf = (records: readonly object[]) => ({ live: { all: () => records } })
  const states = { product: kindOf([]), news: kindOf(many), case: kindOf([]), page: kindOf([]) }
  const site = { ...(await call('site/detail', {})), emptyPages: [] }
  const parts = { store: { states }, site: () => site, storedFiles: {}, now: Date.now }
  const { siteExport, siteExportSize } = recordExportCalls(parts as never)
  for (const ask of [siteExport, siteExportSize])
    await assert.rejects(async () => ask(), { code: 413, message: /^网站有65536条内容/ })
})
