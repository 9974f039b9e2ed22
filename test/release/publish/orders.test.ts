import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOnly } from '../../server.ts'
import { everyOrder } from '../../records/orders.ts'

for (const kind of ['news', 'product'] as const) {
  test(`every order of four events leaves of ${kind} what it must, also when the server is killed in the first two`, async (t) => {
    const { orders, kills } = await everyOrder(t, kind, { events: 4, killed: 2 })
    t.diagnostic(`${orders} orders, ${kills} kills`)
    assert.ok(orders > 250 && kills > 100)
  })
}

test(
  'every order of two events of an article with a draft beside, killed at any write, leaves what it must',
  filesOnly,
  async (t) => {
    const { orders, kills } = await everyOrder(t, 'news', {
      from: ['save a draft', 'publish', 'save a draft'],
      events: 2,
      killed: 2,
    })
    t.diagnostic(`${orders} orders, ${kills} kills`)
    assert.ok(kills > 1000)
  },
)
