import { numberOf } from '../../../contract/leads/arrived.ts'
import { leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { leadSortTexts, followUpStates } from '../../../contract/leads/leads.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import { collator } from '../../../contract/text/collator.ts'
import type { LeadRow, ListPage } from '../../../contract/kinds/entities.ts'
import type { AskedRow } from '../../../contract/leads/quoteList.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { csv } from '../../../contract/text/csv.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { kindOf, originTitles, originValues, sources } from './leadWords.ts'

const headers = [
  '序号',
  '编号',
  '类型',
  '主题',
  '姓名',
  '公司 / 描述',
  '电话',
  '问题',
  '产品',
  '状态',
  '负责人',
  '下次联系',
  '跟进记录',
  '来源',
  ...originTitles,
  '同意时间',
  '隐私说明版本',
  '时间',
  '意向区域',
  '询价产品',
  '型号',
  '数量',
  '单位',
  '备注',
]

export const leadCsv = (rows: readonly LeadRow[]): string => csv([headers, ...rows.flatMap(lines)])

/** One, or one for each product of a list: a sheet can filter by them and add up. */
function lines(row: LeadRow, index: number): (string | number)[][] {
  const {
    agentId,
    topic = '',
    agentName,
    agentInfo,
    phone,
    region = '',
    question = '',
    productName,
    productId = '',
    items = [{}],
    source,
    consent,
  } = row
  const { state = 'new', owner = '', nextAt = '', notes = [], createDate } = row
  const cells = [
    index + 1,
    numberOf(agentId),
    kindOf(row),
    topic,
    agentName,
    agentInfo,
    phone,
    question,
    productName ?? productId,
    followUpStates[state],
    owner,
    nextAt,
    notes.map(({ at, by, text }) => `${at.slice(0, 16)} ${by}：${text}`).join('\n'),
    sources[source] ?? source,
    ...originValues(row),
    consent?.at ?? '',
    consent?.version ?? '',
    createDate,
    region,
  ]
  return items.map((item) => [...cells, ...cellsOf(item)])
}

/** What somebody asks of a product. */
export const cellsOf = ({
  productId = '',
  productName = productId,
  ...more
}: Partial<AskedRow>): (string | number)[] => {
  const { model = '', quantity = '', unit = '', note = '' } = more
  return [productName, model, quantity, unit, note]
}

/** 代理加盟-YYYYMMDD-HHmm.csv, in China time. */
export const leadCsvName = (kind: LeadKind, now: number): string =>
  `${leadKinds[kind].title}-${chinaTime(now).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-')}.csv`

type Query = InputOf<'leadList'>

/**
 * Every application that matches, sorted as the query says. Those that are there from the beginning to the end are in it, once each,
 * whatever arrives or is deleted meanwhile: one page is of one moment, and several are read from the newest application to the oldest. A
 * deletion then moves others only to pages that are read later, and a new application is on none of those.
 */
export async function allRows(list: (query: Query) => Promise<ListPage<LeadRow>>, query: Query): Promise<LeadRow[]> {
  const limit = limits.listLimit
  const first = await list({ ...query, page: 1, limit })
  if (first.data.length === first.count) return first.data
  const rows = new Map<string, LeadRow>()
  for (let page = Math.ceil(first.count / limit); page > 0; page--) {
    const { data } = await list({ ...query, sort: 'createDate', order: 'asc', page, limit })
    for (const row of data.reverse()) rows.set(row.agentId, row)
  }
  const { sort, order } = query
  const all = [...rows.values()]
  // Equal ones stay newest first, as in a page of the server.
  const sortText = sort === 'createDate' ? (row: LeadRow) => row.createDate : sort && leadSortTexts[sort]
  if (!sortText) return all
  const direction = order === 'desc' ? -1 : 1
  return all.sort((a, b) => direction * collator.compare(sortText(a), sortText(b)))
}
