import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { UserInfo } from '../../contract/kinds/entities.ts'
import type { Operation, SentRow } from '../../contract/calls/operations.ts'
import { kinds } from '../../contract/kinds/kinds.ts'
import { type SheetKind, sheetKinds } from '../../contract/kinds/sheetKinds.ts'
import { guessColumns, sheetFields } from '../../contract/kinds/sheetColumns.ts'
import { loadPublication } from '../../client/admin/list/loadPublication.ts'
import { user } from '../../client/admin/session/session.ts'
import { loadExisting } from '../../client/admin/import/existing.ts'
import { openArchive } from '../../client/admin/import/archive.ts'
import { readCsv, type Rows } from '../../client/admin/import/rows.ts'
import { stageSheet } from '../../client/admin/import/stageSheet.ts'
import { hashOf } from '../../client/admin/import/hashOf.ts'
import { type ImportedRow, sendImport, type SendTools } from '../../client/admin/import/sendImport.ts'
import { type FileSource, alongsideNotes, type StagedRecord } from '../../client/admin/import/staged.ts'
import { pathOf } from '../../client/admin/ui/droppedFiles.ts'
import { settableClock } from '../clock.ts'
import { startServer } from '../server.ts'

const clock = settableClock()
const server = await startServer({ after }, { now: clock.now })
const headers = await server.signIn()
let target = { site: server, headers }
const post = async (path: string, body: object) => {
  const { code, msg, data } = await target.site.post(`/v1/${path}`, body, { headers: target.headers })
  assert.equal(code, 200, `${path}: ${msg}`)
  return data
}

/** What the office sends reaches the server, as in its own page; the replies of these calls are lost, once each. */
const lost: string[] = []
/** The titles of the rows of each call that has sent some. */
const portions: string[][] = []
/** Calls that fetch pictures: now, and at most. */
const fetching = { now: 0, most: 0 }
/** What another tab does before rows are sent. */
let begun = Promise.resolve()
const overNetwork = fetch
globalThis.fetch = async (input, init) => {
  const path = String(input)
  if (!path.startsWith('/')) return overNetwork(input, init)
  if (path === '/v1/media/fetch') fetching.most = Math.max(fetching.most, ++fetching.now)
  if (path === '/v1/operation/rows') await begun
  const sent = { ...init, headers: { ...target.headers, ...init?.headers } }
  const reply = await overNetwork(target.site.url + path, sent)
  if (path === '/v1/operation/rows')
    portions.push(JSON.parse(String(init?.body)).rows.map(({ staged }: SentRow) => staged?.title))
  if (path === '/v1/media/fetch') fetching.now--
  const at = lost.indexOf(path)
  if (at === -1) return reply
  lost.splice(at, 1)
  throw new TypeError('the connection is gone')
}
user.value = (await post('indexLogin/userInfo', {})) as UserInfo
const connection = { signal: new AbortController().signal, onOffline: () => {} }
globalThis.addEventListener ??= () => {}
globalThis.removeEventListener ??= () => {}
beforeEach(() => void portions.splice(0))

const run: SendTools = { onProgress() {}, ...connection }
const planOf = async (kind: SheetKind, rows: Rows, files: readonly File[] = []) =>
  stageSheet({
    kind,
    rows,
    sheetKey: hashOf(JSON.stringify(rows)),
    uses: guessColumns(kind, rows[0] ?? []),
    files,
    ...(await loadExisting(kind, rows.flat(), connection.signal)),
    groupIdOf: () => undefined,
  })
async function ended(operation: Operation): Promise<Operation> {
  const { id, state, step } = operation
  return state === 'running' ? ended(await post('operation/detail', { id, since: step })) : operation
}
interface Imported {
  id: string
  rows: readonly ImportedRow[]
}
async function send(rows: readonly StagedRecord[], tools = run): Promise<Imported> {
  const sent = await sendImport({ rows, lastFirst: true }, tools)
  const { id, state, failed } = await ended(sent.operation)
  assert.deepEqual([state, failed], ['done', []])
  return { id, rows: sent.rows }
}
const imported = async (rows: Rows): Promise<Imported> => send(await planOf('product', rows))
/** As 全部发布 does it. */
const publish = async ({ rows }: Imported): Promise<Operation> => {
  const records = rows.map(({ row, id }) => ({ kind: row.kind, id }))
  return ended(await post('operation/start', { what: 'publish', rows: records.reverse() }))
}
const detailOf = (id: string) => post('product/detailProduct', { productId: id, orDraft: true })
const titles = async (show: string): Promise<string[]> =>
  (await post('product/list', { limit: 100, show })).data.map(({ coverName }: { coverName: string }) => coverName)
