import type { TitleHit } from '../../../contract/kinds/entities.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

interface Titles {
  /** Of the last reply, which may be for an earlier word. */
  hits: readonly TitleHit[]
  searched: string
}

const nothing: Titles = { hits: [], searched: '' }

/** Searches records by title on the server while somebody types. */
export function useTitles(word: string) {
  const search = async (signal: AbortSignal): Promise<Titles> => ({
    hits: await api('titleSearch', { word }, signal),
    searched: word,
  })
  const { data = nothing, ...loaded } = useLoaded(word === '' ? undefined : search, [word], {
    debounceMs: 120,
    messageFor: (cause) => messageOf(cause, '搜索失败，请重试'),
  })
  return { ...(word === '' || loaded.state === 'failed' ? nothing : data), ...loaded }
}
