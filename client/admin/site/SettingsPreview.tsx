import { useEffect, useRef, useState } from 'react'
import { settingsFieldPath } from '../../../contract/calls/adminPaths.ts'
import { sitePageOf } from '../../../contract/site/sitePages.ts'
import { twinOf } from '../../../contract/site/twins.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { isClosed } from '../session/session.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { DeviceSwitch, ownDevice, PreviewFrame } from '../preview/PreviewFrame.tsx'
import { Options } from '../ui/fields.tsx'
import { InlineLink } from '../ui/buttons.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'
import { hintOf, pages, type Picked, PreviewFoot, TextList, type Unsaved } from './PreviewFoot.tsx'
import { createPageMap, type PageMap, type Target } from './pageMap.ts'

interface Props {
  unsaved: Unsaved
  /** The page to show; when it changes, the preview follows. */
  page: string
  /** The path of the field that has the focus. */
  edited: string
  /** Whether the field at a path is in a form beside it. */
  has(path: string): boolean
  /** Opens such a field. */
  onPick(path: string): void
  /** Saves all groups that have something unsaved. */
  onSaveAll(): Promise<void>
  onEscape?(): void
}

const debounceMs = 400
/** The address of the field that switches a page on. */
const switchOf = (path: string): string => {
  const page = sitePageOf(path)
  return page === undefined
    ? settingsFieldPath('inquiry', 'inquiry.form')
    : settingsFieldPath('shape', `pagesOn.${page}`)
}

/** The page with its map and the two frames over it. */
interface Shown extends PageMap {
  address: string
  edited: ReturnType<typeof createFrameBox>
  pointed: ReturnType<typeof createFrameBox>
}

/** The pages as they would look if the unsaved fields were saved now, and the way from each of their texts to its field. */
export function SettingsPreview({ unsaved, page, edited, has, onPick, onSaveAll, onEscape }: Props) {
  const [device, setDevice] = useState(ownDevice)
  const [path, setPath] = useState(twinOf(page, '', false) ?? page)
  const [shown, setShown] = useState<Shown>()
  const address = device === 'phone' ? (twinOf(path, '', true) ?? path) : path
  const { values, cleared } = unsaved
  const { data, state, why, refresh } = useLoaded(
    async (signal) => ({
      ...(await api('sitePreview', { ...values, path: address, marks: true, ...(cleared && { cleared }) }, signal)),
      address,
      path,
    }),
    [JSON.stringify(values), cleared, path, device],
    { debounceMs, messageFor: (cause) => messageOf(cause, '预览没有更新，请检查网络') },
  )
  // Until this page has been drawn, that of another one would stand beside its name.
  const isOther = why !== '' && data?.address !== address
  const { html, off = false }: Partial<NonNullable<typeof data>> = isOther || !data ? {} : data
  useWantedPage({ page, edited, address, shown, setPath, setDevice })

  const { target, setTarget, hint, point, pick } = usePointing(onPick, has)
  const [scrolls] = useState(() => new Map<string, number>())
  const show = useStable((inside: Document): void => {
    if (!data?.places) return
    const { address: of, path: desktopPath, places } = data
    inside.defaultView?.scrollTo({ top: scrolls.get(of) ?? 0, behavior: 'instant' })
    inside.addEventListener('scroll', () => scrolls.set(of, inside.defaultView?.scrollY ?? 0))
    const next: Shown = {
      ...createPageMap(inside, desktopPath, places),
      address: of,
      edited: createFrameBox(inside, 'edited'),
      pointed: createFrameBox(inside, 'pointed'),
    }
    followPointer(next, point, pick)
    setShown(next)
  })
  useFramed(shown, edited, target?.path === edited ? target.number : undefined)

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
          <Options of={pages.filter(([each]) => each === path || !isClosed(sitePageOf(each)))} />
        </select>
        <DeviceSwitch device={device} onChange={setDevice} />
      </header>
      {shown && html !== undefined && !off && (
        <TextList
          map={shown}
          onPick={(path) => pick(shown, { path, record: undefined, box: new DOMRect() })}
          onPoint={(path) => pointFromList(shown, path, point)}
        />
      )}
      <div className="page-preview card fill center muted" tabIndex={-1} aria-busy={html === undefined && !failed}>
        {off ? (
          <p>
            这个页面已关闭，或者还没有内容 · <InlineLink href={switchOf(path)}>看看开关</InlineLink>
          </p>
        ) : (
          <PreviewFrame device={device} html={html} onShown={show} {...(onEscape && { onEscape })} />
        )}
        {html === undefined && !failed && <p role="status">正在生成预览…</p>}
        {failed && <FormFailed message={why} onRetry={refresh} />}
      </div>
      <PreviewFoot
        {...{ unsaved, has, target, hint, onSaveAll, onEscape }}
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

type Point = (shown: Shown, target: Target | undefined) => void
type Open = (shown: Shown, target: Picked) => void

/** What the pointer is on, and what was clicked last. */
function usePointing(onPick: Props['onPick'], has: Props['has']) {
  const [target, setTarget] = useState<Picked>()
  const [hint, setHint] = useState('')
  const point = useStable<Parameters<Point>, void>(({ pointed }, found) => {
    pointed.show(found?.box)
    setHint(found ? hintOf(found) : '')
  })
  const pick = useStable<Parameters<Open>, void>(({ pointed }, found) => {
    pointed.show(undefined)
    setHint('')
    setTarget(found)
    if (found.path !== undefined && has(found.path)) onPick(found.path)
  })
  return { target, setTarget, hint, point, pick }
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
function useFramed(shown: Shown | undefined, edited: string, number: number | undefined): void {
  useEffect(() => {
    if (!shown) return
    const { page } = shown
    const boxNow = (): DOMRect | undefined => (edited === '' ? undefined : shown.find(edited, number))
    const box = boxNow()
    if (box) scrollTo(page, box)
    const frame = (): void => shown.edited.show(boxNow())
    frame()
    const resized = new ResizeObserver(frame)
    resized.observe(page.body)
    return () => resized.disconnect()
  }, [shown, edited, number])
}

const isElement = (target: EventTarget | null): target is Element =>
  target !== null && (target as Node).nodeType === Node.ELEMENT_NODE

/** A click opens what it is on; with a key that opens another tab, a link does that. */
function followPointer(shown: Shown, point: Point, pick: Open): void {
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
    const area = targetAt(target, detail === 0 ? undefined : { x, y })
    const href = target.closest('a')?.getAttribute('href') ?? ''
    const linked = twinOf(href, '', false) ?? href
    const linkedPage = pages.map(([path]) => path).find((path) => path !== shown.path && path === linked)
    if (area) pick(shown, { ...area, linkedPage })
  })
}