const titlesOf = ({ rows }: Imported): string[] => rows.map(({ row }) => row.title)
const idOf = ({ rows }: Imported, title: string): string => rows.find(({ row }) => row.title === title)?.id ?? ''

const sheet: Rows = [
  ['名称', '型号', '描述'],
  ['平垫圈', 'GB/T 97.1', '一'],
  ['大垫圈', 'GB/T 97.1', '二'],
  ['弹簧垫圈', 'GB/T 93', '三'],
]

test('rows become drafts once, the first one on top, and the sheet again has nothing to do, nor has the site’s own export', async () => {
  lost.push(...['list', 'start', 'known', 'rows', 'go'].map((call) => `/v1/operation/${call}`))
  const results = await imported(sheet)
  assert.deepEqual(lost, [])
  assert.deepEqual(titlesOf(results), ['弹簧垫圈', '大垫圈', '平垫圈'])
  await imported(sheet)
  assert.deepEqual(await titles('drafts'), ['平垫圈', '大垫圈', '弹簧垫圈'])
  const { done, failedCount } = await publish(results)
  assert.deepEqual([done, failedCount], [3, 0])
  await post('product/saveProduct', { coverName: '平垫圈', models: [{ model: 'GB/T 97.1', note: '' }] })
  const bytes = await (await overNetwork(`${server.url}/v1/record/export?kind=product&what=sheet`, { headers })).bytes()
  const again = await planOf('product', readCsv(bytes))
  assert.deepEqual(
    again.map(({ title, problem, existing, changes }) => [title, problem, existing !== undefined, changes]),
    ['平垫圈', '平垫圈', '大垫圈', '弹簧垫圈'].map((title) => [title, undefined, true, []]),
  )
  assert.equal(new Set(again.map(({ existing }) => existing?.id)).size, 4)
})

/** A sheet of products, of which so many have long texts. */
const longSheet = (name: string, count: number, long = 0): Rows => [
  ['名称', '描述', '正文'],
  ...Array.from({ length: count }, (_, n) => [`${name}${n + 1}`, '', n < long ? '长'.repeat(32_000) : '']),
]

test('what was sent before a tab was closed is not sent again, and nothing is doubled or out of order', async () => {
  // A fast machine makes several drafts within a millisecond.
  clock.stand(Date.now())
  const sheetRows = longSheet('螺栓', 45)
  const closed = new AbortController()
  const closing = { ...run, signal: closed.signal, onProgress: (sent: number) => void (sent === 20 && closed.abort()) }
  await assert.rejects(send(await planOf('product', sheetRows), closing))
  const named = Array.from({ length: 45 }, (_, n) => `螺栓${45 - n}`)
  assert.deepEqual(portions.splice(0), [named.slice(0, 20)])
  assert.deepEqual(
    (await titles('drafts')).filter((title) => title.startsWith('螺栓')),
    [],
  )

  // Another sheet is another import.
  await imported(longSheet('螺母', 1))
  portions.splice(0)
  const progress: number[] = []
  const rows = await planOf('product', sheetRows)
  const onProgress = (sent: number) => void progress.push(sent)
  const results = await send(rows, { ...run, onProgress })
  assert.deepEqual(portions, [named.slice(20, 40), named.slice(40)])
  assert.deepEqual(progress, [20, 40, 45])
  assert.deepEqual(titlesOf(results), named)
  assert.deepEqual(
    (await titles('drafts')).filter((title) => title.startsWith('螺栓')),
    [...named].reverse(),
  )
  clock.advance(0)
})

