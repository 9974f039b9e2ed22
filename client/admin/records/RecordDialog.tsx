import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { kinds, pagedKinds, type RecordKind } from '../../../contract/kinds.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { Modal, ModalTool } from '../ui/Modal.tsx'
import type { ToastAction } from '../ui/Toast.tsx'
import { DraftBar } from '../form/DraftBar.tsx'
import { FormFailed } from '../form/FormFailed.tsx'
import { FormFooter } from '../form/FormFooter.tsx'
import { PagePreview } from './PagePreview.tsx'
import { PreviewLink } from '../form/PreviewLink.tsx'
import { publishDisplay } from '../form/PublishDialog.tsx'
import { type DialogKind, draftsFor, formName, type Opened, richIn } from '../form/record.ts'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { publishedText } from '../form/stateText.ts'
import { usePublication } from '../form/usePublication.tsx'

interface Props {
  kind: DialogKind
  opened: Opened
  onClose(): void
  /** Opens the dialog again with what was given up, of the record that was perhaps added meanwhile. */
  /** After a save; the dialog closes by itself. What it returns is added to the toast. */
  onSaved(id: string, values: FieldValues): ToastAction | undefined
  children(props: FieldsProps): ReactNode
}

/** What the fields of a record are given. */
export interface FieldsProps {
  form: UsedForm
  /** In view mode, and while something else must be decided first. */
  disabled: boolean
  preview(latest: FieldValues): void
}

/** Adds, edits or shows one record. It is mounted each time it is opened, so it starts empty. */
export function RecordDialog({ kind, opened, onClose, onSaved, children }: Props) {
  const { mode, id } = opened
  const { name, display } = kind
  const { screen, body }: RecordKind = kinds[name]
  const page = pagedKinds.find((each) => each === name)
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const drafts = viewing ? undefined : draftsFor(name, id)
  const form = useForm(screen, 'record', { ...kind, rich: richIn(display), name: formName(name, id), id, drafts })
  const { phase, message, draft, goal } = form
  const blocked = phase !== 'ready' || draft !== undefined
  // While a draft is saved, writing goes on.
  const isBusy = (form.saving || form.waiting) && goal !== 'save'
  const saved = (): ToastAction | undefined => onSaved(form.id(), form.view.peek().values)
  const publication = usePublication({ form, kind, element, disabled: blocked || isBusy, onChanged: () => void saved(), onClose })
  const actions = useFormActions({
    form, element, display: { ...display, ...publishDisplay }, disabled: viewing || blocked,
    dialog: { onClose },
    goal: publication.goal, message: publication.message, question: publication.question,
    onSaved(done) {
      const action = saved()
      return done === 'publish' ? action : undefined
    },
  })
  const { preview, openPreview } = usePagePreview(form, blocked)
  const hasDraft = form.dirty || form.publication?.draft !== undefined
  const link = hasDraft && <PreviewLink form={form} kind={name} disabled={blocked} onChanged={saved} />
  const leave = (): void => void actions.leave()

  // The record arrives later than the dialog. Focus the first field then.
  useEffect(() => {
    if (blocked || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [blocked])

  const tools = (
    <>
      {publication.state !== '' && (
        <span className={`state-tag small clamped${publication.state === publishedText ? ' muted' : ''}`} title={publication.state}>
          {publication.state}
        </span>
      )}
      {!viewing && publication.openHistory && (
        <ModalTool icon="refresh" label="历史版本" disabled={blocked} onClick={publication.openHistory} />
      )}
      {!viewing && <ModalTool icon="clock" label="发布设置" disabled={blocked} onClick={publication.openSettings} />}
      {page ? <ModalTool icon="eye" label="预览页面" disabled={blocked} onClick={() => openPreview()} /> : link}
    </>
  )
  const footer = !viewing && (
    <FormFooter
      {...{ form, formId }} status label={publication.label} disabled={blocked || actions.locked} onLeave={leave}
      onSaveDraft={() => actions.save('save')}
    />
  )
  return (
    <>
      <Modal
        open title={kind.titles[mode === 'add' && form.id() !== '' ? 'edit' : mode]} width={body === undefined ? '50%' : '72%'}
        tall={body !== undefined} busy={form.saving && isBusy} tools={tools} onClose={leave} footer={footer}
      >
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={actions.discardDraft} />}
        {phase === 'failed' && <FormFailed message={message} onRetry={form.refused ? undefined : () => void form.open()} />}
        <form
          id={formId} ref={element} className={viewing ? 'record-form viewing' : 'record-form'} noValidate aria-busy={phase === 'loading'}
          {...actions.handlers}
        >
          {children({ form, disabled: viewing || blocked || isBusy, preview: openPreview })}
        </form>
      </Modal>
      {publication.dialog}
      {preview && page && <PagePreview {...{ page, id, display }} values={preview.values} tools={link} onClose={preview.close} />}
      {actions.conflictDialog}
    </>
  )
}

function usePagePreview({ values }: UsedForm, blocked: boolean) {
  const [shown, setShown] = useState<FieldValues>()
  return {
    preview: shown && { values: shown, close: () => setShown(undefined) },
    openPreview(latest: FieldValues = {}): void {
      if (!blocked) setShown({ ...values, ...latest })
    },
  }
}
