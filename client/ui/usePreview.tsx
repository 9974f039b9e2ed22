import { type MouseEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Picture } from '../../contract/kinds/entities.ts'
import { createSlides, type Slides } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { showModal } from './showModal.ts'
import { slideByKey } from './slideKeys.ts'
import { useOverlayHistory } from './useOverlayHistory.ts'
import { listen, together } from '../lib/listen.ts'
import { pictureAttributes } from '../lib/pictureAttributes.ts'
import { trackDrags } from './trackDrags.ts'

/**
 * Shows pictures in full size, one at a time, in a dialog over the page. Render `dialog` somewhere in the page; `open` shows a picture in
 * it. `name` distinguishes the previews of a page. `from` is how wide the page shows the picture.
 */
export function usePreview(name: string, pictures: readonly Picture[], from = 0) {
  const count = pictures.length
  const slides = useMemo(() => createSlides({ count }), [count])
  const { index } = useSyncExternalStore(slides.subscribe, slides.state, slides.state)
  const [opened, setOpened] = useState(false)
  const { open, close } = useOverlayHistory(`preview ${name}`, (number) => {
    if (number !== undefined) slides.goTo(number)
    setOpened(number !== undefined)
  })
  const box = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (opened && box.current) return showModal(box.current)
  }, [opened])

  const onClick = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('img, figcaption, button')) close()
  }
  const picture = pictures[index]
  const button = (className: string, label: string, icon: IconName, act: () => void) => (
    <button type="button" className={className} aria-label={label} onClick={act}>
      <Icon name={icon} />
    </button>
  )
  const dialog = (
    <dialog
      className="preview"
      ref={box}
      aria-label="查看大图"
      onClose={close}
      onClick={onClick}
      onKeyDown={(event) => slideByKey(event, slides)}
    >
      {opened && picture && (
        <>
          <figure>
            <LargePicture key={index} {...{ picture, slides, from }} />
            <figcaption aria-live="polite">
              <span>{picture.name}</span>
              {count > 1 && (
                <span>
                  {index + 1} / {count}
                </span>
              )}
              <a href={picture.image} download={fileNameOf(picture)}>
                保存
              </a>
            </figcaption>
          </figure>
          {button('preview-close', '关闭', 'close', close)}
          {count > 1 && button('preview-previous', '上一张', 'chevron-left', slides.previous)}
          {count > 1 && button('preview-next', '下一张', 'chevron-right', slides.next)}
        </>
      )}
    </dialog>
  )
  return { open, dialog }
}

const fileNameOf = ({ image, name }: Picture): string => name + (/\.\w+$/.exec(image)?.[0] ?? '')

interface Props {
  picture: Picture
  slides: Slides
  /** How wide the page shows it. */
  from: number
}

/** One picture of a preview: whole, and dragged to the next one; or at twice its size, and moved under the window. A tap changes that. */
function LargePicture({ picture: { image, name }, slides, from }: Props) {
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