test('a call takes a megabyte of rows, and a text that is too long is left out by name', async () => {
  await imported(longSheet('管件', 15, 15))
  assert.deepEqual(
    portions.map((rows) => rows.length),
    [10, 5],
  )
  const rows = await planOf('product', longSheet('阀门', 2))
  const fields = { ...rows[0]?.fields, productCon: `<p>${'长'.repeat(700_000)}</p>` }
  const { id } = await send(rows.map((row, index) => (index === 0 ? { ...row, fields } : row)))
  const { words } = await post('operation/detail', { id })
  assert.deepEqual(words, ['阀门1：正文：内容过大，不能超过1.9MB'])
  assert.deepEqual((await titles('drafts')).slice(0, 2), ['阀门1', '阀门2'])
})

test('pictures of other sites are fetched for no more rows at once than the server allows', async () => {
  const rows = await planOf('product', longSheet('管道', 6))
  await send(rows.map((row) => ({ ...row, pictures: [`http://127.0.0.1/${row.title}.jpg`] })))
  assert.equal(fetching.most, 2)
})

test('an import that another tab has let begin says so', async () => {
  const rows = await planOf('product', longSheet('法兰', 21))
  const begin = async (): Promise<void> => {
    const { data } = await post('operation/list', { limit: 1 })
    await post('operation/go', { id: data[0].id })
  }
  const tools = { ...run, onProgress: (sent: number) => void (sent === 0 && (begun = begin())) }
  await assert.rejects(send(rows, tools), /在别的窗口里开始或者停止了/)
})

test('news of one title and several years come in whole, and an export of them comes back whole', async () => {
  const days = ['2023-04-28', '2024-04-28', '2025-04-28']
  const rows: Rows = [['标题', '日期', '正文'], ...days.map((day) => ['放假通知', day, `${day}起放假`])]
  assert.equal((await publish(await send(await planOf('news', rows)))).failedCount, 0)
  const exported = await overNetwork(`${server.url}/v1/record/export?kind=news&what=sheet`, { headers })
  const again = await planOf('news', readCsv(await exported.bytes()))
  assert.deepEqual(
    again.map(({ problem, existing, changes }) => [problem, existing !== undefined, changes]),
    days.map(() => [undefined, true, []]),
  )
})

test('a row that would change the draft of a colleague, or what she has taken off, is not ticked, and says so', async () => {
  const { password } = await post('account/save', { name: '小王', role: 'editor' })
  const theirs = await server.signIn({ username: '小王', password })
  const hers = async (path: string, body: object) =>
    assert.equal((await server.post(`/v1/${path}`, body, { headers: theirs })).code, 200)
  await hers('draft/save', { kind: 'product', fields: { coverName: '同事的', coverDescribe: '写了一小时' } })
  await post('draft/save', { kind: 'product', fields: { coverName: '自己的', coverDescribe: '旧的' } })
  const rows = ['同事的', '自己的', '下线的', '存过的', '在线的'].map((title) => [title, '表格'])
  const ids: string[] = []
  for (const coverName of ['下线的', '存过的', '在线的'])
    ids.push((await post('product/saveProduct', { coverName })).productId)
  const [, saved = '', open = ''] = ids
  await hers('operation/start', { what: 'unpublish', rows: ids.slice(0, 2).map((id) => ({ kind: 'product', id })) })
  await hers('draft/save', { kind: 'product', id: open, fields: { productCon: '<p>草稿</p>' } })
  await post('draft/save', {
    kind: 'product',
    id: saved,
    fields: { coverDescribe: '我的', models: [{ model: 'C-1', note: '' }] },
  })
  const timeless = (note: string): string => note.replace(/\d\d-\d\d \d\d:\d\d/, '')
  const isOff = ['已被小王下线（），没有勾选']
  const plan = await planOf('product', [['名称', '描述'], ...rows])
  assert.deepEqual(
    plan.map((row) => [row.ticked, [...alongsideNotes(row), ...row.notes].map(timeless)]),
    [
      [false, ['小王还有没发布的修改（）：产品名称、产品描述，没有勾选']],
      [true, []],
      [false, isOff],
      [false, isOff],
      [false, ['小王还有没发布的修改（）：产品内容，没有勾选']],
    ],
  )
  // Whoever saves last has not written all of it.
  await send(plan.slice(-1))
  const { notes, alongside } = await loadPublication('product', ids)
  assert.deepEqual(
    alongside.map(({ id, words }) => [id, timeless(words)]),
    [
      [open, '小王还有没发布的修改（）：产品内容'],
      [saved, '已被小王下线（）'],
      [ids[0], '已被小王下线（）'],
    ],
  )
  assert.deepEqual(notes, ['其中 3 条没有产品位置，产品中心里没有它们。'])
})

