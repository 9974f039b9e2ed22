import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { MediaRow } from '../../../contract/media/media.ts'
import { categoryNames, type MediaCategory } from '../../../contract/media/mediaTypes.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { createList } from '../list/list.ts'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListPager } from '../list/ListTable.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { askLibrary } from './askLibrary.ts'
import { addFiles, noteOfDrop, useFinished } from './library.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { emptySearch, loadMedia, mediaId } from './mediaRow.ts'
import { UploadButton, UploadList } from './UploadList.tsx'

interface Props {
  type: MediaCategory
  /** It gets undefined when nothing was chosen. */
  resolve(picked: MediaRow | undefined): void
}

export const openPicker = (type: Props['type']): Promise<MediaRow | undefined> =>
  askLibrary((resolve) => <MediaPicker type={type} resolve={resolve} />)

export const pickPicture = async (): Promise<string | undefined> => (await openPicker('picture'))?.address

/** 从素材库选择: pressing a card chooses it. */
function MediaPicker({ type, resolve }: Props) {
  useSignals()
  const [list] = useState(() =>
    createList<MediaRow, typeof emptySearch>({
      empty: { ...emptySearch, type },
      limit: limits.pageSizes[1],
      rowId: mediaId,
      load: loadMedia,
    }),
  )
  const used = { ...list, ...list.view.value }
  useEffect(() => void list.refresh(), [list])
  useFinished(() => void list.refresh())
  const drop = useFileDrops(addFiles, { note: noteOfDrop })
  const noun = categoryNames[type]
  return (
    <Modal title={`从素材库选择${noun}`} width="72%" tall open onClose={() => resolve(undefined)}>
      <div className="media-picker stack loose fill" {...drop}>
        <ListSearch
          list={used}
          extra={<UploadButton type={type} />}
          fields={[{ name: 'word', label: '关键词', placeholder: type === 'document' ? '名称' : '名称或替代文字' }]}
        />
        <UploadList />
        <div className="media-picker-list scroll">
          <MediaGrid
            list={used}
            empty={`素材库里还没有${noun}，可以在这里上传`}
            onOpen={resolve}
            onRetry={() => void list.refresh()}
            onReset={() => void list.reset()}
          />
        </div>
        <ListPager list={used} />
      </div>
    </Modal>
  )
}
