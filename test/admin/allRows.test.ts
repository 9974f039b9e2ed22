import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRows } from '../../client/admin/leads/leadExport.ts'
import type { InputOf } from '../../contract/calls/calls.ts'
import { agentKind, type LeadRecord, leadRow } from '../../server/store/leadRecords.ts'
import { RecordIndex } from '../../server/store/recordIndex.ts'

type Query = InputOf<'leadList'>

const record = (n: number): LeadRecord => ({
  id: `a${n}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  agentName: `${'王李张'.charAt(n % 3)}工${n % 700}`,
  agentInfo: '样例公司',
  phone: '13800000000',
  source: 'desktop',
})

const inStore = 20_010

/** Exports from a list of three pages; `beforeCall` changes it. */
async function exported(query: Query, beforeCall: (list: RecordIndex<LeadRecord>, call: number) => void = () => {}) {
  const list = new RecordIndex(
    agentKind,
    Array.from({ length: inStore }, (_, n) => record(n)),
  )
  let calls = 0
  const rows = await allRows(async ({ page, limit, sort, order }) => {
    beforeCall(list, calls++)
    const asked = { page: Number(page), limit: Number(limit) }
    const { data, count } = await (sort
      ? list.sortedPage(asked, { by: sort, descending: order === 'desc' })
      : list.page(asked))
    return { data: data.map(leadRow), count }
  }, query)
  return { ids: rows.map(({ agentId }) => agentId), list }
}

const sortings: Query[] = [
  {},
  { sort: 'createDate', order: 'asc' },
  { sort: 'agentName', order: 'asc' },
  { sort: 'agentName', order: 'desc' },
]

for (const query of sortings) {
  test(`more applications than one page holds are exported in the order of the list: ${JSON.stringify(query)}`, async () => {
    const { ids, list } = await exported(query)
    const everything = { page: 1, limit: inStore }
    const { data } = query.sort
      ? await list.sortedPage(everything, { by: query.sort, descending: query.order === 'desc' })
      : list.page(everything)
    assert.deepEqual(
      ids,
      data.map(({ id }) => id),
    )
  })

  test(`an application that stays is exported once, whatever is deleted and arrives meanwhile: ${JSON.stringify(query)}`, async () => {
    const deleted = new Set<string>()
    const { ids } = await exported(query, (list, call) => {
      for (const at of [0, 1, 5_000, 9_998, 9_999, 12_345, 19_997, 19_998, inStore - 1]) {
        const id = `a${(at + call * 17) % inStore}`
        list.delete(id)
        deleted.add(id)
      }
      for (let n = 0; n < 9; n++) list.set(record(inStore + call * 9 + n))
    })
    const rows = new Set(ids)
    assert.equal(rows.size, ids.length)
    const missed = Array.from({ length: inStore }, (_, n) => `a${n}`).filter((id) => !deleted.has(id) && !rows.has(id))
    assert.deepEqual(missed, [])
  })
}
