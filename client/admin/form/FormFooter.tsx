import type { ReactNode } from 'react'
import { Button } from '../ui/buttons.tsx'
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
  form, formId, disabled, label, leaveLabel, leaveDisabled = false, onLeave, status = false, onSaveDraft, children,
}: Props) {
  const { message, saving, waiting, deleted, goal } = form
  const busy = saving || waiting
  const savesDraft = onSaveDraft !== undefined && goal === 'save'
  const publishes = busy && !savesDraft
  const stays = saving || leaveDisabled
  return (
    <>
      {status && (
        <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
          {statusOf(form)}
        </p>
      )}
      {children}
      <Button aria-disabled={stays} onClick={() => stays || onLeave()}>{leaveLabel ?? (waiting ? '取消等待' : '取消')}</Button>
      {onSaveDraft && (
        <Button icon={busy && savesDraft && 'refresh'} busy={busy && savesDraft} aria-disabled={disabled || busy} onClick={onSaveDraft}>
          保存草稿
        </Button>
      )}
      <Button kind="primary" icon={publishes && 'refresh'} busy={publishes} type="submit" form={formId} aria-disabled={disabled || busy}>
        {publishes && waiting ? '等待图片上传…' : publishes && saving ? '保存中…' : deleted ? '另存为新的一条' : label}
      </Button>
    </>
  )
}

function statusOf({ phase, message, waiting, saving, draftTooLarge, dirty, publication }: UsedForm): string {
  // A failed load is reported above the fields.
  if (phase !== 'failed' && message !== '') return message
  if (waiting) return '图片上传完成后自动保存'
  if (saving) return '正在保存…'
  if (draftTooLarge) return '内容较大，这台电脑存不下，请及时保存'
  if (dirty) return '有未保存的修改'
  return publication?.draft ? `草稿已保存（${publication.savedBy} ${shortTime(publication.draft).replace('T', ' ')}）` : ''
}
