import { useMemo, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { isStarterFile, type MediaRow } from '../../../contract/media/media.ts'
import { actionsColumn, minute, RowButton } from '../list/cells.tsx'
import type { ListQuery } from '../list/list.ts'
import { ListSearch, type SearchField } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useList, useLostFocus } from '../list/useList.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { Button } from '../ui/buttons.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import type { ViewProps } from '../ui/later.tsx'
import { MaterialDialog } from './MaterialDialog.tsx'
import { emptySearch, loadMedia, mediaId, removal, sizeOf, usesOf } from './mediaRow.ts'
import { useMediaDialog } from './useMediaDialog.tsx'

const path = adminScreens.profile
const empty = { word: '' }
const searchFields: readonly SearchField[] = [{ name: 'word', label: '资料名称' }]

const loadMaterials = (query: ListQuery<typeof empty>, signal: AbortSignal): ReturnType<typeof loadMedia> =>
  loadMedia({ ...emptySearch, ...query, type: 'document' }, signal)

/** 资料管理: the documents of the library. */
export function ProfileScreen({ active }: ViewProps) {
  const { box, recoverFocus } = useLostFocus()
  const list = useList<MediaRow, typeof empty>({ path, empty, rowId: mediaId, load: loadMaterials }, active)
  const { removeRow } = useRemoving({ ...removal, list, onRemoved: recoverFocus })
  const { open, dialog } = useMediaDialog(path, list, active, recoverFocus)
  /** What the dialog begins with: what was dropped on the list. */
  const [dropped, setDropped] = useState<readonly File[]>()
  const drop = useFileDrops(setDropped, {
    disabled: dropped !== undefined,
    note: (count) => `松开后准备上传${count > 0 ? `${count}份` : ''}资料`,
  })
  const columns = useMemo(() => columnsOf(open, removeRow), [])
  return (
    <div className="list-screen media-screen stack" ref={box} {...drop}>
      <ListSearch
        list={list}
        fields={searchFields}
        extra={
          <Button kind="primary" icon="upload" onClick={() => setDropped([])}>
            上传资料
          </Button>
        }
      />
      <ListTable
        list={list}
        path={path}
        label="资料列表"
        empty={list.filtered ? undefined : '还没有资料，点击“上传资料”添加第一份'}
        rowId={mediaId}
        rowName={removal.rowName}
        columns={columns}
        onOpen={open}
      />
      {dialog}
      {dropped && (
        <MaterialDialog
          dropped={dropped}
          onUploaded={() => void list.refresh()}
          onClose={() => setDropped(undefined)}
        />
      )}
    </div>
  )
}

type Open = (id: string) => void
type Remove = (row: MediaRow) => Promise<void>

const columnsOf = (open: Open, remove: Remove): readonly Column<MediaRow>[] => [
  { key: 'index', title: '序号', width: '3.25rem', spare: 0, cell: (_row, index) => index + 1 },
  { key: 'name', title: '资料名称', sortable: true, always: true, cell: (row) => <Name row={row} open={open} /> },
  {
    key: 'createDate',
    title: '创建时间',
    width: '9.5rem',
    sortable: true,
    always: true,
    cell: ({ createDate }) => minute(createDate),
  },
  actionsColumn('11.75rem', (row) => <Actions {...{ row, open, remove }} />),
]

const Name = ({ row, open }: { row: MediaRow; open: Open }) => (
  <div className="title-cell">
    <button type="button" className="row-title clamped strong" title={row.name} onClick={() => open(row.mediaId)}>
      {row.name}
    </button>
    <span className="row tight tiny muted">
      <span className="clamped">
        {sizeOf(row)} · {usesOf(row)}
      </span>
      {isStarterFile(row.address) && <span className="tag">示例</span>}
      {row.missing && <span className="bad">文件缺失</span>}
    </span>
  </div>
)

function Actions({ row, open, remove }: { row: MediaRow; open: Open; remove: Remove }) {
  const { mediaId: id, name, address, uses, missing } = row
  const isOfProgram = isStarterFile(address) && uses > 0
  return (
    <>
      <RowButton label="查看" row={name} onClick={() => open(id)} />
      {!missing && (
        <a className="link center" href={address} download={name} aria-label={`下载：${name}`}>
          下载
        </a>
      )}
      {isOfProgram ? (
        <span className="of-program center muted small nowrap" title="随程序提供，不能删除；不再使用时会自己消失">
          随程序提供
        </span>
      ) : (
        <RowButton label="删除" row={name} bad onClick={() => void remove(row)} />
      )}
    </>
  )
}
