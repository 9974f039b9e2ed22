import { lengthOf } from '../../../contract/text/characters.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PublicSite } from '../../../contract/kinds/entities.ts'
import { type KindName, type RecordKind, pageAddress, recordKind } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { beginningOf } from '../../../contract/text/plainText.ts'
import { isContent, type RecordField } from '../../../contract/kinds/recordFields.ts'
import { type Derived, excerptLength, recordHead } from '../../../contract/kinds/recordHead.ts'
import { uploadTypes } from '../../../contract/calls/rules.ts'
import { suggestedIn } from '../../../contract/kinds/suggestedPath.ts'
import { isNothing } from '../../../contract/site/siteFieldKinds.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { api } from '../session/api.ts'
import { noPages } from '../fields/choiceFields.tsx'
import { createGroupValues } from '../fields/groupValues.ts'
import type { InputContext } from '../fields/inputProps.ts'
import { isTable } from '../fields/ListInput.tsx'
import { problemsIn } from '../fields/settingsForm.ts'
import { FieldInput } from '../fields/SiteFieldInput.tsx'
import type { UsedForm } from '../form/useForm.ts'
import { pathsOf } from '../list/recordSource.ts'
import { user } from '../session/session.ts'
import { useLoaded } from '../ui/useLoaded.ts'
import type { FieldsProps } from './RecordDialog.tsx'

/** The fold of what search results and shared links show of a record. */
const shareFold = '搜索与分享'

/** The form of a record: title and body, what stands beside them, and what is folded below that. */
export function RecordFields({ name, form, disabled, preview }: FieldsProps & { name: KindName }) {
  const kind = recordKind(name)
  const { described, body, unique } = kind
  const { values, errors } = form
  const set = useSuggestedPath(name, form)
  const pictureType = uploadTypes.find((type) => type === name) ?? 'media'
  const [groupValues] = useState(() => createGroupValues(described, { ...form, set }))
  // As forms of settings have it, so that the inputs are the same.
  const context: InputContext = {
    form: form.name,
    values: groupValues,
    disabled,
    problems: problemsIn(described, form),
    menuPages: noPages,
    pictureType,
    preview,
    check: form.check,
  }
  const input = (fieldName: string, field: RecordField) => (
    <FieldInput
      key={fieldName}
      field={field}
      path={fieldName}
      keyPath={[fieldName]}
      value={values[fieldName]}
      context={context}
    />
  )
  const fields = Object.entries(described).filter(([, field]) => isContent(field))
  const inputs = (isHere: (field: RecordField) => boolean) =>
    fields.filter(([, field]) => isHere(field)).map(([fieldName, field]) => input(fieldName, field))
  const foldedIn = (fold: string) => fields.filter(([, field]) => field.fold === fold)
  const folds = [...new Set(fields.flatMap(([, field]) => field.fold ?? []))].filter((fold) => fold !== shareFold)
  const isList = (field: RecordField): boolean => field.kind === 'list' && !isTable(field)
  const beside = (field: RecordField): boolean => isList(field) || field.aside !== undefined || field.fold === shareFold
  const isBelow = (field: RecordField): boolean => isTable(field) || field.fold !== undefined
  const text = fields.filter(([, field]) => !beside(field))
  if (body === undefined) return <>{inputs((field) => field.kind !== 'list')}</>
  return (
    <FormParts
      errors={errors}
      textNames={text.map(([fieldName]) => fieldName)}
      text={
        <>
          {inputs((field) => !beside(field) && !isBelow(field))}
          {text.some(([, field]) => isBelow(field)) && (
            <footer className="form-folds row wraps">
              {inputs(isTable)}
              {folds.map((fold) => (
                <Fold key={fold} name={fold} fields={foldedIn(fold)} {...{ values, errors }}>
                  {inputs((field) => field.fold === fold)}
                </Fold>
              ))}
            </footer>
          )}
        </>
      }
      more={
        <>
          {inputs(({ aside }) => aside === 'first')}
          {inputs(({ aside }) => aside === true)}
          <div className="form-folds row wraps">
            {inputs(isList)}
            {foldedIn(shareFold).length > 0 && (
              <ShareFields
                fields={foldedIn(shareFold)}
                {...{ values, errors, input }}
                derived={derivedOf(kind, values)}
                path={form.id() === '' && unique === undefined ? undefined : pageAddress(kind, form.id(), values)}
              />
            )}
          </div>
        </>
      }
    />
  )
}

/** What follows from a record where staff have typed nothing else for search results. */
function derivedOf({ title, cover = '', body = '', filter = '', page }: RecordKind, values: FieldValues): Derived {
  const { name: productType = '' } = user.peek()?.groups.find(({ id }) => id === values[filter]) ?? {}
  const named = { ...values, productType, createDate: textIn(values, 'createDate') || chinaTime(Date.now()) }
  const name = textIn(values, title) || page?.untitled?.(named) || ''
  const text = page?.text === undefined ? beginningOf(textIn(values, body)) || name : textIn(values, page.text)
  return { title: name, text, picture: textIn(values, cover) }
}

