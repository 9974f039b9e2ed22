import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { settingsFieldPath, settingsGroupPath } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { kinds, recordPath } from '../../../contract/kinds.ts'
import { siteGroups } from '../../../contract/siteFields.ts'
import { sitePageOf } from '../../../contract/sitePages.ts'
import { twinOf } from '../../../contract/twins.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { DeviceSwitch, ownDevice, PreviewFrame } from '../form/PreviewFrame.tsx'
import { may, mayOpenGroup } from '../session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { Link } from '../ui/Link.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'
import { groupOfPath, wordsOfPath } from '../../../contract/fieldPaths.ts'
import { createFrameBox, scrollTo } from './frameBox.ts'
import { createPageMap, type PageMap, type PageRecord, type PageText, type Target } from './pageMap.ts'

/** What is typed into the forms and not saved. */
export interface Unsaved {
  /** Of each group by its title. */
  groups: readonly { id: string; title: string }[]
  values: Partial<InputOf<'siteUpdate'>>
  /** The labels of the fields of which `values` has what was valid last. */
  invalid: readonly string[]
}

interface Props {
  unsaved: Unsaved
  /** The page to show; when it changes, the preview follows. */
  page: string
  /** The path of the field that has the focus. */
  edited: string
  /** Whether the form of a group is beside it. */
  has(group: string): boolean
  /** Opens a field of such a group. */
  onPick(path: string): void
  onEscape?(): void
}

const debounceMs = 400
const pages = [...new Set(siteGroups.map(({ page }) => page).concat('/xwdt', '/agreement'))]
const titles = new Map([...siteGroups].reverse().map(({ page, title }) => [page, title] as const))
const titleOf = (page: string): string =>
  ({
    '/': '首页',
    '/product': '产品中心',
    '/xwdt': '新闻动态',
    '/agreement': '用户协议',
    '/gywm': '关于我们',
    '/privacy': '隐私说明',
    '/zixun': '在线咨询',
  })[page] ??
  titles.get(page) ??
  page

/** The address of the field that switches a page on. */
const switchOf = (path: string): string => {
  const page = sitePageOf(path)
  return page === undefined
    ? settingsFieldPath('inquiry', 'inquiry.form')
    : settingsFieldPath('shape', `pagesOn.${page}`)
}

/** With the page of the picker that a link leads to. */
type Picked = Target & { linkedPage?: string | undefined }

/** The page with its map and the two frames over it. */
interface Shown extends PageMap {
  address: string
  edited: ReturnType<typeof createFrameBox>
  pointed: ReturnType<typeof createFrameBox>
}

/** The pages as they would look if the unsaved fields were saved now, and the way from each of their texts to its field. */
export function SettingsPreview({ unsaved, page, edited, has, onPick, onEscape }: Props) {
  const [device, setDevice] = useState(ownDevice)
  const [path, setPath] = useState(twinOf(page, '', false) ?? page)
  const [shown, setShown] = useState<Shown>()
  const [target, setTarget] = useState<Picked>()
  const [hint, setHint] = useState('')
  const address = device === 'phone' ? (twinOf(path, '', true) ?? path) : path
  const { data, state, why, refresh } = useLoaded(
    async (signal) => ({
      ...(await api('sitePreview', { ...unsaved.values, path: address, marks: true }, signal)),
      address,
      path,
    }),
    [JSON.stringify(unsaved.values), path, device],
    { debounceMs, messageFor: (cause) => messageOf(cause, '预览没有更新，请检查网络') },
  )
  const { html, off = false } = data ?? {}
  useWantedPage({ page, edited, address, shown, setPath, setDevice })

  const point = useStable((on: Shown, found: Target | undefined): void => {
    on.pointed.show(found?.box)
    setHint(found ? wordsOf(found) : '')
  })
  const pick = useStable((on: Shown, found: Picked): void => {
    on.pointed.show(undefined)
    setHint('')
    setTarget(found)
    if (found?.path !== undefined && has(groupOfPath(found.path)?.id ?? '')) onPick(found.path)
  })
  const pickFromList = (entry: PageText | PageRecord): void => {
    if (shown && 'path' in entry) pick(shown, { path: entry.path, record: undefined, box: new DOMRect() })
  }
  const [scrolls] = useState(() => new Map<string, number>())
  const show = useStable((inside: Document): void => {
    if (!data?.places) return
    const map = createPageMap(inside, data.path, data.places)
    const next: Shown = {
      ...map,
      address: data.address,
      edited: createFrameBox(inside, 'edited'),
      pointed: createFrameBox(inside, 'pointed'),
    }
    inside.defaultView?.scrollTo({ top: scrolls.get(data.address) ?? 0, behavior: 'instant' })
    followPointer(next, point, pick)
    inside.addEventListener('scroll', () => scrolls.set(data.address, inside.defaultView?.scrollY ?? 0))
    setShown(next)
  })
  useFramed(shown, edited)

  const failed = html === undefined && state === 'failed'
  return (
    <section className="settings-preview stack" aria-label="预览">
      <header>
        <select
          className="input"
          aria-label="预览的页面"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        >
          {pages.map((each) => (
            <option key={each} value={each}>
              {titleOf(each)}
            </option>
          ))}
        </select>
        <DeviceSwitch device={device} onChange={setDevice} />
      </header>
      {shown && !off && (
        <TextList map={shown} onPick={pickFromList} onPoint={(entry) => pointFromList(shown, entry, point)} />
      )}
      <div className="page-preview card fill center muted" tabIndex={-1} aria-busy={html === undefined && !failed}>
        {off ? (
          <p>
            这个页面已关闭 ·{' '}
            <Link className="inline-link" href={switchOf(path)}>
              打开
            </Link>
          </p>
        ) : (
          <PreviewFrame device={device} html={html} onShown={show} {...(onEscape && { onEscape })} />
        )}
        {html === undefined && !failed && <p role="status">正在生成预览…</p>}
        {failed && <FormFailed message={why} autoFocus={false} onRetry={refresh} />}
      </div>
      <PreviewFoot
        {...{ unsaved, has, target, hint, onEscape }}
        // The last preview stays.
        failure={html === undefined ? '' : why}
        onPage={(to) => {
          setTarget(undefined)
          setPath(to)
        }}
      />
    </section>
  )
}

