import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '../server.ts'
import { everyOrder } from './orders.ts'

for (const [kind, events] of [['news', 4], ['product', 3]] as const) {
  test(`every order of ${events} events leaves of ${kind} what it must, also when the server is killed in the first`, async (t) => {
    const { orders, kills } = await everyOrder(t, kind, { events, killed: onPostgres ? 0 : 1 })
    t.diagnostic(`${orders} orders, ${kills} kills`)
    assert.ok(orders > 100 && (onPostgres || kills > 10))
  })
}
