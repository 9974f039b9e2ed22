import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Picture } from '../../contract/entities.ts'
import { createSlides } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { showModal } from './showModal.ts'
import { slideByKey } from './slideKeys.ts'
import { trackDrags } from './trackDrags.ts'
import { useOverlayHistory } from './useOverlayHistory.ts'

/**
 * Shows pictures in full size, one at a time, in a dialog over the page. Render `dialog` somewhere in the page; `open` shows a picture in
 * it. `name` distinguishes the previews of a page.
 */
export function usePreview(
  name: string,
  pictures: readonly Picture[],
): { open(index: number): void; dialog: ReactNode } {
  const count = pictures.length
  const slides = useMemo(() => createSlides({ count }), [count])
  const { index } = useSyncExternalStore(slides.subscribe, slides.state, slides.state)
  const [opened, setOpened] = useState(false)
  const { open, close } = useOverlayHistory(`preview ${name}`, (number) => {
    if (number !== undefined) slides.goTo(number)
    setOpened(number !== undefined)
  })
  const box = useRef<HTMLDialogElement>(null)
  const figure = useRef<HTMLElement>(null)

  useEffect(() => {
    const dialog = box.current
    const stage = figure.current
    if (!opened || !dialog || !stage) return
    const closeModal = showModal(dialog)
    const untrack = trackDrags(stage, {
      start: (x) => slides.dragStart(x, innerWidth),
      move: slides.dragMove,
      end: slides.dragEnd,
    })
    const unsubscribe = slides.subscribe(() =>
      stage.style.setProperty('--pulled', slides.dragging ? `${slides.state().index - slides.position}` : '0'),
    )
    return () => {
      untrack()
      unsubscribe()
      closeModal()
    }
  }, [opened, slides])

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
          <LargePicture picture={picture} index={index} count={count} figure={figure} />
          {button('preview-close', '关闭', 'close', close)}
          {count > 1 && button('preview-previous', '上一张', 'chevron-left', slides.previous)}
          {count > 1 && button('preview-next', '下一张', 'chevron-right', slides.next)}
        </>
      )}
    </dialog>
  )
  return { open, dialog }
}

function LargePicture({
  picture: { image, name },
  index,
  count,
  figure,
}: {
  picture: Picture
  index: number
  count: number
  figure: RefObject<HTMLElement | null>
}) {
  return (
    <figure ref={figure}>
      <img key={index} src={image} alt={name} />
      <figcaption aria-live="polite">
        <span>{name}</span>
        <span>
          {index + 1} / {count}
        </span>
      </figcaption>
    </figure>
  )
}
