import { useEffect, useEffectEvent } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { Opened } from '../forms/record.ts'
import { hasUnsaved } from '../work/unfinished.ts'
import { confirm } from '../ui/confirm.tsx'

/**
 * Opens the record that the address names: `?add=1` a new one, `?edit=ID` an existing one; `?show=` narrows the list. Links of the dashboard
 * and the palette use it. The rest of the address stays.
 */
export function useRecordFromAddress(
  active: boolean, opened: Opened | undefined, open: (requested: Opened) => void, narrow?: (show: string) => void,
): void {
  const search = useSearch()
  const narrowRequested = useEffectEvent((show: string) => narrow?.(show))

  const openRequested = useEffectEvent(async (requested: Opened): Promise<void> => {
    if (opened && opened.mode === requested.mode && opened.id === requested.id) return
    // The open form will be replaced.
    const hasWork = opened !== undefined && hasUnsaved([location.pathname])
    if (!hasWork || (await confirm('有内容尚未保存，确定改为打开另一条吗？', { ok: '打开另一条', cancel: '继续编辑' }))) open(requested)
  })

  useEffect(() => {
    const params = new URLSearchParams(search)
    const id = params.get('edit')
    const show = params.get('show')
    const adds = params.get('add') === '1'
    if (!active || (!id && !show && !adds)) return
    for (const name of ['edit', 'add', 'show']) params.delete(name)
    const rest = `${params}`
    navigate(location.pathname + (rest && `?${rest}`), { replace: true })
    if (show) narrowRequested(show)
    if (id || adds) void openRequested(id ? { mode: 'edit', id } : { mode: 'add', id: '' })
  }, [active, search])
}
