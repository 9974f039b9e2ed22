import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyOrder } from './orders.ts'

test('every order of three events leaves what it must; with the server killed at any write of the first two, also', async (t) => {
  const { tried, kills } = await everyOrder(t, { events: 4, killed: 2 })
  console.log(tried, kills)
  assert.ok(tried > 100 && kills > 100, `${tried} orders, ${kills} kills`)
})
