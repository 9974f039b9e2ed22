import type { Opened } from '../form/record.ts'
import { hasUnsaved } from '../form/unfinished.ts'
import { confirm } from '../ui/confirm.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'

/**
 * Opens the record that the address names: `?add=1` a new one, `?edit=ID` an existing one; `?show=` narrows the list. Links of the
 * dashboard and the palette use it.
 */
export function useRecordFromAddress(
  active: boolean,
  opened: Opened | undefined,
  open: (requested: Opened) => void,
  narrow?: (show: string) => void,
): void {
  const openRequested = async (requested: Opened): Promise<void> => {
    if (opened && opened.mode === requested.mode && opened.id === requested.id) return
    // The open form will be replaced.
    const hasWork = opened !== undefined && hasUnsaved([location.pathname])
    if (!hasWork || (await confirm('有内容尚未保存，确定改为打开另一条吗？', { ok: '打开另一条', cancel: '继续编辑' })))
      open(requested)
  }
  useFromAddress(active, ['edit', 'add', 'show'], ({ edit, add, show }) => {
    if (show) narrow?.(show)
    if (edit || add) void openRequested(edit ? { mode: 'edit', id: edit } : { mode: 'add', id: '' })
  })
}
