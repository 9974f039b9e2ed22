import { useCallback, useEffect, useState } from 'react'
import { calls, type InputOf } from '../../../contract/calls/calls.ts'
import type { KindName } from '../../../contract/kinds/kinds.ts'
import { call } from '../../lib/call.ts'
import { listen, together } from '../../lib/listen.ts'
import { noticeEnd, useSessionCheck } from '../session/sessionCheck.ts'
import { newRequestId } from './saving.ts'
import type { UsedForm } from './useForm.ts'

/**
 * Who else has the record of a form open now, and that its draft has been published meanwhile, as a sentence; '' for neither, and for a
 * record that is new or only viewed.
 */
export function useEditors(kind: KindName, form: UsedForm, viewing: boolean): string {
  const [others, setOthers] = useState<readonly string[]>([])
  const [publisher, setPublisher] = useState('')
  const [tab] = useState(newRequestId)
  const id = form.id()
  const isAsked = id !== '' && !viewing

  const ask = useCallback(async (): Promise<void> => {
    if (!isAsked) return
    await noticeEnd(async () => {
      const { publication } = form.view.peek()
      const { others, published, by } = await call('draftEditors', { kind, id, tab })
      setOthers(others)
      // Its own save may have been under way.
      if (publication !== form.view.peek().publication || !publication?.draft) return
      if (!published || published === publication.published) return
      setPublisher(by || '其他人')
      await form.catchUp()
    })
  }, [kind, id, isAsked])
  useSessionCheck(ask)

  useEffect(() => {
    if (!isAsked) return
    // A tab that is closed ends what it sends by other means.
    const leave = (): void => {
      const closing = { kind, id, tab, closed: true } satisfies InputOf<'draftEditors'>
      navigator.sendBeacon(calls.draftEditors.path, new Blob([JSON.stringify(closing)], { type: 'application/json' }))
    }
    return together(leave, listen(window, { pagehide: leave }))
  }, [kind, id, isAsked])
  const isNews = publisher !== '' && !form.publication?.draft
  return [...(isNews ? [`${publisher}已发布这份草稿，访客看得到了`] : []), ...partsOf(others)].join('；')
}

function partsOf(others: readonly string[]): string[] {
  const names = others.filter((name) => name !== '')
  const parts = names.length > 0 ? [`${names.join('、')}也开着这份表单，改了同一处时会请后保存的人选`] : []
  if (others.includes('')) parts.push('您在另一个标签页里也开着这份表单')
  return parts
}
