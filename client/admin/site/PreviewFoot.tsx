import { useEffect, useRef } from 'react'
import { settingsFieldPath } from '../../../contract/calls/adminPaths.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import { groupOfPath, wordsOfPath } from '../../../contract/kinds/fieldPaths.ts'
import { kinds, recordPath } from '../../../contract/kinds/kinds.ts'
import { siteFields, type SiteGroup } from '../../../contract/site/siteFields.ts'
import { addressOfPage, otherPages, quotePage, sitePageNames } from '../../../contract/site/sitePages.ts'
import { navigate } from '../ui/navigation.ts'
import { may, mayOpenGroup } from '../session/session.ts'
import { Button, LinkButton, Link } from '../ui/buttons.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import type { PageMap, PageRecord, Target } from './pageMap.ts'

/** What is typed into the forms and not saved. */
export interface Unsaved {
  /** Of each form by its title. */
  groups: readonly { id: string; title: string; address: string }[]
  values: Partial<InputOf<'siteUpdate'>>
  /** The labels of the fields of which `values` has what was valid last. */
  invalid: readonly string[]
  /** The starter content is to go. */
  cleared: boolean
}

/** With the page of the picker that a link leads to. */
export type Picked = Target & { linkedPage?: string | undefined }

/** The pages of the picker, by their addresses on a desktop. */
export const pages: readonly (readonly [path: string, title: string])[] = [
  ...sitePageNames.map((page) => [addressOfPage(page), siteFields.pageNames.fields[page].label] as const),
  ...['/zixun', quotePage, '/search', '/agreement'].map((path) => [path, otherPages[path] ?? path] as const),
]
const pageTitle = (page: string): string => pages.find(([path]) => path === page)?.[1] ?? page

const wordsOfRecord = ({ kind, title }: PageRecord): string => `${kinds[kind].noun}“${title || '未命名'}”`
/** What a click would do. */
export const hintOf = ({ path, record }: Target): string => {
  if (path !== undefined) return `点一下修改：${wordsOfPath(path)}`
  return record ? wordsOfRecord(record) : ''
}

interface ListProps {
  map: PageMap
  onPick(path: string): void
  onPoint(path: string | undefined): void
}

/** The same way by keyboard, and to what lies under something else. */
export function TextList({ map, onPick, onPoint }: ListProps) {
  return (
    <details className="preview-texts">
      <summary>
        这一页的文字和图片<small className="muted">{map.list.length}</small>
      </summary>
      <ul className="scroll" onPointerLeave={() => onPoint(undefined)}>
        {map.list.map((entry) =>
          'path' in entry ? (
            <li key={entry.path}>
              <button
                type="button"
                className="row"
                onFocus={() => onPoint(entry.path)}
                onPointerEnter={() => onPoint(entry.path)}
                onClick={() => onPick(entry.path)}
              >
                <span className="fill clamped">{entry.text || '图片'}</span>
                <small className="muted clamped">{wordsOfPath(entry.path)}</small>
              </button>
            </li>
          ) : (
            <li key={`${entry.kind}/${entry.id}`}>
              <Link className="row" href={recordPath(entry.kind, entry.id)}>
                <span className="fill clamped">{entry.title || '未命名'}</span>
                <small className="muted">{kinds[entry.kind].noun}</small>
              </Link>
            </li>
          ),
        )}
      </ul>
    </details>
  )
}

interface FootProps {
  unsaved: Unsaved
  /** Whether the field at a path is in a form beside the preview. */
  has(path: string): boolean
  onSaveAll(): Promise<void>
  /** Closes a preview that lies over the forms. */
  onEscape: (() => void) | undefined
  target: Picked | undefined
  hint: string
  failure: string
  onPage(path: string): void
}

/** Where what was clicked leads; else what a click would open, or what is not saved. */
export function PreviewFoot({ unsaved, has, target, hint, failure, onPage, onSaveAll, onEscape }: FootProps) {
  if (failure !== '')
    return (
      <p className="settings-note bad" role="status">
        {failure}
      </p>
    )
  const leads = target !== undefined && leadsSomewhere(target, has)
  // What is offered stays until the next click: the pointer is on its way there.
  const hinted = hint !== '' && !leads
  return (
    <div className="settings-note preview-foot muted">
      {hinted && (
        <p className="clamped" aria-hidden="true">
          {hint}
        </p>
      )}
      <div className="stack tight" role="status" hidden={hinted}>
        {leads && <Doors {...{ target, has, onPage }} />}
        <UnsavedNote {...unsaved} {...{ onSaveAll, onEscape }} />
      </div>
    </div>
  )
}

/** Of a field whose form is not beside the preview. */
function groupElsewhere({ path }: Picked, has: FootProps['has']): SiteGroup | undefined {
  return path === undefined || has(path) ? undefined : groupOfPath(path)
}
const leadsSomewhere = (target: Picked, has: FootProps['has']): boolean =>
  target.record !== undefined || target.linkedPage !== undefined || groupElsewhere(target, has) !== undefined

/** The form of a record, of a field that is edited elsewhere, and the page of a link. */
function Doors({ target, has, onPage }: Pick<FootProps, 'has' | 'onPage'> & { target: Picked }) {
  const { path, record, linkedPage } = target
  const elsewhere = groupElsewhere(target, has)
  const edit = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Nothing else has been opened.
    if (path === undefined) edit.current?.focus()
  }, [target])
  return (
    <p className="row wraps">
      {record && may('record:edit') && (
        <>
          {wordsOfRecord(record)}
          <Link className="button" href={recordPath(record.kind, record.id)} ref={edit}>
            编辑
          </Link>
        </>
      )}
      {elsewhere && mayOpenGroup(elsewhere.id) && (
        <>
          {wordsOfPath(path ?? '')}
          <Link className="button" href={settingsFieldPath(elsewhere.id, path ?? '')}>
            编辑
          </Link>
        </>
      )}
      {elsewhere && !mayOpenGroup(elsewhere.id) && '您的账号不能修改这一项。'}
      {linkedPage !== undefined && (
        <Button onClick={() => onPage(linkedPage)}>{`看这一页：${pageTitle(linkedPage)}`}</Button>
      )}
    </p>
  )
}

function UnsavedNote({
  groups,
  invalid,
  cleared,
  onSaveAll,
  onEscape,
}: Unsaved & Pick<FootProps, 'onSaveAll' | 'onEscape'>) {
  const [locked, run, running] = useRepeatGuard()
  if (groups.length === 0)
    return <p>{`${cleared ? '预览里没有示例内容' : '和网站上现在的一样'}。点一下页面上的文字或图片，就能修改它。`}</p>
  return (
    <div className="row wraps">
      {invalid.length > 0 ? (
        <p>{`“${invalid.join('”“')}”还没有填好，预览里是之前的内容`}</p>
      ) : (
        <p>
          预览包含还没有保存的修改：
          <GroupLinks {...{ groups, onEscape }} />
        </p>
      )}
      {groups.length > 1 && (
        <Button busy={running} aria-disabled={locked} onClick={() => run(onSaveAll)}>
          全部保存
        </Button>
      )}
    </div>
  )
}

const GroupLinks = ({ groups, onEscape }: Pick<Unsaved, 'groups'> & Pick<FootProps, 'onEscape'>) =>
  groups.map(({ id, title, address }, index) => (
    <span key={id}>
      {index > 0 && '、'}
      <LinkButton
        className="inline-link"
        onClick={() => {
          onEscape?.()
          navigate(address)
        }}
      >
        {title}
      </LinkButton>
    </span>
  ))
