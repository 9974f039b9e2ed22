import { useEffect, useState } from 'react'
import { settingsFieldPath } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { siteGroups } from '../../../contract/siteFields.ts'
import { sitePageOf } from '../../../contract/sitePages.ts'
import { twinOf } from '../../../contract/twins.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { DeviceSwitch, ownDevice, PreviewFrame } from '../form/PreviewFrame.tsx'
import { Link } from '../ui/Link.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

interface Props {
  values: Partial<InputOf<'siteUpdate'>>
  /** The page to show; when it changes, the preview follows. */
  page: string
  /** The labels of the fields of which `values` has what was valid last. */
  invalid: readonly string[]
  /** Something in them is not saved. */
  unsaved: boolean
  /** The value that is being edited. */
  edited: string
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

/** The pages as they would look if the unsaved fields were saved now. */
export function SettingsPreview({ values, page, invalid, unsaved, edited, onEscape }: Props) {
  const [device, setDevice] = useState(ownDevice)
  const [path, setPath] = useState(page)
  const [previewPage, setPreviewPage] = useState<Document>()
  const address = device === 'phone' ? (twinOf(path, '', true) ?? path) : path
  const { data, state, why, refresh } = useLoaded(
    (signal) => api('sitePreview', { ...values, path: address }, signal),
    [JSON.stringify(values), path, device],
    { debounceMs, messageFor: (cause) => messageOf(cause, '预览没有更新，请检查网络') },
  )
  const { html, off = false } = data ?? {}

  const desktopPage = twinOf(page, '', false)
  useEffect(() => setPath(desktopPage ?? page), [page])
  // What only phones show is seen on one, and what follows is seen as before.
  useEffect(() => {
    if (desktopPage === undefined) return
    setDevice('phone')
    return () => setDevice(ownDevice)
  }, [desktopPage])
  useEffect(() => {
    if (previewPage) highlight(previewPage, edited)
  }, [previewPage, edited])

  const failed = html === undefined && state === 'failed'
  // The last preview stays.
  const stale = html !== undefined && why !== ''
  let note = unsaved ? '预览包含还没有保存的修改' : '和网站上现在的一样'
  if (invalid.length > 0) note = `“${invalid.join('”“')}”还没有填好，预览里是之前的内容`
  if (stale) note = why
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
      <div className="page-preview card fill center muted" tabIndex={-1} aria-busy={html === undefined && !failed}>
        {off ? (
          <p>
            这个页面已关闭 ·{' '}
            <Link className="inline-link" href={switchOf(path)}>
              打开
            </Link>
          </p>
        ) : (
          <PreviewFrame device={device} html={html} onShown={setPreviewPage} {...(onEscape && { onEscape })} />
        )}
        {html === undefined && !failed && <p role="status">正在生成预览…</p>}
        {failed && <FormFailed message={why} autoFocus={false} onRetry={refresh} />}
      </div>
      <p className={stale ? 'settings-note bad' : 'settings-note muted'} role="status">
        {note}
      </p>
    </section>
  )
}

/** Shorter texts occur everywhere. */
const minLength = 2
const outline = '3px solid #ff6a13'

let marked: { element: HTMLElement; before: string } | undefined

/** Scrolls to the element that shows this value, a text or the address of a picture, and outlines it. */
function highlight(page: Document, value: string): void {
  if (marked) marked.element.style.outline = marked.before
  marked = undefined
  const text = value.trim()
  if (text.length < minLength) return
  const element = /^\/\S+$/.test(text) ? pictureWith(page, text) : textWith(page, text)
  if (!element) return
  marked = { element, before: element.style.outline }
  element.style.outline = outline
  // scrollIntoView would also scroll the form around the frame.
  const { top, height } = element.getBoundingClientRect()
  page.defaultView?.scrollBy(0, top + (height - page.documentElement.clientHeight) / 2)
}

const pictureWith = (page: Document, address: string): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('img, video, a')].find((element) =>
    ['src', 'poster', 'href'].some((name) => element.getAttribute(name) === address),
  )

/** By its first part: pages split the text at line breaks and fill in its placeholders. */
function textWith(page: Document, text: string): HTMLElement | undefined {
  const firstPart = text
    .split(/\n|\{[^{}]*\}/)
    .map((part) => part.trim())
    .find((part) => part.length >= minLength)
  if (firstPart === undefined) return undefined
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent && node.textContent?.includes(firstPart) && parent.getClientRects().length > 0) return parent
  }
  return undefined
}
