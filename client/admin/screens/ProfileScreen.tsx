import { useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { MediaRow } from '../../../contract/media.ts'
import { api } from '../api.ts'
import type { ListQuery } from '../lists/list.ts'
import { useList } from '../lists/useList.ts'
import { useFinished } from '../media/library.ts'
import { mediaId } from '../media/mediaRow.ts'
import { UploadList } from '../media/UploadList.tsx'
import { UploadDialog } from '../profile/UploadDialog.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'

const columns: readonly Column<MediaRow>[] = [
  {
    key: 'name', title: '名称', always: true,
    cell: ({ name, address }) => (
      <a className="material-name clamped" href={address} target="_blank" rel="noreferrer" title={name}>
        {name}
      </a>
    ),
  },
  { key: 'createTime', title: '创建时间', width: '14rem', cell: ({ createDate }) => <span className="digits">{createDate}</span> },
]

const empty = { name: '' }
const load = ({ name, page, limit }: ListQuery<typeof empty>, signal: AbortSignal) =>
  api('mediaList', { type: 'document', word: name, page, limit }, signal)

/** 资料管理: the documents of the media library, by their names. */
export function ProfileScreen({ active }: ViewProps) {
  const list = useList<MediaRow, typeof empty>({ path: adminScreens.profile, empty, rowId: mediaId, load }, active)
  const [open, setOpen] = useState(false)
  useFinished(() => void list.refresh())

  const reset = (): void => void list.reset()
  return (
    <div className="list-screen stack">
      <SearchBar
        onQuery={() => void list.query()}
        onReset={reset}
        extra={
          <button type="button" className="button primary" onClick={() => setOpen(true)}>
            <AdminIcon name="upload" />
            上传资料
          </button>
        }
      >
        <TextField inline label="资料名称" name="name" type="search" value={list.typed.name} onChange={(name) => list.type({ name })} />
      </SearchBar>
      <UploadList />
      <DataTable
        label="资料"
        rows={list.rows}
        rowId={mediaId}
        columns={columns}
        part={`${list.page} ${list.searched.name}`}
        state={list.state}
        error={list.error}
        onRetry={() => void list.refresh()}
        empty="还没有资料，点击“上传资料”添加PDF、Word、Excel或zip文件"
        {...(list.filtered && { onReset: reset })}
      />
      <div className="list-foot row wraps">
        <Pager
          page={list.page} limit={list.limit} count={list.count} counted={list.counted} onPage={(to) => void list.goToPage(to)}
          onLimit={(size) => void list.setLimit(size)}
        />
      </div>
      <UploadDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
