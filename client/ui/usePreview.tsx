import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Picture } from '../../contract/entities.ts'
import { createSlides } from '../lib/slides.ts'
import { heedDrags } from './heedDrags.ts'
import { Icon } from './Icon.tsx'
import { showModal } from './showModal.ts'
import { useOverlayEntry } from './useOverlayEntry.ts'

/** Pictures in full, one at a time, in a dialog over the page. Put `dialog` somewhere in the page; `open` shows a picture in it. */
export function usePreview(pictures: readonly Picture[]): { open(index: number): void; dialog: ReactNode } {
  const count = pictures.length
  const ring = useMemo(() => createSlides({ count }), [count])
  const { index } = useSyncExternalStore(ring.subscribe, ring.shown, ring.shown)
  const [opened, setOpened] = useState(false)
  const { open, close } = useOverlayEntry((number) => {
    if (number !== undefined) ring.goTo(number)
    setOpened(number !== undefined)
  })
  const box = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLElement>(null)

  useEffect(() => {
    const [dialog, figure] = [box.current, stage.current]
    if (!opened || !dialog || !figure) return
    const closeModal = showModal(dialog)
    const ignoreDrags = heedDrags(figure, { start: (x) => ring.dragStart(x, innerWidth), move: ring.dragMove, end: ring.dragEnd })
    const unsubscribe = ring.subscribe(() => figure.style.setProperty('--pulled', ring.dragging ? `${ring.shown().index - ring.position}` : '0'))
    return () => {
      ignoreDrags()
      unsubscribe()
      closeModal()
    }
  }, [opened, ring])

  const onKeyDown = (event: KeyboardEvent): void => {
    const go = { ArrowLeft: ring.previous, ArrowRight: ring.next, Home: () => ring.goTo(0), End: () => ring.goTo(count - 1) }[event.key]
    if (!go || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    go()
  }
  const onClick = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('img, figcaption, button')) close()
  }
  const picture = pictures[index]

  const dialog = (
    <dialog className="preview" ref={box} aria-label="查看大图" onClose={close} onClick={onClick} onKeyDown={onKeyDown}>
      {opened && picture && (
        <>
          <figure ref={stage}>
            <img key={index} src={picture.image} alt={picture.name} />
            <figcaption aria-live="polite">
              <span>{picture.name}</span>
              <span>
                {index + 1} / {count}
              </span>
            </figcaption>
          </figure>
          <button type="button" className="preview-close" aria-label="关闭" onClick={close}>
            <Icon name="close" />
          </button>
          {count > 1 && (
            <>
              <button type="button" className="preview-back" aria-label="上一张" onClick={ring.previous}>
                <Icon name="chevron-left" />
              </button>
              <button type="button" className="preview-on" aria-label="下一张" onClick={ring.next}>
                <Icon name="chevron-right" />
              </button>
            </>
          )}
        </>
      )}
    </dialog>
  )
  return { open, dialog }
}
