import { useRef, useState } from 'react'
import type { InputOf } from '../../../contract/calls.ts'
import { messageOf } from '../../lib/callError.ts'
import { download } from '../../lib/download.ts'
import { api } from '../api.ts'
import { Button, IconButton } from '../ui/buttons.tsx'
import { resultToast } from '../ui/Toast.tsx'
import { useMenu } from '../ui/useMenu.ts'
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
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenu(open, box, () => setOpen(false))

  const busy = progress !== undefined
  const save = async (plain = false): Promise<void> => {
    setOpen(false)
    if (busy) return
    setProgress(0)
    try {
      const rows = await allRows((page) => api('agentList', page), query, setProgress)
      if (rows.length === 0) return void notify('没有可导出的线索', 'info')
      download(agentCsv(rows, plain), agentCsvName(Date.now()))
      notify(`已导出 ${rows.length} 条线索`)
    } catch (cause) {
      notify(`导出失败：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <div className="export row tight" ref={box} onKeyDown={open ? onKeyDown : undefined}>
      <Button icon="download" busy={busy} disabled={count === 0} onClick={() => void save()}>
        {busy ? `正在导出${progress > 0 ? ` ${Math.round(progress * 100)}%` : '…'}` : '导出'}
      </Button>
      <IconButton
        icon="chevron-down" label="其他格式" className="phone-hidden" aria-haspopup="menu" aria-expanded={open} disabled={count === 0 || busy}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="menu card" role="menu" aria-label="其他格式">
          <button type="button" role="menuitem" onClick={() => void save(true)}>供其他系统导入（号码后面没有制表符）</button>
        </div>
      )}
    </div>
  )
}
