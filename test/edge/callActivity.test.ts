import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallName, calls } from '../../contract/calls/calls.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { Failure } from '../../server/failure.ts'
import { actsOf, type MadeCall } from '../../server/edge/callActivity.ts'
import { ask } from './edge.ts'
import { bearer, dispatch, sessions, typed } from './dispatch.ts'

/**
 * Parts of an upload, which is logged when it is finished; a notice that is put away; what is read of other sites and stored nowhere; operations,
 * of which each row is logged as it is done.
 */
const unlogged = [
  ...['Start', 'Rows', 'Pause', 'Go', 'Stop', 'Retry', 'Undo'].map((name) => `operation${name}`),
  'uploadBegin',
  'uploadChunk',
  'uploadCancel',
  'sessionSeen',
  'importAddresses',
  'importFile',
]
/** Of what is only read, what leaves the office is logged. */
const exports = ['inquiryFileRead', 'leadList', 'recordExport', 'siteExport']
/** Logged, and open to everyone. */
const open = ['login', 'logout']

test('every call by which staff change something is logged, and none of a visitor', () => {
  for (const [name, { who, changes, log, logAs }] of Object.entries<Call>(calls)) {
    const isLogged = log !== undefined || logAs !== undefined
    if (who === 'everyone') assert.equal(isLogged, open.includes(name), name)
    else if (changes) assert.equal(isLogged, !unlogged.includes(name), name)
    else assert.equal(isLogged, exports.includes(name), name)
  }
})

const made = (name: CallName, more: Partial<MadeCall>): MadeCall => ({
  row: calls[name] as Call,
  caller: { signedIn: sessions.admin },
  input: {},
  ...more,
})
const acts = (name: CallName, more: Partial<MadeCall>) =>
  actsOf(made(name, more), (user) => (user === 'admin' ? user : undefined))
const staff = { user: 'staff', ok: true }

test('a line names the record and the fields that were sent, and no values', () => {
  const cases: [CallName, Partial<MadeCall>, object[]][] = [
    ['newsSave', { input: { newTitle: '标题' }, data: { newId: 'n1' } }, [{ action: 'save', kind: 'news', id: 'n1' }]],
    [
      'newsUpdate',
      { input: { newId: 'n1', newTitle: '标题', basedOn: 'v' } },
      [{ action: 'update', kind: 'news', id: 'n1', fields: ['newTitle'] }],
    ],
    [
      'draftSave',
      {
        input: { kind: 'product', fields: {} },
        data: { id: 'p1' },
        caller: { signedIn: sessions.admin, changed: ['coverName'] },
      },
      [{ action: 'draft', kind: 'product', id: 'p1', fields: ['coverName'] }],
    ],
    [
      'draftPublish',
      { input: { kind: 'page', id: 'x' }, data: { version: 'v' } },
      [{ action: 'publish', kind: 'page', id: 'x' }],
    ],
    [
      'trashDelete',
      { input: { kind: 'agent', ids: ['a', 'b'] } },
      ['a', 'b'].map((id) => ({ action: 'delete', kind: 'agent', id })),
    ],
    [
      'leadUpdate',
      { input: { agentId: 'a', note: '13800000000', state: undefined } },
      [{ action: 'update', kind: 'agent', id: 'a', fields: ['note'] }],
    ],
    ['leadForget', { input: { phone: '13800000000' }, data: { count: 1 } }, [{ action: 'delete', kind: 'agent' }]],
    ['leadList', { input: { agentId: 'a', word: '' } }, [{ action: 'view', kind: 'agent', id: 'a' }]],
    ['leadList', { input: { limit: 9999 } }, [{ action: 'export', kind: 'agent' }]],
    ['leadList', { input: { limit: 101 } }, [{ action: 'export', kind: 'agent' }]],
    ['leadList', { input: { word: '138', limit: 100 } }, []],
    [
      'channelSave',
      { input: { kind: 'mail', label: '邮箱' }, data: { channelId: 'c1', secret: 's' } },
      [{ action: 'settings', kind: 'channel', id: 'c1', fields: ['label'] }],
    ],
    [
      'siteUpdate',
      { input: { slogan: '口号', basedOn: 'v' } },
      [{ action: 'settings', kind: 'site', fields: ['slogan'] }],
    ],
    [
      'uploadFinish',
      { input: { uploadId: 'u' }, data: { mediaId: 'm', address: '/x' } },
      [{ action: 'save', kind: 'media', id: 'm' }],
    ],
    [
      'passwordChange',
      { input: { password: 'a', newPassword: 'b' } },
      [{ action: 'account', kind: 'account', fields: ['password', 'newPassword'] }],
    ],
    ['newsDelete', { input: { newId: '张三 13800000000' } }, [{ action: 'delete', kind: 'news' }]],
  ]
  for (const [name, more, expected] of cases)
    assert.deepEqual(
      acts(name, more),
      expected.map((each) => ({ ...staff, ...each })),
      name,
    )
})