test('a row that would take back what a colleague has changed since is not ticked, and says whose value it is', async () => {
  const priceList = (price: string): Rows => [
    ['名称', '型号', '价格'],
    ['自吸泵一', '', '100元'],
    ['自吸泵二', '', price],
    ['自吸泵三', 'ZX-3', '100元'],
    ['自吸泵四', '', '100元'],
  ]
  const made = await imported(priceList('200元'))
  await publish(made)
  const { password } = await post('account/save', { name: '小李', role: 'editor' })
  const theirs = await server.signIn({ username: '小李', password })
  const hers = async (path: string, body: object) =>
    assert.equal((await server.post(`/v1/${path}`, body, { headers: theirs })).code, 200)
  // She may write it beside the only model, which is the same to whoever reads it.
  const written = { price: '111元' }
  const models = [{ model: 'ZX-3', note: '', specs: [], ...written }]
  for (const [title, fields] of [
    ['自吸泵一', written],
    ['自吸泵二', written],
    ['自吸泵三', { models }],
  ] as const)
    await hers('product/updateProduct', { productId: idOf(made, title), ...fields })
  // What she has only published, with a text of hers, is not her price.
  const draft = { kind: 'product', id: idOf(made, '自吸泵四') }
  const { version: draftVersion } = await post('draft/save', { ...draft, fields: written })
  await hers('draft/publish', { ...draft, draftVersion, fields: { coverDescribe: '她写的' } })
  // Her price is hers still after a text of one's own.
  await post('product/updateProduct', { productId: idOf(made, '自吸泵一'), coverDescribe: '后来' })
  const planned = await planOf('product', priceList('300元'))
  const isHers = ['价格“111元”是小李后来改的，没有勾选']
  assert.deepEqual(
    planned.map(({ ticked, facts, notes }) => [ticked, facts.at(-1), notes]),
    [
      [false, '修改：价格“111元” → “100元”', isHers],
      [true, '修改：价格“111元” → “300元”', []],
      [false, '修改：价格“111元” → “100元”', isHers],
      [true, '修改：价格“111元” → “100元”', []],
    ],
  )
})

test('a publication is taken back, and the import after it; what was changed since is left', async () => {
  const live = await post('product/saveProduct', { coverName: '线上的', coverDescribe: '原来' })
  const rows: Rows = [
    ['名称', '描述'],
    ['线上的', '表格'],
    ['初次的', '表格'],
    ['被改的', '表格'],
  ]
  const results = await imported(rows)
  const { id } = await publish(results)
  const changed = idOf(results, '被改的')
  await post('product/updateProduct', { productId: changed, coverDescribe: '同事' })
  const { left } = await post('operation/undo', { id })
  assert.deepEqual(
    left.map((row: { id: string }) => row.id),
    [changed],
  )
  assert.equal((await detailOf(changed)).coverDescribe, '同事')
  assert.equal((await post('product/detailProduct', { productId: live.productId })).coverDescribe, '原来')
  assert.ok((await titles('drafts')).includes('初次的'))
  const { left: kept } = await post('operation/undo', { id: results.id })
  assert.deepEqual(
    kept.map(({ title }: { title: string }) => title),
    ['被改的'],
  )
  assert.ok(!(await titles('all')).includes('初次的'))
})

test('a product whose group is gone stays a draft with why, and the others go on', async () => {
  const results = await imported([
    ['名称', '描述'],
    ['甲', ''],
    ['乙', ''],
  ])
  await post('draft/save', { kind: 'product', id: idOf(results, '甲'), fields: { locationId: 'gmwyopbw30000' } })
  const { done, failed } = await publish(results)
  assert.deepEqual([done, failed.map(({ title, note }) => [title, note])], [2, [['甲', '没有这个分类，请重新选择']]])
})

