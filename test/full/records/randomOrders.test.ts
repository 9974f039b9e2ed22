import { test } from 'node:test'
import { onPostgres } from '../../server.ts'
import { randomOrders } from '../../records/orders.ts'

for (const kind of ['news', 'product'] as const) {
  test(`random orders of twelve events of three records leave of ${kind} what they must`, async (t) => {
    const seed = Number(process.env.ORDERS_SEED) || 1 + Math.floor(Math.random() * 2 ** 30)
    t.diagnostic(`ORDERS_SEED=${seed}`)
    await randomOrders(t, kind, { seed, orders: onPostgres ? 50 : 300 })
  })
}
