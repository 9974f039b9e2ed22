import { useEffect, useState } from 'react'
import type { TitleHit } from '../../../contract/entities.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'

interface Titles {
  /** Of the last reply, which may be for an earlier word. */
  hits: readonly TitleHit[]
  searched: string
  state: 'ready' | 'loading' | 'failed'
  error: string
}

const debounceMs = 120

/** Searches records by title on the server while somebody types; a late reply never replaces a newer one. */
export function useTitles(word: string): Titles & { retry(): void } {
  const [titles, setTitles] = useState<Titles>({ hits: [], searched: '', state: 'ready', error: '' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (word === '') return setTitles({ hits: [], searched: '', state: 'ready', error: '' })
    const request = new AbortController()
    setTitles((before) => ({ ...before, state: 'loading' }))
    const timer = setTimeout(() => {
      api('titleSearch', { word }, request.signal).then(
        (hits) => {
          if (!request.signal.aborted) setTitles({ hits, searched: word, state: 'ready', error: '' })
        },
        (cause: unknown) => {
          if (!request.signal.aborted) setTitles({ hits: [], searched: '', state: 'failed', error: messageOf(cause, '搜索失败，请重试') })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [word, attempt])

  return { ...titles, retry: () => setAttempt((count) => count + 1) }
}
