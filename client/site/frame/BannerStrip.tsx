import type { CarouselPhoto } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import type { Banner } from '../route.ts'

/** Under the header: the picture of this part of the site, or the photos that staff have put up. */
export function BannerStrip({ banner: { image, title, lead, photos = [] } }: { banner: Banner }) {
  const words = (
    <div className="wrap banner-words">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
  )
  if (photos.length === 0) {
    return (
      <div className="banner">
        <img src={image} alt="" fetchPriority="high" />
        {words}
      </div>
    )
  }
  return (
    <div className="banner banner-photos">
      <h1 className="unseen">{title}</h1>
      <Carousel label={title} every={5000} effect="fade">
        {photos.map((photo, index) => (
          <Photo key={photo.photoId} photo={photo} first={index === 0} />
        ))}
      </Carousel>
    </div>
  )
}

function Photo({ photo: { photoUrl, photoTitle, photoInfo }, first }: { photo: CarouselPhoto; first: boolean }) {
  return (
    <>
      <img src={photoUrl} alt="" fetchPriority={first ? 'high' : 'low'} loading={first ? 'eager' : 'lazy'} />
      <div className="wrap banner-words">
        <p className="banner-title">{photoTitle}</p>
        <p>{photoInfo}</p>
      </div>
    </>
  )
}
