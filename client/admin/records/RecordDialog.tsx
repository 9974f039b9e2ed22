import { type ReactNode, type RefObject, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { InputOf, ParsedOf } from '../../../contract/calls/calls.ts'
import { type KindName, kinds, pagedKinds, recordKind } from '../../../contract/kinds/kinds.ts'
import type { FieldValues } from '../../../contract/kinds/merge.ts'
import type { PreviewDevice } from '../../../contract/calls/rules.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { navigate } from '../ui/navigation.ts'
import { api } from '../session/api.ts'
import { wantedOf } from '../form/askAboutText.ts'
import type { Draft } from '../form/drafts.ts'
import { FormFailed, FormFooter, FormNotes } from '../form/FormFooter.tsx'
import { DeviceSwitch, ownDevice, PreviewFrame } from '../preview/PreviewFrame.tsx'
import { publishDisplay } from '../form/PublishDialog.tsx'
import { type DialogKind, draftsFor, formName, type Opened } from '../form/record.ts'
import { publishedText } from '../form/stateText.ts'
import { returnDraft } from '../form/unfinished.ts'
import { useEditors } from '../form/useEditors.ts'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { usePublication } from '../form/usePublication.tsx'
import { AdminIcon } from '../ui/buttons.tsx'
import { copyText } from '../../ui/copyText.ts'
import { DeviceCode, forDevices } from '../site/DeviceCode.tsx'
import { TextField } from '../ui/fields.tsx'
import { confirmAlongside } from '../list/loadPublication.ts'
import { Modal, ModalTool } from '../ui/Modal.tsx'
import { toast, type ToastAction } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

interface Props {
  kind: DialogKind
  opened: Opened
  onClose(): void
  /** After a save; the dialog closes by itself. What it returns is added to the toast. */
  onSaved(id: string, values: FieldValues): ToastAction | undefined
  /** Opens a copy of the record, in place of it. */
  onCopy(id: string): Promise<void>
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
export function RecordDialog({ kind, opened, onClose, onSaved, onCopy, children }: Props) {
  const { mode, id } = opened
  const { name, display } = kind
  const { screen, body } = recordKind(name)
  const page = pagedKinds.find((kind) => kind === name)
  const viewing = mode === 'view'
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const drafts = viewing ? undefined : draftsFor(name, id)
  const form = useForm(screen, 'record', { ...kind, rich: [body ?? ''], name: formName(name, id), id, drafts })
  const { phase, draft, goal, deleted } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const isUndecided = blocked || deleted !== undefined
  // While a draft is saved, writing goes on.
  const isBusy = (form.saving || form.waiting) && goal !== 'save'
  const saved = (): ToastAction | undefined => onSaved(form.id(), form.view.peek().values)
  const publication = usePublication({
    form,
    kind,
    disabled: isUndecided || isBusy,
    onClose,
  })
  const { state, openHistory, openSettings } = publication
  const actions = useFormActions({
    form,
    element,
    display: { ...display, ...publishDisplay },
    disabled: viewing || isUndecided,
    dialog: { onClose, onReopen: (given) => reopen(name, form.id(), given) },
    goal: publication.goal,
    message: publication.message,
    question: async () => form.id() === '' || confirmAlongside(name, form.id()),
    wanted: wantedOf(name, form.publication?.published !== undefined),
    onSaved: (done) => (done === 'publish' ? saved() : void saved()),
  })
  const editors = useEditors(name, form, viewing)
  const { preview, openPreview } = usePagePreview(form, isUndecided)
  const hasDraft = form.dirty || form.publication?.draft !== undefined
  const link = hasDraft && <PreviewLink form={form} kind={name} disabled={isUndecided} onChanged={saved} />
  const leave = (): void => void actions.leave()
  const [copyLocked, runCopy] = useRepeatGuard()
  const isEmpty = form.id() === '' && !form.dirty && !form.uploading
  const copy = async (): Promise<void> => {
    const isUnsaved = form.dirty || form.uploading
    if (!isUnsaved || (await actions.saveDraft())) await onCopy(form.id())
  }

  // The frame of the dialog answers the click; its fields, which take longer, follow.
  const isShown = useDeferredValue(true, false)
  useFirstField(element, blocked || !isShown, viewing)
  const tools = (
    <>
      {state !== '' && (
        <span className={`state-tag small clamped${state === publishedText ? ' muted' : ''}`} title={state}>
          {state}
        </span>
      )}
      {!viewing && openHistory && (
        <ModalTool icon="refresh" label="历史版本" disabled={isUndecided} onClick={openHistory} />
      )}
      {!viewing && <ModalTool icon="clock" label="发布设置" disabled={isUndecided} onClick={openSettings} />}
      {page && !viewing && (
        // On a phone, where there is no room, the menu of its row has it.
        <span className="phone-hidden">
          <ModalTool
            icon="copy"
            label="复制"
            disabled={isUndecided || isBusy || isEmpty || copyLocked}
            onClick={() => runCopy(copy)}
          />
        </span>
      )}
      {page ? <ModalTool icon="eye" label="预览页面" disabled={isUndecided} onClick={() => openPreview()} /> : link}
    </>
  )
  const footer = !viewing && (
    <FormFooter
      {...{ form, formId }}
      status
      label={publication.label}
      disabled={isUndecided || actions.locked}
      onLeave={leave}
      onSaveDraft={() => actions.save('save')}
    />
  )
  return (
    <>
      <Modal
        open
        title={kind.titles[mode === 'add' && form.id() !== '' ? 'edit' : mode]}
        width={body === undefined ? '50%' : '72%'}
        tall={body !== undefined}
        busy={form.saving && isBusy}
        tools={tools}
        onClose={leave}
        footer={footer}
      >
        <FormNotes form={form} onDiscard={actions.discardDraft} publishing={{ ...publication, ...actions }} />
        {editors !== '' && (
          <p className="notice row boxed" role="status">
            <AdminIcon name="users" />
            {editors}
          </p>
        )}
        <form
          id={formId}
          ref={element}
          className={viewing ? 'record-form viewing' : 'record-form'}
          noValidate
          aria-busy={phase === 'loading'}
          {...actions.handlers}
        >
          {isShown && children({ form, disabled: viewing || blocked || isBusy, preview: openPreview })}
        </form>
      </Modal>
      {publication.dialog}
      {preview && page && (
        <PagePreview {...{ page, id, display }} values={preview.values} tools={link} onClose={preview.close} />
      )}
      {actions.conflictDialog}
    </>
  )
}

/** Opens the form again, wherever one is now, with what was given up. */
function reopen(kind: KindName, id: string, given: Draft): void {
  returnDraft(formName(kind, id), given)
  navigate(`${kinds[kind].screen}?${id === '' ? 'add=1' : `edit=${encodeURIComponent(id)}`}`)
}

/** The record arrives later than the dialog. Focus the first field then. */
function useFirstField(element: RefObject<HTMLFormElement | null>, blocked: boolean, viewing: boolean): void {
  useEffect(() => {
    if (blocked || viewing || element.current?.contains(document.activeElement)) return
    element.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [blocked])
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

interface PagePreviewProps {
  page: ParsedOf<'pagePreview'>['kind']
  /** A new record has ''. */
  id: string
  values: FieldValues
  /** The labels of the fields, for error messages. */
  display: Readonly<Record<string, { label: string }>>
  /** They stand beside the choice of the device. */
  tools: ReactNode
  onClose(): void
}

type Pages = Readonly<Partial<Record<PreviewDevice, string>>>

/** The page of a record as visitors would see it, at the width of either device. */
function PagePreview({ page, id, values, display, tools, onClose }: PagePreviewProps) {
  const [device, setDevice] = useState(ownDevice)
  const load = async (signal: AbortSignal, pages: Pages = {}): Promise<Pages> => {
    if (pages[device] !== undefined) return pages
    // The server validates it, such as the location.
    const input = {
      ...values,
      kind: page,
      device,
      recordId: id || null,
    } as InputOf<'pagePreview'>
    return { ...pages, [device]: (await api('pagePreview', input, signal)).html }
  }
  const {
    data: pages,
    state,
    why,
    refused,
    refresh,
  } = useLoaded(load, [device], {
    messageFor(cause) {
      const label = cause instanceof CallError && cause.field !== undefined ? display[cause.field]?.label : undefined
      return (label ? `${label}：` : '') + messageOf(cause, '预览没有打开，请重试')
    },
  })
  const html = pages?.[device]
  const failed = state === 'failed'

  return (
    <Modal
      open
      tall
      title="预览"
      width="92%"
      tools={
        <>
          {tools}
          <DeviceSwitch device={device} onChange={setDevice} />
        </>
      }
      onClose={onClose}
    >
      <div className="page-preview fill center muted" tabIndex={-1} aria-busy={html === undefined && !failed}>
        <PreviewFrame device={device} html={html} onEscape={onClose} />
        {html === undefined && !failed && <p role="status">正在生成预览…</p>}
        {failed && <FormFailed autoFocus message={why} onRetry={refused ? undefined : refresh} />}
      </div>
    </Modal>
  )
}

interface PreviewLinkProps {
  kind: KindName
  form: Pick<UsedForm, 'id' | 'dirty' | 'save' | 'view'>
  disabled: boolean
  /** The list must be loaded again. */
  onChanged(): unknown
}

/** Copies an address by which anybody can read the draft, and shows it for a phone. */
function PreviewLink({ kind, form, disabled, onChanged }: PreviewLinkProps) {
  const [locked, run] = useRepeatGuard()
  const [link, setLink] = useState('')
  const copy = async (): Promise<void> => {
    if (form.dirty && !(await form.save('save')))
      return void toast(form.view.peek().message || '草稿没有保存，请重试', 'bad')
    onChanged()
    const { url: own } = await api('draftLink', { kind, id: form.id() })
    const shared = forDevices(own)
    // Without SITE_URL the server knows no name of its own but localhost; this tab has one.
    const { pathname, search } = new URL(own)
    const url = shared ?? location.origin + pathname + search
    const words = shared === undefined ? '预览链接已复制，只有这台电脑打得开' : '预览链接已复制，7天内有效'
    if (await copyText(url)) toast(form.dirty ? `草稿已保存，${words}` : words)
    setLink(url)
  }
  return (
    <>
      <ModalTool icon="copy" label="复制预览链接" disabled={disabled || locked} onClick={() => run(copy)} />
      <Modal open={link !== ''} title="预览链接" width="24rem" onClose={() => setLink('')}>
        <div className="stack loose">
          <DeviceCode
            address={link === '' ? undefined : forDevices(link)}
            label="预览链接的二维码"
            words="用微信扫一扫，在手机上看；也可以把链接发给同事"
          />
          <TextField
            label="链接"
            name="link"
            value={link}
            readOnly
            onChange={() => {}}
            hint="7天内有效，发布或放弃草稿后失效"
          />
        </div>
      </Modal>
    </>
  )
}
