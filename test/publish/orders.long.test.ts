import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyOrder, randomOrder } from './orders.ts'

test('every order of five events leaves what it must; also when the server is killed at any write of the first four', async (t) => {
  const { tried, kills } = await everyOrder(t, { events: 5, killed: 4 })
  assert.ok(tried > 500 && kills > 1000, `${tried} orders, ${kills} kills`)
})

test('random orders of twelve events, on a server that runs all the time', async (t) => {
  const seed = Number(process.env.ORDERS_SEED) || 1 + Math.floor(Math.random() * 2 ** 30)
  t.diagnostic(`ORDERS_SEED=${seed}`)
  for (let i = 0; i < 300; i++) await randomOrder(t, seed + i, 12)
})
