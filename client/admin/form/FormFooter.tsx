import { type ReactNode, useEffect, useRef } from 'react'
import { textIn } from '../../../contract/kinds/merge.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { AdminIcon, type AdminIconName, Button, RetryButton } from '../ui/buttons.tsx'
import type { Draft } from './drafts.ts'
import type { Goal } from './formState.ts'
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
  const { message, saving, waiting, goal } = form
  const busy = saving || waiting
  const savesDraft = onSaveDraft !== undefined && goal === 'save'
  const publishes = busy && !savesDraft
  const stays = saving || leaveDisabled
  const busyLabel = waiting ? '等待图片上传…' : '保存中…'
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
        {publishes ? busyLabel : label}
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
  const publishAt = textIn(values, 'publishAt')
  if (dirty && publishAt !== '') return `保存以后，${shortTime(publishAt)} 自动发布`
  if (dirty)
    return `有未保存的修改${draftAt === undefined ? '' : `，已在这台设备上保存 ${chinaTime(draftAt).slice(11, 16)}`}`
  return publication?.draft ? `草稿已保存（${publication.savedBy} ${shortTime(publication.draft)}）` : ''
}

interface NotesProps {
  form: UsedForm
  onDiscard(): void
  /** Of records that have a draft. */
  publishing?: Publishing
}
interface Publishing {
  /** What the button of the form says and does. */
  label: string
  goal: Goal
  save(goal: Goal): void
  saveDraft(): void
  restore(): void
}

/** What stands above the fields: what others have decided, a draft that can be restored, or why the form was not loaded. */
export function FormNotes({ form, onDiscard, publishing }: NotesProps) {
  const { draft, phase, message, refused, notice, deleted, saving } = form
  return (
    <>
      {publishing && deleted && (
        <NoticeBar words={deleted.words}>
          {deleted.isInTrash && (
            <Button aria-disabled={saving} onClick={publishing.restore}>
              恢复原来的
            </Button>
          )}
          <Button aria-disabled={saving} onClick={publishing.saveDraft}>
            另存为新的草稿
          </Button>
        </NoticeBar>
      )}
      {publishing && notice !== '' && (
        <NoticeBar words={notice}>
          <Button onClick={() => publishing.save('save')}>存成草稿</Button>
          <Button onClick={() => publishing.save(publishing.goal)}>
            {publishing.goal === 'publish' ? '再发布' : publishing.label}
          </Button>
        </NoticeBar>
      )}
      {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={onDiscard} />}
      {phase === 'failed' && (
        <FormFailed autoFocus message={message} onRetry={refused ? undefined : () => void form.open()} />
      )}
    </>
  )
}

interface NoticeBarProps {
  icon?: AdminIconName
  words: string
  children: ReactNode
}

const NoticeBar = ({ icon = 'warning', words, children }: NoticeBarProps) => (
  <div className="notice row wraps boxed" role="alert">
    <AdminIcon name={icon} />
    <p>{words}</p>
    <div className="row loose push">{children}</div>
  </div>
)

/** The form is disabled until this is answered: what is typed would replace the draft. */
function DraftBar({ draft, onRestore, onDiscard }: { draft: Draft; onRestore(): void; onDiscard(): void }) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <NoticeBar icon="clock" words={`发现没有保存的内容（${chinaTime(draft.at).slice(5, 16)}）`}>
      <Button ref={first} kind="primary" data-autofocus onClick={onRestore}>
        恢复
      </Button>
      <Button kind="bad" onClick={onDiscard}>
        丢弃
      </Button>
    </NoticeBar>
  )
}

interface FormFailedProps {
  /** '' shows nothing. */
  message: string
  /** It is missing if the form can be sent again instead. */
  onRetry?: (() => void) | undefined
  /** Not beside fields that somebody may be typing into. */
  autoFocus?: boolean
}

export function FormFailed({ message, onRetry, autoFocus = false }: FormFailedProps) {
  if (message === '') return null
  return (
    <div className="form-failed notice row wraps boxed" role="alert">
      <AdminIcon name="warning" />
      <p>{message}</p>
      {onRetry && <RetryButton autoFocus={autoFocus} onRetry={onRetry} />}
    </div>
  )
}
