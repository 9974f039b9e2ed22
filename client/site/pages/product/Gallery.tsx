import { Carousel } from '../../../ui/Carousel.tsx'
import { LargeLink } from '../../../ui/LargeLink.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { useMissingPictures } from '../../../ui/useMissingPictures.ts'

interface Props {
  cover: string
  pictures: readonly string[] | undefined
  name: string
  sizes: string
  classOfOne?: string
}

/** The pictures of a product, the cover first; each opens in full size. One alone is a plain picture. */
export function Gallery({ cover, pictures = [], name, sizes, classOfOne }: Props) {
  const [missing, watch] = useMissingPictures()
  const images = [...new Set([cover, ...pictures])].filter((image) => image && !missing.includes(image))
  const [first] = images
  if (first === undefined) return null
  if (images.length === 1) {
    return (
      <LargeLink image={first} name={name}>
        <Picture
          {...(classOfOne && { className: classOfOne })}
          src={first}
          alt={name}
          width={960}
          height={720}
          sizes={sizes}
          priority
        />
      </LargeLink>
    )
  }
  return (
    <div className="gallery" ref={watch}>
      <Carousel label={`${name}的图片`} thumbnails={images}>
        {images.map((image, index) => (
          <button type="button" className="card" aria-haspopup="dialog" key={image} data-large={name}>
            <Picture
              src={image}
              alt={index === 0 ? name : `${name}，图${index + 1}`}
              width={960}
              height={720}
              sizes={sizes}
              priority={index === 0}
            />
          </button>
        ))}
      </Carousel>
    </div>
  )
}
