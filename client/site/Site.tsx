import { Activity, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isPhone, twinOf } from '../../contract/twins.ts'
import { Frame } from './frame/Frame.tsx'
import { followLinks } from './followLinks.ts'
import { earlyPage, type Page } from './page.ts'
import { addressOf, routeOf } from './routes.ts'
import { useScrollMemory } from './useScrollMemory.ts'

interface Props {
  first: Page
  load(path: string, search: string): Promise<Page>
  /** Where the server drew it; the browser starts from the same. */
  ssrPath: string
  ssrSearch: string
}

const onMove = (moved: () => void): (() => void) => {
  addEventListener('popstate', moved)
  return () => removeEventListener('popstate', moved)
}

function navigate(to: string): void {
  history.pushState(null, '', to)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The root of every public page, on the server and in the browser. */
export function Site({ first, load, ssrPath, ssrSearch }: Props) {
  const path = useSyncExternalStore(onMove, () => location.pathname, () => ssrPath)
  const search = useSyncExternalStore(onMove, () => location.search, () => ssrSearch)
  const at = addressOf(path, search)
  const [shown, setShown] = useState(first)
  /** Pages that stay as they were left, hidden while others are shown. */
  const [kept, setKept] = useState<readonly Page[]>([])
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'still' | 'slow' | 'failed'>('still')
  const main = useRef<HTMLElement>(null)
  const settleScroll = useScrollMemory(shown.at)
  /** Until the first page is left, its title and place are the browser's. */
  const untouched = useRef(true)

  useEffect(() => {
    // Whatever became of the page that was asked for before.
    setState('still')
    if (at === shown.at && !shown.early) return
    let over = false
    const back = kept.find((page) => page.at === at)
    if (shown.route.kept) setKept((pages) => [...pages.filter(({ route }) => route !== shown.route), shown])
    if (back) setShown(back)
    // Back and Forward lead to a place in the full page.
    else if (!history.state) earlyPage(path, search, shown.frame).then((page) => void (page && !over && setShown(page)), () => undefined)
    const slowly = setTimeout(() => setState(back ? 'still' : 'slow'), 200)
    const done = (next: 'still' | 'failed'): boolean => {
      clearTimeout(slowly)
      if (!over) setState(next)
      return !over
    }
    load(path, search).then(
      // A kept page comes back at once as it was, and takes what is new when it arrives.
      (page) => void (done('still') && setShown(page)),
      () => void done(back ? 'still' : 'failed'),
    )
    return () => {
      over = true
      clearTimeout(slowly)
    }
  }, [at, tries])

  const retry = (): void => setTries((n) => n + 1)
  /** To a page of this site, or to its twin where the device has one of its own. */
  const go = (to: string): void => {
    const asked = new URL(to)
    const { href, pathname, search } = new URL(twinOf(asked.pathname, asked.search, isPhone(navigator.userAgent)) ?? to, to)
    if (href !== location.href) navigate(href)
    else if (state === 'failed') retry()
    if (addressOf(pathname, search) === shown.at) scrollTo(0, 0)
  }
  // Without a connection the page itself will say so, once it is asked for.
  useEffect(() => followLinks(go, (to) => void routeOf(to)?.page().catch(() => undefined)))
  useEffect(stayWithTwin, [])

  useLayoutEffect(() => {
    if (untouched.current) {
      untouched.current = false
      return
    }
    document.title = shown.head.title
    settleScroll()
    main.current?.focus({ preventScroll: true })
  }, [shown.at, shown.route])

  const hidden = kept.filter((page) => page.route !== shown.route)
  return (
    <Frame page={shown} main={main} address={at} state={state} retry={retry}>
      {[...hidden, shown].map((page) => (
        <Activity key={page.route.kept ? page.route.path : page.at} mode={page === shown ? 'visible' : 'hidden'}>
          <page.View facts={page.facts} frame={page.frame} />
        </Activity>
      ))}
    </Frame>
  )
}

/** A window that turns into a phone, or back, as in a browser's device mode, goes to the page made for it. */
function stayWithTwin(): () => void {
  const check = (): void => {
    const twin = twinOf(location.pathname, location.search, isPhone(navigator.userAgent))
    if (twin) location.replace(twin)
  }
  addEventListener('resize', check)
  return () => removeEventListener('resize', check)
}
