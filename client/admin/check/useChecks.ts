import { useEffect, useState } from 'react'
import type { Check } from '../../../contract/checks.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'

interface UsedChecks {
  /** The last ones there were, also while they are looked at again. */
  checks: readonly Check[] | undefined
  failure: string
  busy: boolean
  load(): Promise<void>
}

/** Loaded each time that what shows it is shown. */
export function useChecks(): UsedChecks {
  const [checks, setChecks] = useState<readonly Check[]>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  const load = async (signal?: AbortSignal): Promise<void> => {
    setBusy(true)
    try {
      setChecks(await api('checkList', {}, signal))
      setFailure('')
    } catch (cause) {
      if (!signal?.aborted) setFailure(messageOf(cause, '检查没有完成，请稍后重试'))
    } finally {
      if (!signal?.aborted) setBusy(false)
    }
  }
  // Inside an Activity this runs each time that the view is shown.
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [])
  return { checks, failure, busy, load: () => load() }
}
