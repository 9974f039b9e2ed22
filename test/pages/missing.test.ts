import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Handlers } from '../../server/calls/caller.ts'
import { notFound } from '../../server/failure.ts'
import { requestPath } from '../../server/http/requestPath.ts'
import { createReplies } from '../../server/http/reply.ts'
import { createPages } from '../../server/pages/pages.ts'
import { shippedSite } from '../../server/store/seed.ts'
import { security } from '../http/edge.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test('pages of made-up products are not kept, or they would push the real ones out of the cache', async (t) => {
  let asked = 0
  const handlers = {
    productDetail() {
      asked++
      throw notFound()
    },
  } as unknown as Handlers
  const facts = shippedSite(folder('../../data/seed/'))
  const pages = createPages({
    handlers,
    security,
    replies: createReplies(security, () => {}),
    site: () => facts,
    revision: () => 0,
    siteOrigin: () => 'https://www.example.com',
    visited: () => {},
    signedIn: () => false,
    assetsFolder: folder('../../dist/client/'),
    mediaFolder: folder('../../data/seed/media/'),
  })
  const server = createServer((req, res) => {
    if (!pages.takeReady(req, res)) pages.take(req, res, requestPath(req.url))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (let n = 0; n < 3; n++) assert.equal((await fetch(`${url}/productDet?productId=made-up`, { headers: { 'User-Agent': 'Mozilla/5.0' } })).status, 404)
  assert.equal(asked, 3)
})
