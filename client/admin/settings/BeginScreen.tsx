import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import type { Operation } from '../../../contract/operations.ts'
import { messages, newPassword } from '../../../contract/rules.ts'
import type { Section, SiteField } from '../../../contract/siteFieldKinds.ts'
import { siteFields } from '../../../contract/siteFields.ts'
import type { SwitchablePage } from '../../../contract/sitePages.ts'
import { CallError } from '../../lib/callError.ts'
import { navigate } from '../ui/navigation.ts'
import { api } from '../api.ts'
import { noPages } from '../described/choiceFields.tsx'
import { createGroupValues, type GroupValues } from '../described/groupValues.ts'
import type { InputContext } from '../described/inputProps.ts'
import { decode, encode, partsDisplayOf, problemsIn } from '../described/settingsForm.ts'
import { SiteFieldInput } from '../described/SiteFieldInput.tsx'
import { FormFooter, FormNotes } from '../form/FormFooter.tsx'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { changeOperation, startOperation } from '../operations/operations.ts'
import { loadUser, user } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { RevealField, Toggle } from '../ui/fields.tsx'
import { siteLink, toast } from '../ui/Toast.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { askAboutClosing } from './askAboutClosing.ts'
import { type BeginForm, beginGroup, createBeginForm, type StarterValues, textsInstead } from './beginForm.ts'
import { markStarter } from './markStarter.ts'
import { openField } from './openField.ts'
import { PreviewedForms, usePreview } from './PreviewedForms.tsx'
import { useValid } from './useValid.ts'

/** 开始: what makes the starter's site a company's own, on one page beside its preview. */
export function BeginScreen() {
  const [clears, setClears] = useState<boolean>()
  return (
    <PreviewedForms
      group={beginGroup}
      has={(path) => path.split('.', 1)[0]! in beginGroup.fields}
      address={adminScreens.begin}
      {...(clears && { onShown: markStarter })}
    >
      <Answers clears={clears} onClears={setClears} />
    </PreviewedForms>
  )
}

interface AnswersProps {
  /** Whether the starter content is to go; undefined until the site is known. */
  clears: boolean | undefined
  onClears(clears: boolean): void
}

function Answers({ clears = false, onClears }: AnswersProps) {
  const id = useId()
  const preview = usePreview()
  const box = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const [begin] = useState(createBeginForm)
  const form = useForm(adminScreens.begin, 'begin', begin.options)
  const [values] = useState(() => answersIn(createGroupValues(beginGroup.fields, form, { decode, encode }), begin))
  const password = usePassword()
  const { phase, draft } = form
  const blocked = phase !== 'ready' || draft !== undefined
  const starter = begin.starter()
  const hasStarter = Object.values(begin.setup()?.starterRecords ?? {}).some((ids) => ids.length > 0)

  useEffect(() => {
    // Of a site that has a name of its own, nothing goes that nobody has asked for.
    if (phase === 'ready') onClears(hasStarter && begin.starter().has('siteName'))
  }, [phase])
  useReported(form, starter, clears)
  useFromAddress(phase === 'ready', ['field'], ({ field = '' }) => {
    preview.hide()
    if (box.current) void openField(box.current, field)
  })
  const actions = useBeginActions({ begin, form, element, blocked, clears, password })
  const context: InputContext = {
    form: form.name,
    values,
    disabled: blocked,
    problems: problemsIn(beginGroup.fields, form),
    menuPages: noPages,
    pictureType: 'quill',
    preview: preview.show,
    check: (path) => form.check(path.split('.', 1)[0]!),
  }
  const input = (path: string, field: SiteField) => <Answer key={path} {...{ path, field, starter, context }} />

  return (
    <div className="stack" ref={box}>
      <form
        id={id}
        ref={element}
        className="settings-form stack loose"
        tabIndex={-1}
        noValidate
        aria-busy={phase === 'loading'}
        aria-label={beginGroup.title}
        onFocus={preview.onFocus}
        {...actions.handlers}
      >
        <header className="row loose">
          <p className="muted fill">
            一页填完，网站就是自己的：填一项，预览里马上看到一项。空着的先用示例，以后在“网站设置”里都能改。
          </p>
          {!preview.beside && (
            <Button icon="eye" disabled={blocked} onClick={preview.show}>
              预览
            </Button>
          )}
        </header>
        <FormNotes form={form} onDiscard={() => void actions.discardDraft()} />
        {phase !== 'failed' && (
          <>
            {password.part}
            <Part title="公司">
              {textFields.map((name) => input(name, siteFields[name]))}
              {input('map', { ...siteFields.map, fields: {} })}
            </Part>
            <Part title="标志和颜色">
              {input('logo', siteFields.logo)}
              {input('look.accent', siteFields.look.fields.accent)}
            </Part>
            <Offers values={values} form={form} disabled={blocked} />
            {hasStarter && <StarterChoice {...{ clears, onClears }} disabled={blocked} />}
          </>
        )}
        <footer className="row loose">
          <FormFooter
            {...{ form, formId: id }}
            status
            label="完成"
            disabled={blocked}
            leaveLabel="以后再填"
            onLeave={() => navigate(adminScreens.dashboard)}
          />
        </footer>
      </form>
      {actions.conflictDialog}
    </div>
  )
}

