import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { messages } from '../../../contract/rules.ts'
import type { Words } from '../lists/list.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftBar } from './DraftBar.tsx'
import { keepComposing } from './composing.ts'
import { useCatchDrops } from './useCatchDrops.ts'
import { type Opened, type RecordKind, draftsFor } from './record.ts'
import { type UsedForm, useForm } from './useForm.ts'

interface Props<V extends Words> {
  kind: RecordKind<V>
  opened: Opened
  onClose(): void
  /** After a save; the dialog closes by itself. */
  onSaved(): void
  /** The fields; `disabled` in view mode and while something else must be decided first. */
  children(form: UsedForm<V>, disabled: boolean): ReactNode
}

/** Adding, editing and viewing one record. It is made anew for each opening, so closing it empties it. */
export function RecordDialog<V extends Words>({ kind, opened, onClose, onSaved, children }: Props<V>) {
  const { mode, id } = opened
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [resting, guarded] = useRepeatGuard()
  const form = useForm<V>(kind.path, {
    empty: kind.empty,
    rules: kind.rules,
    ...(mode !== 'add' && { load: (signal: AbortSignal) => kind.load(id, signal) }),
    send: (values, basedOn, requestId) => (mode === 'add' ? kind.add(values, requestId) : kind.update(id, values, basedOn)),
    ...(mode === 'edit' && { sendNew: kind.add }),
    ...(!viewing && { drafts: draftsFor(kind.name, id) }),
  })
  const { phase, said, saving, dirty, uploads, missing, draft, conflict, gone } = form
  const waits = phase !== 'ready' || draft !== undefined

  const finish = async (saving: Promise<boolean>): Promise<void> => {
    const hand = document.activeElement
    // The fields rest meanwhile and lose the focus; it goes to what is at fault, or back.
    if (!(await saving)) return void setTimeout(() => (firstFaulty(element.current) ?? orphan(hand))?.focus())
    toast(mode === 'add' || gone ? messages.added : messages.modified, 'good')
    onSaved()
    onClose()
  }
  const save = (): void => {
    if (!viewing && !waits && !saving) guarded(() => finish(gone ? form.saveAsNew() : form.save()))
  }
  const close = async (): Promise<void> => {
    if (saving) return
    if (dirty || uploads + missing > 0) {
      if (!(await confirm('有未保存的修改，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
      form.dropDraft()
    }
    onClose()
  }

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's' || event.isComposing) return
    event.preventDefault()
    const dialog = element.current?.closest('dialog')
    const where = event.target instanceof Element ? event.target.closest('dialog') : null
    if (where === null || where === dialog) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  useCatchDrops()

  // What was opened arrives later than the dialog; the hand wants the first field.
  useEffect(() => {
    if (waits || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [waits])
  const footer = (
    <>
      <p className={said === '' ? 'form-said' : 'form-said bad'} role="status">
        {(phase !== 'failed' && said) || (saving ? '正在保存…' : form.undrafted ? '内容较大，无法自动保存草稿，请及时保存' : dirty ? '有未保存的修改' : '')}
      </p>
      <button type="button" className="button" disabled={saving} onClick={() => void close()}>
        取消
      </button>
      <button type="submit" form={formId} className="button primary" aria-disabled={waits || saving || resting} aria-busy={saving}>
        {saving && <AdminIcon name="refresh" />}
        {saving ? '保存中…' : gone ? '另存为新的一条' : '确定'}
      </button>
    </>
  )
  return (
    <>
      <Modal open title={kind.titles[mode]} width={kind.width} busy={saving} onClose={() => void close()} footer={viewing ? undefined : footer}>
        {draft && <DraftBar draft={draft} onRestore={form.restoreDraft} onDrop={form.dropDraft} />}
        {phase === 'failed' && (
          <p className="form-failed" role="alert">
            <AdminIcon name="warning" />
            {said}
            <button type="button" className="button" onClick={() => void form.open()}>
              重试
            </button>
          </p>
        )}
        <form
          id={formId}
          ref={element}
          className={viewing ? 'record-form viewing' : 'record-form'}
          noValidate
          aria-busy={phase === 'loading'}
          onKeyDown={keepComposing}
          onSubmit={(event) => {
            event.preventDefault()
            // React hands on what bubbles out of other forms opened from in here.
            if (event.target === event.currentTarget) save()
          }}
        >
          {children(form, viewing || waits || saving)}
        </form>
      </Modal>
      {conflict && <ConflictDialog form={form} looks={kind.looks} conflict={conflict} onOverwrite={() => void finish(form.overwrite())} />}
    </>
  )
}

const control = ':is(input, select, textarea, button, [contenteditable]):not(:disabled):not([hidden])'
const firstFaulty = (form: HTMLElement | null): HTMLElement | null | undefined =>
  form?.querySelector('.field > .field-note.bad')?.parentElement?.querySelector<HTMLElement>(control)
const orphan = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && !document.activeElement?.closest('.modal :not(.modal)') ? element : undefined
