import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type KindName, kinds } from '../../../contract/kinds.ts'
import { messages } from '../../../contract/rules.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { ToastAction } from '../ui/Toast.tsx'
import { DraftBar } from './DraftBar.tsx'
import type { Draft } from './drafts.ts'
import { FormFailed } from './FormFailed.tsx'
import { FormFooter } from './FormFooter.tsx'
import type { Publication } from './formState.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { PagePreview } from './PagePreview.tsx'
import { PublishDialog, publishDisplay } from './PublishDialog.tsx'
import { draftsFor, formName, type Opened, type RecordKind, richIn } from './record.ts'
import { shortTime, stateText } from './stateText.ts'
import type { History } from './versions.ts'
import { type UsedForm, useForm } from './useForm.ts'
import { useFormActions } from './useFormActions.tsx'
import { useFullDialog } from './useFullDialog.ts'

interface Props<V extends FieldValues> {
  kind: RecordKind<V>
  opened: Opened
  onClose(): void
  /** Opens the dialog again with what was given up, of the record that was perhaps added meanwhile. */
  onReopen(resume: Draft, id: string): void
  /** After a save; the dialog closes by itself. What it returns is added to the toast. */
  onSaved(id: string, values: V): ToastAction | undefined
  /** The fields; `disabled` in view mode and while something else must be decided first. */
  children(form: UsedForm<V>, disabled: boolean, preview: (latest: Partial<V>) => void): ReactNode
}

/** Adds, edits or shows one record. It is mounted each time it is opened, so it starts empty. */
export function RecordDialog<V extends FieldValues>({ kind, opened, onClose, onReopen, onSaved, children }: Props<V>) {
  const { mode, id, resume } = opened
  const { page, display } = kind
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const drafts = viewing ? undefined : draftsFor(kind.name, id)
  const form = useForm<V>(kind.path, 'record', { ...kind, rich: richIn(display), name: formName(kind.name, id), id, drafts, resume })
  const { phase, message, draft, goal, publication } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const isUpdate = publication?.published !== undefined && !form.deleted
  const publishAt = form.values['publishAt'] ?? ''
  const onChanged = (): void => void onSaved(form.id(), form.view.peek().values)
  const actions = useFormActions({
    form, element, display: { ...display, ...publishDisplay }, disabled: viewing || blocked, dialog: { onClose, onReopen: (resume) => onReopen(resume, form.id()) },
    goal: publishAt === '' ? 'publish' : 'schedule',
    message: publishAt !== '' ? `将于 ${shortTime(publishAt).replace('T', ' ')} 发布` : isUpdate ? messages.modified : messages.published,
    question: () => askAboutTitle(kind, form.values, element),
    onSaved(goal) {
      const action = onSaved(form.id(), form.view.peek().values)
      return goal === 'publish' ? action : undefined
    },
  })
  const isBusy = (form.saving || form.waiting) && goal !== 'save'
  const [full, toggleFull] = useFullDialog()
  const [publishing, setPublishing] = useState(false)
  const { preview, openPreview } = usePagePreview(form, blocked)
  const leave = (): void => void actions.leave()

  const isRefused = !form.saving && Object.keys(form.errors).some((name) => name in publishDisplay)
  useEffect(() => {
    if (isRefused) setPublishing(true)
  }, [isRefused])

  // The record arrives later than the dialog. Focus the first field then.
  useEffect(() => {
    if (blocked || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [blocked])

  const hasPage = page !== undefined
  const history: History = {
    kind: kind.name, id: form.id(), display, load: (version) => kind.publishing.loadVersion(form.id(), version),
    latest: async () => (publication?.published === undefined ? form.values : (await kind.publishing.loadPublished(form.id())).values),
  }
  const state = publication && (publication.published ?? publication.draft) !== undefined ? stateOf(publication) : ''
  const tools = (
    <>
      {state !== '' && <span className="state-tag small clamped" title={state}>{state}</span>}
      {!viewing && <Tool icon="clock" label="发布设置" disabled={blocked} onClick={() => setPublishing(true)} />}
      {hasPage && <Tool icon="eye" label="预览页面" disabled={blocked} onClick={() => openPreview()} />}
      {hasPage && (
        <button type="button" className="icon-button fill-window" aria-label={full ? '还原窗口' : '铺满窗口'} onClick={toggleFull}>
          <AdminIcon name={full ? 'fullscreen-exit' : 'fullscreen'} />
        </button>
      )}
    </>
  )
  const footer = !viewing && (
    <FormFooter
      {...{ form, formId }} status label={publishAt !== '' ? '定时发布' : isUpdate ? '更新' : '发布'}
      disabled={blocked || actions.locked} onLeave={leave} onSaveDraft={() => actions.save('save')}
    />
  )
  return (
    <>
      <Modal
        open title={kind.titles[mode]} width={kind.width} tall={hasPage} full={hasPage && full} busy={form.saving && isBusy}
        tools={tools} onClose={leave} footer={footer}
      >
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={actions.discardDraft} />}
        {phase === 'failed' && <FormFailed message={message} onRetry={() => void form.open()} />}
        <form
          id={formId} ref={element} className={viewing ? 'record-form viewing' : 'record-form'} noValidate aria-busy={phase === 'loading'}
          {...actions.handlers}
        >
          {children(form, viewing || blocked || isBusy, (latest) => openPreview(latest))}
        </form>
      </Modal>
      {publishing && (
        <PublishDialog
          {...{ form, state, history, onChanged }} kind={kind.name} disabled={blocked || isBusy} onClose={() => setPublishing(false)}
          onGone={() => {
            form.drop()
            form.end()
            onClose()
          }}
        />
      )}
      {preview && page && <PagePreview {...{ page, id }} values={preview.values} display={display} onClose={preview.close} />}
      {actions.conflictDialog}
    </>
  )
}

const stateOf = ({ published, draft, ...times }: Publication): string =>
  stateText({
    ...times, state: published !== undefined ? 'published' : times.publishAt === '' ? 'draft' : 'scheduled',
    ...(published !== undefined && draft !== undefined && { hasDraft: true }),
  })

/** A page without a title is seldom meant. */
async function askAboutTitle(
  { name }: { name: KindName }, values: FieldValues, { current }: RefObject<HTMLFormElement | null>,
): Promise<boolean> {
  const { title } = kinds[name]
  if (values[title]?.trim() !== '' || (await confirm('没有标题，仍然发布？', { ok: '仍然发布', cancel: '填写标题' }))) return true
  setTimeout(() => current?.querySelector<HTMLElement>(`[name=${title}]`)?.focus())
  return false
}

function usePagePreview<V extends FieldValues>({ values }: UsedForm<V>, blocked: boolean) {
  const [shown, setShown] = useState<V>()
  return {
    preview: shown && { values: shown, close: () => setShown(undefined) },
    openPreview(latest: Partial<V> = {}): void {
      if (!blocked) setShown({ ...values, ...latest })
    },
  }
}

function Tool({ icon, label, disabled, onClick }: { icon: AdminIconName; label: string; disabled: boolean; onClick(): void }) {
  return (
    <button type="button" className="link row tight" aria-label={label} aria-disabled={disabled} onClick={() => disabled || onClick()}>
      <AdminIcon name={icon} />
      <span className="phone-hidden">{label}</span>
    </button>
  )
}