const textFields = ['siteName', 'slogan', 'companyName', 'hotline', 'mailbox', 'address', 'icp'] as const

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="setting">
    <div className="setting-part">
      <fieldset className="setting-object stack">
        <legend>{title}</legend>
        {children}
      </fieldset>
    </div>
  </div>
)

interface AnswerProps {
  path: string
  field: SiteField
  starter: StarterValues
  context: InputContext
}

/** A text of the starter company is shown as an example, in a field that is empty until the company's own is typed. */
function Answer({ path, field, starter, context }: AnswerProps) {
  const keyPath = path.split('.')
  const value = context.values.valueAt(keyPath)
  const example = starter.get(path)
  const isExample = typeof example === 'string' && path in siteFields
  return (
    <SiteFieldInput
      {...{ path, keyPath, context }}
      field={isExample ? ({ ...field, placeholder: `示例：${example}` } as SiteField) : field}
      value={isExample && value === example ? '' : value}
    />
  )
}

/** The values of the form, with what follows an answer: an example gives way, and is back when the answer is taken out. */
function answersIn(values: GroupValues, begin: BeginForm): GroupValues {
  return {
    ...values,
    set(keyPath, next) {
      const path = keyPath.join('.')
      const starter = begin.starter()
      const before = values.valueAt(keyPath)
      const example = starter.get(path)
      const isTakenOut = next === '' && example !== undefined
      values.set(keyPath, isTakenOut ? example : next)
      if (path === 'hotline' && starter.has('phones'))
        values.set(['phones'], isTakenOut ? starter.get('phones') : [next])
      const dark = values.valueAt(darkLogo)
      if (path === 'logo.light' && next !== '' && (dark === starter.get('logo.dark') || dark === before))
        values.set(darkLogo, next)
    },
  }
}
const darkLogo = ['logo', 'dark']

/** The preview shows every answer, also that nothing of the starter content is to be left. */
function useReported({ values: texts, dirty }: UsedForm, starter: StarterValues, clears: boolean): void {
  const { report } = usePreview()
  const typed = useValid(beginGroup, texts)
  useEffect(() => {
    const instead = clears ? textsInstead(starter, texts) : {}
    const others = Object.fromEntries(Object.entries(instead).map(([name, text]) => [name, JSON.parse(text)]))
    const values = dirty ? { ...typed.values, ...others } : others
    report(beginGroup, dirty || clears ? { values, invalid: typed.invalid, cleared: clears } : undefined)
  }, [typed, dirty, clears])
}

interface Offer {
  label: string
  page?: SwitchablePage
  /** Of the home pages. */
  section?: string
}

/** What a company may not have, in the order in which most do not. */
const offers: readonly Offer[] = [
  ...(['agent', 'cases', 'scenarios', 'proofs', 'news'] as const).map((page) => ({
    label: siteFields.pagesOn.fields[page].label,
    page,
  })),
  ...(['showroom', 'partners', 'support'] as const).map((section) => ({
    label: siteFields.homeSections.options[section],
    section,
  })),
]

const homePages = ['homeSections', 'phoneSections'] as const

function Offers({ values, form, disabled }: { values: GroupValues; form: UsedForm; disabled: boolean }) {
  const pages = decode(siteFields.pagesOn, form.values['pagesOn']) as Readonly<Record<string, boolean>>
  const sectionsOf = (name: (typeof homePages)[number]): readonly Section[] =>
    decode(siteFields[name], form.values[name]) as readonly Section[]
  const isOn = ({ page, section }: Offer): boolean =>
    page
      ? pages[page] === true
      : homePages.some((each) => sectionsOf(each).some(({ name, on }) => on && name === section))
  const set = ({ page, section }: Offer, on: boolean): void => {
    if (page) return values.set(['pagesOn', page], on)
    for (const each of homePages)
      values.set(
        [each],
        sectionsOf(each).map((one) => (one.name === section ? { ...one, on } : one)),
      )
  }
  return (
    <Part title="公司有哪些">
      <p className="setting-help muted">
        没有的关掉，菜单、链接和首页里马上不再有它；以后在“网站设置 › 页面与栏目”里打开。
      </p>
      <div className="row wraps loose">
        {offers.map((offer) => (
          <Toggle
            key={offer.label}
            label={offer.label}
            on={isOn(offer)}
            disabled={disabled}
            onChange={(on) => set(offer, on)}
          />
        ))}
      </div>
    </Part>
  )
}

