import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { inLevels } from '../../../contract/groups.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { messages } from '../../../contract/rules.ts'
import { type ProductGroup, siteFields, type SiteGroup } from '../../../contract/siteFields.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { FormFooter, FormNotes } from '../form/FormFooter.tsx'
import { HistoryList } from '../form/HistoryList.tsx'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { may } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { attempt, siteLink, toast, withdrawUndo } from '../ui/Toast.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { useStable } from '../ui/useStable.ts'
import { createGroupValues } from '../described/groupValues.ts'
import type { InputContext } from '../described/inputProps.ts'
import { useMenuPages } from '../described/choiceFields.tsx'
import { decode, encode, groupForm, historyOf, partsDisplayOf, problemsIn } from '../described/settingsForm.ts'
import { askAboutClosing } from './askAboutClosing.ts'
import { answersIn, asExample, type BeginStep, type Examples } from './beginStep.ts'
import { Inputs } from '../described/Inputs.tsx'
import { SiteFieldInput } from '../described/SiteFieldInput.tsx'
import { FieldSheet, hasSheet } from './FieldSheet.tsx'
import { openField } from './openField.ts'
import { usePreview } from './PreviewedForms.tsx'
import { useValid } from './useValid.ts'

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
          valueOf={(name) => valueIn(group, form, name)}
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

const valueIn = ({ fields }: SiteGroup, form: UsedForm, name: string): unknown => {
  const field = fields[name]
  return field && decode(field, form.values[name])
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
    const values = createGroupValues(group.fields, form, { decode, encode })
    return step ? answersIn(values, step.examples) : values
  })
  const display = useMemo(() => partsDisplayOf(group), [group])
  const [saves, setSaves] = useState(0)
  const [resets, setResets] = useState(0)
  const { phase, values, dirty, draft } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const menuPages = useMenuPages(group.id === 'menu' || group.id === 'about')

  useEffect(() => onDirty?.(dirty), [dirty])
  // What it would undo is not seen while another group is shown.
  useEffect(() => withdrawUndo, [])

  const undoSave = async (undo: () => Promise<void>): Promise<void> => {
    await undo()
    const typed = form.giveUp()
    await form.reload()
    if (typed) form.putBack(typed)
    setResets((count) => count + 1)
    onSaved()
  }
  const actions = useFormActions({
    form,
    element,
    display,
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
      const groups = 'groups' in values ? (decode(siteFields.groups, values['groups']) as ProductGroup[]) : []
      const isInOrder = inLevels(groups).every((each, index) => each === groups[index])
      if (!isInOrder && !form.view.peek().dirty) void form.reload()
      onSaved()
      const link = siteLink(group.page)
      const undo = options.undoSave()
      const failed = '没有撤销，请在这一组的历史版本里再试'
      return undo ? { undo: () => void attempt(() => undoSave(undo), failed), anywhere: true, link } : link
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
          {...asExample(examples, name, field, decode(field, form.values[name]))}
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
  const { retentionMonths: months } = decode(siteFields.inquiry, values['inquiry']) as {
    retentionMonths: number | null
  }
  if (!months) return true
  try {
    const { count } = await api('leadExpired', { months })
    const question = `保存后一小时内，会彻底删除${months}个月没有跟进的${count}条客户线索，包括“已删除”和“隔离”里的，不能恢复。确定保存吗？`
    return count === 0 || (await confirm(question, { ok: '保存并删除' }))
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
}
