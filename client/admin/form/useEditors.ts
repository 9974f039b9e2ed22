import { useCallback, useEffect, useRef, useState } from 'react'
import type { KindName } from '../../../contract/kinds.ts'
import { call } from '../../lib/call.ts'
import { noticeEnd, useSessionCheck } from '../sessionCheck.ts'
import { newRequestId } from './saving.ts'

/** Who else has the record of a form open now, as a sentence; '' for nobody, and for a record that is new or only viewed. */
export function useEditors(kind: KindName, id: string, viewing: boolean): string {
  const [others, setOthers] = useState<readonly string[]>([])
  const tab = useRef('')
  tab.current ||= newRequestId()
  const isAsked = id !== '' && !viewing

  const ask = useCallback(async (): Promise<void> => {
    if (!isAsked) return
    await noticeEnd(async () => setOthers((await call('draftEditors', { kind, id, tab: tab.current })).others))
  }, [kind, id, isAsked])
  useSessionCheck(ask)

  useEffect(() => {
    if (!isAsked) return
    const leave = (): void => void call('draftEditors', { kind, id, tab: tab.current, closed: true }).catch(() => {})
    return leave
  }, [kind, id, isAsked])
  return sentenceOf(others)
}

function sentenceOf(others: readonly string[]): string {
  const names = others.filter((name) => name !== '')
  const parts = names.length > 0 ? [`${names.join('、')}也开着这份表单，改了同一处时会请后保存的人选`] : []
  if (others.includes('')) parts.push('您在另一个标签页里也开着这份表单')
  return parts.join('；')
}