test('what was refused or failed is logged, what was mistyped or never looked at is not', () => {
  const input = { newId: 'n1' }
  const error = (code: number, data?: object) => new Failure(code, '', { data: data as Record<string, unknown> })
  assert.deepEqual(acts('newsDelete', { input: undefined, error: error(403) }), [
    { ...staff, action: 'delete', kind: 'news', ok: false },
  ])
  for (const failed of [error(409), error(404), error(507), new Error('a bug')]) {
    assert.deepEqual(acts('newsDelete', { input, error: failed }), [
      { ...staff, action: 'delete', kind: 'news', id: 'n1', ok: false },
    ])
  }
  assert.deepEqual(acts('newsDelete', { input: undefined, error: error(400) }), [])
  assert.deepEqual(acts('newsDelete', { input, caller: { signedIn: undefined }, error: error(401) }), [])
  assert.deepEqual(acts('newsDelete', { input, error: error(429) }), [])
})

test('a sign-in that fails names the account only where there is one', () => {
  const caller = { signedIn: undefined }
  const error = new Failure(401, '')
  const tried = (username: string, more: Partial<MadeCall> = {}) =>
    acts('login', { caller, input: { username, password: 'p' }, ...more })
  assert.deepEqual(tried('admin'), [{ user: 'admin', action: 'signIn', ok: true }])
  assert.deepEqual(tried('admin', { error }), [{ user: 'admin', action: 'signIn', ok: false }])
  assert.deepEqual(tried('my secret password', { error }), [{ user: '', action: 'signIn', ok: false }])
  assert.deepEqual(tried('admin', { error: new Failure(401, '', { data: { secondFactor: true } }) }), [])
  const wrongCode = new Failure(401, '', { data: { secondFactor: true, field: 'code' } })
  assert.deepEqual(tried('admin', { error: wrongCode }), [{ user: 'admin', action: 'signIn', ok: false }])
  assert.deepEqual(tried('admin', { error: new Failure(429, '') }), [])
  assert.deepEqual(acts('logout', { caller, input: {} }), [])
})

test('the reply waits for the line, also of a refusal', async (t) => {
  const lines: string[] = []
  const { port } = await dispatch(t, () => null, {
    logActivity: async (one) => {
      await new Promise(setImmediate)
      lines.push(...actsOf(one, () => undefined).map(({ user, action, ok }) => `${user} ${action} ${ok}`))
    },
  })
  const call = async (name: CallName, token: string, body: object): Promise<number> =>
    (await ask(port, { path: calls[name].path, headers: { ...typed, ...bearer(token) }, body: JSON.stringify(body) }))
      .status
  assert.equal(await call('newsDelete', 'editor', { newId: 'n' }), 200)
  assert.equal(await call('newsDelete', 'service', { newId: 'n' }), 403)
  assert.equal(await call('siteUpdate', 'editor', { support: '某某科技' }), 403)
  assert.equal(await call('newsDelete', 'editor', {}), 400)
  assert.equal(await call('newsDetail', 'editor', { newId: 'n' }), 200)
  assert.deepEqual(lines, ['staff delete true', 'staff delete false', 'staff settings false'])
})