interface WantedPage extends Pick<Props, 'page' | 'edited'> {
  address: string
  shown: Shown | undefined
  setPath(path: string): void
  setDevice(device: ReturnType<typeof ownDevice>): void
}

/** Shows the page of the field that is edited, unless the one that is shown has it, as every page has the telephone. */
function useWantedPage({ page, edited, address, shown, setPath, setDevice }: WantedPage): void {
  const phoneOnly = useRef(false)
  useEffect(() => {
    if (edited !== '' && shown?.address === address && shown.find(edited)) return
    const desktopPage = twinOf(page, '', false)
    setPath(desktopPage ?? page)
    // What only phones show is seen on one, and what follows is seen as before.
    if (desktopPage !== undefined) setDevice('phone')
    else if (phoneOnly.current) setDevice(ownDevice())
    phoneOnly.current = desktopPage !== undefined
  }, [page, edited])
}

/** Frames the place of the field that is edited, also when the page gets another height, and scrolls there once. */
function useFramed(shown: Shown | undefined, edited: string): void {
  useEffect(() => {
    if (!shown) return
    const { page, find } = shown
    const box = edited === '' ? undefined : find(edited)
    if (box) scrollTo(page, box)
    const frame = (): void => shown.edited.show(edited === '' ? undefined : find(edited))
    frame()
    const resized = new ResizeObserver(frame)
    resized.observe(page.body)
    return () => resized.disconnect()
  }, [shown, edited])
}

const isElement = (target: EventTarget | null): target is Element =>
  target !== null && (target as Node).nodeType === Node.ELEMENT_NODE

/** A click opens what it is on; with a key that opens another tab, a link does that. */
function followPointer(
  shown: Shown,
  point: (shown: Shown, target: Target | undefined) => void,
  pick: (shown: Shown, target: Picked) => void,
): void {
  const { page, targetAt } = shown
  page.documentElement.style.cursor = 'pointer'
  // A page within the page, a map, would keep the click.
  for (const frame of page.querySelectorAll('iframe')) frame.style.pointerEvents = 'none'
  page.addEventListener('pointermove', ({ target, clientX: x, clientY: y, pointerType }) => {
    if (pointerType === 'mouse') point(shown, isElement(target) ? targetAt(target, { x, y }) : undefined)
  })
  page.documentElement.addEventListener('pointerleave', () => point(shown, undefined))
  page.addEventListener('click', (event) => {
    const { target, clientX: x, clientY: y, detail } = event
    if (!isElement(target) || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target.closest('a')) event.preventDefault()
    // A key clicks without a place.
    const found = targetAt(target, detail === 0 ? undefined : { x, y })
    const href = target.closest('a')?.getAttribute('href') ?? ''
    const linkedPage = pages.find((each) => each !== shown.path && each === (twinOf(href, '', false) ?? href))
    if (found) pick(shown, { ...found, linkedPage })
  })
}

