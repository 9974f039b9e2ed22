import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyStore, rememberedIn } from '../../client/admin/session/credentials.ts'
import { restoreTabs, shownAfter, withTab } from '../../client/admin/frame/tabs.ts'
import { loginPath, redirectTarget } from '../../client/admin/session/redirect.ts'
import { endWork, forgetWork, hasUndrafted, hasUnsaved, keepWork } from '../../client/admin/form/unfinished.ts'
import { memoryStorage } from './memoryStorage.ts'

const { subtle } = globalThis.crypto

function keyStore(): KeyStore & { held: CryptoKey | undefined } {
  const place = {
    held: undefined as CryptoKey | undefined,
    get: async () => place.held,
    put: async (key: CryptoKey) => void (place.held = key),
    remove: async () => void (place.held = undefined),
  }
  return place
}

const admin = { user: '管理员', pwd: '密码 secret-1' }

test('a remembered password comes back, and is never stored as text', async () => {
  const storage = memoryStorage()
  const remembered = rememberedIn(storage, keyStore(), subtle)
  await remembered.save(admin)
  const stored = storage.getItem('userInfo') ?? ''
  assert.deepEqual(Object.keys(JSON.parse(stored)), ['user', 'pwd'])
  assert.ok(!stored.includes('secret-1'))
  assert.ok(!atob(JSON.parse(stored).pwd).includes('secret-1'))
  assert.deepEqual(await remembered.read(), admin)
})

test('the same password is stored differently each time, under a key that cannot be exported', async () => {
  const storage = memoryStorage()
  const keys = keyStore()
  const remembered = rememberedIn(storage, keys, subtle)
  await remembered.save(admin)
  const first = storage.getItem('userInfo')
  await remembered.save(admin)
  assert.notEqual(storage.getItem('userInfo'), first)
  assert.equal(keys.held?.extractable, false)
  await assert.rejects(subtle.exportKey('raw', keys.held as CryptoKey))
})

test('without Web Crypto only the account is remembered', async () => {
  const storage = memoryStorage()
  const remembered = rememberedIn(storage, undefined, undefined)
  await remembered.save(admin)
  assert.deepEqual(JSON.parse(storage.getItem('userInfo') ?? ''), { user: '管理员', pwd: '' })
  assert.deepEqual(await remembered.read(), { user: '管理员', pwd: '' })
})

test('where the database refuses, the account is remembered without its password', async () => {
  const storage = memoryStorage()
  const refuse = async (): Promise<never> => {
    throw new Error('private window')
  }
  const remembered = rememberedIn(storage, { get: refuse, put: refuse, remove: refuse }, subtle)
  await remembered.save(admin)
  assert.deepEqual(await remembered.read(), { user: '管理员', pwd: '' })
  await remembered.clear()
  assert.equal(storage.getItem('userInfo'), null)
})

test('forgetting removes the credentials and their key', async () => {
  const storage = memoryStorage()
  const keys = keyStore()
  const remembered = rememberedIn(storage, keys, subtle)
  await remembered.save(admin)
  await remembered.clear()
  assert.equal(storage.getItem('userInfo'), null)
  assert.equal(keys.held, undefined)
  assert.equal(await remembered.read(), undefined)
})

test('a password encrypted with another key is not shown, and a malformed record is ignored', async () => {
  const storage = memoryStorage()
  await rememberedIn(storage, keyStore(), subtle).save(admin)
  const other = keyStore()
  const remembered = rememberedIn(storage, other, subtle)
  assert.deepEqual(await remembered.read(), { user: '管理员', pwd: '' })
  await other.put(await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  assert.deepEqual(await remembered.read(), { user: '管理员', pwd: '' })
  for (const odd of ['', '{', 'null', '[]', '{"user":1}', '"x"']) {
    storage.setItem('userInfo', odd)
    assert.equal(await remembered.read(), undefined, odd)
  }
  storage.setItem('userInfo', '{"user":"a","pwd":"%%%"}')
  assert.deepEqual(await remembered.read(), { user: 'a', pwd: '' })
})

test('after login only paths of this site are followed', () => {
  const after = (redirect: string): string => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`)
  assert.equal(after('/AdminNews'), '/AdminNews')
  assert.equal(after('/AdminNews?a=1&b=/x'), '/AdminNews?a=1&b=/x')
  assert.equal(after('/新闻'), '/新闻')
  const refused = [
    '',
    'AdminNews',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/x\\..\\y',
    '/login',
    '/login?redirect=/login',
  ]
  for (const bad of refused) assert.equal(after(bad), '/dashboard', JSON.stringify(bad))
  assert.equal(redirectTarget(''), '/dashboard')
  assert.equal(redirectTarget(new URL(loginPath('/AdminNews?page=2'), 'http://x').search), '/AdminNews?page=2')
})

test('a view is opened once, and closing the one that is shown leads to its neighbour', () => {
  const tabs = withTab(withTab(['/dashboard'], '/a'), '/b')
  assert.deepEqual(tabs, ['/dashboard', '/a', '/b'])
  assert.equal(withTab(tabs, '/a'), tabs)
  assert.deepEqual(withTab(tabs, '/c', ['/a', '/c']), ['/dashboard', '/c', '/b'], 'in place of one that shares its tab')
  assert.equal(shownAfter(tabs, ['/a'], '/b'), '/b')
  assert.equal(shownAfter(tabs, ['/a'], '/a'), '/b')
  assert.equal(shownAfter(tabs, ['/b'], '/b'), '/a')
  assert.equal(shownAfter(tabs, ['/a', '/b'], '/b'), '/dashboard')
})

test('restored tabs are known ones, each once, the pinned first', () => {
  const all = { known: ['/dashboard', '/a', '/b'], pinned: ['/dashboard'] }
  assert.deepEqual(restoreTabs(['/b', '/gone', '/a', '/b', 7, null], all), ['/dashboard', '/b', '/a'])
  for (const odd of [undefined, null, 'x', {}, 3]) assert.deepEqual(restoreTabs(odd, all), ['/dashboard'])
})

test('unsaved work is reported by view until its view is closed, other work takes its place, or it is forgotten', () => {
  let state: boolean | 'drafted' = true
  const ended: string[] = []
  const work = (name: string, unsaved: () => boolean | 'drafted') => ({ unsaved, end: () => void ended.push(name) })
  keepWork(
    '/a',
    'record',
    work('one', () => state),
  )
  keepWork(
    '/b',
    'record',
    work('other', () => false),
  )
  assert.deepEqual([hasUnsaved(), hasUnsaved(['/a']), hasUnsaved(['/b', '/c'])], [true, true, false])
  state = 'drafted'
  assert.deepEqual([hasUnsaved(), hasUndrafted()], [true, false])
  keepWork(
    '/a',
    'record',
    work('next', () => true),
  )
  assert.deepEqual([ended, hasUndrafted()], [['one'], true])
  keepWork('/a', 'uploads', { unsaved: () => true })
  endWork('/a')
  assert.deepEqual([ended, hasUnsaved(['/a'])], [['one', 'next'], true], 'what has no end goes on')
  forgetWork()
  assert.equal(hasUnsaved(), false)
})
