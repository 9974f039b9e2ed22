import { Activity, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PictureNotes } from '../../contract/media.ts'
import { isPhone, twinOf } from '../../contract/twins.ts'
import { listen } from '../lib/listen.ts'
import { PictureNotesContext } from '../ui/pictureNotes.ts'
import { browserHistory, browserViewport, listenToScroll } from './browserHistory.ts'
import { followLinks } from './followLinks.ts'
import { Frame } from './frame/Frame.tsx'
import type { SiteNavigator } from './navigator.ts'
import type { Page } from './page.ts'
import { routeOf } from './routes.ts'
import { createScrollMemory } from './scrollMemory.ts'
import { useInquiry } from './useInquiry.tsx'

/** The root of every public page, on the server and in the browser. */
export function Site({ navigator, pictures, origin }: { navigator: SiteNavigator; pictures: PictureNotes; origin: string }) {
  const { shown, kept, address, status } = useSyncExternalStore(navigator.subscribe, navigator.state, navigator.state)
  const [scrollMemory] = useState(() => createScrollMemory(navigator, browserHistory, browserViewport))
  const main = useRef<HTMLElement>(null)
  const previous = useRef<Page['route']>(undefined)

  const inquiry = useInquiry(shown, navigator.open)

  useEffect(() => {
    const open = (link: HTMLAnchorElement): void => {
      if (!inquiry.open(link)) navigator.open(onThisDevice(link.href))
    }
    // A prefetch that fails is ignored: opening the page reports the failure.
    return followLinks(open, (path) => void routeOf(path)?.page().catch(() => undefined))
  }, [navigator])
  useEffect(() => listenToScroll(scrollMemory), [scrollMemory])
  useEffect(followDevice, [])

  // Not with the effect below: the placeholder of a page may have a shorter title.
  useLayoutEffect(() => {
    document.title = shown.head.title
  }, [shown.head.title])
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
    <PictureNotesContext value={pictures}>
      <Frame page={shown} origin={origin} main={main} address={address} status={status} retry={navigator.retry}>
        {[...hidden, shown].map((page) => (
          <Activity key={page.route.keepAlive ? page.route.path : page.at} mode={page === shown ? 'visible' : 'hidden'}>
            <page.View facts={page.facts} frame={page.frame} />
          </Activity>
        ))}
      </Frame>
      {inquiry.dialog}
    </PictureNotesContext>
  )
}

const isPhoneHere = (): boolean => isPhone(window.navigator.userAgent)

/** The address itself, or that of the twin made for this device. */
function onThisDevice(href: string): string {
  const { pathname, search } = new URL(href)
  return new URL(twinOf(pathname, search, isPhoneHere()) ?? href, href).href
}

/** A browser that begins to emulate a phone, or stops, goes to the page made for the device. Returns an unsubscribe function. */
const followDevice = (): (() => void) =>
  listen(window, {
    resize() {
      const twin = twinOf(location.pathname, location.search, isPhoneHere())
      if (twin) location.replace(twin)
    },
  })
