import { useEffect, useState } from 'react'
import type { MediaRow } from '../../../contract/media/media.ts'
import type { Opened } from '../form/record.ts'
import type { Words } from '../list/list.ts'
import type { UsedList } from '../list/useList.ts'
import { useRecordFromAddress } from '../list/useRecordFromAddress.ts'
import { withdrawUndo } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { MediaDialog } from './MediaDialog.tsx'

/** The file that is open, from the list of a screen or from the address. */
export function useMediaDialog(
  screen: string,
  list: Pick<UsedList<MediaRow, Words>, 'rows' | 'refresh'>,
  active: boolean,
  recoverFocus: (index: number) => void,
) {
  const [opened, setOpened] = useState<Opened>()
  useRecordFromAddress(active, opened, setOpened)
  const open = useStable((id: string): void => setOpened({ mode: 'edit', id }))
  const onRemoved = async (id: string): Promise<void> => {
    const index = list.rows.findIndex((row) => row.mediaId === id)
    setOpened(undefined)
    await list.refresh()
    recoverFocus(index)
  }
  // A hidden view cannot open a form again.
  useEffect(() => withdrawUndo, [])
  return {
    open,
    dialog: opened && (
      <MediaDialog
        key={opened.id}
        screen={screen}
        opened={opened}
        onClose={() => setOpened(undefined)}
        onChanged={() => void list.refresh()}
        onRemoved={() => void onRemoved(opened.id)}
        onOpen={open}
      />
    ),
  }
}
