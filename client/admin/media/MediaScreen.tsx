import { useEffect, useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { limits } from '../../../contract/rules.ts'
import type { MediaRow } from '../../../contract/media.ts'
import type { Opened } from '../form/record.ts'
import { api } from '../api.ts'
import { ListSearch, type SearchField, SortSelect } from '../list/ListSearch.tsx'
import { ListFoot, RemoveSelected } from '../list/ListTable.tsx'
import { useList, useLostFocus } from '../list/useList.ts'
import { useRecordFromAddress } from '../list/useRecordFromAddress.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { withdrawUndo } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import type { ViewProps } from '../viewProps.ts'
import { MediaDialog } from './MediaDialog.tsx'
import { addFiles, addMaterials, useFinished } from './library.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { emptySearch, isDeletable, loadMedia, mediaId, typeChoices } from './mediaRow.ts'
import { UploadButton, UploadList } from './UploadList.tsx'

const sorts = [
  { key: 'createDate', title: '上传时间', sortable: true },
  { key: 'name', title: '名称', sortable: true },
  { key: 'bytes', title: '大小', sortable: true },
  { key: 'uses', title: '使用处数', sortable: true },
] as const

const searchFields: readonly SearchField[] = [
  { name: 'word', label: '关键词', placeholder: '名称或替代文字' },
  { name: 'type', label: '类型', options: typeChoices },
  { name: 'unused', label: '使用情况', options: [['', '全部'], ['1', '未使用']] },
]

/** 素材库: every picture, film and document that was uploaded. */
export const MediaScreen = ({ active }: ViewProps) => <Library {...{ active }} path={adminScreens.media} empty={emptySearch} />
/** 资料管理: its documents. */
export const ProfileScreen = ({ active }: ViewProps) => <Library {...{ active }} path={adminScreens.profile} empty={documentsOnly} />
const documentsOnly = { ...emptySearch, type: 'document' }

interface Props extends ViewProps {
  path: string
  /** What is shown at first, and after a reset. */
  empty: typeof emptySearch
}

/** How files are deleted. */
const removal = {
  rowId: mediaId,
  rowName: ({ name }: MediaRow) => name,
  question: ({ name }: MediaRow) => `是否确认删除“${name}”？删除后不能恢复。`,
  remove: (id: string) => api('mediaDelete', { mediaIds: [id] }),
  removeSeveral: (ids: readonly string[]) => api('mediaDelete', { mediaIds: [...ids] }),
}

function Library({ active, path, empty }: Props) {
  const isProfile = path === adminScreens.profile
  const add = isProfile ? addMaterials : addFiles
  const { box, recoverFocus } = useLostFocus()
  const [opened, setOpened] = useState<Opened>()
  const list =
    useList<MediaRow, typeof emptySearch>({ path, empty, limit: limits.pageSizes[1], rowId: mediaId, load: loadMedia }, active)
  const { rows, selected } = list
  const removing = useRemoving({ ...removal, list, onRemoved: recoverFocus })
  useRecordFromAddress(active, opened, setOpened)

  useFinished(() => void list.refresh())
  const { over, drop } = useFileDrops(add)
  const onRemoved = async (id: string): Promise<void> => {
    const index = rows.findIndex((row) => row.mediaId === id)
    setOpened(undefined)
    await list.refresh()
    recoverFocus(index)
  }
  const open = (id: string): void => setOpened({ mode: 'edit', id })
  // A hidden view cannot open a form again.
  useEffect(() => withdrawUndo, [])

  const unused = rows.filter(isDeletable)
  const allPicked = unused.length > 0 && unused.every((row) => selected.has(row.mediaId))
  return (
    <div className={over ? 'list-screen media-screen stack over' : 'list-screen media-screen stack'} ref={box} {...drop}>
      <ListSearch
        list={list} fields={searchFields}
        extra={isProfile ? <UploadButton primary type="document" label="上传资料" add={add} /> : <UploadButton primary />}
      />
      {isProfile && <p className="muted small">{`PDF、Word、Excel或zip，单个文件小于5MB，一次最多${limits.materialsKept}个；更大的在“素材库”上传。`}</p>}
      <UploadList onOpen={open} />
      <div className="media-tools split wraps">
        <label className="tick row">
          <input
            type="checkbox" checked={allPicked} disabled={unused.length === 0}
            onChange={() => list.select(new Set(allPicked ? [] : unused.map(mediaId)))}
          />
          选择本页未使用的素材
        </label>
        <SortSelect columns={sorts} sort={list.sort} onSort={(to) => void list.setSort(to)} />
      </div>
      <MediaGrid
        list={list} empty={isProfile ? '还没有资料，把文件拖到这里即可上传' : '还没有素材，把图片或视频拖到这里即可上传'}
        onOpen={(row) => open(row.mediaId)} onSelect={list.select} onReset={() => void list.reset()}
        onRetry={list.refused ? undefined : () => void list.refresh()}
      />
      <ListFoot list={list}>
        <RemoveSelected count={selected.size} removing={removing} />
      </ListFoot>
      {opened && (
        <MediaDialog
          key={opened.id} screen={path} opened={opened} onClose={() => setOpened(undefined)} onChanged={() => void list.refresh()}
          onRemoved={() => void onRemoved(opened.id)} onOpen={open}
        />
      )}
    </div>
  )
}