function pointFromList(
  shown: Shown,
  entry: PageText | PageRecord | undefined,
  point: (shown: Shown, target: Target | undefined) => void,
): void {
  const box = entry && 'path' in entry ? shown.find(entry.path) : undefined
  if (box) scrollTo(shown.page, box)
  // It has been scrolled.
  const now = entry && 'path' in entry ? shown.find(entry.path) : undefined
  point(shown, now && entry && 'path' in entry ? { path: entry.path, record: undefined, box: now } : undefined)
}

const wordsOfRecord = ({ kind, title }: PageRecord): string => `${kinds[kind].noun}“${title || '未命名'}”`
const wordsOf = ({ path, record }: Target): string => {
  if (path !== undefined) return `点一下修改：${wordsOfPath(path)}`
  return record ? wordsOfRecord(record) : ''
}

interface ListProps {
  map: PageMap
  onPick(entry: PageText | PageRecord): void
  onPoint(entry: PageText | PageRecord | undefined): void
}

/** The same way by keyboard, and to what lies under something else. */
function TextList({ map, onPick, onPoint }: ListProps) {
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
                onFocus={() => onPoint(entry)}
                onPointerEnter={() => onPoint(entry)}
                onClick={() => onPick(entry)}
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

interface FootProps extends Pick<Props, 'unsaved' | 'has'> {
  /** Closes a preview that lies over the forms. */
  onEscape: (() => void) | undefined
  target: Picked | undefined
  hint: string
  failure: string
  onPage(path: string): void
}

/** Where what was clicked leads; else what a click would open, or what is not saved. */
function PreviewFoot({ unsaved, has, target, hint, failure, onPage, onEscape }: FootProps) {
  if (failure !== '')
    return (
      <p className="settings-note bad" role="status">
        {failure}
      </p>
    )
  return (
    <div className="settings-note preview-foot muted">
      {hint !== '' && (
        <p className="clamped" aria-hidden="true">
          {hint}
        </p>
      )}
      <div className="stack tight" role="status" hidden={hint !== ''}>
        {target && <Doors {...{ target, has, onPage }} />}
        <UnsavedNote {...unsaved} onEscape={onEscape} />
      </div>
    </div>
  )
}

/** The form of a record, of a field that is edited elsewhere, and the page of a link. */
function Doors({ target, has, onPage }: Pick<FootProps, 'has' | 'onPage'> & { target: Picked }) {
  const { path, record, linkedPage } = target
  const group = path === undefined ? undefined : groupOfPath(path)
  const isElsewhere = group !== undefined && !has(group.id)
  if (!record && !isElsewhere && linkedPage === undefined) return null
  return (
    <p className="row wraps">
      {record && may('record:edit') && (
        <>
          {wordsOfRecord(record)}
          <Link
            className="button"
            href={recordPath(record.kind, record.id)}
            // Nothing else has been opened.
            ref={(link) => void (path === undefined && link?.focus())}
          >
            编辑
          </Link>
        </>
      )}
      {isElsewhere && mayOpenGroup(group.id) && (
        <>
          {wordsOfPath(path ?? '')}
          <Link className="button" href={settingsFieldPath(group.id, path ?? '')}>
            编辑
          </Link>
        </>
      )}
      {isElsewhere && !mayOpenGroup(group.id) && '您的账号不能修改这一项。'}
      {linkedPage !== undefined && (
        <Button onClick={() => onPage(linkedPage)}>{`看这一页：${titleOf(linkedPage)}`}</Button>
      )}
    </p>
  )
}

function UnsavedNote({ groups, invalid, onEscape }: Unsaved & Pick<FootProps, 'onEscape'>) {
  if (invalid.length > 0) return <p>{`“${invalid.join('”“')}”还没有填好，预览里是之前的内容`}</p>
  if (groups.length === 0) return <p>点一下页面上的文字或图片，就能修改它。</p>
  return (
    <p>
      预览包含还没有保存的修改：
      {groups.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && '、'}
          <LinkButton
            className="inline-link"
            onClick={() => {
              onEscape?.()
              navigate(settingsGroupPath(id))
            }}
          >
            {title}
          </LinkButton>
        </span>
      ))}
    </p>
  )
}