/** Sets a field; with the title also the address, as long as nobody has chosen one. A published record keeps its address. */
function useSuggestedPath(name: KindName, form: FieldsProps['form']): FieldsProps['form']['set'] {
  const { title, unique } = recordKind(name)
  const others = useRef<readonly string[]>([])
  useEffect(() => {
    if (unique === undefined) return
    const request = new AbortController()
    pathsOf(name, request.signal, form.id()).then(
      (paths) => {
        others.current = paths
      },
      // Without an answer the suggestion may be one of theirs, which publishing says.
      () => {},
    )
    return () => request.abort()
  }, [])
  const last = useRef('')
  const suggested = (from: string): string => suggestedIn(name, from, others.current)
  return (field, value) => {
    const { values, publication } = form.view.peek()
    form.set(field, value)
    if (unique === undefined || field !== title || publication?.published !== undefined) return
    const titleBefore = textIn(values, title)
    const pathNow = textIn(values, unique)
    // Before the others were known, one of theirs may have been suggested.
    if (pathNow !== '' && pathNow !== suggested(titleBefore) && pathNow !== last.current) return
    last.current = suggested(String(value))
    form.set(unique, last.current)
  }
}

interface FormPartsProps {
  text: ReactNode
  more: ReactNode
  textNames: readonly string[]
  errors: UsedForm['errors']
}

const formParts = [
  ['text', '正文'],
  ['more', '其他信息'],
] as const

/** The two parts of a form with a long body: side by side on a wide screen; on a narrow one, one at a time, each at full height. */
function FormParts({ text, more, textNames, errors }: FormPartsProps) {
  const [openPart, setOpenPart] = useState<'text' | 'more'>('text')
  const isInvalid = (part: 'text' | 'more'): boolean =>
    Object.keys(errors).some((name) => textNames.includes(name) === (part === 'text'))

  // Only a visible field can be focused.
  useLayoutEffect(() => {
    const other = openPart === 'text' ? 'more' : 'text'
    if (isInvalid(other) && !isInvalid(openPart)) setOpenPart(other)
  }, [errors])

  return (
    <div className={`form-parts fill show-${openPart}`}>
      <div className="switch" role="group" aria-label="表单内容">
        {formParts.map(([part, label]) => (
          <button key={part} type="button" aria-pressed={part === openPart} onClick={() => setOpenPart(part)}>
            {label}
            {isInvalid(part) && <b> 有误</b>}
          </button>
        ))}
      </div>
      <div className="form-text column">{text}</div>
      <div className="form-more scroll">{more}</div>
    </div>
  )
}

interface FoldedProps {
  fields: readonly (readonly [name: string, field: RecordField])[]
  values: FieldValues
  errors: UsedForm['errors']
}

interface ShareFieldsProps extends FoldedProps {
  /** What is shown where staff have typed nothing. */
  derived: Derived
  /** The address of its page; undefined until it has one. */
  path: string | undefined
  input(name: string, field: RecordField): ReactNode
}

/** About as much as Baidu shows of a title. */
const titleLength = 30

/** 搜索与分享: what search results and shared links show of a record. Folded, since what follows from the record is mostly right. */
function ShareFields({ fields, values, errors, derived, path = '', input }: ShareFieldsProps) {
  const [open, setOpen] = useState(false)
  const { data: site } = useLoaded<PublicSite>(
    open ? (signal, known) => known ?? api('siteDetail', {}, signal) : undefined,
    [open],
  )
  const shareTitle = textIn(values, 'shareTitle')
  const shareText = textIn(values, 'shareText')
  const words: Readonly<Record<string, { placeholder: string; help: string }>> = {
    shareTitle: {
      placeholder: derived.title,
      help: `${shareTitle.length}个字，搜索结果一般显示${titleLength}个字左右`,
    },
    shareText: { placeholder: derived.text, help: `${lengthOf(shareText)}个字，${excerptLength}个字以后不显示` },
  }
  return (
    <Fold name={shareFold} {...{ fields, values, errors }} onToggle={setOpen}>
      <p className="muted small">不填写时按内容自动生成。改动要等搜索引擎下次收录才看得到。</p>
      {site && <Snippet {...recordHead(derived, values, site)} path={path} shareImage={site.shareImage} />}
      {fields.map(([name, field]) => input(name, { ...field, ...words[name] }))}
    </Fold>
  )
}

interface FoldProps extends FoldedProps {
  name: string
  onToggle?(open: boolean): void
  children: ReactNode
}

/** Fields that few fill in, below a line that says whether somebody has. */
function Fold({ name, fields, values, errors, onToggle, children }: FoldProps) {
  const [opened, setOpened] = useState(false)
  const isFilled = fields.some(([field]) => !isNothing(values[field]))
  const isInvalid = fields.some(([field]) => errors[field] !== undefined)
  const open = opened || isInvalid
  useEffect(() => onToggle?.(open), [open])
  return (
    <details
      className="fields-fold"
      open={open}
      onToggle={({ currentTarget }) => {
        // Only a visible field can be focused.
        if (isInvalid) currentTarget.open = true
        setOpened(currentTarget.open)
      }}
    >
      <summary>{isFilled ? `${name}（已填写）` : name}</summary>
      {children}
    </details>
  )
}

/** As a search result and a shared link show it. */
const Snippet = ({
  title,
  description,
  image,
  shareImage,
  path,
}: ReturnType<typeof recordHead> & { shareImage: string; path: string }) => (
  <figure className="snippet boxed stack tight" aria-label="预览">
    <p className="snippet-title">{title}</p>
    <p className="small muted clamped">{location.host + path}</p>
    <div className="row">
      <img src={image || shareImage} alt="" />
      <p className="small muted">{description}</p>
    </div>
  </figure>
)
