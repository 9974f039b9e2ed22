import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { InputOf } from '../../../contract/calls.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { problemsOf, type SiteField } from '../../../contract/siteFieldKinds.ts'
import { pageOfField, siteFields, type SiteGroup } from '../../../contract/siteFields.ts'
import type { SwitchablePage } from '../../../contract/sitePages.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { FormFooter, FormNotes } from '../form/FormFooter.tsx'
import { HistoryList } from '../form/HistoryList.tsx'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { may } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast, withdrawUndo } from '../ui/Toast.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { createGroupValues } from '../described/groupValues.ts'
import type { InputContext } from '../described/inputProps.ts'
import { useMenuPages } from '../described/choiceFields.tsx'
import { decode, displayOf, encode, groupForm, historyOf, mapFields, problemsIn } from '../described/settingsForm.ts'
import { SettingsPreview } from './SettingsPreview.tsx'
import { Inputs } from '../described/Inputs.tsx'
import { SiteFieldInput } from '../described/SiteFieldInput.tsx'

interface Props {
  group: SiteGroup
  /** The screen that it is part of. */
  screen: string
  onSaved(): void
  onDirty?(dirty: boolean): void
  /** The pages that are off: what only they show is not asked for. */
  closed?: readonly SwitchablePage[]
  /** What stands below its fields. */
  children?: ReactNode
  /** What is saved by itself, below the form. */
  after?: ReactNode
}

/** The form of one group of the site record, with a preview of the pages that show it. */
export function GroupForm(props: Props) {
  const { group, children, after } = props
  const wide = useWide()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { form, blocked, element, actions, saves, resets, context } = useGroupForm(props)
  const { focused, handlers: focusHandlers } = useFocused()
  const [previewing, setPreviewing] = useState(false)
  const { phase, values, saving, dirty } = form
  const previewed = useValid(group, values)
  const unchanged = !dirty && !form.uploading
  useFieldFromAddress(box, phase === 'ready')

  const preview = (onEscape?: () => void) => (
    <SettingsPreview
      {...previewed}
      page={pageOfField(group, focused.path)}
      edited={focused.text}
      {...(onEscape && { onEscape })}
    />
  )
  return (
    <div className="settings-group stack">
      <div className="settings-forms stack" ref={box}>
        <form
          id={id}
          ref={element}
          className="settings-form stack loose"
          tabIndex={-1}
          noValidate
          aria-busy={phase === 'loading'}
          aria-label={group.title}
          {...focusHandlers}
          {...actions.handlers}
        >
          {/* The menu beside the form shows where one is. */}
          <h2 className="visually-hidden">{group.title}</h2>
          {!wide && (
            <header className="row loose">
              <Button className="push" icon="eye" disabled={blocked} onClick={() => setPreviewing(true)}>
                预览
              </Button>
            </header>
          )}
          <FormNotes form={form} onDiscard={() => void actions.discardDraft()} />
          {phase !== 'failed' && (
            <GroupFields
              key={resets}
              {...{ group, form }}
              context={{ ...context, preview: () => setPreviewing(true) }}
            />
          )}
          {phase === 'ready' && children}
          {phase === 'ready' && <HistoryFold {...{ group, form, saves }} disabled={blocked} />}
          <footer className="row loose">
            <FormFooter
              {...{ form, formId: id }}
              status
              label="保存"
              disabled={blocked || unchanged}
              leaveLabel="放弃修改"
              leaveDisabled={unchanged || saving}
              onLeave={() => void actions.startOver()}
            />
          </footer>
        </form>
        {phase === 'ready' && after}
      </div>
      {wide && phase === 'ready' && preview()}
      {previewing && (
        <Modal open tall title="预览" width="92%" onClose={() => setPreviewing(false)}>
          {preview(() => setPreviewing(false))}
        </Modal>
      )}
      {actions.conflictDialog}
    </div>
  )
}

const noneClosed: readonly never[] = []

