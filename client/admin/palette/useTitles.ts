import { useEffect, useState } from 'react'
import type { TitleHit } from '../../../contract/entities.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'

interface Titles {
  /** Of the last search that was answered, which may be of an earlier word. */
  hits: readonly TitleHit[]
  state: 'ready' | 'loading' | 'failed'
  why: string
}

const debounceMs = 120

/** Records by title, searched on the server as somebody types; a late answer never covers a newer one. */
export function useTitles(word: string): Titles & { retry(): void } {
  const [titles, setTitles] = useState<Titles>({ hits: [], state: 'ready', why: '' })
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (word === '') return setTitles({ hits: [], state: 'ready', why: '' })
    const leaving = new AbortController()
    setTitles((before) => ({ ...before, state: 'loading' }))
    const timer = setTimeout(() => {
      api('titleSearch', { word }, leaving.signal).then(
        (hits) => {
          if (!leaving.signal.aborted) setTitles({ hits, state: 'ready', why: '' })
        },
        (cause: unknown) => {
          if (!leaving.signal.aborted) setTitles({ hits: [], state: 'failed', why: cause instanceof CallError ? cause.message : '搜索失败，请重试' })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [word, tries])

  return { ...titles, retry: () => setTries((count) => count + 1) }
}
