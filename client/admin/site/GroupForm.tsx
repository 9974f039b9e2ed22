import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { inLevels } from '../../../contract/kinds/groups.ts'
import type { FieldValues } from '../../../contract/kinds/merge.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { messages } from '../../../contract/calls/rules.ts'
import type { ProductGroup, SiteGroup } from '../../../contract/site/siteFields.ts'
import { api } from '../session/api.ts'
import { FormFooter, FormNotes } from '../form/FormFooter.tsx'
import { HistoryList } from '../form/HistoryList.tsx'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { onOperationEnd, wayBack } from '../acts/operations.ts'
import { may } from '../session/session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { attempt, siteLink, withdrawUndo } from '../ui/Toast.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { useStable } from '../ui/useStable.ts'
import { createGroupValues } from '../fields/groupValues.ts'
import type { InputContext } from '../fields/inputProps.ts'
import { useMenuPages } from '../fields/choiceFields.tsx'
import { groupForm, historyOf, problemsIn } from '../fields/settingsForm.ts'
import { askAboutClosing } from './askAboutClosing.ts'
import { answersIn, asExample, type BeginStep, type Examples } from './beginStep.ts'
import { Inputs } from '../fields/Inputs.tsx'
import { SiteFieldInput } from '../fields/SiteFieldInput.tsx'
import { FieldSheet, hasSheet } from './FieldSheet.tsx'
import { usePreview } from './PreviewedForms.tsx'
import type { InputOf } from '../../../contract/calls/calls.ts'
import { mapFields, problemsOf, type SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { drawnPlace } from './places.ts'

interface Props {
  group: SiteGroup
  /** The screen that it is part of. */
  screen: string
  onSaved(): void
  onDirty?(dirty: boolean): void
  /** What stands below its fields. */
  children?: ReactNode
  /** What is saved by itself, below the form. */
  after?: ReactNode
  step?: BeginStep
}

function labelsOf(step: BeginStep | undefined) {
  if (!step) return { label: '保存', leaveLabel: '放弃修改' }
  return step.last ? { label: '完成', leaveLabel: '以后再填' } : { label: '下一步', leaveLabel: '跳过' }
}

/** The form of one group of the site record, beside the preview of the pages. */
export function GroupForm(props: Props) {
  const { group, children, after, step } = props
  const preview = usePreview()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [sheet, setSheet] = useState('')
  const { form, blocked, element, actions, saves, resets, context } = useGroupForm(props)
  const { phase, saving, dirty } = form
  const unchanged = !dirty && !form.uploading
  const shared = { ...context, preview: preview.show }
  useReported(group, form, actions.saveNow)
  useFromAddress(phase === 'ready', ['field'], ({ field = '' }) => {
    // A draft that is offered has to be answered first, in the form.
    if (preview.over && hasSheet(field) && !blocked && !step) return setSheet(field)
    preview.hide()
    if (box.current) void openField(box.current, field)
  })
  // What was saved is seen on the page.
  useEffect(() => setSheet(''), [saves])

  return (
    <div className="stack" ref={box}>
      <form
        id={id}
        ref={element}
        className="settings-form stack loose"
        tabIndex={-1}
        noValidate
        aria-busy={phase === 'loading'}
        aria-label={group.title}
        onFocus={preview.onFocus}
        {...actions.handlers}
      >
        {/* The menu beside a group shows where one is. */}
        <h2 className={step ? undefined : 'visually-hidden'}>{group.title}</h2>
        {(step || !preview.beside) && (
          <header className="row loose">
            {step && <p className="muted fill">{step.words}</p>}
            {!preview.beside && (
              <Button className="push" icon="eye" disabled={blocked} onClick={preview.show}>
                预览
              </Button>
            )}
          </header>
        )}
        <FormNotes form={form} onDiscard={actions.discardDraft} />
        {phase !== 'failed' && (
          <GroupFields key={resets} {...{ group, form }} context={shared} examples={step?.examples} />
        )}
        {phase === 'ready' && children}
        {phase === 'ready' && !step && <HistoryFold {...{ group, form, saves }} disabled={blocked} />}
        <footer className="row loose">
          <FormFooter
            {...{ form, formId: id }}
            status
            {...labelsOf(step)}
            disabled={blocked || (unchanged && !step)}
            leaveDisabled={saving || (step ? dirty && !step.last : unchanged)}
            onLeave={step?.onSkip ?? (() => void actions.startOver())}
          />
        </footer>
      </form>
      {phase === 'ready' && after}
      {sheet !== '' && phase === 'ready' && (
        <FieldSheet
          {...{ group }}
          path={sheet}
          context={shared}
          message={form.message}
          save={
            <Button kind="primary" type="submit" form={id} aria-disabled={blocked || unchanged || saving}>
              保存
            </Button>
          }
          onClose={() => setSheet('')}
        />
      )}
      {actions.conflictDialog}
    </div>
  )
}

/** The preview shows what is unsaved in it. */
function useReported(group: SiteGroup, { values, dirty }: UsedForm, saveNow: () => Promise<boolean>): void {
  const { report } = usePreview()
  const previewed = useValid(group, values)
  const save = useStable(saveNow)
  useEffect(() => report(group, dirty ? { ...previewed, save } : undefined), [previewed, dirty])
}

/** The form of a group, how it is saved and given up, and what its inputs share. */
function useGroupForm({ group, screen, onSaved, onDirty, step }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const [options] = useState(() => groupForm(group))
  const form = useForm(screen, group.id, options)
  const [groupValues] = useState(() => {
    const values = createGroupValues(group.fields, form)
    return step ? answersIn(values, step.examples) : values
  })
  const [saves, setSaves] = useState(0)
  const [resets, setResets] = useState(0)
  const { phase, values, dirty, draft } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const menuPages = useMenuPages(group.id === 'menu' || group.id === 'about')

  useEffect(() => onDirty?.(dirty), [dirty])
  // What it would undo is not seen while another group is shown.
  useEffect(() => withdrawUndo, [])

  const onUndone = useStable(async ({ id, state }: Operation): Promise<void> => {
    if (id !== options.saved() || state !== 'undone') return
    const typed = form.giveUp()
    await form.reload()
    if (typed) form.putBack(typed)
    setResets((count) => count + 1)
    onSaved()
  })
  useEffect(() => onOperationEnd(onUndone), [])
  const actions = useFormActions({
    form,
    element,
    display: group.fields,
    disabled: blocked,
    // Several may be saved at once, each with an undo of its own.
    message: `“${group.title}”${messages.modified}`,
    question: async () => {
      const { values: typed } = form.view.peek()
      if (step) return step.question(typed)
      return (await askAboutErasing(group, typed)) && (await askAboutClosing(typed))
    },
    ...(step && { notify: () => () => {} }),
    onSaved() {
      step?.onDone()
      setSaves(saves + 1)
      // The server has put them in order.
      const groups = (values['groups'] ?? []) as ProductGroup[]
      const isInOrder = inLevels(groups).every((level, index) => level === groups[index])
      if (!isInOrder && !form.view.peek().dirty) void form.reload()
      onSaved()
      return wayBack(options.saved(), siteLink(group.page))
    },
    // Rich texts are loaded again.
    onStartOver: () => setResets(resets + 1),
  })
  // Fields stay enabled while the form is saved: a disabled field would lose the focus and what is typed meanwhile.
  const context: Omit<InputContext, 'preview'> = {
    form: form.name,
    values: groupValues,
    disabled: blocked,
    problems: problemsIn(group.fields, form),
    menuPages,
    pictureType: 'quill',
  }
  return { form, blocked, element, actions, saves, resets, context }
}

interface GroupFieldsProps {
  group: SiteGroup
  form: UsedForm
  context: InputContext
  examples: Examples | undefined
}

const GroupFields = ({ group, form, context, examples }: GroupFieldsProps) => (
  <Inputs fields={group.fields} path="" keyPath={[]} context={context}>
    {(name, field) => (
      <div key={name} className="setting">
        <SiteFieldInput
          {...asExample(examples, name, field, form.values[name])}
          path={name}
          keyPath={[name]}
          context={context}
        />
      </div>
    )}
  </Inputs>
)

function HistoryFold({
  group,
  form,
  saves,
  disabled,
}: {
  group: SiteGroup
  form: UsedForm
  saves: number
  disabled: boolean
}) {
  const [history] = useState(() => historyOf(group))
  const [open, setOpen] = useState(false)
  return (
    <details
      className="history-fold"
      tabIndex={-1}
      aria-label="历史版本"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>历史版本</summary>
      {open && <HistoryList {...{ history, form, disabled }} stored={saves} />}
    </details>
  )
}

/** Asks before a shorter retention erases what customers have sent. */
async function askAboutErasing({ id }: SiteGroup, values: FieldValues): Promise<boolean> {
  if (id !== 'inquiry' || !may('agent:delete')) return true
  const { retentionMonths: months } = values['inquiry'] as {
    retentionMonths: number | null
  }
  if (!months) return true
  const answer = attempt(async () => {
    const { count } = await api('leadExpired', { months })
    const question = `保存后一小时内，会彻底删除${months}个月没有跟进的${count}条客户线索，包括“已删除”和“隔离”里的，不能恢复。确定保存吗？`
    return count === 0 || (await confirm(question, { ok: '保存并删除' }))
  }, '没有保存，请稍后重试')
  return (await answer) ?? false
}

/** The values that a preview can show: in place of what is invalid, what was valid before. */
function useValid(group: SiteGroup, typed: FieldValues) {
  const last = useRef<Partial<Record<string, unknown>>>({})
  return useMemo(() => {
    const invalid: string[] = []
    const values = mapFields(group.fields, (name, field) => {
      const value = typed[name]
      const valid = validPart(field, value, last.current[name])
      if (valid !== value) invalid.push(field.label)
      return valid
    })
    last.current = values
    return { values: values as Partial<InputOf<'siteUpdate'>>, invalid }
  }, [typed])
}

/**
 * The value with what was valid before in place of what is invalid; undefined where nothing was. Items that have just been added are left
 * out.
 */
function validPart(field: SiteField, value: unknown, last: unknown): unknown {
  const isValid = (candidate: unknown): boolean => problemsOf(field, candidate, '').length === 0
  if (isValid(value)) return value
  const mended = mendedPart(field, value, last)
  return isValid(mended) ? mended : last
}

function mendedPart(field: SiteField, value: unknown, last: unknown): unknown {
  if (field.kind === 'object') {
    const parts = value as FieldValues | undefined
    const lastParts = last as FieldValues | undefined
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, part]) => [name, validPart(part, parts?.[name], lastParts?.[name])]),
    )
  }
  if (field.kind !== 'list') return last
  const items = value as readonly unknown[] | undefined
  const lastItems = (last ?? []) as readonly unknown[]
  if (items?.length === lastItems.length) return items.map((item, index) => validPart(field.of, item, lastItems[index]))
  return items?.filter((item) => problemsOf(field.of, item, '').length === 0)
}

