import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Handlers } from '../../../server/call.ts'
import { notFound } from '../../../server/failure.ts'
import { requestPath } from '../../../server/edge/request.ts'
import { createReplies } from '../../../server/edge/reply.ts'
import { createPages } from '../../../server/pages/pages.ts'
import { shippedSite } from '../../../server/site/seed.ts'
import { openStore } from '../../../server/store/store.ts'
import { security } from '../../edge/edge.ts'
import { newFolder } from '../../server.ts'
import { newDisk } from '../../store/help.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' }

interface Counted {
  url: string
  /** How often products were requested; there are none. */
  asked(): number
  /** How often a page was rendered: each one reads the first of the phone numbers. */
  drawn(): number
}

/** The pages alone, with an empty store. */
async function counted(t: TestContext): Promise<Counted> {
  let asked = 0
  let drawn = 0
  const handlers = {
    productDetail() {
      asked++
      throw notFound()
    },
    productGroups: () => ({ zhgdList: [], cpxtList: [], jzbhList: [] }),
    newsList: () => ({ data: [], count: 0 }),
    productList: () => ({ data: [], count: 0 }),
    caseList: () => ({ data: [], count: 0 }),
    carouselAll: () => [],
  } as unknown as Handlers
  const facts = shippedSite(folder('../../../data/seed/'))
  const phones = new Proxy(facts.phones, {
    get(target, name, self) {
      if (name === '0') drawn++
      return Reflect.get(target, name, self)
    },
  })
  const pages = createPages({
    store: await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} }),
    handlers,
    security,
    notesIn: () => undefined,
    replies: createReplies(security, () => {}),
    site: () => ({
      ...facts,
      phones,
      pagePaths: [],
      emptyPages: [],
      today: '2026-01-01',
      hoursText: '',
      quoteListOn: false,
    }),
    siteOrigin: () => 'https://www.example.com',
    assetsUrl: '',
    onVisit: () => {},
    redirects: { from: () => undefined, fromExactly: () => undefined },
    onAbsent: () => {},
    limitSearch: async (_req, draw) => draw(),
    signedIn: () => false,
    item: () => ({ itemId: '', sysName: '', logo: '' }),
    assetsFolder: folder('../../../dist/client/'),
    mediaFolder: folder('../../../data/seed/media/'),
    now: Date.now,
  })
  const server = createServer((req, res) => {
    if (!pages.serveCached(req, res)) pages.serve(req, res, requestPath(req.url))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked, drawn: () => drawn }
}

test('the not-found page is rendered once and is the same for any address, and real pages stay cached', async (t) => {
  const { url, asked, drawn } = await counted(t)
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers })
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      vary: response.headers.get('vary'),
      text: await response.text(),
    }
  }
  const home = await get('/')
  const first = await get('/nothing-here')
  assert.deepEqual([home.status, first.status], [200, 404])
  const before = drawn()
  assert.ok(before > 0)
  for (let n = 0; n < 2_100; n++)
    assert.deepEqual(await get(n % 3 ? `/productDet?productId=made-up-${n}` : `/made-up-${n}?a=${n}`), first)
  assert.deepEqual(await get('/xwdtDet'), first)
  assert.equal(asked(), 0)
  assert.deepEqual(await get('/'), home)
  assert.equal(drawn(), before)
})

test('a group of products that does not exist is the page without one, which is rendered once, and real pages stay cached', async (t) => {
  const { url, drawn } = await counted(t)
  const get = async (path: string): Promise<string> => (await fetch(url + path, { headers })).text()
  await get('/')
  const first = await get('/product')
  assert.equal((await get('/product?locationId=cpxt')) === first, false)
  const before = drawn()
  for (let n = 0; n < 2_100; n++) assert.equal(await get(`/product?locationId=made-up-${n}`), first)
  assert.equal(drawn(), before)
  await get('/')
  assert.equal(drawn(), before)
})
