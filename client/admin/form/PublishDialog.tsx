import { type ReactNode, useRef, useState } from 'react'
import type { KindName } from '../../../contract/kinds/kinds.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Control, type FieldProps, Toggle } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { NextDays } from '../ui/NextDays.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { confirmLeaving, leadsNowhere, leavingPage, listOfRecord } from './leaving.tsx'
import { PlaceField } from './PlaceField.tsx'
import type { RecordCalls } from './recordCalls.ts'
import type { UsedForm } from './useForm.ts'

export const publishDisplay = {
  createDate: { label: '发布日期' },
  publishAt: { label: '定时发布' },
  unpublishAt: { label: '定时下线' },
  unpublishTo: { label: '下线后，打开旧地址的访客跳转到' },
  pinned: { kind: 'flag', label: '置顶' },
} as const

interface Props {
  form: Pick<UsedForm, 'id' | 'values' | 'errors' | 'dirty' | 'publication' | 'fields' | 'set' | 'save' | 'reload'>
  kind: KindName
  calls: RecordCalls
  /** Where it stands; '' for a new one. */
  state: string
  /** What the button of the form says. */
  next: string
  disabled: boolean
  onClose(): void
  /** It was begun here, and may be undone while the form is open. */
  onOperation(id: string): void
  /** The draft was discarded, and there is nothing else. */
  onGone(): void
}

/** When a record is shown and where, and what else can be done with it and its draft. */
export function PublishDialog(props: Props) {
  const { form, state, next, disabled, onClose } = props
  const { values, publication, set } = form
  const { act, busy } = usePublishActions(props)
  const element = useRef<HTMLDivElement>(null)
  const [isLater, setLater] = useState(values['publishAt'] !== '')
  const [isAsked, setAsked] = useState(false)
  const isTimed = values['publishAt'] !== ''
  const choose = (later: boolean): void => {
    setLater(later)
    setAsked(false)
    if (!later) set('publishAt', '')
  }
  /** A time that was wanted and not chosen is not now. */
  const close = (): void => {
    if (!isLater || isTimed) return onClose()
    setAsked(true)
    element.current?.querySelector<HTMLElement>('[name=publishAt]')?.focus()
  }
  const choice = (later: boolean, label: string) => (
    <button type="button" aria-pressed={later === isLater} disabled={disabled} onClick={() => choose(later)}>
      {label}
    </button>
  )
  const isPublished = publication?.published !== undefined
  const hasDraft = publication?.draft !== undefined
  const isDisabled = disabled || busy
  const after = `完成后接着点“${next}”，${isTimed ? '到时访客才看到' : '访客马上看到'}。`
  const momentField = form.fields(publishDisplay, disabled)('publishAt')
  return (
    <Modal
      open
      title="发布设置"
      width="30rem"
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          完成
        </Button>
      }
    >
      <div className="publish-settings stack" ref={element}>
        {state !== '' && <p className="muted small">{state}</p>}
        <div className="switch" role="group" aria-label="什么时候发布">
          {choice(false, '现在')}
          {choice(true, '定时')}
        </div>
        {isLater && (
          <MomentField
            {...momentField}
            error={momentField.error ?? (isAsked && !isTimed ? '请选择时间，或者选“现在”' : undefined)}
            hint="北京时间，到时自动发布"
            remedy={
              // When people read.
              <NextDays hour="9:00" disabled={disabled} onChoose={(day) => set('publishAt', `${day} 09:00:00`)} />
            }
          />
        )}
        {(!isLater || isTimed) && (
          <p className="muted small" role="status">
            {after}
          </p>
        )}
        <FoldedFields {...props}>
          {isPublished && (
            <Button kind="bad" disabled={isDisabled} onClick={act.unpublish}>
              下线
            </Button>
          )}
        </FoldedFields>
        {hasDraft && (
          <p>
            <Button kind="bad" disabled={isDisabled} onClick={act.discard}>
              放弃草稿
            </Button>
          </p>
        )}
      </div>
    </Modal>
  )
}

