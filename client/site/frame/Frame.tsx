import { type ReactNode, type RefObject, useSyncExternalStore } from 'react'
import { sitePageOf } from '../../../contract/sitePages.ts'
import { isPhone } from '../../../contract/twins.ts'
import type { NavigatorState } from '../navigator.ts'
import type { Page } from '../page.ts'
import { BannerStrip } from './BannerStrip.tsx'
import { Contact } from './Contact.tsx'
import { FloatingContact } from './FloatingContact.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { PhoneDrawer } from './PhoneDrawer.tsx'

interface Props {
  page: Page
  /** Of the site, without a slash at its end. */
  origin: string
  /** The address of the requested page. */
  address: string
  main: RefObject<HTMLElement | null>
  status: NavigatorState['status']
  retry(): void
  children: ReactNode
}

/** The frame around every page. Its structure is the same for all, so that React keeps the hidden pages. */
export function Frame({ page: { at, route, frame, banner }, origin, address, main, status, retry, children }: Props) {
  const bare = route.frame === 'bare'
  // The server distinguishes devices only for pages that have a twin.
  const phone = useSyncExternalStore(neverChanges, () => isPhone(navigator.userAgent), () => isPhoneFrame[route.frame])
  return (
    <>
      {!bare && (
        <>
          <a className="skip unprinted" href="#main">
            跳到正文
          </a>
          <Header facts={frame} address={at} phone={phone} key={at} />
        </>
      )}
      {status === 'loading' && <div className="progress unprinted" role="status" aria-label="正在加载" />}
      {status === 'failed' && (
        <p className="load-error unprinted" role="alert">
          页面加载失败，请检查网络后重试
          <button type="button" onClick={retry}>
            重试
          </button>
        </p>
      )}
      <main
        id="main" ref={main} tabIndex={-1} className={`frame-${route.frame}`}
        aria-busy={(status === 'loading' && at !== address) || undefined}
      >
        {banner && <BannerStrip banner={banner} />}
        {children}
      </main>
      {!bare && (
        <>
          {route.contact && (frame.aboutContact || sitePageOf(route.path) !== 'about') && <Contact facts={frame} phone={phone === true} />}
          {route.floatingContact && <FloatingContact facts={frame} />}
          <Footer facts={frame} phone={phone === true} url={origin + at} />
          {!route.callBar && <PhoneDrawer phones={frame.phones} />}
        </>
      )}
    </>
  )
}

const neverChanges = () => () => {}
const isPhoneFrame: Partial<Record<Page['route']['frame'], boolean>> = { phone: true, desktop: false }
