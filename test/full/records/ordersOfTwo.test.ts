import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '../../server.ts'
import { everyOrder } from '../../records/orders.ts'

// Those of up to four events are in the full run.
for (const [kind, events, killed] of [
  ['news', 2, 1],
  ['product', 2, 0],
] as const) {
  test(`every order of ${events} events leaves of ${kind} what it must`, async (t) => {
    const { orders, kills } = await everyOrder(t, kind, { events, killed: onPostgres ? 0 : killed })
    t.diagnostic(`${orders} orders, ${kills} kills`)
    assert.ok(orders > 50)
  })
}
