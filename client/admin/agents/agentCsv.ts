import type { AgentRow, AgentSource } from '../../../contract/entities.ts'
import { csv } from '../../lib/csv.ts'
import { chinaTime } from '../../lib/relativeTime.ts'

export const sources: Readonly<Record<AgentSource, string>> = { desktop: '网站', mobile: '手机', alliance: '合作接口' }

const headers = ['序号', '代理商名称', '公司 / 描述', '联系方式', '来源', '时间']

export const agentCsv = (rows: readonly AgentRow[]): string =>
  csv([headers, ...rows.map((row, index) => [
    index + 1, row.agentName, row.agentInfo, row.phone, sources[row.source] ?? row.source, row.createDate,
  ])])

/** 代理加盟申请-YYYYMMDD-HHmm.csv, in China time. */
export const agentCsvName = (now: number): string => `代理加盟申请-${chinaTime(now).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-')}.csv`
