import {
  Activity,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PictureNotes } from '../../contract/media/media.ts'
import { isPhone, twinOf } from '../../contract/site/twins.ts'
import { listen } from '../lib/listen.ts'
import { showSheet, withSheet } from '../lib/sheets.ts'
import { AssetsContext, PictureNotesContext } from '../ui/assets.ts'
import { IconPathsContext } from '../ui/iconPaths.ts'
import { browserHistory, browserViewport, listenToScroll } from './browserHistory.ts'
import { EarlyEvents } from './EarlyEvents.tsx'
import { Frame } from './frame/Frame.tsx'
import type { SiteNavigator } from './navigator.ts'
import type { SitePage } from './route.ts'
import { routeOf } from './routes.ts'
import { createScrollMemory } from './scrollMemory.ts'

/** The root of every public page, on the server and in the browser. */
export function Site({
  navigator,
  pictures,
  icons,
  origin,
  assetsUrl,
  earlyEvents,
}: {
  navigator: SiteNavigator
  pictures: PictureNotes
  icons: Readonly<Record<string, string>>
  origin: string
  assetsUrl: string
  earlyEvents: Event[]
}) {
  const { shown, kept, address, status } = useSyncExternalStore(navigator.subscribe, navigator.state, navigator.state)
  const [scrollMemory] = useState(() => createScrollMemory(navigator, browserHistory, browserViewport))
  const main = useRef<HTMLElement>(null)
  const previous = useRef<SitePage['route']>(undefined)

  const inquiry = useInquiry(shown, navigator.open)
  const pictureDialog = useLargePictures()

  useEffect(() => {
    const open = (link: HTMLAnchorElement): void => {
      if (!inquiry.open(link)) navigator.open(onThisDevice(link.href))
    }
    // A prefetch that fails is ignored: opening the page reports the failure.
    return followLinks(
      open,
      (path) => void Promise.all([routeOf(path)?.page(), import('./laterPages.ts')]).catch(() => undefined),
    )
  }, [navigator])
  useEffect(() => listenToScroll(scrollMemory), [scrollMemory])
  useEffect(followDevice, [])

  // Before anything on the page is measured.
  useInsertionEffect(() => showSheet(shown.sheet), [shown.sheet])
  // Not with the effect below: the placeholder of a page may have a shorter title.
  useLayoutEffect(() => {
    document.title = shown.head.title
    document.documentElement.lang = shown.head.lang ?? 'zh-CN'
  }, [shown.head])
  useLayoutEffect(() => {
    const from = previous.current
    previous.current = shown.route
    // The browser restores the scroll position of the first page, unless the scripts are faster.
    if (!from) return scrollMemory.restoreFirst()
    scrollMemory.restore()
    // The arrow keys go on from a tab that has changed the address.
    if (from === shown.route && document.activeElement?.matches('[role=tab]')) return
    main.current?.focus({ preventScroll: true })
  }, [shown.at, shown.route])

  const hidden = kept.filter((page) => page.route !== shown.route)
  return (
    <IconPathsContext value={icons}>
      <AssetsContext value={assetsUrl}>
        <PictureNotesContext value={pictures}>
          <Frame page={shown} origin={origin} main={main} address={address} status={status} retry={navigator.retry}>
            {[...hidden, shown].map((page) => (
              <Activity
                key={page.route.keepAlive ? page.route.path : page.at}
                mode={page === shown ? 'visible' : 'hidden'}
              >
                <page.View facts={page.facts} frame={page.frame} />
                <EarlyEvents events={earlyEvents} />
              </Activity>
            ))}
          </Frame>
          {inquiry.dialog}
          {pictureDialog}
        </PictureNotesContext>
      </AssetsContext>
    </IconPathsContext>
  )
}

const isPhoneHere = (): boolean => isPhone(window.navigator.userAgent)

/** The address itself, or that of the twin made for this device. */
function onThisDevice(href: string): string {
  const { pathname, search, hash } = new URL(href)
  const twin = twinOf(pathname, search, isPhoneHere())
  return twin ? new URL(twin + hash, href).href : href
}

/** A browser that begins to emulate a phone, or stops, goes to the page made for the device. Returns an unsubscribe function. */
const followDevice = (): (() => void) =>
  listen(window, {
    resize() {
      const twin = twinOf(location.pathname, location.search, isPhoneHere())
      if (twin) location.replace(twin)
    },
  })

/**
 * Opens links to our own pages without leaving the page, also those inside rich text; a page's code is fetched as soon as the pointer or
 * the focus is on its link. Everything else is left to the browser. Returns an unsubscribe function.
 */
