import { useEffect, useRef, useState } from 'react'
import type { Picture } from '../../contract/entities.ts'
import { listen, together } from '../lib/listen.ts'
import { pictureAttributes } from '../lib/pictureAttributes.ts'
import type { Slides } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import { trackDrags } from './trackDrags.ts'

interface Props {
  picture: Picture
  slides: Slides
  /** How wide the page shows it. */
  from: number
}

/** One picture of a preview: whole, and dragged to the next one; or at twice its size, and moved under the window. A tap changes that. */
export function LargePicture({ picture: { image, name }, slides, from }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isLarge, setLarge] = useState(() => beginsLarge(image, from))
  useEffect(() => {
    const stage = box.current
    const picture = stage?.querySelector('img')
    if (!stage || !picture) return
    return isLarge ? keepLarge(picture, stage, from) : turnByDrags(stage, slides)
  }, [isLarge])
  const toggle = (): void => setLarge(!isLarge)
  return (
    <>
      {/* The keyboard scrolls what has the focus. */}
      <div className={isLarge ? 'large-picture large' : 'large-picture'} ref={box} tabIndex={isLarge ? 0 : -1}>
        <img src={image} alt={name} onClick={toggle} />
      </div>
      <button type="button" className="preview-size" aria-label={isLarge ? '缩小' : '放大'} onClick={toggle}>
        <Icon name={isLarge ? 'minus' : 'plus'} />
      </button>
    </>
  )
}

const isPhoneWindow = (): boolean => Math.min(innerWidth, innerHeight) < 600

/** On a phone, where the whole picture would hardly be larger than on the page. */
function beginsLarge(image: string, from: number): boolean {
  const { width = 1, height = 1 } = pictureAttributes(image)
  return isPhoneWindow() && (width > height || 2 * from > innerWidth)
}

function turnByDrags(stage: HTMLElement, slides: Slides): () => void {
  const untrack = trackDrags(stage, {
    start: (x) => slides.dragStart(x, innerWidth),
    move: slides.dragMove,
    end: slides.dragEnd,
  })
  const unsubscribe = slides.subscribe(() =>
    stage.style.setProperty('--pulled', slides.dragging ? `${slides.state().index - slides.position}` : '0'),
  )
  return together(untrack, unsubscribe)
}

/** A wide one is turned in an upright window: whoever turns the phone sees it at the length of the screen. */
function keepLarge(picture: HTMLImageElement, stage: HTMLElement, from: number): () => void {
  const place = (): void => {
    const { clientWidth, clientHeight } = stage
    const ratio = picture.naturalWidth / picture.naturalHeight || 1
    const turned = ratio > 1 && isPhoneWindow() && clientHeight > clientWidth
    let width = 2 * Math.min(clientWidth, clientHeight * ratio)
    if (turned) width = Math.max(2 * from, Math.min(clientHeight, clientWidth * ratio))
    // A turned box is laid out as if it were not.
    const excess = turned ? (width - width / ratio) / 2 : 0
    Object.assign(picture.style, {
      width: `${width}px`,
      margin: `${excess}px ${-excess}px`,
      transform: turned ? 'rotate(90deg)' : 'none',
    })
    stage.scrollTo((stage.scrollWidth - clientWidth) / 2, (stage.scrollHeight - clientHeight) / 2)
  }
  place()
  return together(listen(picture, { load: place }), listen(window, { resize: place }), () =>
    picture.removeAttribute('style'),
  )
}
