import { type FocusEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { messages } from '../../../contract/rules.ts'
import { problemsOf, type SiteField } from '../../../contract/siteFieldKinds.ts'
import type { SiteGroup } from '../../../contract/siteFields.ts'
import { ConflictDialog } from '../forms/ConflictDialog.tsx'
import { DraftBar, toastDiscarded, toastGivenUp } from '../forms/DraftBar.tsx'
import { FormFailed } from '../forms/FormFailed.tsx'
import { mergeMessage } from '../forms/RecordDialog.tsx'
import { type UsedForm, useForm } from '../forms/useForm.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast, withdrawUndo } from '../ui/Toast.tsx'
import type { InputContext } from './inputProps.ts'
import { decode, decodeAll, encode, groupForm, type GroupValues, displayOf } from './settingsForm.ts'
import { SettingsPreview } from './SettingsPreview.tsx'
import { SiteFieldInput } from './SiteFieldInput.tsx'

interface Props {
  group: SiteGroup
  /** The fields that are still as shipped. */
  starter: ReadonlySet<string>
  /** Whether the preview fits beside the form. */
  wide: boolean
  onSaved(): void
  onDirty(dirty: boolean): void
}

/** The form of one group of the site record, with a preview of the pages that show it. Long because it connects form, draft, preview and conflict. */
export function GroupForm({ group, starter, wide, onSaved, onDirty }: Props) {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [options] = useState(() => groupForm(group))
  const form = useForm<GroupValues>(adminScreens.settings, options)
  const display = useMemo(() => displayOf(group), [group])
  const [focused, setFocused] = useState({ path: '', text: '' })
  const [previewing, setPreviewing] = useState(false)
  const [saves, setSaves] = useState(0)
  const [resets, setResets] = useState(0)
  const { phase, values, message, saving, waiting, dirty, draft, conflict } = form
  const blocked = phase !== 'ready' || draft !== undefined

  /** Withdraws the undo of a discarded draft: it would replace what was typed since. */
  const withdrawDraft = useRef<() => void>(undefined)
  useEffect(() => {
    if (dirty) withdrawDraft.current?.()
    onDirty(dirty)
  }, [dirty])
  // What it would undo is not seen while another group is shown.
  useEffect(() => withdrawUndo, [])

  const problems = problemsIn(group, form)
  // Fields stay enabled while the form is saved: a disabled field would lose the focus and what is typed meanwhile.
  const context: InputContext = { disabled: blocked, problems, uploading: form.uploading, setMissing: form.setMissing, preview: () => setPreviewing(true), saves }
  const finish = async (saved: Promise<boolean>): Promise<void> => {
    if (!(await saved)) return void setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true], .field-note.bad')?.focus())
    toast(messages.modified, 'good', { label: '在网站上查看', href: group.page })
    for (const merge of form.merges()) toast(mergeMessage(merge, display), 'info')
    setSaves(saves + 1)
    onSaved()
  }
  const save = (): void => {
    if (!blocked && !saving && !waiting) void finish(form.save())
  }
  const reset = async (): Promise<void> => {
    if (!(await confirm('放弃这一组还没有保存的修改吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
    // Items that were removed are back, and could be added twice.
    withdrawUndo()
    // The new fields have no uploads.
    setResets(resets + 1)
    const givenUp = await form.startOver()
    if (givenUp) withdrawDraft.current = toastGivenUp(givenUp, () => form.restore(givenUp.draft))
  }
  const discardDraft = (): void => {
    const discarded = form.discardDraft()
    if (discarded) withdrawDraft.current = toastDiscarded(discarded, () => form.restore(discarded.draft))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const path = target.closest('[name]')?.getAttribute('name') ?? ''
    if (path !== '') setFocused({ path, text: target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : '' })
  }
  const preview = (onEscape?: () => void) => (
    <SettingsPreview values={decodeAll(group, values)} page={pageOf(group, focused.path)} edited={focused.text} {...(onEscape && { onEscape })} />
  )
  return (
    <div className="settings-group">
      <form
        id={id} ref={element} className="settings-form" tabIndex={-1} noValidate aria-busy={phase === 'loading'} aria-label={group.title} onFocus={onFocus} onKeyDown={onKeyDown}
        onInput={({ target }) => (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.name === focused.path && setFocused({ path: target.name, text: target.value })}
        onSubmit={(event) => {
          event.preventDefault()
          // React also bubbles the events of forms in dialogs that were opened from here.
          if (event.target === event.currentTarget) save()
        }}
      >
        <header>
          <h2>{group.title}</h2>
          {!wide && (
            <button type="button" className="button" disabled={blocked} onClick={() => setPreviewing(true)}>
              <AdminIcon name="eye" />
              预览
            </button>
          )}
        </header>
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={discardDraft} />}
        {phase === 'failed' && <FormFailed message={message} onRetry={() => void form.open()} />}
        {phase !== 'failed' &&
          Object.entries<SiteField>(group.fields).map(([name, field]) => (
            <Setting key={`${name} ${resets}`} {...{ name, field, form, context }} isStarter={starter.has(name) && values[name] !== options.empty[name]} />
          ))}
        <Foot form={form} blocked={blocked} onReset={() => void reset()} />
      </form>
      {wide && phase === 'ready' && preview()}
      {previewing && (
        <Modal open tall title="预览" width="92%" onClose={() => setPreviewing(false)}>
          {preview(() => setPreviewing(false))}
        </Modal>
      )}
      {conflict && <ConflictDialog {...{ conflict, display, mine: values }} onCancel={form.closeConflict} onResolve={(mine) => void finish(form.resolveConflict(mine))} />}
    </div>
  )
}

interface SettingProps {
  name: string
  field: SiteField
  form: UsedForm<GroupValues>
  context: InputContext
  /** Not empty, and still as shipped. */
  isStarter: boolean
}

/** One field of the record. Its error is shown here only if no value inside it has one. */
function Setting({ name, field, form: { values, errors, set }, context, isStarter }: SettingProps) {
  const isShownInside = [...context.problems.keys()].some((path) => path === name || path.startsWith(`${name}.`))
  return (
    <div className="setting">
      {isStarter && <span className={'fields' in field || 'of' in field ? 'starter-mark inside' : 'starter-mark'}>示例内容</span>}
      {errors[name] !== undefined && !isShownInside && <p className="field-note bad">{errors[name]}</p>}
      <SiteFieldInput field={field} path={name} value={decode(field, values[name])} onChange={(value) => set(name, encode(value))} context={context} />
    </div>
  )
}

function Foot({ form: { phase, message, saving, waiting, dirty, uploads }, blocked, onReset }: { form: UsedForm<GroupValues>; blocked: boolean; onReset(): void }) {
  const unchanged = !dirty && uploads === 0
  const state = saving ? '正在保存…' : waiting ? '图片上传完成后自动保存' : dirty ? '有未保存的修改' : ''
  return (
    <footer>
      <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
        {phase !== 'failed' && (message || state)}
      </p>
      <button type="button" className="button" aria-disabled={unchanged || saving} onClick={() => !unchanged && !saving && onReset()}>
        放弃修改
      </button>
      <button type="submit" className="button primary" aria-disabled={blocked || saving || waiting || unchanged} aria-busy={saving || waiting}>
        {waiting ? '等待图片上传…' : saving ? '保存中…' : '保存'}
      </button>
    </footer>
  )
}

/** The messages for the values of the invalid fields, by path. */
function problemsIn({ fields }: SiteGroup, { errors, values }: UsedForm<GroupValues>): Map<string, string> {
  const invalid = Object.entries(fields).filter(([name]) => errors[name] !== undefined)
  return new Map(invalid.flatMap(([name, field]) => problemsOf(field, decode(field, values[name]), name)).map(({ path, message }) => [path, message]))
}

/** The page that shows the value at this path. */
function pageOf(group: SiteGroup, path: string): string {
  let page = group.page
  let fields: Readonly<Record<string, SiteField>> = group.fields
  for (const step of path.split('.')) {
    const field = fields[step]
    if (!field) continue
    page = field.page ?? page
    fields = field.kind === 'object' ? field.fields : field.kind === 'list' && field.of.kind === 'object' ? field.of.fields : {}
  }
  return page
}
