import { type ReactNode, type RefObject, useRef, useSyncExternalStore } from 'react'
import type { CarouselPhoto } from '../../../contract/kinds/entities.ts'
import { quotePage, sitePageOf } from '../../../contract/site/sitePages.ts'
import { isPhone } from '../../../contract/site/twins.ts'
import { neverChanges } from '../../lib/listeners.ts'
import { pictureAttributes } from '../../lib/pictureAttributes.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { useMissingPictures } from '../../ui/useMissingPictures.ts'
import { useNear } from '../../ui/useNear.ts'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { Ways } from '../parts/Ways.tsx'
import type { Banner, FrameFacts, PageStatus, SitePage } from '../route.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { CallBar, PhoneDrawer } from './PhoneDrawer.tsx'

interface Props {
  page: SitePage
  /** The site's address without a slash at its end. */
  origin: string
  /** The address of the requested page. */
  address: string
  main: RefObject<HTMLElement | null>
  status: PageStatus
  retry(): void
  children: ReactNode
}

/** The frame around every page. Its structure is the same for all, so that React keeps the hidden pages. */
export function Frame({ page: { at, route, frame, banner }, origin, address, main, status, retry, children }: Props) {
  const bare = route.frame === 'bare'
  // The server distinguishes devices only for pages that have a twin.
  const phone = useSyncExternalStore(
    neverChanges,
    () => isPhone(navigator.userAgent),
    () => isPhoneFrame[route.frame],
  )
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
        id="main"
        ref={main}
        tabIndex={-1}
        className={`frame-${route.frame}`}
        aria-busy={(status === 'loading' && at !== address) || undefined}
      >
        {banner && <BannerStrip banner={banner} />}
        {children}
      </main>
      {!bare && (
        <>
          {route.contact && (frame.aboutContact || sitePageOf(route.path) !== 'about') && (
            <Contact facts={frame} phone={phone === true} />
          )}
          <Footer facts={frame} route={route} phone={phone === true} url={origin + at} />
          {!route.callBar && (
            <CallBar
              // The pages with the form are there already.
              asks={frame.inquiry.form && !['/zixun', quotePage].includes(route.path)}
              besidePanel={route.floatingContact}
            />
          )}
          <PhoneDrawer facts={frame} />
        </>
      )}
    </>
  )
}

const isPhoneFrame: Partial<Record<SitePage['route']['frame'], boolean>> = { phone: true, desktop: false }

/** How to find and reach the company, above the footer of the pages whose route has the flag. */
function Contact({ facts, phone }: { facts: FrameFacts; phone: boolean }) {
  const { map, contactTitle, inquiry } = facts
  const query = new URLSearchParams({
    lng: String(map.lng),
    lat: String(map.lat),
    zoom: phone ? '15' : '20',
    wheel: phone ? '1' : '0',
    title: map.title,
    embedded: '1',
  })
  return (
    <section className="contact" id="contact" aria-label={contactTitle}>
      <div className="wrap">
        <SectionHead name={contactTitle} />
        <div className="contact-parts columns">
          <div className="contact-ways">
            <Ways frame={facts} />
            {inquiry.form && (
              <InquiryLink className="button unprinted" asked={{}}>
                在线咨询
              </InquiryLink>
            )}
          </div>
          <MapFrame address={`/map?${query}`} title={map.title} />
        </div>
      </div>
    </section>
  )
}

/** The map is a page of its own with its script, which browsers would load 1,250 to 2,500 px before it is seen. */
function MapFrame({ address, title }: { address: string; title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place, '200px')
  return (
    <div className="contact-map unprinted" ref={place}>
      <a className="button outline" href={address}>
        查看地图
      </a>
      <iframe className="card" src={near ? address : undefined} data-src={address} title={`地图：${title}`} />
    </div>
  )
}

/**
 * On a narrow screen the height of 11rem decides how wide the picture would be uncropped. 8rem are enough: it is dimmed behind words, and
 * narrow screens have a high density. A large one is not dimmed.
 */
function sizesOf(image: string, heightRem: number): string {
  const { width = 4, height = 1 } = pictureAttributes(image)
  return `max(100vw, ${Math.round((heightRem * width) / height)}rem)`
}

/** Under the header: the picture of this part of the site, or the photos that staff have published. */
function BannerStrip({ banner: { image, title, lead, photos = [], large } }: { banner: Banner }) {
  const [missing, watch] = useMissingPictures()
  const visiblePhotos = photos.filter(({ photoUrl }) => photoUrl && !missing.includes(photoUrl))
  const words = (
    <div className="wrap banner-text">
      <h1 {...keepWords(title)} />
      {lead && (
        <p className="lead" dir="auto">
          {lead}
        </p>
      )}
    </div>
  )
  if (visiblePhotos.length === 0) {
    const ground = image ? large && 'banner-large' : 'drawn'
    return (
      <div className={ground ? `banner ${ground} clipped` : 'banner clipped'}>
        {image && <Picture className="cover" src={image} alt="" sizes={sizesOf(image, large ? 18 : 8)} priority />}
        {words}
      </div>
    )
  }
  return (
    <div className="banner banner-photos clipped" ref={watch}>
      <h1 className="visually-hidden">{title}</h1>
      <Carousel label={title} intervalMs={5000} effect="fade">
        {visiblePhotos.map((photo, index) => (
          <Photo key={photo.photoId} photo={photo} first={index === 0} />
        ))}
      </Carousel>
    </div>
  )
}

function Photo({ photo: { photoUrl, photoTitle, photoInfo }, first }: { photo: CarouselPhoto; first: boolean }) {
  return (
    <>
      <Picture className="cover" src={photoUrl} alt="" sizes={sizesOf(photoUrl, 8)} priority={first} />
      <div className="wrap banner-text">
        {photoTitle && <p className="banner-title" {...keepWords(photoTitle)} />}
        {photoInfo && (
          <p className="lead" dir="auto">
            {photoInfo}
          </p>
        )}
      </div>
    </>
  )
}
