import type { CarouselPhoto } from '../../../contract/kinds/entities.ts'
import { pictureAttributes } from '../../lib/pictureAttributes.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { useMissingPictures } from '../../ui/useMissingPictures.ts'
import type { Banner } from '../route.ts'

/**
 * On a narrow screen the height of 11rem decides how wide the picture would be uncropped. 8rem are enough: it is dimmed behind words, and
 * narrow screens have a high density. A large one is not dimmed.
 */
function sizesOf(image: string, heightRem: number): string {
  const { width = 4, height = 1 } = pictureAttributes(image)
  return `max(100vw, ${Math.round((heightRem * width) / height)}rem)`
}

/** Under the header: the picture of this part of the site, or the photos that staff have published. */
export function BannerStrip({ banner: { image, title, lead, photos = [], large } }: { banner: Banner }) {
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
