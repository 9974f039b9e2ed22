import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyOrder } from './orders.ts'

test('every order of four events leaves what it must; also when the server is killed at any write of the first two', async (t) => {
  const { tried, kills } = await everyOrder(t, { events: 4, killed: 2 })
  assert.ok(tried > 200 && kills > 100, `${tried} orders, ${kills} kills`)
})