const choices = [
  {
    clears: true,
    title: '从空白开始',
    words:
      '示例的产品、新闻、案例、荣誉和数字都移走，没有内容的栏目不显示，30天内可以找回。横幅等图片和版式先留着，在预览和素材库里标着“示例”，等您换成自己的。',
  },
  { clears: false, title: '保留示例', words: '照着示例一样一样地改，以后也可以在“上线检查”里一次清空没有改过的。' },
]

function StarterChoice({ clears, onClears, disabled }: Required<AnswersProps> & { disabled: boolean }) {
  return (
    <Part title="示例内容">
      {choices.map(({ clears: each, title, words }) => (
        <label key={title} className="row loose">
          <input
            type="radio"
            name="starter"
            aria-label={title}
            checked={clears === each}
            disabled={disabled}
            onChange={() => onClears(each)}
          />
          <span className="stack tight">
            <b>{title}</b>
            <span className="muted">{words}</span>
          </span>
        </label>
      ))}
    </Part>
  )
}

/** A password of one's own, in place of one that others know or that nobody knows. */
function usePassword() {
  useSignals()
  const { name = '', byLink, firstPassword } = user.value ?? {}
  const [typed, setTyped] = useState({ password: '', newPassword: '' })
  const [errors, setErrors] = useState<Partial<typeof typed>>({})
  /** The server may have it: the reply was lost. */
  const unanswered = useRef<string>(undefined)
  const isEmpty = typed.newPassword === '' && typed.password === ''
  const field = (key: keyof typeof typed) => ({
    name: key,
    value: typed[key],
    error: errors[key],
    onChange(value: string) {
      setTyped((before) => ({ ...before, [key]: value }))
      setErrors({})
    },
  })
  return {
    /** Returns whether it can be sent. By a link one is needed, since the old one may be unknown. */
    validate(): boolean {
      const isNeeded = byLink !== undefined || (firstPassword === true && !isEmpty)
      const problem = isNeeded ? newPassword.validate(typed.newPassword) : undefined
      setErrors(problem === undefined ? {} : { newPassword: problem })
      return problem === undefined
    },
    async save(): Promise<void> {
      if (isEmpty) return
      try {
        if (byLink) await api('passwordChoose', { newPassword: typed.newPassword })
        else await api('passwordChange', typed)
      } catch (cause) {
        const { code, field, message } = cause instanceof CallError ? cause : new CallError(-1, '')
        const isDone = code === 403 && unanswered.current === typed.newPassword
        unanswered.current = code === 0 ? typed.newPassword : undefined
        if (field !== undefined) setErrors({ [field]: message })
        // The time for it without the old one may be over: then that is asked for.
        if (code === 403) await loadUser()
        if (!isDone) throw cause
      }
      // What is sent again after another failure is without it.
      setTyped({ password: '', newPassword: '' })
      await loadUser()
    },
    part: (byLink || firstPassword) && (
      <Part title="自己的密码">
        <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
        {!byLink && <RevealField label="现在的密码" autoComplete="current-password" {...field('password')} />}
        <RevealField
          label="新密码"
          autoComplete="new-password"
          hint={`给账号“${name}”定一个只有自己知道的，至少10个字符。`}
          {...field('newPassword')}
        />
      </Part>
    ),
  }
}

interface BeginActions {
  begin: BeginForm
  form: UsedForm
  element: RefObject<HTMLFormElement | null>
  blocked: boolean
  clears: boolean
  password: ReturnType<typeof usePassword>
}

/** Said with the answers, when they are saved. */
async function clear(): Promise<Operation> {
  const operation = await startOperation('clear', [], {}, { message: '' }, true)
  if (operation?.state !== 'done') throw new CallError(0, '示例内容没有清空，请稍后再试')
  return operation
}

/**
 * Saves in an order in which a failure or a crash leaves something to go on with: the password, the clearing, and last the answers, since the
 * site is the starter's until it has a name of its own.
 */
function useBeginActions({ begin, form, element, blocked, clears, password }: BeginActions) {
  const cleared = useRef<Operation>(undefined)
  const display = useMemo(() => partsDisplayOf(beginGroup), [])
  begin.setBeforeSave(async () => {
    await password.save()
    const instead: FieldValues = clears ? textsInstead(begin.starter(), form.view.peek().values) : {}
    if (clears) cleared.current ??= await clear()
    return instead
  })
  return useFormActions({
    form,
    element,
    display,
    disabled: blocked,
    // A site that has no name yet has no visitors.
    question: async () =>
      password.validate() && (begin.starter().has('siteName') || (await askAboutClosing(form.view.peek().values))),
    notify(_message, kind) {
      const gone = cleared.current
      const isAny = gone !== undefined && gone.total > 0
      return toast(
        isAny ? '网站是自己的了，示例内容已经移走' : messages.modified,
        kind,
        isAny
          ? { undo: () => void changeOperation('Undo', gone.id), anywhere: true, link: siteLink('/') }
          : siteLink('/'),
      )
    },
    onSaved() {
      void loadUser().catch(() => {})
      navigate(adminScreens.dashboard)
      return undefined
    },
  })
}