function followLinks(open: (link: HTMLAnchorElement) => void, prefetch: (path: string) => void): () => void {
  const ownLink = (event: Event): HTMLAnchorElement | undefined => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      !link ||
      link.target ||
      link.hasAttribute('download') ||
      link.origin !== location.origin ||
      !routeOf(link.pathname)
    ) {
      return undefined
    }
    return link
  }
  const click = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return
    const link = ownLink(event)
    // A link within the page only scrolls.
    if (!link || (link.hash && link.pathname === location.pathname && link.search === location.search)) return
    event.preventDefault()
    // The menu of a narrow screen must not cover the page while the next one is loading.
    link.closest('details')?.removeAttribute('open')
    open(link)
  }
  const approach = (event: Event): void => {
    const link = ownLink(event)
    if (link) prefetch(link.pathname)
  }
  return listen(document, { click, pointerover: approach, focusin: approach })
}

const isPlainClick = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

type PicturesDialog = typeof import('./parts/PicturesDialog.tsx').default
type AskedPictures = Parameters<PicturesDialog>[0]['asked']

/** Opens what has `data-large`, its name, over the page, with the others of its list beside it. The code is fetched then. */
function useLargePictures(): ReactNode {
  const [opened, setOpened] = useState<{ Dialog: PicturesDialog; asked: AskedPictures }>()
  useEffect(() => {
    const open = (event: Event): void => {
      const tapped = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-large]') : null
      if (!tapped) return
      event.preventDefault()
      tapped.setAttribute('aria-busy', 'true')
      withSheet(import('./parts/PicturesDialog.tsx'))
        .then(
          ({ default: Dialog }) => setOpened({ Dialog, asked: picturesBeside(tapped) }),
          () => location.assign(imageOf(tapped)),
        )
        .finally(() => tapped.removeAttribute('aria-busy'))
    }
    return listen(document, {
      click(event) {
        if (isPlainClick(event)) open(event)
      },
      keydown(event) {
        if (event.key === 'Enter' && event.target instanceof HTMLImageElement) open(event)
      },
    })
  }, [])
  return opened && <opened.Dialog asked={opened.asked} />
}

const pictureIn = (element: HTMLElement): Element | null =>
  element instanceof HTMLImageElement ? element : element.querySelector('img')

/** A link may have no picture in it. */
const imageOf = (element: HTMLElement): string =>
  pictureIn(element)?.getAttribute('src') ?? element.getAttribute('href') ?? ''

/** A carousel may have its pictures twice. */
function picturesBeside(tapped: HTMLElement): AskedPictures {
  const list = tapped.closest('ul, .carousel, .story, .rich') ?? tapped.parentElement
  const names = new Map(
    Array.from(list?.querySelectorAll<HTMLElement>('[data-large]') ?? [], (each) => [
      imageOf(each),
      each.dataset.large,
    ]),
  )
  return {
    pictures: Array.from(names, ([image, name = '']) => ({ image, name })),
    index: [...names.keys()].indexOf(imageOf(tapped)),
    from: pictureIn(tapped)?.clientWidth ?? 0,
  }
}

type Dialog = typeof import('./parts/InquiryDialog.tsx').default
type AskedByLink = Parameters<Dialog>[0]['asked']

/**
 * Opens the inquiry form over the page, for a link to its page. Most visitors never do, so its code is fetched then. False where the
 * browser has no dialogs (Firefox before 98, Safari before 15.4): there, and when the code cannot be fetched, the link leads to the page.
 */
function useInquiry(shown: SitePage, openPage: (href: string) => void) {
  const [opened, setOpened] = useState<{ Dialog: Dialog; asked: AskedByLink }>()

  const open = useEffectEvent((link: HTMLAnchorElement): boolean => {
    const isLink = link.pathname === '/zixun' && shown.route.path !== '/zixun' && shown.frame.inquiry.form
    // The menu goes back in the history when it closes, which would close the dialog.
    if (!isLink || link.closest('details') || !('HTMLDialogElement' in window)) return false
    const asked = { search: link.search, product: link.dataset.product, number: Date.now() }
    link.setAttribute('aria-busy', 'true')
    withSheet(import('./parts/InquiryDialog.tsx'))
      .then(
        ({ default: Dialog }) => setOpened({ Dialog, asked }),
        () => openPage(link.href),
      )
      .finally(() => link.removeAttribute('aria-busy'))
    return true
  })
  return { open, dialog: opened && <opened.Dialog asked={opened.asked} frame={shown.frame} /> }
}
