import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { limits } from '../../../contract/calls/rules.ts'
import type { MediaRow } from '../../../contract/media/media.ts'
import { ListSearch, type SearchField, SortSelect } from '../list/ListSearch.tsx'
import { ListFoot, RemoveSelected } from '../list/ListTable.tsx'
import { useList, useLostFocus } from '../list/useList.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { useFileDrops } from '../ui/useFileDrops.ts'
import type { ViewProps } from '../ui/later.tsx'
import { addFiles, noteOfDrop, useFinished } from './library.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { emptySearch, isDeletable, loadMedia, mediaId, removal, typeChoices } from './mediaRow.ts'
import { UploadButton, UploadList } from './UploadList.tsx'
import { useMediaDialog } from './useMediaDialog.tsx'

const sorts = [
  { key: 'createDate', title: '上传时间', sortable: true },
  { key: 'name', title: '名称', sortable: true },
  { key: 'bytes', title: '大小', sortable: true },
  { key: 'uses', title: '使用处数', sortable: true },
] as const

const searchFields: readonly SearchField[] = [
  { name: 'word', label: '关键词', placeholder: '名称或替代文字' },
  { name: 'type', label: '类型', options: typeChoices },
  {
    name: 'unused',
    label: '使用情况',
    options: [
      ['', '全部'],
      ['1', '未使用'],
    ],
  },
]

const path = adminScreens.media

/** 素材库: every picture, film and document that was uploaded. */
export function MediaScreen({ active }: ViewProps) {
  const { box, recoverFocus } = useLostFocus()
  const list = useList<MediaRow, typeof emptySearch>(
    { path, empty: emptySearch, limit: limits.pageSizes[1], rowId: mediaId, load: loadMedia },
    active,
  )
  const { rows, selected } = list
  const removing = useRemoving({ ...removal, list, onRemoved: recoverFocus })
  const { open, dialog } = useMediaDialog(path, list, active, recoverFocus)
  useFinished(() => void list.refresh())
  const drop = useFileDrops(addFiles, { note: noteOfDrop })

  const unused = rows.filter(isDeletable)
  const allPicked = unused.length > 0 && unused.every((row) => selected.has(row.mediaId))
  return (
    <div className="list-screen media-screen stack" ref={box} {...drop}>
      <ListSearch list={list} fields={searchFields} extra={<UploadButton primary />} />
      <UploadList onOpen={open} />
      <div className="media-tools split wraps">
        <label className="tick row">
          <input
            type="checkbox"
            checked={allPicked}
            disabled={unused.length === 0}
            onChange={() => list.select(new Set(allPicked ? [] : unused.map(mediaId)))}
          />
          选择本页未使用的素材
        </label>
        <SortSelect columns={sorts} sort={list.sort} onSort={(to) => void list.setSort(to)} />
      </div>
      <MediaGrid
        list={list}
        empty="还没有素材，把图片或视频拖到这里即可上传"
        onOpen={(row) => open(row.mediaId)}
        onSelect={list.select}
        onReset={() => void list.reset()}
        onRetry={list.refused ? undefined : () => void list.refresh()}
      />
      <ListFoot list={list}>
        <RemoveSelected count={selected.size} removing={removing} />
      </ListFoot>
      {dialog}
    </div>
  )
}
