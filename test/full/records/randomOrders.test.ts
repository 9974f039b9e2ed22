import { test } from 'node:test'
import { onPostgres } from '../../server.ts'
import { seed } from '../../random.ts'
import { randomOrders } from '../../records/orders.ts'

for (const kind of ['news', 'product'] as const) {
  test(`random orders of twelve events of three records leave of ${kind} what they must`, (t) =>
    randomOrders(t, kind, { seed, orders: onPostgres ? 50 : 300 }))
}
