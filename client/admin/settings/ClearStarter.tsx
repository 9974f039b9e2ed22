import { useState } from 'react'
import type { Cleared } from '../../../contract/entities.ts'
import { messages } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { restore } from '../lists/useTrash.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'

const question = [
  '清空还没有改过的示例内容吗？',
  '服务器先做一份备份（没有开启备份时跳过），再把示例产品、新闻、案例和轮播图移到回收站，把还是示例的列表（荣誉、合作伙伴等）清空，没有内容的栏目随之不显示。',
  '改过的不动；名称、电话、文字这些必须换成自己的，也不动。完成以后可以撤销。',
].join('\n')

/** Removes what is still as shipped, all at once. Absent when there is nothing to remove; `onChanged` asks again. */
export function ClearStarter({ left, onChanged }: { left: boolean; onChanged(): void }) {
  const [busy, setBusy] = useState(false)
  const [used, setUsed] = useState(false)

  const undo = async ({ records, lists }: Cleared): Promise<void> => {
    try {
      for (const { kind, ids } of records) await restore(kind, ids)
      if (Object.keys(lists).length > 0) await api('siteUpdate', lists)
      toast(messages.restored)
    } catch (cause) {
      toast(messageOf(cause, '没有全部恢复，其余的在回收站和历史版本里'), 'bad')
    }
    onChanged()
  }
  const clear = async (): Promise<void> => {
    if (busy || !left || !(await confirm(question, { ok: '清空' }))) return
    setBusy(true)
    setUsed(true)
    try {
      const cleared = await api('siteClear', {})
      const count = cleared.records.reduce((sum, { ids }) => sum + ids.length, 0)
      const lists = Object.keys(cleared.lists).length
      if (count + lists === 0) toast('没有可以清空的：列表里有改过的内容，请到各组里移除', 'info')
      else toast(`示例内容已清空：${count}条内容、${lists}个列表`, 'good', { undo: () => void undo(cleared), anywhere: true })
    } catch (cause) {
      toast(messageOf(cause, '没有清空，请稍后重试'), 'bad')
    }
    setBusy(false)
    onChanged()
  }
  if (!left && !used) return null
  return (
    <div className="setting" role="region" aria-label="示例内容">
      <div className="setting-part stack loose">
        <h3>示例内容</h3>
        <p className="muted">没改过的示例产品、新闻、案例等可以一次清空，不用一条一条地删。会先备份，之后能撤销。</p>
        <div>
          <button type="button" className="button" aria-disabled={!left || busy} aria-busy={busy} onClick={() => void clear()}>
            {busy && <AdminIcon name="refresh" />}
            {busy ? '正在备份并清空…' : left ? '清空示例内容' : '示例内容已清空'}
          </button>
        </div>
      </div>
    </div>
  )
}
