import { useEffect, useEffectEvent } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { Opened } from '../forms/record.ts'
import { hasUnsaved } from '../guards.ts'
import { confirm } from '../ui/confirm.tsx'

/** Opens the record that the address names, as links of the dashboard and the palette do: `?add=1` a new one, `?edit=ID` that one. The rest of the address stays. */
export function useRecordFromAddress(active: boolean, opened: Opened | undefined, open: (asked: Opened) => void): void {
  const search = useSearch()

  const answer = useEffectEvent(async (asked: Opened): Promise<void> => {
    if (opened && opened.mode === asked.mode && opened.id === asked.id) return
    // Replaces the open form.
    const lost = opened !== undefined && (await hasUnsaved([location.pathname]))
    if (!lost || (await confirm('有内容尚未保存，确定改为打开另一条吗？', { ok: '打开另一条', cancel: '继续编辑' }))) open(asked)
  })

  useEffect(() => {
    const params = new URLSearchParams(search)
    const id = params.get('edit')
    if (!active || (!id && params.get('add') !== '1')) return
    params.delete('edit')
    params.delete('add')
    const rest = `${params}`
    navigate(location.pathname + (rest && `?${rest}`), { replace: true })
    void answer(id ? { mode: 'edit', id } : { mode: 'add', id: '' })
  }, [active, search])
}
