import { useState } from 'react'
import type { LeadRow } from '../../../contract/kinds/entities.ts'
import { rowWordsOf } from '../../../contract/leads/quoteList.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { Button } from '../ui/buttons.tsx'
import { TextArea } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { keepMail, keptMail } from './FollowUpForm.tsx'
import { mailWords } from './leadWords.ts'

/** A mail to the customer, which begins with what was asked. */
export function MailForm({ row, onSent }: { row: LeadRow; onSent(): Promise<unknown> }) {
  const [text, setText] = useState(() => keptMail(row) ?? letterTo(row))
  const [, run, busy] = useRepeatGuard()
  const [failure, setFailure] = useState('')

  const change = (next: string): void => {
    setText(next)
    keepMail(row, next === letterTo(row) ? undefined : next)
  }
  const send = async (): Promise<void> => {
    setFailure('')
    try {
      const mail = await api('leadMail', { agentId: row.agentId, text })
      await onSent()
      if (mail.state !== 'sent') return setFailure(mailWords(mail))
      // Writing may have gone on meanwhile.
      if ((keptMail(row) ?? text) === text) change(letterTo(row))
      toast('邮件已发送')
    } catch (cause) {
      setFailure(`未能发送：${messageOf(cause, '请稍后重试')}`)
    }
  }
  return (
    <details open={keptMail(row) !== undefined || undefined}>
      <summary>写邮件回复</summary>
      <form
        className="stack"
        aria-label="写邮件回复"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          run(send)
        }}
      >
        <TextArea label={`发给 ${row.phone}`} rows={10} name="mail" value={text} onChange={change} />
        <p className="form-message bad" role="alert">
          {failure}
        </p>
        <Button busy={busy} type="submit">
          {busy ? '发送中…' : '发送邮件'}
        </Button>
      </form>
    </details>
  )
}

function letterTo({ agentName, productName, items }: LeadRow): string {
  const rows = items?.map((item, index) => `${index + 1}. ${rowWordsOf(item)}`) ?? (productName ? [productName] : [])
  return [`${agentName}，您好！`, '', '', ...(rows.length > 0 ? ['', '您询问的产品：', ...rows] : [])].join('\n')
}
