import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallName, calls } from '../../contract/calls/calls.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { permissions, permissionsOf, roles } from '../../contract/calls/roles.ts'
import { ask } from './edge.ts'
import { bearer, dispatch, sessions, typed } from './dispatch.ts'

/** What any signed-in account may do, for itself. */
const own = [
  'userInfo',
  'passwordChange',
  'passwordChoose',
  'summary',
  'titleSearch',
  'sessionList',
  'sessionEnd',
  'sessionSeen',
  'secondFactorBegin',
  'secondFactorConfirm',
  'secondFactorOff',
  // Of these the rows need what the calls for one record need.
  ...(Object.keys(calls) as CallName[]).filter((name) => name.startsWith('operation')),
]
/** What each role may do beside it. Every other call is the administrators'. */
const may = {
  editor: [
    ...['product', 'news', 'case', 'carousel', 'page'].flatMap((kind) =>
      ['Save', 'Update', 'Delete'].map((name) => kind + name),
    ),
    'draftSave',
    'draftDetail',
    'draftEditors',
    'draftPublish',
    'draftLink',
    'trashList',
    'trashDelete',
    'historyList',
    'historyDetail',
    'fileUpload',
    'mediaList',
    'mediaDetail',
    'mediaUpdate',
    'mediaDelete',
    'mediaReplace',
    'mediaFetch',
    'importAddresses',
    'importFile',
    'uploadBegin',
    'uploadStatus',
    'uploadChunk',
    'uploadFinish',
    'uploadCancel',
    'markdown',
    'recordMatches',
    'recordExportSize',
    'recordExport',
    'siteExportSize',
    'siteExport',
    'pagePreview',
    'visitsSummary',
    'siteUpdate',
    'siteClosing',
    'siteSetup',
    'sitePreview',
    'checkList',
    'checkEvidence',
    'redirectList',
    'redirectSave',
    'redirectDelete',
    'platformDetail',
    'platformSave',
    'platformTest',
    'pushAll',
  ],
  service: ['inquiryFileRead', 'leadList', 'leadUpdate', 'leadMail', 'leadResend'],
}

const bodyOf = (method: string) => (method === 'GET' ? {} : { body: '{}' })

test('each role makes the calls that it may, and no others', async (t) => {
  const { port } = await dispatch(t)
  for (const [name, { path, method, who }] of Object.entries<Call>(calls)) {
    const status = async (token: string): Promise<number> =>
      (await ask(port, { path, method, headers: { ...typed, ...bearer(token) }, ...bodyOf(method) })).status
    const isRefused = async (token: string): Promise<boolean> => [401, 403].includes(await status(token))
    const everybody = who === 'everyone'
    assert.equal(await isRefused('nobody'), !everybody, `${name} without an account`)
    assert.equal(await isRefused('admin'), false, `${name} as admin`)
    for (const role of ['editor', 'service'] as const) {
      const isOpen = everybody || own.includes(name) || may[role].includes(name)
      assert.equal((await status(role)) === 403, !isOpen, `${name} as ${role}`)
    }
  }
})

test('filing numbers, legal texts and the trash of inquiries need more than the call', async (t) => {
  const { port } = await dispatch(t)
  const code = async (role: string, name: CallName, input: object): Promise<number> =>
    (await ask(port, { path: calls[name].path, headers: { ...typed, ...bearer(role) }, body: JSON.stringify(input) }))
      .status
  for (const [name, input] of [
    ['siteUpdate', { support: '某某科技' }],
    ['siteUpdate', { slogan: '口号', privacy: { lead: '说明', body: '<p>隐私</p>', date: '' } }],
    ['trashDelete', { kind: 'agent', ids: ['x'] }],
  ] as const) {
    assert.deepEqual(
      [await code('editor', name, input), await code('admin', name, input)],
      [403, 200],
      JSON.stringify(input),
    )
  }
  assert.equal(await code('editor', 'siteUpdate', { slogan: '口号' }), 200)
  assert.equal(await code('editor', 'trashDelete', { kind: 'news', ids: ['x'] }), 200)
})

test('only those who may edit records may list what is not published', async (t) => {
  const { port, handledCalls } = await dispatch(t)
  for (const role of ['nobody', 'service', 'editor']) {
    await ask(port, { path: '/v1/news/list', headers: { ...typed, ...bearer(role) }, body: '{"show":"all"}' })
  }
  assert.deepEqual(
    handledCalls.map(({ input }) => input.show),
    [undefined, undefined, 'all'],
  )
})

test('the name of no permission is a part of another, and none is without a role', () => {
  assert.deepEqual(
    permissions.filter((name) => permissions.some((other) => other !== name && other.includes(name))),
    [],
  )
  assert.deepEqual([...new Set(roles.flatMap((role) => permissionsOf({ role })))].sort(), [...permissions].sort())
  assert.deepEqual(permissionsOf({}), permissions, 'an account that is older than roles is an administrator')
})

test('an account that has to set up a second factor may only do what is its own, and is told what to do', async (t) => {
  const { port, handledCalls } = await dispatch(t)
  const admin = sessions.admin
  assert.ok(admin)
  sessions.unfinished = { ...admin, needsSecondFactor: true }
  t.after(() => delete sessions.unfinished)
  for (const [name, { path, method, who }] of Object.entries<Call>(calls)) {
    const { status, msg } = await ask(port, {
      path,
      method,
      headers: { ...typed, ...bearer('unfinished') },
      ...bodyOf(method),
    })
    const isOpen = who === 'everyone' || who === 'staff'
    assert.equal(status === 403, !isOpen, name)
    if (!isOpen) assert.equal(msg, '请先在“我的账号”里开启二次验证')
  }
  await ask(port, { path: '/v1/news/list', headers: { ...typed, ...bearer('unfinished') }, body: '{"show":"all"}' })
  assert.equal(handledCalls.at(-1)?.input.show, undefined, 'drafts are not listed')
})
