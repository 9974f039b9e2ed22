import { bytes as sizeOf } from '../../../contract/bytes.ts'
import { calls, type InputOf } from '../../../contract/calls.ts'
import { kinds } from '../../../contract/kinds.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { downloadFrom } from '../../lib/download.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { api } from '../api.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { attempt, toast } from '../ui/Toast.tsx'

type Export = InputOf<'recordExport'>

interface Props {
  kind: SheetKind
  onImport(): void
}

/** 导入 and 导出: the records of a list from a sheet, and into one. */
export function SheetButtons({ kind, onImport }: Props) {
  const save = (what: Export['what']): void => void attempt(() => saveExport({ kind, what }), '导出失败，请稍后重试')
  const item = (what: Export['what'], words: string) => (
    <button type="button" role="menuitem" onClick={() => save(what)}>
      {words}
    </button>
  )
  return (
    <div className="sheet-buttons row">
      <Button icon="upload" onClick={onImport}>
        导入
      </Button>
      <div className="export row">
        <MenuButton
          className="button"
          menu={(open) => (
            <Menu {...open} className="menu card" aria-label="导出">
              {item('sheet', '只要表格（.csv）')}
              {item('all', kind === 'product' ? '表格、图片和资料（.zip）' : '表格和图片（.zip）')}
            </Menu>
          )}
        >
          <AdminIcon name="download" />
          导出
        </MenuButton>
      </div>
    </div>
  )
}

/** Why there is none is said before the browser begins to save something. */
async function saveExport(input: Export): Promise<void> {
  const { records, files, bytes } = await api('recordExportSize', input)
  const { noun } = kinds[input.kind]
  if (records === 0) return void toast(`没有可导出的${noun}`, 'info')
  downloadFrom(`${calls.recordExport.path}?${new URLSearchParams({ kind: input.kind, what: input.what })}`)
  toast(
    files === 0 ? `已导出 ${records} 条${noun}` : `正在下载 ${records} 条${noun}、${files} 个文件，共 ${sizeOf(bytes)}`,
  )
}
