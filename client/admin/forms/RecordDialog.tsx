import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { messages } from '../../../contract/rules.ts'
import type { Words } from '../lists/list.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast, type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { LazyConflictDialog } from './LazyConflictDialog.tsx'
import { DraftBar } from './DraftBar.tsx'
import type { Draft } from './drafts.ts'
import type { Merge } from './form.ts'
import { keepComposing } from './composing.ts'
import { useCatchDrops } from './useCatchDrops.ts'
import type { PagePreview } from './PagePreview.tsx'
import { type Opened, type RecordKind, draftsFor } from './record.ts'
import { type UsedForm, useForm } from './useForm.ts'
import { useFullDialog } from './useFullDialog.ts'

interface Props<V extends Words> {
  kind: RecordKind<V>
  opened: Opened
  onClose(): void
  /** The form was given up by mistake: opens it again with what was typed. */
  onReopen(resume: Draft): void
  /** After a save; the dialog closes by itself. What it returns stands in the toast. */
  onSaved(id: string, values: V): ToastAction | undefined
  /** The fields; `disabled` in view mode and while something else must be decided first. */
  children(form: UsedForm<V>, disabled: boolean, preview: (latest: Partial<V>) => void): ReactNode
}

/** Adding, editing and viewing one record. It is made anew for each opening, so closing it empties it. */
export function RecordDialog<V extends Words>({ kind, opened, onClose, onReopen, onSaved, children }: Props<V>) {
  const { mode, id, resume } = opened
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [resting, guarded] = useRepeatGuard()
  const form = useForm<V>(kind.path, { ...kind, id, drafts: viewing ? undefined : draftsFor(kind.name, id), resume })
  const { phase, message, saving, waiting, dirty, uploads, missing, draft, conflict, gone } = form
  const waits = phase !== 'ready' || draft !== undefined

  const finish = async (saving: Promise<boolean>): Promise<void> => {
    const focused = document.activeElement
    // The fields are disabled meanwhile and lose the focus: focus the first invalid one, or what had it.
    if (!(await saving)) return void setTimeout(() => (firstFaulty(element.current) ?? orphan(focused))?.focus())
    toast(mode === 'add' || gone ? messages.added : messages.modified, 'good', onSaved(form.id(), form.view().values))
    for (const merge of form.merges()) toast(mergeWords(merge, kind.looks), 'info')
    onClose()
  }
  const save = (): void => {
    if (!viewing && !waits && !saving && !waiting) guarded(() => finish(form.save()))
  }
  const close = async (): Promise<void> => {
    if (saving) return
    if (waiting) return form.cancelWait()
    const asks = dirty || uploads + missing > 0
    if (asks && !(await confirm('有未保存的修改，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
    const left = asks && form.giveUp()
    onClose()
    if (left) toast(left.kept ? '已放弃修改，草稿保留24小时' : '已放弃修改', 'info', { undo: () => onReopen(left.draft) })
  }
  useEffect(withdrawUndo, [])

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

  // The record arrives later than the dialog. Focus the first field then.
  useEffect(() => {
    if (waits || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [waits])
  const [full, toggleFull] = useFullDialog()
  const [preview, setPreview] = useState<{ Dialog: typeof PagePreview; values: V }>()
  const openPreview = async (latest: Partial<V> = {}): Promise<void> => {
    if (waits) return
    const values = { ...form.values, ...latest }
    try {
      const { PagePreview: Dialog } = await import('./PagePreview.tsx')
      setPreview({ Dialog, values })
    } catch {
      toast('预览没有打开，请检查网络后重试', 'bad')
    }
  }
  const { page } = kind
  const paged = page !== undefined
  const tools = paged && (
    <>
      <button type="button" className="link" aria-disabled={waits} onClick={() => void openPreview()}>
        <AdminIcon name="eye" />
        预览页面
      </button>
      <button type="button" className="icon-button fill-window" aria-label={full ? '还原窗口' : '铺满窗口'} onClick={toggleFull}>
        <AdminIcon name={full ? 'fullscreen-exit' : 'fullscreen'} />
      </button>
    </>
  )
  const footer = (
    <>
      <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
        {(phase !== 'failed' && message) || (waiting ? '图片上传完成后自动保存' : saving ? '正在保存…' : form.undrafted ? '内容较大，无法自动保存草稿，请及时保存' : dirty ? '有未保存的修改' : '')}
      </p>
      <button type="button" className="button" disabled={saving} onClick={() => void close()}>
        {waiting ? '取消等待' : '取消'}
      </button>
      <button type="submit" form={formId} className="button primary" aria-disabled={waits || saving || waiting || resting} aria-busy={saving || waiting}>
        {(saving || waiting) && <AdminIcon name="refresh" />}
        {waiting ? '等待图片上传…' : saving ? '保存中…' : gone ? '另存为新的一条' : '确定'}
      </button>
    </>
  )
  return (
    <>
      <Modal open title={kind.titles[mode]} width={kind.width} tall={paged} full={paged && full} busy={saving} tools={tools} onClose={() => void close()} footer={viewing ? undefined : footer}>
        {draft && <DraftBar draft={draft} onRestore={form.restoreDraft} onDrop={form.dropDraft} />}
        {phase === 'failed' && (
          <p className="form-failed" role="alert">
            <AdminIcon name="warning" />
            {message}
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
          {children(form, viewing || waits || saving || waiting, (latest) => void openPreview(latest))}
        </form>
      </Modal>
      {preview && page && <preview.Dialog {...{ page, id }} values={preview.values} looks={kind.looks} onClose={() => setPreview(undefined)} />}
      {conflict && (
        <LazyConflictDialog
          {...{ conflict, looks: kind.looks, mine: form.values }} onLeave={form.leaveConflict} onSettle={(mine) => void finish(form.settleConflict(mine))}
        />
      )}
    </>
  )
}

function mergeWords<V extends Words>({ by, fields }: Merge<V>, looks: RecordKind<V>['looks']): string {
  return `已与${by || '其他人'}的修改合并：对方改了${fields.map((name) => looks[name].label).join('、')}`
}

const control = ':is(input, select, textarea, button, [contenteditable]):not(:disabled):not([hidden])'
const firstFaulty = (form: HTMLElement | null): HTMLElement | null | undefined =>
  [...(form?.querySelectorAll('.field > .field-note.bad') ?? [])].find((note) => note.getClientRects().length > 0)?.parentElement?.querySelector<HTMLElement>(control)
const orphan = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && !document.activeElement?.closest('.modal :not(.modal)') ? element : undefined
