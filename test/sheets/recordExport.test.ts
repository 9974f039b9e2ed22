import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stageSheet } from '../../client/admin/import/stageSheet.ts'
import { readCsv } from '../../client/admin/import/rows.ts'
import { openArchive } from '../../client/admin/import/archive.ts'
import { guessColumns } from '../../contract/kinds/sheetColumns.ts'
import { zip, zipBytes } from '../../server/system/zip.ts'
import { eventually } from '../eventually.ts'
import { pathOf } from '../../client/admin/ui/droppedFiles.ts'
import { startServer } from '../server.ts'
import { docx, pdf } from '../media/documents.ts'
import { jpg, png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'
import { sendLarge } from '../media/sendLarge.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const call = async (path: string, body: object) => {
  const reply = await server.post(`/v1/${path}`, body, { headers })
  assert.equal(reply.code, 200, `${path}: ${reply.msg}`)
  return reply.data
}
const exported = (kind: string, what: string, more: RequestInit = { headers }) =>
  fetch(`${server.url}/v1/record/export?kind=${kind}&what=${what}`, more)
const rowsOf = async (kind: string) => readCsv(new Uint8Array(await (await exported(kind, 'sheet')).arrayBuffer()))

const { send } = sendLarge(server, headers)
const picture = async (bytes: Buffer, type = 'product'): Promise<string> =>
  (await uploadPicture(server, headers, bytes, { type })).data
const cover = await picture(png(40, 30))
const side = await picture(jpg(50, 30))
const inText = await picture(png(60, 30), 'quill')
const manual = (await send(pdf('manual'), '手册.pdf')).data.address
const form = (await send(docx(), 'form.docx')).data.address

test('products are a sheet in the order of the list, drafts before what is published, and nothing of the trash', async () => {
  const crane = {
    coverName: '塔机监测',
    coverDescribe: '=1+1，\n两行',
    productCon: `<p>正文<img src="${inText}" alt=""></p>`,
    locationId: 'zhgd',
    coverUrl: cover,
    pictures: [side, 'https://other.example/a.jpg'],
    models: [{ model: 'TK-200', note: '' }],
    specs: [
      { term: '电压', value: '380V', key: true },
      { term: '功率', value: '-20~60', key: false },
      { term: '状态', value: '新', key: false },
    ],
    documents: [
      { name: '手册', address: manual },
      { name: '申请表', address: form },
    ],
  }
  const { productId } = await call('product/saveProduct', crane)
  const lift = await call('product/saveProduct', {
    ...crane,
    coverName: '升降机',
    coverUrl: '',
    pictures: [],
    locationId: '',
    specs: [{ term: '载重', value: '2t', key: false }],
    documents: [{ name: '手册', address: form }],
  })
  await call('draft/save', { kind: 'product', id: lift.productId, fields: { coverName: '升降机二代' } })
  await call('draft/save', { kind: 'product', fields: { coverName: '还没发布' } })
  const gone = await call('product/saveProduct', { ...crane, coverName: '删了的' })
  await call('product/deleteProduct', { productId: gone.productId })

  const [heads = [], ...rows] = await rowsOf('product')
  const column = (name: string): string[] => rows.map((row) => row[heads.indexOf(name)] ?? '')
  assert.deepEqual(column('名称'), ['还没发布', '升降机二代', '塔机监测'])
  assert.deepEqual(column('状态'), ['草稿', '已发布，有未发布的修改', '已发布'])
  assert.deepEqual(column('型号'), ['', 'TK-200', 'TK-200'])
  const address = `/productDet?productId=${productId}`
  assert.deepEqual(column('页面地址'), ['', `/productDet?productId=${lift.productId}`, address])
  assert.deepEqual(column('产品位置'), ['', '', '智慧工地产品'])
  assert.deepEqual(column('描述'), ['', '=1+1，\n两行', '=1+1，\n两行'])
  assert.deepEqual(column('图片'), ['', '', `${cover}\n${side}\nhttps://other.example/a.jpg`])
  assert.deepEqual(column('资料'), ['', `手册 <${form}>`, `手册 <${manual}>\n申请表 <${form}>`])
  assert.deepEqual(column('参数的顺序'), ['', '载重', '★电压\n功率\n状态'])
  assert.deepEqual(column('功率'), ['', '', '-20~60'])
  assert.deepEqual(column('载重'), ['', '2t', ''])
  assert.deepEqual(column('参数：状态'), ['', '', '新'], 'a parameter that is called like a column')
})

