import { type ReactNode, useRef, useState } from 'react'
import { type Claim, evidenceForm, evidenceNeeded } from '../../../contract/checks.ts'
import { api } from '../api.ts'
import { useSmallForm } from '../form/smallForm.tsx'
import { may } from '../session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { TextArea } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'

interface Props {
  claim: Claim
  place: ReactNode
  onChange(): Promise<void>
}

const levels = { A: '广告里几乎不能用', B: '要有依据' } as const

/** A sentence with its superlatives marked, and who proves it. */
export function ClaimItem({ claim, place, onChange }: Props) {
  const { sentence, words, level, evidence } = claim
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayRecord = may('site:update')
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <li className="claim stack tight">
      <p><Marked sentence={sentence} words={words} /></p>
      {evidence && <p className="small">{`依据：${evidence.note}（${evidence.by}，${evidence.at.slice(0, 10)}）`}</p>}
      <div className="muted small row wraps">
        {place}
        <span className={level === 'A' ? 'bad' : undefined}>{levels[level]}</span>
        {mayRecord && (
          <LinkButton ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>{evidence ? '修改依据' : '记录依据'}</LinkButton>
        )}
      </div>
      {/* Hidden, it keeps what was typed. */}
      {mayRecord && <div hidden={!open}><EvidenceForm claim={claim} onChange={onChange} onCancel={close} /></div>}
    </li>
  )
}

function Marked({ sentence, words }: Pick<Claim, 'sentence' | 'words'>) {
  const pattern = new RegExp(`(${words.map((word) => word.replaceAll('.', '\\.')).join('|')})`, 'gi')
  return sentence.split(pattern).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
}

function EvidenceForm({ claim: { key, evidence }, onChange, onCancel }: Pick<Props, 'claim' | 'onChange'> & { onCancel(): void }) {
  const form = useSmallForm({
    rules: { note: evidenceForm.note }, initial: { note: evidence?.note ?? '' }, send, failure: '没有保存，请重试', onRefused,
    check: ({ note }): { note?: string } => (note.trim() === '' && !evidence ? { note: evidenceNeeded } : {}),
  })
  async function send({ note }: { note: string }): Promise<void> {
    await api('checkEvidence', { key, note })
    toast(note.trim() === '' ? '依据已撤销' : '依据已记录')
    onCancel()
    await onChange()
  }
  function onRefused(message: string): void {
    form.setError('note', message)
  }
  const hint = evidence ? '清空后保存，就是撤销。' : '谁认定的、什么文件、哪一年，原件在哪里。'
  return (
    <form className="stack tight" {...form.attributes}>
      <TextArea label="依据" rows={2} hint={hint} {...form.field('note')} />
      <div className="row">
        <Button kind="primary" type="submit" busy={form.sending} disabled={form.locked}>保存</Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  )
}
