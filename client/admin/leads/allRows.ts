import { collator } from '../../../contract/collator.ts'
import type { InputOf } from '../../../contract/calls.ts'
import type { AgentRow, Page } from '../../../contract/entities.ts'
import { limits } from '../../../contract/rules.ts'

type Query = InputOf<'agentList'>

/**
 * Every application that matches, sorted as the query says. Those that are there from the beginning to the end are in it, once each,
 * whatever arrives or is deleted meanwhile: one page is of one moment, and several are read from the newest application to the oldest. A
 * deletion then moves others only to pages that are read later, and a new application is on none of those.
 */
export async function allRows(
  list: (query: Query) => Promise<Page<AgentRow>>, query: Query, onProgress: (progress: number) => void,
): Promise<AgentRow[]> {
  const limit = limits.listLimit
  const first = await list({ ...query, page: 1, limit, exported: true })
  if (first.data.length === first.count) return first.data
  const rows = new Map<string, AgentRow>()
  for (let page = Math.ceil(first.count / limit); page > 0; page--) {
    const { data } = await list({ ...query, sort: 'createDate', order: 'asc', page, limit })
    for (const row of data.reverse()) rows.set(row.agentId, row)
    onProgress(rows.size / first.count)
  }
  const { sort, order } = query
  const all = [...rows.values()]
  // Equal ones stay newest first, as in a page of the server.
  return sort ? all.sort((a, b) => collator.compare(a[sort], b[sort]) * (order === 'desc' ? -1 : 1)) : all
}
