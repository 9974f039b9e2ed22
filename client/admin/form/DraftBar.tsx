import { useEffect, useRef } from 'react'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import type { Draft } from './drafts.ts'

interface Props {
  draft: Draft
  onRestore(): void
  onDiscard(): void
}

const time = new Intl.DateTimeFormat(
  'zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'Asia/Shanghai' },
)

/** The form is disabled until this is answered: what is typed would replace the draft. */
export function DraftBar({ draft, onRestore, onDiscard }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="notice row wraps boxed" role="alert">
      <AdminIcon name="clock" />
      <p>发现没有保存的内容（{time.format(draft.at)}）</p>
      <div className="row loose push">
        <Button ref={first} kind="primary" data-autofocus onClick={onRestore}>恢复</Button>
        <Button kind="bad" onClick={onDiscard}>丢弃</Button>
      </div>
    </div>
  )
}