/** What is seldom needed; it is shown when something in it is invalid. */
function FoldedFields({
  form,
  kind,
  disabled,
  children,
}: Pick<Props, 'form' | 'kind' | 'disabled'> & { children: ReactNode }) {
  const { values, errors } = form
  const [opened, setOpened] = useState(false)
  const isInvalid = (['createDate', 'unpublishAt', 'unpublishTo'] as const).some((name) => errors[name] !== undefined)
  return (
    <details open={opened || isInvalid} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{`${'createDate' in values ? '发布日期、' : ''}${'pinned' in values ? '置顶、' : ''}下线`}</summary>
      <div className="stack">
        {'createDate' in values && (
          <MomentField
            {...form.fields(publishDisplay, disabled)('createDate')}
            hint="网站上显示的日期，也决定先后；留空就是发布的时间"
          />
        )}
        {'pinned' in values && (
          <Toggle
            label="置顶，排在列表最前面"
            name="pinned"
            on={values['pinned'] === true}
            disabled={disabled}
            onChange={(on) => form.set('pinned', on)}
          />
        )}
        <EndFields {...{ form, kind, disabled }} />
        {children}
      </div>
    </details>
  )
}

/** When it ends, and where the visitors of its page are led from then on. */
function EndFields({ form, kind, disabled }: Pick<Props, 'form' | 'kind' | 'disabled'>) {
  const { values, set } = form
  const field = form.fields(publishDisplay, disabled)
  const end = field('unpublishAt')
  const list = listOfRecord(kind, values)
  const id = form.id()
  const page = id === '' ? undefined : leavingPage(kind, id, values)
  const setEnd = (time: string): void => {
    if (time === '') set('unpublishTo', '')
    else if (end.value === '') set('unpublishTo', list?.address ?? '')
    end.onChange(time)
  }
  return (
    <>
      <MomentField {...end} hint="到时自动下线，留作草稿" clear="取消" onChange={setEnd} />
      {list && end.value !== '' && (
        <PlaceField
          {...field('unpublishTo')}
          hint="再发布以后，旧地址照常打开"
          none={leadsNowhere}
          list={list}
          without={page ? [page.address] : []}
        />
      )}
    </>
  )
}

/** What is done at once, without the form's own buttons. */
function usePublishActions({ form, kind, calls, onOperation, onGone }: Props) {
  const [locked, run] = useRepeatGuard()
  const isPublished = form.publication?.published !== undefined

  const guarded = (work: () => Promise<unknown>) => (): void => run(work, '操作失败，请稍后重试')
  const saved = async (): Promise<boolean> => !form.dirty || form.save('save')

  async function unpublish(): Promise<void> {
    const id = form.id()
    const page = leavingPage(kind, id, (await calls.publishing.loadPublished(id)).values)
    const question = '下线后访客就看不到了，内容留作草稿，随时可以再发布。'
    const redirectTo = await confirmLeaving(question, { ok: '下线', pages: page ? [page] : [] })
    if (redirectTo === undefined || !(await saved())) return
    await started(await startOperation('unpublish', rowsOf(kind, [id]), { redirectTo }))
  }
  async function started(operation: Operation | undefined): Promise<void> {
    if (!operation) return
    onOperation(operation.id)
    await form.reload()
  }
  async function discard(): Promise<void> {
    const question = isPublished ? '放弃草稿，回到已经发布的内容？' : '放弃这份草稿？它会移到回收站，30天内可以恢复。'
    if (!(await confirm(question, { ok: '放弃草稿' }))) return
    // What was typed comes back with it.
    await saved()
    const operation = await startOperation('discard', rowsOf(kind, [form.id()]))
    if (operation && operation.failedCount === 0 && !isPublished) onGone()
    else await started(operation)
  }
  return { busy: locked, act: { unpublish: guarded(unpublish), discard: guarded(discard) } }
}

/** A day and time in China. `clear` names the button that empties it. */
function MomentField({ clear, remedy, ...field }: FieldProps & { clear?: string; remedy?: ReactNode }) {
  const { value, error, disabled, onChange } = field
  return (
    <Control
      {...field}
      value={value.slice(0, 16).replace(' ', 'T')}
      remedy={
        remedy ??
        (clear !== undefined && value !== '' && (
          <LinkButton disabled={disabled} onClick={() => onChange('')}>
            {clear}
          </LinkButton>
        ))
      }
    >
      {(attributes) => (
        <input {...attributes} type="datetime-local" data-autofocus={error !== undefined || undefined} />
      )}
    </Control>
  )
}
