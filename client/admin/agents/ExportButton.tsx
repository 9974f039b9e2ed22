import { useState } from 'react'
import type { InputOf } from '../../../contract/calls.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { resultToast } from '../ui/Toast.tsx'
import { allRows } from './allRows.ts'
import { agentCsv, agentCsvName } from './agentCsv.ts'

interface Props {
  /** How the shown list is searched and sorted. */
  query: InputOf<'agentList'>
  count: number
}

/** Outlives the button, which goes with its tab. */
const notify = resultToast()

/** Exports everything that matches the search, from all pages, as one file. */
export function ExportButton({ query, count }: Props) {
  const [progress, setProgress] = useState<number>()

  const busy = progress !== undefined
  const save = async (): Promise<void> => {
    if (busy) return
    setProgress(0)
    try {
      const rows = await allRows((page) => api('agentList', page), query, setProgress)
      if (rows.length === 0) return void notify('没有可导出的线索', 'info')
      download(agentCsv(rows), agentCsvName(Date.now()))
      notify(`已导出 ${rows.length} 条线索`)
    } catch (cause) {
      notify(`导出失败：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <button type="button" className="button" disabled={count === 0} aria-disabled={busy} aria-busy={busy} onClick={() => void save()}>
      <AdminIcon name="download" />
      {busy ? `正在导出${progress > 0 ? ` ${Math.round(progress * 100)}%` : '…'}` : '导出'}
    </button>
  )
}

function download(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Some browsers read the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
