import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { messages } from '../../../contract/rules.ts'
import { listen } from '../../lib/listen.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { ignoreComposingEnter } from '../ui/composing.ts'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast, type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftBar, toastDiscarded, toastGivenUp } from './DraftBar.tsx'
import type { Draft } from './drafts.ts'
import type { Merge } from './form.ts'
import { FormFailed } from './FormFailed.tsx'
import type { FieldValues } from './mergeFields.ts'
import { PagePreview } from './PagePreview.tsx'
import { draftsFor, type Opened, type RecordKind } from './record.ts'
import { useCatchDrops } from './useCatchDrops.ts'
import { type UsedForm, useForm } from './useForm.ts'
import { useFullDialog } from './useFullDialog.ts'

interface Props<V extends FieldValues> {
  kind: RecordKind<V>
  opened: Opened
  onClose(): void
  /** Opens the dialog again with a draft that was given up or discarded. */
  onReopen(resume: Draft): void
  /** After a save; the dialog closes by itself. What it returns is added to the toast. */
  onSaved(id: string, values: V): ToastAction | undefined
  /** The fields; `disabled` in view mode and while something else must be decided first. */
  children(form: UsedForm<V>, disabled: boolean, preview: (latest: Partial<V>) => void): ReactNode
}

/** Adds, edits or shows one record. It is mounted each time it is opened, so it starts empty. */
export function RecordDialog<V extends FieldValues>(props: Props<V>) {
  const { kind, opened, children } = props
  const { mode, id, resume } = opened
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<V>(kind.path, { ...kind, id, drafts: viewing ? undefined : draftsFor(kind.name, id), resume })
  const { phase, message, saving, waiting, draft, conflict } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const { locked, save, finish, close, discardDraft } = useRecordActions(props, form, element, blocked)
  const [full, toggleFull] = useFullDialog()
  const { preview, openPreview } = usePagePreview(form, blocked)

  useSaveKey(element, save)
  useCatchDrops()
  // The record arrives later than the dialog. Focus the first field then.
  useEffect(() => {
    if (blocked || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [blocked])

  const { page } = kind
  const hasPage = page !== undefined
  const tools = hasPage && <Tools blocked={blocked} full={full} onPreview={() => openPreview()} onFull={toggleFull} />
  const footer = viewing ? undefined : <Footer form={form} formId={formId} disabled={blocked || locked} onCancel={() => void close()} />
  return (
    <>
      <Modal open title={kind.titles[mode]} width={kind.width} tall={hasPage} full={hasPage && full} busy={saving} tools={tools} onClose={() => void close()} footer={footer}>
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={discardDraft} />}
        {phase === 'failed' && <FormFailed message={message} onRetry={() => void form.open()} />}
        <form
          id={formId} ref={element} className={viewing ? 'record-form viewing' : 'record-form'} noValidate aria-busy={phase === 'loading'} onKeyDown={ignoreComposingEnter}
          onSubmit={(event) => {
            event.preventDefault()
            // React also bubbles the events of forms in dialogs that were opened from here.
            if (event.target === event.currentTarget) save()
          }}
        >
          {children(form, viewing || blocked || saving || waiting, openPreview)}
        </form>
      </Modal>
      {preview && page && <PagePreview {...{ page, id }} values={preview.values} display={kind.display} onClose={preview.close} />}
      {conflict && (
        <ConflictDialog
          {...{ conflict, display: kind.display, mine: form.values }} onCancel={form.closeConflict} onResolve={(mine) => void finish(form.resolveConflict(mine))}
        />
      )}
    </>
  )
}

/** Saving and closing, with the questions and toasts that belong to them. */
function useRecordActions<V extends FieldValues>(
  { kind, opened: { mode }, onClose, onReopen, onSaved }: Props<V>, form: UsedForm<V>, element: RefObject<HTMLFormElement | null>, blocked: boolean,
) {
  const { saving, waiting, dirty, uploads, missing, deleted } = form
  const [locked, run] = useRepeatGuard()

  // What has been typed must not be replaced by an older draft.
  useEffect(withdrawUndo, [dirty])

  const finish = async (save: Promise<boolean>): Promise<void> => {
    const focused = document.activeElement
    // The fields were disabled and lost the focus: focus the first invalid one, or what had it.
    if (!(await save)) return void setTimeout(() => (firstInvalid(element.current) ?? ifUnfocused(focused))?.focus())
    toast(mode === 'add' || deleted ? messages.added : messages.modified, 'good', onSaved(form.id(), form.view.peek().values))
    for (const merge of form.merges()) toast(mergeMessage(merge, kind.display), 'info')
    onClose()
  }
  return {
    locked,
    finish,
    save(): void {
      if (mode !== 'view' && !blocked && !saving && !waiting) run(() => finish(form.save()))
    },
    async close(): Promise<void> {
      if (saving) return
      if (waiting) return form.cancelWaiting()
      const unsaved = dirty || uploads + missing > 0
      if (unsaved && !(await confirm('有未保存的修改，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
      const givenUp = unsaved && form.giveUp()
      onClose()
      if (givenUp) toastGivenUp(givenUp, () => onReopen(givenUp.draft))
    },
    discardDraft(): void {
      const discarded = form.discardDraft()
      if (!discarded) return
      const { draft } = discarded
      toastDiscarded(discarded, () => (element.current ? form.restore(draft) : onReopen(draft)))
    },
  }
}

/** Ctrl+S, unless another dialog is above this one. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's' || event.isComposing) return
    event.preventDefault()
    const target = event.target instanceof Element ? event.target.closest('dialog') : null
    if (target === null || target === form.current?.closest('dialog')) save()
  })
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), [])
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

function Tools({ blocked, full, onPreview, onFull }: { blocked: boolean; full: boolean; onPreview(): void; onFull(): void }) {
  return (
    <>
      <button type="button" className="link" aria-disabled={blocked} onClick={onPreview}>
        <AdminIcon name="eye" />
        预览页面
      </button>
      <button type="button" className="icon-button fill-window" aria-label={full ? '还原窗口' : '铺满窗口'} onClick={onFull}>
        <AdminIcon name={full ? 'fullscreen-exit' : 'fullscreen'} />
      </button>
    </>
  )
}

function Footer<V extends FieldValues>({ form, formId, disabled, onCancel }: { form: UsedForm<V>; formId: string; disabled: boolean; onCancel(): void }) {
  const { message, saving, waiting, deleted } = form
  const busy = saving || waiting
  return (
    <>
      <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
        {statusOf(form)}
      </p>
      <button type="button" className="button" disabled={saving} onClick={onCancel}>
        {waiting ? '取消等待' : '取消'}
      </button>
      <button type="submit" form={formId} className="button primary" aria-disabled={disabled || busy} aria-busy={busy}>
        {busy && <AdminIcon name="refresh" />}
        {waiting ? '等待图片上传…' : saving ? '保存中…' : deleted ? '另存为新的一条' : '确定'}
      </button>
    </>
  )
}

function statusOf<V extends FieldValues>({ phase, message, waiting, saving, draftTooLarge, dirty }: UsedForm<V>): string {
  // A failed load is reported above the fields.
  if (phase !== 'failed' && message !== '') return message
  if (waiting) return '图片上传完成后自动保存'
  if (saving) return '正在保存…'
  if (draftTooLarge) return '内容较大，无法自动保存草稿，请及时保存'
  return dirty ? '有未保存的修改' : ''
}

export function mergeMessage<V extends FieldValues>({ by, fields }: Merge<V>, display: RecordKind<V>['display']): string {
  return `已与${by || '其他人'}的修改合并：对方改了${fields.map((name) => display[name].label).join('、')}`
}

const control = ':is(input, select, textarea, button, [contenteditable]):not(:disabled):not([hidden])'
const firstInvalid = (form: HTMLElement | null): HTMLElement | null | undefined =>
  [...(form?.querySelectorAll('.field > .field-note.bad') ?? [])].find((note) => note.getClientRects().length > 0)?.parentElement?.querySelector<HTMLElement>(control)
/** Only when nothing in a dialog has the focus by now. */
const ifUnfocused = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && !document.activeElement?.closest('.modal :not(.modal)') ? element : undefined