test('the archive has the files that the sheet names, and any program opens it', async () => {
  const reply = await exported('product', 'all')
  const bytes = Buffer.from(await reply.arrayBuffer())
  assert.deepEqual(
    [reply.status, reply.headers.get('content-type'), Number(reply.headers.get('content-length'))],
    [200, 'application/zip', bytes.length],
  )
  assert.match(
    reply.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''%E4%BA%A7%E5%93%81-\d{8}-\d{4}\.zip$/,
  )
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  const size = await call('record/exportSize', { kind: 'product', what: 'all' })
  assert.deepEqual([size.records, size.files], [3, 5])
  const path = join(server.folder, 'out.zip')
  writeFileSync(path, bytes)
  assert.match(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' }), /No errors detected/)
  const files = (await openArchive(new File([bytes], 'out.zip'))) ?? []
  const paths = files.map((file) => pathOf(file).replace('out/static', ''))
  assert.deepEqual(paths.sort(), ['out/产品.csv', cover, side, inText, manual, form].sort())
  const manualFile = files.find(({ name }) => manual.endsWith(name))
  assert.deepEqual(Buffer.from((await manualFile?.arrayBuffer()) ?? new ArrayBuffer()), pdf('manual'))
})

test('news, cases and pages are sheets, too', async () => {
  const { newId } = await call('news/saveNews', {
    newTitle: '中标',
    newInfo: '<p>一段</p>',
    createDate: '2024-03-01 08:30:15',
    newCover: cover,
  })
  const [newsHeads, news] = await rowsOf('news')
  assert.deepEqual(newsHeads, ['标题', '日期', '描述', '封面图片', '正文', '网站编号', '页面地址', '状态'])
  assert.deepEqual(news, [
    '中标',
    '2024-03-01 08:30:15',
    '',
    cover,
    '<p>一段</p>',
    newId,
    `/xwdtDet?newId=${newId}`,
    '已发布',
  ])
  const { caseId } = await call('cases/save', {
    caseName: '黄河大厦',
    casePath: '/xiangmuanli/hhds',
    caseIntro: '一句话',
    caseImage: cover,
    caseBanner: side,
    details: [{ term: '面积', description: '3万平' }],
  })
  const [caseHeads, hotel] = await rowsOf('case')
  assert.deepEqual(caseHeads, [
    '名称',
    '介绍',
    '页面地址',
    '横幅图片',
    '封面图片',
    '正文',
    '网站编号',
    '旧地址',
    '项目信息的顺序',
    '状态',
    '面积',
  ])
  assert.deepEqual(hotel, [
    '黄河大厦',
    '一句话',
    '/xiangmuanli/hhds',
    side,
    cover,
    '',
    caseId,
    '',
    '面积',
    '已发布',
    '3万平',
  ])
  const { pageId } = await call('pages/save', { pageTitle: '加入我们', pagePath: 'jobs', pageBody: '<p>职位</p>' })
  const [pageHeads = [], jobs = []] = await rowsOf('page')
  assert.deepEqual(pageHeads, ['页面标题', '页面地址', '横幅图片', '页面内容', '网站编号', '旧地址', '状态'])
  assert.deepEqual(jobs, ['加入我们', 'jobs', '', '<p>职位</p>', pageId, '', '已发布'])
  const [staged] = stageSheet({
    kind: 'page',
    rows: [pageHeads, ['招聘', ...jobs.slice(1)]],
    uses: guessColumns('page', pageHeads),
    files: [],
    existing: [{ id: pageId, title: '加入我们', fields: { pagePath: 'jobs' }, draftVersion: '', basedOn: '' }],
    groupIdOf: () => undefined,
  })
  assert.deepEqual(
    [staged?.existing?.id, staged?.problem, staged?.fields],
    [pageId, undefined, { pageTitle: '招聘', pagePath: 'jobs', pageBody: '<p>职位</p>' }],
  )
})

test('an export has what the list shows, or what is ticked', async () => {
  const of = async (query: string): Promise<(string | undefined)[]> => {
    const reply = await exported('product', `sheet&${query}`)
    const [, ...rows] = readCsv(new Uint8Array(await reply.arrayBuffer()))
    return rows.map(([name]) => name)
  }
  assert.deepEqual(await of('word=机'), ['升降机二代', '塔机监测'])
  assert.deepEqual(await of('word=机&group=zhgd'), ['塔机监测'])
  assert.deepEqual(await of('show=drafts'), ['还没发布', '升降机二代'])
  assert.deepEqual(await of('show=published'), ['升降机二代', '塔机监测'])
  const { data } = (await call('product/list', { page: 1, limit: 10, coverName: '塔机' })) as {
    data: { productId: string }[]
  }
  const only = `${data[0]?.productId},gone`
  assert.deepEqual(await of(`only=${only}`), ['塔机监测'])
  assert.deepEqual(await of('from=2020-01-01&to=2020-01-02'), [])
  assert.equal((await call('record/exportSize', { kind: 'product', what: 'sheet', word: '机' })).records, 2)
})

test('hundreds of names of parameters are the most used as columns, and the others in one', async () => {
  const specs = (names: string[]) => names.map((term) => ({ term, value: `${term}的值`, key: false }))
  for (let index = 0; index < 10; index++)
    await call('product/saveProduct', {
      coverName: `多参数${index}`,
      specs: specs(['功率', ...Array.from({ length: 19 }, (_, n) => `参数${index}-${n}`), '载重']),
    })
  const reply = await exported('product', 'sheet&word=多参数')
  const [heads = [], ...rows] = readCsv(new Uint8Array(await reply.arrayBuffer()))
  const terms = heads.slice(heads.indexOf('状态') + 1)
  assert.deepEqual([terms.length, terms[0], terms.at(-1)], [101, '功率', '其他参数'])
  assert.ok(terms.includes('载重'), 'what all have is a column')
  const planned = stageSheet({
    kind: 'product',
    rows: [heads, ...rows],
    uses: guessColumns('product', heads),
    files: [],
    existing: [],
    groupIdOf: () => undefined,
  })
  for (const { title, fields } of planned) {
    const { productId } = (await call('product/list', { page: 1, limit: 1, coverName: title })).data[0]
    const stored = (await call('product/detailProduct', { productId })).specs
    const inOrder = (pairs: { term: string; value: string }[]) =>
      pairs.map(({ term, value }) => `${term}=${value}`).sort()
    assert.deepEqual(inOrder(fields.specs as { term: string; value: string }[]), inOrder(stored), title)
  }
})

test('a page of another site starts no export', async () => {
  const from = async (site: Record<string, string>) => {
    const reply = await exported('news', 'sheet', { headers: { ...headers, ...site } })
    await reply.arrayBuffer()
    return reply.status
  }
  assert.equal(await from({ 'Sec-Fetch-Site': 'cross-site' }), 403)
  assert.equal(await from({ 'Sec-Fetch-Site': 'same-site' }), 403)
  assert.equal(await from({ Referer: 'https://other.example/' }), 403, 'of a browser without that header')
  assert.equal(await from({ 'Sec-Fetch-Site': 'same-origin' }), 200)
  assert.equal(await from({ 'Sec-Fetch-Site': 'none' }), 200)
  assert.equal(await from({ Referer: `${server.url}/AdminNews` }), 200)
})

test('a fourth export is refused while three are not read, and not when they have ended', async () => {
  const large = '长'.repeat(300_000)
  for (let index = 0; index < 8; index++)
    await call('news/saveNews', { newTitle: `大${index}`, newInfo: `<p>${large}</p>` })
  const stalled = await Promise.all([1, 2, 3].map(() => exported('news', 'sheet')))
  assert.deepEqual(
    stalled.map(({ status }) => status),
    [200, 200, 200],
  )
  const fourth = await exported('news', 'sheet')
  assert.deepEqual([fourth.status, (await fourth.json()).msg], [503, '正在进行的导出太多，请等前面的下载完再试'])
  assert.equal((await server.post('/v1/record/exportSize', { kind: 'news', what: 'sheet' }, { headers })).code, 503)
  for (const { body } of stalled) await body?.cancel()
  await eventually(async () => {
    const reply = await exported('news', 'sheet')
    await reply.body?.cancel()
    return reply.status === 200
  }, 'who has left makes room')
})

test('who may not edit records exports none, and an export is in the log', async () => {
  const asked = await exported('news', 'sheet', {})
  assert.deepEqual([asked.status, (await asked.json()).msg], [401, '请先登录'])
  assert.equal((await server.post('/v1/record/exportSize', { kind: 'news', what: 'all' })).code, 401)
  const { password } = await call('account/save', { name: 'kefu', role: 'service' })
  const service = await server.signIn({ username: 'kefu', password })
  assert.equal((await exported('news', 'sheet', { headers: service })).status, 403)
  assert.equal((await exported('carousel', 'sheet')).status, 400)
  assert.equal((await exported('news', '')).status, 400)
  await (await exported('news', 'sheet')).arrayBuffer()
  const { data } = await call('log/list', { limit: 3 })
  const { at: _at, ...last } = data[0]
  assert.deepEqual(last, { user: 'admin', action: 'export', kind: 'news', ok: true })
})

test('a file that has another length than was announced ends the archive', async () => {
  const entry = {
    name: 'a',
    bytes: 3,
    read: async function* () {
      yield Buffer.from('ab')
    },
  }
  assert.equal(zipBytes([entry]), 30 + 46 + 2 + 3 + 22)
  await assert.rejects(async () => {
    for await (const _ of zip([entry], 0));
  }, /2 bytes instead of 3/)
})
