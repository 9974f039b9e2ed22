import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fieldsOf } from '../../client/admin/people/activityWords.ts'
import type { ActivityRow } from '../../contract/calls/activity.ts'
import { user } from '../accounts.ts'
import { filesOnly, startServer } from '../server.ts'
import { desktop } from '../leads/applications.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const post = (path: string, body: object = {}) => server.post(path, body, { headers })
const log = async (search: object = {}) => (await post('/v1/log/list', { limit: 100, ...search })).data

/** Of what is done by `work`, the oldest first. */
async function logged(work: () => Promise<unknown>): Promise<object[]> {
  const before = (await log()).count
  await work()
  const { data, count } = await log()
  return data
    .slice(0, count - before)
    .reverse()
    .map(({ at, ...row }: { at: string }) => {
      assert.match(at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      return row
    })
}

test('what an administrator does with a record is in the log, with its title while it can come back', async () => {
  let id = ''
  const rows = await logged(async () => {
    id = (await post('/v1/draft/save', { kind: 'news', fields: { newTitle: '开工', newInfo: '<p>内容</p>' } })).data.id
    await post('/v1/draft/save', { kind: 'news', id, fields: { newTitle: '开工了', newInfo: '<p>内容</p>' } })
    await post('/v1/draft/publish', { kind: 'news', id })
    await post('/v1/news/updateNews', { newId: id, newTitle: '开工大吉' })
    await post('/v1/news/deleteNews', { newId: id })
    await post('/v1/news/updateNews', { newId: id, newTitle: '没有了' })
  })
  const of = { user: 'admin', kind: 'news', id, title: '开工大吉' }
  assert.deepEqual(rows, [
    { ...of, action: 'draft', fields: ['newTitle', 'newInfo'], ok: true },
    { ...of, action: 'draft', fields: ['newTitle'], ok: true },
    { ...of, action: 'publish', ok: true },
    { ...of, action: 'update', fields: ['newTitle'], ok: true },
    { ...of, action: 'delete', ok: true },
    { ...of, action: 'update', fields: ['newTitle'], ok: false },
  ])
  await post('/v1/trash/delete', { kind: 'news', ids: [id] })
  assert.equal((await log()).data[0].title, undefined)
})

test('sign-ins and failures are logged before they are answered', async () => {
  const login = (username: string, password: string) => server.post('/v1/indexLogin/loginAuth', { username, password })
  const rows = await logged(async () => {
    await login('admin', 'wrong')
    await login('13800000000', 'wrong')
    const token = (await login('admin', 'secret-of-tests')).data.token
    await server.post('/item/user/logout', {}, { headers: { 'Authorization-item': `Bearer ${token}` } })
  })
  assert.deepEqual(rows, [
    { user: 'admin', action: 'signIn', ok: false },
    { user: '', action: 'signIn', ok: false },
    { user: 'admin', action: 'signIn', ok: true },
    { user: 'admin', action: 'signOut', ok: true },
  ])
})

test('opening and exporting enquiries is logged, listing them is not, whatever the caller calls it', async () => {
  await server.post('/v1/agent/saveAgent', desktop)
  const { agentId } = (await post('/v1/agent/list', { kind: 'all' })).data.data[0]
  const rows = await logged(async () => {
    await post('/v1/agent/list', { kind: 'all', word: desktop.phone })
    assert.equal((await post('/v1/agent/list', { kind: 'all', agentId })).data.data[0].phone, desktop.phone)
    assert.equal((await post('/v1/agent/list', { kind: 'all', agentId: 'none' })).data.count, 0)
    await post('/v1/agent/list', { kind: 'all', limit: 100 })
    await post('/v1/agent/list', { kind: 'all', limit: 9999 })
    await post('/v1/agent/list', { kind: 'all', exported: true })
    await post('/v1/agent/update', {
      agentId,
      note: '王先生 13912345678 要三台',
      owner: '李四',
      ownerBefore: '',
      state: 'contacted',
      stateBefore: 'new',
    })
  })
  const of = { user: 'admin', kind: 'agent', ok: true }
  const title = (rows[0] as { title: string }).title
  assert.ok(title)
  assert.deepEqual(rows, [
    { ...of, action: 'view', id: agentId, title },
    { ...of, action: 'view', id: 'none' },
    { ...of, action: 'export' },
    {
      ...of,
      action: 'update',
      id: agentId,
      fields: ['state', 'owner', 'note'],
      moved: { from: 'new', to: 'contacted' },
      title,
    },
  ])
  assert.equal(fieldsOf(rows[3] as ActivityRow), '状态（新 → 已联系）、负责人、跟进记录')
})

test('accounts are logged, also those that the operator changes by a command', async () => {
  const rows = await logged(async () => {
    const { userId } = (await post('/v1/account/save', { name: '李工', role: 'editor' })).data
    await post('/v1/account/update', { userId, disabled: true })
    await post('/v1/account/reset', { userId })
    assert.equal((await user(server.folder, ['password', '李工', '--password-stdin'], 'kangaroo-47-lamp\n')).code, 0)
    assert.equal((await user(server.folder, ['remove', '李工'])).code, 0)
    assert.equal((await user(server.folder, ['list'])).code, 0)
  })
  const [id] = rows.map((row) => (row as { id: string }).id)
  const of = { action: 'account', kind: 'account', id, ok: true }
  assert.deepEqual(rows, [
    { user: 'admin', ...of, fields: ['name', 'role'] },
    { user: 'admin', ...of, fields: ['disabled'] },
    { user: 'admin', ...of, fields: ['password'] },
    { user: '', ...of, fields: ['password'] },
    { user: '', ...of },
  ])
})

test('no value is in a file, neither typed nor stored', filesOnly, async () => {
  await post('/v1/agent/forget', { phone: desktop.phone })
  await post('/service-basics-item/sys/users/getAssignRole', { password: 'secret-of-tests', newPassword: 'short' })
  const folder = join(server.folder, 'data', 'log')
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
  assert.match(text, /"action":"update","kind":"agent"/)
  const { phone, agentName, agentInfo } = desktop
  const typed = ['13800000000', '13912345678', '王先生', '李四', '开工', 'secret', 'wrong', '李工', 'kangaroo']
  for (const value of [phone, agentName, agentInfo, ...typed]) assert.ok(!text.includes(value), value)
})

test('it is searched by person, action and day, and nothing takes a line away', async () => {
  const all = await log()
  const signIns = await log({ action: 'signIn' })
  assert.ok(signIns.count >= 3 && signIns.data.every(({ action }: { action: string }) => action === 'signIn'))
  assert.deepEqual(
    [(await log({ user: 'admin', action: 'signIn' })).count, (await log({ user: 'nobody' })).count],
    [signIns.count - 1, 0],
  )
  assert.equal((await log({ from: '2020-01-01', to: '2020-12-31' })).count, 0)
  assert.equal((await post('/v1/log/list', { action: 'nothing' })).status, 400)
  assert.equal((await log({ limit: 1, page: 2 })).data[0].at, all.data[1].at)
  assert.equal((await log()).count, all.count, 'looking at it is not logged')
})

test('a start reads none of it, and goes on with it', async (t) => {
  const home = server.folder
  const { count } = await log()
  await server.stop()
  const again = await startServer(t, { folder: home })
  const own = await again.signIn()
  assert.equal((await again.post('/v1/log/list', {}, { headers: own })).data.count, count + 1)
})

test('six hundred refused calls of an account are a few lines, also after a stop', async (t) => {
  const busy = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const own = await busy.signIn()
  const {
    data: { password },
  } = await busy.post('/v1/account/save', { name: '李工', role: 'service' }, { headers: own })
  const as = await busy.signIn({ username: '李工', password })
  const refuse = async () => (await busy.post('/v1/news/deleteNews', { newId: 'none' }, { headers: as })).code
  for (let n = 0; n < 6; n++)
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 100 }, refuse))), new Set([403]))
  await busy.stop()
  const again = await startServer(t, { folder: busy.folder, env: { RATE_LIMIT: 'off' } })
  const { data } = (await again.post('/v1/log/list', { limit: 9_999, user: '李工' }, { headers: await again.signIn() }))
    .data
  const refused = data.filter(({ action }: { action: string }) => action === 'delete')
  assert.ok(refused.length < 10, `${refused.length} lines`)
  assert.equal(
    refused.reduce((sum: number, { count = 1 }: { count?: number }) => sum + count, 0),
    600,
  )
})
