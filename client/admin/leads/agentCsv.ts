import { followUpStates, numberOf } from '../../../contract/application.ts'
import type { AgentRow } from '../../../contract/entities.ts'
import { csv } from '../../lib/csv.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { kindOf, originTitles, originValues, sources } from './agentWords.ts'

const headers = [
  '序号', '编号', '类型', '主题', '姓名', '公司 / 描述', '电话', '问题', '产品', '状态', '负责人', '下次联系', '跟进记录', '来源',
  ...originTitles, '同意时间', '隐私说明版本', '时间',
]

export const agentCsv = (rows: readonly AgentRow[], plain = false): string => csv([headers, ...rows.map(line)], plain)

function line(row: AgentRow, index: number): (string | number)[] {
  const { agentId, topic = '', agentName, agentInfo, phone, question = '', productName, productId = '', source, consent } = row
  const { state = 'new', owner = '', nextAt = '', notes = [], createDate } = row
  return [
    index + 1, numberOf(agentId), kindOf(row), topic, agentName, agentInfo, phone, question, productName ?? productId,
    followUpStates[state], owner, nextAt, notes.map(({ at, by, text }) => `${at.slice(0, 16)} ${by}：${text}`).join('\n'), sources[source] ?? source,
    ...originValues(row), consent?.at ?? '', consent?.version ?? '', createDate,
  ]
}

/** 客户线索-YYYYMMDD-HHmm.csv, in China time. */
export const agentCsvName = (now: number): string => `客户线索-${chinaTime(now).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-')}.csv`
