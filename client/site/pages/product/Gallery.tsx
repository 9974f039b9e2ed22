import { Carousel } from '../../../ui/Carousel.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { useMissingPictures } from '../../../ui/useMissingPictures.ts'
import { usePreview } from '../../../ui/usePreview.tsx'

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
  const { open, dialog } = usePreview(
    'gallery',
    images.map((image) => ({ image, name })),
  )
  const [first] = images
  if (first === undefined) return null
  if (images.length === 1) {
    return (
      <Picture
        {...(classOfOne && { className: classOfOne })}
        src={first}
        alt={name}
        width={960}
        height={720}
        sizes={sizes}
        priority
      />
    )
  }
  return (
    <div className="gallery" ref={watch}>
      <Carousel label={`${name}的图片`} thumbnails={images}>
        {images.map((image, index) => (
          <button type="button" className="card" aria-haspopup="dialog" key={image} onClick={() => open(index)}>
            <Picture
              src={image}
              alt={`${name}，图${index + 1}`}
              width={960}
              height={720}
              sizes={sizes}
              priority={index === 0}
            />
          </button>
        ))}
      </Carousel>
      {dialog}
    </div>
  )
}
