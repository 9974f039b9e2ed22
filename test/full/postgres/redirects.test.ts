import assert from 'node:assert/strict'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { chinaTime } from '../../../server/system/chinaTime.ts'
import { startServer, type TestServer } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

const led = async (server: TestServer, path: string): Promise<string | null> =>
  (await fetch(server.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } })).headers.get('location')

postgresTest(
  'an old address is saved on one server, followed and counted on both, and deleted on the other',
  async (t, cluster) => {
    const address = await cluster.newDatabase()
    const start = () => startServer(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off' } })
    const one = await start()
    const two = await start()
    const headers = await one.signIn()
    const call = async (server: TestServer, path: string, body: object) => {
      const { code, msg, data } = await server.post(`/v1/${path}`, body, { headers })
      assert.equal(code, 200, `${path}: ${msg}`)
      return data
    }
    await call(one, 'redirect/save', {
      rows: [
        { from: '/about.html', to: '/gywm' },
        { from: '/news/*', to: '/xwdt' },
      ],
    })
    await until(async () => (await led(two, '/news/1.html')) === '/xwdt')
    for (let n = 0; n < 5; n++) assert.equal(await led(one, '/about.html'), '/gywm')
    for (let n = 0; n < 7; n++) assert.equal(await led(two, '/about.html'), '/gywm')

    // A page that goes on one server leads on from the other, and is back there when it is restored here.
    const { productId } = await call(one, 'product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })
    const page = productPage(productId)
    await call(one, 'product/deleteProduct', { productId, redirectTo: '/product' })
    await until(async () => (await led(two, page)) === '/product')
    await call(two, 'act/restore', { kind: 'product', ids: [productId] })
    await until(async () => (await led(one, page)) === null)
    assert.equal((await call(two, 'redirect/list', { word: productId })).count, 0)

    // One that ends at its time, which only the leading server makes, leads on from both.
    const ending = { coverName: '展会样机', locationId: 'zhgd', unpublishTo: '/gywm' }
    const { productId: endingId } = await call(two, 'product/saveProduct', {
      ...ending,
      unpublishAt: chinaTime(Date.now() + 6_000).slice(0, 19),
    })
    for (const server of [one, two]) await until(async () => (await led(server, productPage(endingId))) === '/gywm')

    // Both write at once what they have counted.
    await Promise.all([one.stop(), two.stop()])
    const three = await start()
    const four = await start()
    const { data } = await call(three, 'redirect/list', { word: 'about.html' })
    assert.equal(data[0].hits, 12)
    await call(three, 'redirect/delete', { froms: ['/about.html', '/news/*'] })
    await until(async () => (await led(four, '/about.html')) === null)
    await until(async () => (await led(four, '/news/1.html')) === null)
  },
)