/** Shows where it is, as the pointer does. */
function pointFromList(shown: Shown, path: string | undefined, point: Point): void {
  const hidden = path === undefined ? undefined : shown.find(path)
  if (hidden) scrollTo(shown.page, hidden)
  const box = path === undefined ? undefined : shown.find(path)
  point(shown, box && { path, record: undefined, box })
}

/** What is edited, and what a click would open. */
const looks = {
  edited: '3px solid #ff6a13',
  pointed: '2px dashed #ff6a13',
} as const

/**
 * Draws frames over the previewed page, since an outline would lie under what is above its element. Its document is ours, but the policy allows
 * no style in its HTML.
 */
function createFrameBox(page: Document, look: keyof typeof looks) {
  const element = page.createElement('div')
  element.setAttribute('aria-hidden', 'true')
  element.dataset['frame'] = look
  Object.assign(element.style, {
    position: 'absolute',
    zIndex: '2147483647',
    pointerEvents: 'none',
    boxSizing: 'border-box',
    border: looks[look],
    borderRadius: '6px',
    boxShadow: '0 0 0 2px rgb(255 255 255 / 0.85)',
  })
  element.hidden = true
  page.documentElement.append(element)

  /** With a margin, within the page. */
  function show(box: DOMRect | undefined): void {
    element.hidden = box === undefined
    element.style.display = box === undefined ? 'none' : 'block'
    const view = page.defaultView
    if (!box || !view) return
    const margin = 6
    const left = Math.max(2, box.left + view.scrollX - margin)
    const top = Math.max(2, box.top + view.scrollY - margin)
    const right = Math.min(page.documentElement.clientWidth - 2, box.right + view.scrollX + margin)
    const bottom = box.bottom + view.scrollY + margin
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    })
  }
  return { show }
}

/** Scrolls to it unless it is in sight. scrollIntoView would also scroll the form around the frame. */
function scrollTo(page: Document, { top, bottom, height }: DOMRect): void {
  const { clientHeight } = page.documentElement
  if (top >= 0 && bottom <= clientHeight) return
  const offset = height < clientHeight ? (height - clientHeight) / 2 : -clientHeight / 8
  page.defaultView?.scrollBy({ top: top + offset, behavior: 'instant' })
}
