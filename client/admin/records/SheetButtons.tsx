import { bytes as sizeOf } from '../../../contract/text/bytes.ts'
import { calls, type InputOf } from '../../../contract/calls/calls.ts'
import { kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { downloadFrom } from '../../lib/download.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { api } from '../session/api.ts'
import type { Shown } from '../list/ListTabs.tsx'
import type { RecordRow } from '../list/recordSource.ts'
import type { UsedList } from '../list/useList.ts'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

type Export = InputOf<'recordExport'>
type Wanted = Pick<Export, 'kind' | 'word' | 'group' | 'from' | 'to' | 'show' | 'only'>

interface Props {
  kind: SheetKind
  list: Pick<UsedList<RecordRow, Shown>, 'selected' | 'filtered' | 'searched' | 'count'>
  onImport(): void
}

/** 导入 and 导出: the records of a list from a sheet, and into one. */
export function SheetButtons({ kind, list, onImport }: Props) {
  const [locked, run] = useRepeatGuard()
  const save = (input: Export): void => run(() => saveExport(input), '导出失败，请稍后重试')
  return (
    <div className="sheet-buttons row">
      <Button icon="upload" onClick={onImport}>
        导入
      </Button>
      <div className="export row">
        <MenuButton
          className="button"
          aria-disabled={locked}
          menu={(open) => (
            <Menu {...open} className="menu card" aria-label="导出">
              <ExportItems {...{ kind, list, save }} />
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

/** What is ticked, or else what the list was searched for, before all there is. */
function ExportItems({ kind, list, save }: Omit<Props, 'onImport'> & { save(input: Export): void }) {
  const { selected, filtered, searched, count } = list
  const { data: all } = useLoaded(
    filtered ? (signal) => api('recordExportSize', { kind, what: 'sheet' }, signal) : undefined,
    [],
  )
  const total = filtered ? all?.records : count
  const sets: [words: string, wanted: Wanted][] = [[total === undefined ? '全部' : `全部${total}个`, { kind }]]
  if (selected.size > 0) sets.unshift([`选中的${selected.size}个`, { kind, only: [...selected].join() }])
  else if (filtered) sets.unshift([`这${count}个`, searchedFor(kind, searched)])
  const files = kind === 'product' ? '表格、图片和资料（.zip）' : '表格和图片（.zip）'
  const item = (what: Export['what'], [which, wanted]: (typeof sets)[number], words: string) => (
    <button key={which + what} type="button" role="menuitem" onClick={() => save({ ...wanted, what })}>
      {`${which}：${words}`}
    </button>
  )
  return sets.flatMap((set) => [item('sheet', set, '只要表格（.csv）'), item('all', set, files)])
}

function searchedFor(kind: SheetKind, { show, from = '', to = '', ...words }: Shown): Wanted {
  const { title, filter = '' } = recordKind(kind)
  return {
    kind,
    word: words[title] ?? '',
    group: words[filter] ?? '',
    from,
    to,
    ...(show === 'drafts' && { show }),
  }
}

/** Why there is none is said before the browser begins to save something. */
async function saveExport(input: Export): Promise<void> {
  const { records, files, bytes } = await api('recordExportSize', input)
  const { noun } = kinds[input.kind]
  if (records === 0) return void toast(`没有可导出的${noun}`, 'info')
  const entries = Object.entries(input).filter((entry): entry is [string, string] => Boolean(entry[1]))
  downloadFrom(`${calls.recordExport.path}?${new URLSearchParams(Object.fromEntries(entries))}`)
  toast(
    files === 0 ? `已导出 ${records} 条${noun}` : `正在下载 ${records} 条${noun}、${files} 个文件，共 ${sizeOf(bytes)}`,
  )
}
