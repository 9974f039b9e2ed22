import {
  type FormEvent,
  type KeyboardEvent as FormKeyEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { MergeData } from '../../../contract/calls/replies.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { listen } from '../../lib/listen.ts'
import { isComposing } from '../../ui/composing.ts'
import { choose, confirm } from '../ui/confirm.tsx'
import { resultToast, toast, type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { openDialogs } from '../ui/topDialog.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { askAboutText } from './askAboutText.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Draft } from './drafts.ts'
import type { Goal } from './formState.ts'
import { type Display, labelsOf } from './record.ts'
import { shortTime } from './stateText.ts'
import type { UsedForm } from './useForm.ts'

interface Options {
  form: UsedForm
  element: RefObject<HTMLFormElement | null>
  display: Display
  /** It cannot be saved now. */
  disabled: boolean
  message?: string
  goal?: Goal
  /** Asks before anything goes to visitors. */
  question?(): Promise<boolean>
  /** Fields that may be left out, and are asked about all the same. */
  wanted?: Readonly<Record<string, string>>
  notify?: typeof toast
  /** After a save. What it returns is added to the message. */
  onSaved(goal: Goal): ToastAction | undefined
  /** What was typed is given up, and the form stays open. */
  onStartOver?(): void
  /** A form that stays open has none. `onReopen` opens it again with what was given up. */
  dialog?: { onClose(): void; onReopen?(given: Draft): void }
}

/** Saving, leaving and giving up a form, with the questions and messages that belong to them. */
export function useFormActions(options: Options) {
  const { form, element, display, goal: submits = 'save', dialog } = options
  const { conflict } = form
  const { locked, save, saveNow, saveDraft, finish } = useSaving(options)
  useEffect(() => {
    if (dialog) withdrawUndo()
  }, [])
  useSaveKey(element, () => save('save'))

  return {
    /** Its button was pressed a moment ago. */
    locked,
    save,
    /** Without leaving the form; resolves to whether it was saved. */
    saveDraft,
    /** The same as `save('save')`. */
    saveNow: () => saveNow('save'),
    handlers: {
      onKeyDown: enterGoesOn,
      onSubmit(event: FormEvent): void {
        event.preventDefault()
        // React also bubbles the events of forms in dialogs that were opened from here.
        if (event.target === event.currentTarget) save(submits)
      },
    },
    /** Asks if something is unsaved, and ends the form before `then`, which closes the dialog unless something else follows. */
    async leave(then = dialog?.onClose): Promise<void> {
      const { saving, waiting, dirty, deleted } = form.view.peek()
      if (saving) return
      if (waiting) return form.cancelWaiting()
      if (!dirty && !form.hasUploads()) {
        form.end()
        return then?.()
      }
      const answer = await choose('有未保存的修改，确定关闭吗？', {
        ok: '放弃修改',
        ...(form.publishing && { other: deleted ? '另存为新的草稿' : '保存草稿' }),
        cancel: '继续编辑',
      })
      if (answer === 'other' && !(await saveDraft())) return
      if (answer !== true && answer !== 'other') return
      const draft = answer === true ? form.giveUp() : undefined
      form.end()
      then?.()
      const reopen = dialog?.onReopen
      if (draft && reopen) toast('修改已放弃', 'info', { undo: () => reopen(draft), anywhere: true })
    },
    /** Gives up what was typed into a form that stays open. */
    async startOver(): Promise<void> {
      if (!(await confirm('放弃这一组还没有保存的修改吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
      // Items that were removed are back, and could be added twice.
      withdrawUndo()
      options.onStartOver?.()
      form.cancelWaiting()
      const given = form.giveUp()
      await form.reload()
      const undo = (draft: Draft): void => {
        form.putBack(draft)
        options.onStartOver?.()
      }
      if (given) toast('修改已放弃', 'info', { undo: () => undo(given) })
    },
    async discardDraft(): Promise<void> {
      const { draft } = form.view.peek()
      if (!draft || !(await confirm('丢弃上次没有保存的内容吗？', { ok: '丢弃', cancel: '取消' }))) return
      form.discardDraft()
      toast('没有保存的内容已丢弃', 'info', { undo: () => form.putBack(draft) })
    },
    /** It is shown while somebody else's changes must be decided on. */
    conflictDialog: conflict && (
      <ConflictDialog
        {...{ conflict, display, values: form.values }}
        onCancel={form.closeConflict}
        onResolve={(chosen) => void finish(form.resolveConflict(chosen), form.goal)}
      />
    ),
  }
}

/** Saves, and says what has come of it: in a message, by the focus, or by closing the dialog. */
function useSaving({
  form,
  element,
  display,
  disabled,
  message = messages.modified,
  question = async () => true,
  wanted = {},
  notify = toast,
  onSaved,
  dialog,
}: Options) {
  const [locked, run] = useRepeatGuard()
  const [draftToast] = useState(resultToast)

  const isDraft = (goal: Goal): boolean => form.publishing !== undefined && goal === 'save'
  const finish = async (saved: Promise<boolean>, goal: Goal): Promise<boolean> => {
    const focused = document.activeElement
    const draftSaved = form.view.peek().deleted ? '已另存为新的草稿' : messages.draftSaved
    const isSaved = await saved
    // A draft is kept without leaving the form. Why it was not stands in the foot, or above a text that fills the screen.
    const { message: failure, publication } = form.view.peek()
    const publishAt = shortTime(publication?.publishAt ?? '')
    const isCovered = element.current?.querySelector('.editor.full') != null
    if (isDraft(goal) && (isSaved || (failure !== '' && isCovered)))
      draftToast(isSaved ? draftSaved + (publishAt && `，${publishAt} 自动发布`) : failure, isSaved ? 'good' : 'bad')
    // The fields were disabled and lost the focus: focus the first invalid one, or what had it.
    if (!isSaved) {
      setTimeout(() => (firstInvalid(element.current) ?? ifUnfocused(focused))?.focus())
      return false
    }
    const action = onSaved(goal)
    const timed = publishAt === '' ? messages.draftSaved : `将于 ${publishAt} 发布`
    if (!isDraft(goal)) notify(goal === 'schedule' ? timed : message, 'good', action)
    for (const merge of form.merges()) toast(mergeMessage(merge, display), 'info')
    if (!dialog || isDraft(goal)) return true
    form.end()
    dialog.onClose()
    return true
  }
  const saveNow = async (goal: Goal): Promise<boolean> => {
    const { saving, waiting } = form.view.peek()
    if (disabled || saving || waiting) return false
    if (isDraft(goal)) return saveDraft()
    // What is wrong is shown first: a question would be answered for nothing.
    if (!form.validate()) return finish(Promise.resolve(false), goal)
    if (!(await question())) return false
    const ok = form.publishing ? '仍然发布' : '仍然保存'
    const prepare = await askAboutText({ form, element, wanted, ok })
    return prepare !== undefined && finish(form.save(goal, prepare), goal)
  }
  const save = (goal: Goal): void => {
    // A form that stays open may be saved again at once.
    if (dialog && !isDraft(goal)) run(() => saveNow(goal))
    else void saveNow(goal)
  }
  const saveDraft = (): Promise<boolean> => finish(form.save('save'), 'save')
  return { locked, save, saveNow, saveDraft, finish }
}

/** Ctrl+S, unless another dialog is above this form. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey ||
      event.key.toLowerCase() !== 's' ||
      event.isComposing
    )
      return
    event.preventDefault()
    const focused = event.target instanceof Element ? event.target.closest('dialog') : null
    if ((focused ?? lastOf(openDialogs.peek())) === (form.current?.closest('dialog') ?? undefined)) save()
  })
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), [])
}

function mergeMessage({ changedBy, fields }: MergeData, display: Options['display']): string {
  const labels = labelsOf(
    display,
    fields.map((name) => ({ name })),
  )
  return `已与${changedBy || '其他人'}的修改合并，对方改的是${labels}`
}

const control = ':is(input, select, textarea, button, [contenteditable]):not(:disabled):not([hidden])'
const firstInvalid = (form: HTMLElement | null): HTMLElement | null | undefined =>
  [...(form?.querySelectorAll('.field-note.bad') ?? [])]
    .find((note) => note.getClientRects().length > 0)
    ?.parentElement?.querySelector<HTMLElement>(control)
/** Only when nothing in a dialog has the focus by now. */
const ifUnfocused = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && !document.activeElement?.closest('.modal :not(.modal)')
    ? element
    : undefined

const focusable = ':is(input:not([type=hidden]), select, textarea, [contenteditable=true]):not(:disabled):not([hidden])'
/** Their Enter is a click. */
const clickedTypes = ['button', 'submit', 'reset', 'image', 'file', 'color']

/** In a form that publishes what it saves, Enter goes on to the next field. Saving is for Ctrl+S and the button. */
function enterGoesOn(event: FormKeyEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (
    event.key !== 'Enter' ||
    event.defaultPrevented ||
    !(target instanceof HTMLInputElement) ||
    clickedTypes.includes(target.type)
  )
    return
  // React also bubbles the events of forms in dialogs that were opened from here.
  if (target.closest('dialog') !== form.closest('dialog')) return
  event.preventDefault()
  if (isComposing(event)) return
  const all = [...form.querySelectorAll<HTMLElement>(focusable)]
  for (const next of all.slice(all.indexOf(target) + 1)) {
    next.focus()
    // One that is folded away takes no focus.
    if (document.activeElement === next) return
  }
}
