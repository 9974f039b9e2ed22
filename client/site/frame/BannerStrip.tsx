import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CarouselPhoto } from '../../../contract/entities.ts'
import { listen } from '../../lib/listen.ts'
import { pictureAttributes } from '../../lib/pictureAttributes.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import type { Banner } from '../route.ts'

/**
 * On a narrow screen the height of 11rem decides how wide the picture would be uncropped. 8rem are enough: it is dimmed behind words, and
 * narrow screens have a high density.
 */
function sizesOf(image: string): string {
  const { width = 4, height = 1 } = pictureAttributes(image)
  return `max(100vw, ${Math.round((8 * width) / height)}rem)`
}

/** Under the header: the picture of this part of the site, or the photos that staff have published. */
export function BannerStrip({ banner: { image, title, lead, photos = [] } }: { banner: Banner }) {
  const strip = useRef<HTMLDivElement>(null)
  const missing = useMissing(strip)
  const shown = photos.filter(({ photoUrl }) => photoUrl && !missing.includes(photoUrl))
  const words = (
    <div className="wrap banner-text">
      <h1 {...keepWords(title)} />
      {lead && <p className="lead">{lead}</p>}
    </div>
  )
  if (shown.length === 0) {
    return (
      <div className="banner">
        <Picture className="cover" src={image} alt="" sizes={sizesOf(image)} priority />
        {words}
      </div>
    )
  }
  return (
    <div className="banner banner-photos" ref={strip}>
      <h1 className="visually-hidden">{title}</h1>
      <Carousel label={title} intervalMs={5000} effect="fade">
        {shown.map((photo, index) => (
          <Photo key={photo.photoId} photo={photo} first={index === 0} />
        ))}
      </Carousel>
    </div>
  )
}

function Photo({ photo: { photoUrl, photoTitle, photoInfo }, first }: { photo: CarouselPhoto; first: boolean }) {
  return (
    <>
      <Picture className="cover" src={photoUrl} alt="" sizes={sizesOf(photoUrl)} priority={first} />
      <div className="wrap banner-text">
        {photoTitle && <p className="banner-title" {...keepWords(photoTitle)} />}
        {photoInfo && <p className="lead">{photoInfo}</p>}
      </div>
    </>
  )
}

/** The addresses of pictures in it whose files are missing, as far as known: a photo further on is fetched later. */
function useMissing(strip: RefObject<HTMLElement | null>): readonly string[] {
  const [missing, setMissing] = useState<readonly string[]>([])
  useEffect(() => {
    const element = strip.current
    if (!element) return
    // Marked by client/lib/entry.ts, which hears of an error first.
    const find = (): void => {
      const found = Array.from(element.querySelectorAll('img[data-missing]'), (picture) => picture.getAttribute('src') ?? '')
      if (found.length > 0) setMissing((known) => [...known, ...found])
    }
    find()
    return listen(element, { error: find }, { capture: true })
  }, [strip])
  return missing
}
