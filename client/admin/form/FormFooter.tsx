import { type ReactNode, useEffect, useRef } from 'react'
import { chinaTime } from '../../lib/relativeTime.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import type { Draft } from './drafts.ts'
import { shortTime } from './stateText.ts'
import type { UsedForm } from './useForm.ts'

interface Props {
  form: UsedForm
  formId: string
  /** It cannot be saved now. */
  disabled: boolean
  /** What the button says that saves. */
  label: string
  leaveLabel?: string
  leaveDisabled?: boolean
  onLeave(): void
  /** Says how the form is; for forms that do not say it elsewhere. */
  status?: boolean
  /** Keeps a draft; for records that have one. */
  onSaveDraft?(): void
  children?: ReactNode
}

/** How the form is, and the buttons that leave and save it. */
export function FormFooter({
  form,
  formId,
  disabled,
  label,
  leaveLabel,
  leaveDisabled = false,
  onLeave,
  status = false,
  onSaveDraft,
  children,
}: Props) {
  const { message, saving, waiting, deleted, goal } = form
  const busy = saving || waiting
  const savesDraft = onSaveDraft !== undefined && goal === 'save'
  const publishes = busy && !savesDraft
  const stays = saving || leaveDisabled
  let primaryLabel = deleted ? '另存为新的一条' : label
  if (publishes) primaryLabel = waiting ? '等待图片上传…' : '保存中…'
  return (
    <>
      {status && (
        <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
          {statusOf(form)}
        </p>
      )}
      {children}
      <Button aria-disabled={stays} onClick={() => stays || onLeave()}>
        {leaveLabel ?? (waiting ? '取消等待' : '取消')}
      </Button>
      {onSaveDraft && (
        <Button
          icon={busy && savesDraft && 'refresh'}
          busy={busy && savesDraft}
          aria-disabled={disabled || busy}
          onClick={onSaveDraft}
        >
          保存草稿
        </Button>
      )}
      <Button
        kind="primary"
        icon={publishes && 'refresh'}
        busy={publishes}
        type="submit"
        form={formId}
        aria-disabled={disabled || busy}
      >
        {primaryLabel}
      </Button>
    </>
  )
}

function statusOf({ phase, message, waiting, saving, draftAt, dirty, publication, values }: UsedForm): string {
  // A failed load is reported above the fields.
  if (phase !== 'failed' && message !== '') return message
  if (waiting) return '图片上传完成后自动保存'
  if (saving) return '正在保存…'
  if (draftAt === 'too large') return '内容较大，这台电脑存不下，请及时保存'
  const publishAt = values['publishAt'] ?? ''
  if (dirty && publishAt !== '') return `保存以后，${shortTime(publishAt).replace('T', ' ')} 自动发布`
  if (dirty)
    return `有未保存的修改${draftAt === undefined ? '' : `，已在这台电脑上保存 ${chinaTime(draftAt).slice(11, 16)}`}`
  return publication?.draft
    ? `草稿已保存（${publication.savedBy} ${shortTime(publication.draft).replace('T', ' ')}）`
    : ''
}

/** What stands above the fields: a draft that can be restored, or why the form was not loaded. */
export function FormNotes({ form, onDiscard }: { form: UsedForm; onDiscard(): void }) {
  const { draft, phase, message, refused } = form
  return (
    <>
      {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={onDiscard} />}
      {phase === 'failed' && <FormFailed message={message} onRetry={refused ? undefined : () => void form.open()} />}
    </>
  )
}

/** The form is disabled until this is answered: what is typed would replace the draft. */
function DraftBar({ draft, onRestore, onDiscard }: { draft: Draft; onRestore(): void; onDiscard(): void }) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="notice row wraps boxed" role="alert">
      <AdminIcon name="clock" />
      <p>发现没有保存的内容（{chinaTime(draft.at).slice(5, 16)}）</p>
      <div className="row loose push">
        <Button ref={first} kind="primary" data-autofocus onClick={onRestore}>
          恢复
        </Button>
        <Button kind="bad" onClick={onDiscard}>
          丢弃
        </Button>
      </div>
    </div>
  )
}

interface FormFailedProps {
  message: string
  /** It is missing if the form can be sent again instead. */
  onRetry?: (() => void) | undefined
  /** False beside fields that somebody may be typing into. */
  autoFocus?: boolean
}

export function FormFailed({ message, onRetry, autoFocus = true }: FormFailedProps) {
  return (
    <div className="form-failed notice row wraps boxed" role="alert">
      <AdminIcon name="warning" />
      <p>{message}</p>
      {onRetry && <RetryButton autoFocus={autoFocus} onRetry={onRetry} />}
    </div>
  )
}
