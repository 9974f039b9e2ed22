import { useState } from 'react'
import type { ActivityRow } from '../../../contract/activity.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { limits } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { csv } from '../../lib/csv.ts'
import { download } from '../../lib/download.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { api } from '../api.ts'
import { Button } from '../ui/buttons.tsx'
import { resultToast } from '../ui/Toast.tsx'
import { fieldsOf, resultOf, whatOf, whoOf } from './activityWords.ts'

type Query = InputOf<'logList'>
const notify = resultToast()

/** Exports what matches the search, from all pages. */
export function ActivityExport({ query, count }: { query: Query; count: number }) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const rows = await allRows(query)
      const headers = ['时间', '账号', '操作', '名称', '编号', '字段', '结果']
      const lines = rows.map((row) => [row.at, whoOf(row), whatOf(row), row.title ?? '', row.id ?? '', fieldsOf(row), resultOf(row)])
      download(csv([headers, ...lines]), `操作记录-${chinaTime(Date.now()).slice(0, 10).replaceAll('-', '')}.csv`)
      notify(`已导出 ${rows.length} 条操作记录`)
    } catch (cause) {
      notify(`导出失败：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return <Button icon="download" busy={busy} disabled={count === 0} onClick={() => void save()}>{busy ? '正在导出…' : '导出'}</Button>
}

/** What is logged meanwhile moves the others to later pages. */
async function allRows(query: Query): Promise<ActivityRow[]> {
  const limit = limits.listLimit
  const rows: ActivityRow[] = []
  let total: number | undefined
  for (let page = 1; ; page++) {
    const { data, count } = await api('logList', { ...query, page, limit })
    total ??= count
    const first = (page - 1) * limit - (count - total)
    for (const row of data.slice(page === 1 ? 0 : rows.length - first)) rows.push(row)
    if (data.length < limit) return rows
  }
}
