import { useState } from 'react'
import type { InputOf } from '../../../contract/calls.ts'
import { messageOf } from '../../lib/callError.ts'
import { download } from '../../lib/download.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { api } from '../api.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
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
  const save = async (plain = false): Promise<void> => {
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
    <div className="export row tight">
      <Button icon="download" busy={busy} disabled={count === 0} onClick={() => void save()}>
        {busy ? `正在导出${progress > 0 ? ` ${Math.round(progress * 100)}%` : '…'}` : '导出'}
      </Button>
      <MenuButton
        className="icon-button phone-hidden" aria-label="其他格式" disabled={count === 0 || busy}
        menu={(open) => (
          <Menu {...open} className="menu card" aria-label="其他格式">
            <button type="button" role="menuitem" onClick={() => void save(true)}>供其他系统导入（号码后面没有制表符）</button>
          </Menu>
        )}
      >
        <AdminIcon name="chevron-down" />
      </MenuButton>
    </div>
  )
}
