import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { isPhone, twinOf } from '../../contract/twins.ts'
import { Frame } from './frame/Frame.tsx'
import { followLinks } from './followLinks.ts'
import type { Page } from './page.ts'
import { addressOf, routeOf } from './routes.ts'
import { useScrollMemory } from './useScrollMemory.ts'

interface Props {
  first: Page
  load(path: string, search: string): Promise<Page>
  /** Where the server drew it; the browser starts from the same. */
  ssrPath: string
  ssrSearch: string
}

/** To a page of this site, or to its twin where the device has one of its own. */
function go(to: string): void {
  const { pathname, search, hash } = new URL(to, location.href)
  navigate(twinOf(pathname, search, isPhone(navigator.userAgent)) ?? pathname + search + hash)
}

/** The root of every public page, on the server and in the browser. */
export function Site({ first, load, ssrPath, ssrSearch }: Props) {
  const path = usePathname({ ssrPath })
  const search = useSearch({ ssrSearch })
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
    if (at === shown.at && tries === 0) return
    let over = false
    const back = kept.find((page) => page.at === at)
    if (back) setShown(back)
    else if (shown.route.kept) setKept((pages) => [...pages.filter((page) => page.at !== shown.at), shown])
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

  useEffect(() => followLinks(go, (to) => void routeOf(to)?.page()), [])
  useEffect(stayWithTwin, [])

  useLayoutEffect(() => {
    if (untouched.current) {
      untouched.current = false
      return
    }
    document.title = shown.head.title
    settleScroll()
    main.current?.focus({ preventScroll: true })
  }, [shown.at])

  const hidden = kept.filter((page) => page.route !== shown.route)
  return (
    <Frame page={shown} main={main} state={state} retry={() => setTries((n) => n + 1)}>
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