/** A record as it would be sent, with its files where the export has had them: those of the starter are the program's. */
function withAddresses(row: StagedRecord): StagedRecord {
  const { cover, pictures: gallery = '', documents: documentsField = '' } = sheetFields[row.kind as SheetKind]
  const addressOf = (file: FileSource) => pathOf(file as File).replace(/^.*\/static/, '')
  const [first, ...others] = row.pictures.map(addressOf)
  const documents = row.documents.map(({ name, file }) => ({ name, address: addressOf(file) }))
  const fields = {
    ...row.fields,
    ...Object.fromEntries(Array.from(row.otherPictures, ([field, file]) => [field, addressOf(file)])),
    ...(first && { [cover]: first }),
    ...(others.length > 0 && { [gallery]: others }),
    ...(documents.length > 0 && { [documentsField]: documents }),
  }
  return { ...row, fields, pictures: [], otherPictures: new Map(), textPictures: new Map(), documents: [] }
}
/** What a sheet has no place for, and what is the own of each site. */
const ownOrLeft = ['version', 'newer', 'older', 'pinned', 'story', 'proofs', 'platforms', 'quotes', 'figures'].concat([
  'products',
  'films',
  'shareTitle',
  'shareText',
  'sharePicture',
])

test('an export of everything has the same records in an empty store, in their order, and its old addresses', async (t) => {
  // Nothing in these texts has another address here.
  const body = (html: string) => ({ body: { innerHTML: html, querySelectorAll: () => [] } })
  globalThis.DOMParser = class {
    parseFromString = body
  } as never
  const [from, to] = [await startServer(t, { env: { SEED: 'on' } }), await startServer(t)]
  const own = await from.signIn()
  const { productId } = (await from.post('/v1/product/list', { limit: 1 })).data.data[0]
  const specs = [
    { term: '功率', value: '5kW', key: true },
    { term: '重量', value: '3t', key: false },
  ]
  const models = [
    { model: 'A-1', note: '单机', price: '3万元', specs: [{ term: '臂长', value: '50m' }] },
    { model: 'A-2', note: '' },
  ]
  const more = { specs, models, price: '面议', lead: '15天', warranty: '整机2年' }
  await from.post('/v1/product/updateProduct', { productId, ...more }, { headers: own })
  const page = `/productDet?productId=${productId}`
  const rows = [
    { from: '/product/50.html', to: page },
    { from: '/product/', to: '/product?locationId=zhgd' },
    { from: '/company/*', to: '/gywm' },
  ]
  await from.post('/v1/redirect/save', { rows }, { headers: own })
  const archive = await (await overNetwork(`${from.url}/v1/site/export`, { headers: own })).blob()
  const files = (await openArchive(new File([archive], '全部.zip'))) ?? []
  const textIn = async (name: string) => (await files.find((file) => file.name === name)?.bytes()) ?? assert.fail(name)
  const addresses = readCsv(await textIn('addresses.csv'))
  for (const each of rows.slice(1)) assert.ok(addresses.some(([old, now]) => old === each.from && now === each.to))

  const recordsOf = async (kind: SheetKind): Promise<object[]> => {
    const { id, paths } = kinds[kind]
    const { data } = (await target.site.post(paths.list, { limit: 100 }, { headers: target.headers })).data
    const details = data.map((row: Record<string, string>) => target.site.post(paths.detail, { [id]: row[id] }))
    return (await Promise.all(details)).map(({ data: detail }) =>
      Object.fromEntries(
        Object.entries(detail).filter(
          ([name]) => name !== id && !ownOrLeft.includes(name) && (name !== 'createDate' || kind === 'news'),
        ),
      ),
    )
  }
  target = { site: from, headers: own }
  t.after(() => {
    target = { site: server, headers }
    Reflect.deleteProperty(globalThis, 'DOMParser')
  })
  const before = await Promise.all(sheetKinds.map(recordsOf))
  target = { site: to, headers: await to.signIn() }
  for (const kind of sheetKinds) {
    const staged = await planOf(kind, readCsv(await textIn(`${kinds[kind].noun}.csv`)), files)
    const lacking = staged.flatMap(({ problem, missing }) => [problem ?? '', ...missing]).filter(Boolean)
    assert.deepEqual(lacking, [], kind)
    assert.equal((await publish(await send(staged.map(withAddresses)))).failedCount, 0)
  }
  assert.deepEqual(await Promise.all(sheetKinds.map(recordsOf)), before)
  assert.equal((await fetch(page, { redirect: 'manual' })).status, 301)
  const { headers: led } = await fetch('/product/50.html', { redirect: 'manual' })
  assert.match(led.get('location') ?? '', /^\/productDet\?productId=/)
})
