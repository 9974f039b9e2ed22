import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Caller, visitorAt } from '../../server/call.ts'
import { leadMailCall } from '../../server/leads/leadMail.ts'
import type { LeadRecord } from '../../server/store/leadRecords.ts'

const caller = { ...visitorAt(''), signedIn: { user: { name: '小刘' } } } as unknown as Caller

/** The call on one lead, whose writes with these numbers find the disk full. */
function onFullDisk(full: number[]) {
  let lead = { id: 'a', phone: 'li@customer.example', createdAt: '' } as LeadRecord
  let writes = 0
  const sent: string[] = []
  const agent = {
    async update(_id: string, change: (current: LeadRecord) => LeadRecord) {
      const next = change(lead)
      if (full.includes(++writes)) throw new Error('the disk is full')
      return (lead = next)
    },
  }
  const answer = async (_lead: LeadRecord, text: string) => {
    sent.push(text)
    return { state: 'sent' as const }
  }
  const log: string[] = []
  const { leadMail } = leadMailCall({
    store: { agent },
    outbox: { answer, canAnswer: () => true },
    now: () => 0,
    log: (_level, text) => void log.push(text),
  })
  return { write: () => leadMail({ agentId: 'a', text: '您好' }, caller), sent, log, notes: () => lead.notes }
}

test('on a full disk nothing is sent to a customer, and what was sent before it was full is not sent twice', async () => {
  const before = onFullDisk([1])
  await assert.rejects(async () => before.write(), /full/)
  assert.deepEqual([before.sent, before.notes()], [[], undefined])
  const between = onFullDisk([2])
  assert.deepEqual(await between.write(), { state: 'sent' })
  assert.deepEqual(
    between.notes()?.map(({ by, mail }) => [by, mail]),
    [['小刘', { state: 'unknown' }]],
  )
  assert.deepEqual(await between.write(), { state: 'unknown' })
  assert.deepEqual([between.sent, between.log.length], [['您好'], 1])
})