/** Not the handle that moves an item. */
const controls =
  ':is(input:not([type=hidden]), textarea, select, button, [contenteditable=true]):not([hidden], .move-handle)'

/** An editor is loaded when it is first seen. */
const maxFrames = 120

/** Shows the field at a path, or an item of a list, in the form: what folds it is opened, it comes into sight and gets the focus. */
async function openField(form: HTMLElement, path: string): Promise<void> {
  // A group that is shown again is loaded again; until then its fields take no focus.
  do await nextFrame()
  while (form.isConnected && form.querySelector('form[aria-busy=true]'))
  const steps = drawnPlace(form, path).split('.')
  let setting: HTMLElement | undefined
  for (const [index] of steps.entries()) {
    const place = steps.slice(0, index + 1).join('.')
    const control = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(place)}"]`)
    if (!control) continue
    setting = control
    for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      if (form.contains(fold)) fold.open = true
    const folded = control.querySelector<HTMLElement>(':scope > .setting-item > [aria-expanded=false]')
    folded?.click()
    if (folded) await nextFrame()
  }
  if (!setting) return
  for (let frame = 0; frame < maxFrames && !controlIn(setting); frame += 1) await nextFrame()
  const view = setting.closest('.view')
  const fits = setting.offsetHeight < (view?.clientHeight ?? 0) / 2
  setting.scrollIntoView({ block: fits ? 'center' : 'start' })
  controlIn(setting)?.focus({ preventScroll: true })
}

/** In an item that is folded out, its first field. */
const controlIn = (setting: HTMLElement): HTMLElement | null =>
  (setting.querySelector(':scope > .setting-inner') ?? setting).querySelector<HTMLElement>(controls)

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
