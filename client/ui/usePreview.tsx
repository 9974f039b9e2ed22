import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Picture } from '../../contract/entities.ts'
import { createSlides } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { LargePicture } from './LargePicture.tsx'
import { showModal } from './showModal.ts'
import { slideByKey } from './slideKeys.ts'
import { useOverlayHistory } from './useOverlayHistory.ts'

/**
 * Shows pictures in full size, one at a time, in a dialog over the page. Render `dialog` somewhere in the page; `open` shows a picture in
 * it. `name` distinguishes the previews of a page. `from` is how wide the page shows the picture.
 */
export function usePreview(
  name: string,
  pictures: readonly Picture[],
  from = 0,
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
