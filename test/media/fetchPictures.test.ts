import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fetchPicturesCall } from '../../server/media/fetchPictures.ts'
import { type Caller, visitorAt } from '../../server/call.ts'
import { createSameFiles } from '../../server/media/library.ts'
import { openStore } from '../../server/store/store.ts'
import { createUploads } from '../../server/media/uploads.ts'
import { newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { outsideSite, testInternet } from './outside.ts'
import { exifSegment, jpg, png } from './pictures.ts'

const path = '/v1/media/fetch'
const callerNamed = (name: string): Caller =>
  ({ ...visitorAt(''), signedIn: { user: { id: name, name } } }) as unknown as Caller
const caller = callerNamed('admin')

/** The call in this process: only so can this machine be the internet. */
async function fetching(t: TestContext, limits?: Parameters<typeof fetchPicturesCall>[2]) {
  const folder = newFolder(t)
  const store = await openStore({ disk: newDisk(t, join(folder, 'data')), now: Date.now, log: () => {} })
  const uploads = createUploads(join(folder, 'uploads'))
  await uploads.prepare()
  const parts = { fetchOutside: true, store, uploads, same: createSameFiles(store) }
  const { mediaFetch } = fetchPicturesCall(parts, testInternet(), limits)
  const fetch = async (addresses: string[], by = caller) => mediaFetch({ addresses }, by)
  return { store, uploads, fetch, incoming: () => readdirSync(uploads.incoming) }
}

test('only staff may have pictures fetched, 30 at once, and nothing from the network of the server', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  for (const addresses of [
    undefined,
    [],
    [''],
    [1],
    'https://example.com/a.png',
    Array(31).fill('http://127.0.0.1/'),
  ]) {
    const { code, data } = await server.post(path, { addresses }, { headers })
    assert.deepEqual([code, data], [400, { field: 'addresses' }])
  }
  const inside = [server.url, 'http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/', '/uploads/a.png']
  const { code, data } = await server.post(path, { addresses: inside }, { headers })
  assert.equal(code, 200)
  assert.deepEqual(
    data,
    inside.map((address) => ({ address, reason: '地址不允许' })),
  )
})

test('a picture becomes an upload without its metadata, with a record by its name; one address is fetched once', async (t) => {
  const { store, uploads, fetch, incoming } = await fetching(t)
  const photo = jpg(4, 3, exifSegment(1))
  const { port, requests } = await outsideSite(t, (req, res) => {
    if (req.url === '/none') res.writeHead(404).end()
    else if (req.url?.endsWith('.gif')) res.end(`GIF89a${'x'.repeat(req.url === '/large.gif' ? 200_000 : 1)}`)
    else res.end(req.url === '/640?wx_fmt=png' ? png(2, 2) : photo)
  })
  const [photoAt, weChat, none] = ['/%E5%A1%94%E6%9C%BA.jpg', '/640?wx_fmt=png', '/none'].map(
    (each) => `http://pictures.example:${port}${each}`,
  )
  const gifs = ['/a.gif', '/large.gif'].map((each) => `http://pictures.example:${port}${each}`)
  // The browser draws what is small enough to be sent to it.
  assert.deepEqual(
    (await fetch(gifs)).map((each) => 'bytes' in each && each.bytes),
    ['R0lGODlheA==', false],
  )
  requests.splice(0)
  const replies = await fetch([photoAt, weChat, none, photoAt].map((each) => each ?? ''))
  const urlOf = (address?: string): string | undefined =>
    replies.flatMap((each) => ('url' in each && each.address === address ? each.url : []))[0]
  assert.equal(replies.length, 3)
  assert.equal(requests.length, 3)
  assert.deepEqual(
    replies.find(({ address }) => address === none),
    { address: none, reason: '地址打不开' },
  )
  assert.match(urlOf(photoAt) ?? '', /^\/uploads\/quill\/[0-9a-f]{32}\.4x3\.jpg$/)
  assert.match(urlOf(weChat) ?? '', /^\/uploads\/quill\/[0-9a-f]{32}\.2x2\.png$/)
  const facts = await uploads.factsOf(urlOf(photoAt) ?? '')
  assert.ok(facts && facts.bytes < photo.length)
  assert.deepEqual(
    store.media
      .all()
      .map(({ address, name, by }) => [address, name, by])
      .sort(),
    [
      [urlOf(photoAt), '塔机.jpg', 'admin'],
      [urlOf(weChat), 'pictures.example', 'admin'],
    ].sort(),
  )
  assert.deepEqual(incoming(), [])
})

test('three are fetched at a time, and what is not done in time says so', async (t) => {
  const { fetch, incoming } = await fetching(t, { atOnce: 3, pictureMs: 60_000, callMs: 2_500 })
  let [open, most] = [0, 0]
  const { port } = await outsideSite(t, (req, res) => {
    most = Math.max(most, ++open)
    res.on('close', () => open--)
    if (req.url !== '/slow') setTimeout(() => res.end(png(1, 1)), 20)
  })
  const addressOf = (name: string): string => `http://pictures.example:${port}/${name}`
  const replies = await fetch([...'abcdef', 'slow'].map(addressOf))
  assert.equal(most, 3)
  assert.deepEqual(
    replies.filter((each) => 'reason' in each),
    [{ address: addressOf('slow'), reason: '超时' }],
  )
  assert.deepEqual(incoming(), [])
})

test('six are fetched at a time for all calls together, and two calls of an account', async (t) => {
  const { fetch } = await fetching(t)
  let [open, most] = [0, 0]
  const { port } = await outsideSite(t, (_req, res) => {
    most = Math.max(most, ++open)
    setTimeout(() => res.end(png(1, 1), () => open--), 20)
  })
  const addresses = [...'abcdef'].map((name) => `http://pictures.example:${port}/${name}`)
  const calls = [...'aaabbccdd'].map((name) => fetch(addresses, callerNamed(name)))
  const replies = await Promise.allSettled(calls)
  assert.equal(most, 6)
  assert.deepEqual(
    replies.map(({ status }) => status === 'fulfilled'),
    [...'110111111'].map((each) => each === '1'),
  )
  const [, , refused] = replies
  assert.ok(refused?.status === 'rejected' && refused.reason.code === 503 && /正在存/.test(refused.reason.message))
  for (const each of replies)
    if (each.status === 'fulfilled') assert.ok(each.value.every((picture) => 'url' in picture))
})
