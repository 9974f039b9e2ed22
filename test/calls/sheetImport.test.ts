import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { UserInfo } from '../../contract/entities.ts'
import type { Operation, SentRow } from '../../contract/operations.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import { guessColumns } from '../../contract/sheetColumns.ts'
import { user } from '../../client/admin/session.ts'
import { loadExisting } from '../../client/admin/staging/existing.ts'
import { readCsv, type Rows } from '../../client/admin/sheets/rows.ts'
import { stageSheet } from '../../client/admin/sheets/stageSheet.ts'
import { hashOf } from '../../client/admin/staging/hashOf.ts'
import { type ImportedRow, sendImport, type SendTools } from '../../client/admin/staging/sendImport.ts'
import type { StagedRecord } from '../../client/admin/staging/staged.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const post = async (path: string, body: object) => {
  const { code, msg, data } = await server.post(`/v1/${path}`, body, { headers })
  assert.equal(code, 200, `${path}: ${msg}`)
  return data
}

/** What the office sends reaches the server, as in its own page; the replies of these calls are lost, once each. */
const lost: string[] = []
/** The titles of the rows of each call that has sent some. */
const portions: string[][] = []
const overNetwork = fetch
globalThis.fetch = async (input, init) => {
  const path = String(input)
  if (!path.startsWith('/')) return overNetwork(input, init)
  const reply = await overNetwork(server.url + path, { ...init, headers: { ...headers, ...init?.headers } })
  if (path === '/v1/operation/rows')
    portions.push(JSON.parse(String(init?.body)).rows.map(({ staged }: SentRow) => staged?.title))
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

const run: SendTools = { isPaused: async () => {}, onProgress() {}, ...connection }
const planOf = async (kind: SheetKind, rows: Rows) =>
  stageSheet({
    kind,
    rows,
    sheetKey: hashOf(JSON.stringify(rows)),
    uses: guessColumns(kind, rows[0] ?? []),
    files: [],
    existing: await loadExisting(kind, connection.signal),
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

test('an import that another tab has let begin says so', async () => {
  const rows = await planOf('product', longSheet('法兰', 21))
  const begin = async (sent: number): Promise<void> => {
    if (sent !== 0) return
    const { data } = await post('operation/list', { limit: 1 })
    await post('operation/go', { id: data[0].id })
  }
  let begun: Promise<void> = Promise.resolve()
  const tools = { ...run, isPaused: () => begun, onProgress: (sent: number) => void (begun = begin(sent)) }
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

test('a row that would change the draft of a colleague is not ticked, and names her', async () => {
  const account = { name: '小王', role: 'editor' }
  const { password } = await post('account/save', account)
  const theirs = await server.signIn({ username: account.name, password })
  const draft = { kind: 'product', fields: { coverName: '同事的', coverDescribe: '写了一小时' } }
  assert.equal((await server.post('/v1/draft/save', draft, { headers: theirs })).code, 200)
  await post('draft/save', { kind: 'product', fields: { coverName: '自己的', coverDescribe: '旧的' } })
  const rows = ['同事的', '自己的'].map((title) => [title, '表格'])
  assert.deepEqual(
    (await planOf('product', [['名称', '描述'], ...rows])).map(({ ticked, notes }) => [ticked, notes]),
    [
      [false, ['小王的草稿还没有发布，勾选以后会被这一行改掉']],
      [true, []],
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