/** The form of a group, how it is saved and given up, and what its inputs share. */
function useGroupForm({ group, screen, onSaved, onDirty, closed = noneClosed }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const [options] = useState(() => groupForm(group))
  const form = useForm(screen, group.id, options)
  const [groupValues] = useState(() => createGroupValues(group.fields, form, { decode, encode }))
  const display = useMemo(() => displayOf(group), [group])
  const [saves, setSaves] = useState(0)
  const [resets, setResets] = useState(0)
  const { phase, values, dirty, draft } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const menuPages = useMenuPages(group.id === 'menu' || group.id === 'about')

  useEffect(() => onDirty?.(dirty), [dirty])
  // What it would undo is not seen while another group is shown.
  useEffect(() => withdrawUndo, [])

  const actions = useFormActions({
    form,
    element,
    display,
    disabled: blocked,
    question: () => askAboutErasing(group, form.view.peek().values),
    onSaved() {
      setSaves(saves + 1)
      // The server has given it an id.
      if (values['groups']?.includes('"id":""') && !form.view.peek().dirty) void form.reload()
      onSaved()
      return { label: '在网站上查看', href: group.page }
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
    closed,
    menuPages,
    pictureType: 'quill',
  }
  return { form, blocked, element, actions, saves, resets, context }
}

const GroupFields = ({ group, form, context }: { group: SiteGroup; form: UsedForm; context: InputContext }) => (
  <Inputs fields={group.fields} path="" keyPath={[]} context={context}>
    {(name, field) => (
      <div key={name} className="setting">
        <SiteFieldInput
          field={field}
          path={name}
          keyPath={[name]}
          value={decode(field, form.values[name])}
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

/** The values that a preview can show: in place of what is invalid, what was valid before. */
function useValid(group: SiteGroup, texts: FieldValues) {
  const last = useRef<Partial<Record<string, unknown>>>({})
  return useMemo(() => {
    const invalid: string[] = []
    const values = mapFields(group.fields, (name, field) => {
      const value = decode(field, texts[name])
      const valid = validPart(field, value, last.current[name])
      if (valid !== value) invalid.push(field.label)
      return valid
    })
    last.current = values
    return { values: values as Partial<InputOf<'siteUpdate'>>, invalid }
  }, [texts])
}

/** What is being edited, by its path, and its text. */
function useFocused() {
  const [focused, setFocused] = useState({ path: '', text: '' })
  return {
    focused,
    handlers: {
      onFocus({ target }: FocusEvent): void {
        const path = target.closest('[name]')?.getAttribute('name') ?? ''
        if (path !== '') setFocused({ path, text: typedIn(target) ?? '' })
      },
      onInput({ target }: FormEvent): void {
        const text =
          target instanceof Element && target.getAttribute('name') === focused.path ? typedIn(target) : undefined
        if (text !== undefined) setFocused({ path: focused.path, text })
      },
    },
  }
}

const typedIn = (element: Element): string | undefined =>
  (element instanceof HTMLInputElement && element.type !== 'checkbox') || element instanceof HTMLTextAreaElement
    ? element.value
    : undefined

/** Asks before a shorter retention erases what customers have sent. */
async function askAboutErasing({ id }: SiteGroup, values: FieldValues): Promise<boolean> {
  if (id !== 'inquiry' || !may('agent:delete')) return true
  const { retentionMonths: months } = decode(siteFields.inquiry, values['inquiry']) as {
    retentionMonths: number | null
  }
  if (!months) return true
  try {
    const { count } = await api('agentExpired', { months })
    const question = `保存后一小时内，会彻底删除${months}个月没有跟进的${count}条客户线索，包括“已删除”和“隔离”里的，不能恢复。确定保存吗？`
    return count === 0 || (await confirm(question, { ok: '保存并删除' }))
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
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
    const parts = value as Readonly<Record<string, unknown>> | undefined
    const lastParts = last as Readonly<Record<string, unknown>> | undefined
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

const controls = 'input:not([type=hidden]):not([hidden]), textarea, select, button, [contenteditable=true]'

/**
 * Goes to the field that the address names, `?field=slogan`, or to an item of a list, `?field=scenarios.2`, and opens it. The palette uses
 * it.
 */
function useFieldFromAddress(form: RefObject<HTMLElement | null>, ready: boolean): void {
  useFromAddress(ready, ['field'], ({ field = '' }) => {
    const setting = form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)
    if (!setting) return
    setting.querySelector<HTMLElement>(':scope > .setting-item > [aria-expanded=false]')?.click()
    for (let fold = setting.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.setAttribute('open', '')
    setting.scrollIntoView({ block: 'center' })
    setting.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
  })
}

/** `--desktop` of the styles. */
const wideScreen = matchMedia('(min-width: 80rem)')

/** Returns whether the preview fits beside the form. */
function useWide(): boolean {
  const [wide, setWide] = useState(wideScreen.matches)
  useEffect(() => {
    const update = (): void => setWide(wideScreen.matches)
    wideScreen.addEventListener('change', update)
    return () => wideScreen.removeEventListener('change', update)
  }, [])
  return wide
}
