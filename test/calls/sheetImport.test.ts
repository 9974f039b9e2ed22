import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { UserInfo } from '../../contract/entities.ts'
import type { Operation } from '../../contract/operations.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import { guessColumns } from '../../contract/sheetColumns.ts'
import { user } from '../../client/admin/session.ts'
import { loadExisting } from '../../client/admin/sheets/existing.ts'
import { readCsv, type Rows } from '../../client/admin/sheets/rows.ts'
import { stageSheet } from '../../client/admin/sheets/stageSheet.ts'
import { hashOf } from '../../client/admin/staging/hashOf.ts'
import { importStaged, type RowResult, takeBack } from '../../client/admin/staging/run.ts'
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
const overNetwork = fetch
globalThis.fetch = async (input, init) => {
  const path = String(input)
  if (!path.startsWith('/')) return overNetwork(input, init)
  const reply = await overNetwork(server.url + path, { ...init, headers: { ...headers, ...init?.headers } })
  const at = lost.indexOf(path)
  if (at === -1) return reply
  lost.splice(at, 1)
  throw new TypeError('the connection is gone')
}
user.value = (await post('indexLogin/userInfo', {})) as UserInfo
const connection = { signal: new AbortController().signal, onOffline: () => {} }
globalThis.addEventListener ??= () => {}
globalThis.removeEventListener ??= () => {}

const run = { lastFirst: true, groupIds: new Map(), isPaused: async () => {}, onProgress: () => {}, ...connection }
const planOf = async (kind: SheetKind, rows: Rows) =>
  stageSheet({
    kind,
    rows,
    sheetKey: hashOf(JSON.stringify(rows)),
    uses: guessColumns(kind, rows),
    files: [],
    existing: await loadExisting(kind, connection.signal),
    groupIdOf: () => undefined,
  })
async function imported(rows: Rows): Promise<readonly RowResult[]> {
  const results = await importStaged({ rows: await planOf('product', rows), ...run })
  assert.ok(results.every(({ failed }) => failed === ''))
  return results
}
const noStep = (): void => {}
/** As 全部发布 does it. */
const publish = (results: readonly RowResult[]): Promise<Operation> =>
  post('operation/start', { what: 'publish', rows: results.map(({ kind, id }) => ({ kind, id })).reverse() })
const detailOf = (id: string) => post('product/detailProduct', { productId: id, orDraft: true })
const draftOf = (id: string) => post('draft/detail', { kind: 'product', id })
const titles = async (show: string): Promise<string[]> =>
  (await post('product/list', { limit: 100, show })).data.map(({ coverName }: { coverName: string }) => coverName)
const trashed = async (): Promise<string[]> =>
  (await post('trash/list', { kind: 'product', limit: 100 })).data.map(({ title }: { title: string }) => title)
const titlesOf = (results: readonly RowResult[]): string[] => results.map(({ title }) => title)

const sheet: Rows = [
  ['名称', '型号', '描述'],
  ['平垫圈', 'GB/T 97.1', '一'],
  ['大垫圈', 'GB/T 97.1', '二'],
  ['弹簧垫圈', 'GB/T 93', '三'],
]

test('rows become drafts once, the first one on top, and the sheet again has nothing to do, nor has the site’s own export', async () => {
  lost.push('/v1/draft/save', '/v1/draft/save')
  const results = await imported(sheet)
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

test('news of one title and several years come in whole, and an export of them comes back whole', async () => {
  const days = ['2023-04-28', '2024-04-28', '2025-04-28']
  const rows: Rows = [['标题', '日期', '正文'], ...days.map((day) => ['放假通知', day, `${day}起放假`])]
  const results = await importStaged({ rows: await planOf('news', rows), ...run })
  assert.equal((await publish(results)).failedCount, 0)
  const exported = await overNetwork(`${server.url}/v1/record/export?kind=news&what=sheet`, { headers })
  const again = await planOf('news', readCsv(await exported.bytes()))
  assert.deepEqual(
    again.map(({ problem, existing, changes }) => [problem, existing !== undefined, changes]),
    days.map(() => [undefined, true, []]),
  )
})

test('an import is taken back, also when replies are lost: new drafts are in the trash, changed ones as they were', async () => {
  const { id } = await post('draft/save', { kind: 'product', fields: { coverName: '旧草稿', coverDescribe: '原来' } })
  const live = await post('product/saveProduct', { coverName: '已发布', coverDescribe: '原来' })
  const rows: Rows = [
    ['名称', '描述'],
    ['旧草稿', '新的'],
    ['已发布', '新的'],
    ['新来的', '新的'],
  ]
  lost.push('/v1/draft/save')
  const results = await imported(rows)
  assert.deepEqual((await draftOf(id)).fields.coverDescribe, '新的')
  lost.push('/v1/draft/save', '/v1/draft/discard')
  assert.deepEqual(await takeBack(results, noStep, connection), [])
  assert.equal((await draftOf(id)).fields.coverDescribe, '原来')
  assert.equal((await server.post('/v1/draft/detail', { kind: 'product', id: live.productId }, { headers })).code, 404)
  assert.equal((await detailOf(live.productId)).coverDescribe, '原来')
  assert.ok((await trashed()).includes('新来的'))
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

test('what somebody has changed or published since is left, and named', async () => {
  const old = await post('draft/save', { kind: 'product', fields: { coverName: '旧的', coverDescribe: '原来' } })
  const rows: Rows = [
    ['名称', '描述'],
    ['旧的', '表格'],
    ['新的', '表格'],
    ['发了的', '表格'],
    ['没动的', '表格'],
  ]
  const results = await imported(rows)
  const idOf = (title: string): string => results.find((result) => result.title === title)?.id ?? ''
  for (const title of ['旧的', '新的'])
    await post('draft/save', { kind: 'product', id: idOf(title), fields: { coverDescribe: '同事写了一小时' } })
  await post('draft/publish', { kind: 'product', id: idOf('发了的') })
  assert.equal(idOf('旧的'), old.id)
  assert.deepEqual(titlesOf(await takeBack(results, noStep, connection)).sort(), ['发了的', '新的', '旧的'].sort())
  for (const title of ['旧的', '新的'])
    assert.equal((await draftOf(idOf(title))).fields.coverDescribe, '同事写了一小时', title)
  assert.equal((await detailOf(idOf('发了的'))).coverDescribe, '表格')
  assert.ok((await trashed()).includes('没动的'))
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
  const changed = results.find(({ title }) => title === '被改的')?.id ?? ''
  await post('product/updateProduct', { productId: changed, coverDescribe: '同事' })
  const { left } = await post('operation/undo', { id })
  assert.deepEqual(
    left.map((row: { id: string }) => row.id),
    [changed],
  )
  assert.equal((await detailOf(changed)).coverDescribe, '同事')
  assert.equal((await post('product/detailProduct', { productId: live.productId })).coverDescribe, '原来')
  assert.ok((await titles('drafts')).includes('初次的'))
  assert.deepEqual(titlesOf(await takeBack(results, noStep, connection)), ['被改的'])
  assert.ok((await trashed()).includes('初次的'))
})

test('a product whose group is gone stays a draft with why, and the others go on', async () => {
  const results = await imported([
    ['名称', '描述'],
    ['甲', ''],
    ['乙', ''],
  ])
  const first = results.find(({ title }) => title === '甲')
  await post('draft/save', { kind: 'product', id: first?.id, fields: { locationId: 'gmwyopbw30000' } })
  const { done, failed } = await publish(results)
  assert.deepEqual([done, failed.map(({ title, note }) => [title, note])], [2, [['甲', '分类不正确']]])
})
