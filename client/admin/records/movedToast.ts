import { readableAddress } from '../../../contract/redirects.ts'
import { api } from '../api.ts'
import { attempt, toast } from '../ui/Toast.tsx'

/** Says that the address which a record has left leads to its next one, and takes that back. */
export async function movedToast(left: string, next: string): Promise<void> {
  const found = await api('redirectList', { page: 1, limit: 10, word: left }).catch(() => undefined)
  // A draft that was only saved has left nothing.
  if (!found?.data.some(({ from, to }) => from === left && to === next)) return
  const takeBack = async (): Promise<void> => {
    await api('redirectDelete', { froms: [left] })
    toast('旧地址不再跳转')
  }
  toast(`旧地址${readableAddress(left)}会跳到新的地址`, 'info', { undo: () => void attempt(takeBack), anywhere: true })
}
