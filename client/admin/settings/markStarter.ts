import { isStarterFile } from '../../../contract/media.ts'

const minWidth = 120

/** Marks the pictures in a previewed page that are part of the program, for who is to replace them: no visitor sees the marks. */
export function markStarter(page: Document): void {
  const marks = [...page.images]
    .filter(({ src }) => isStarterFile(new URL(src).pathname))
    .map((picture) => ({ picture, mark: page.documentElement.appendChild(newMark(page)) }))
  const place = (): void => {
    const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {}
    for (const { picture, mark } of marks) {
      const { left, top, width } = picture.getBoundingClientRect()
      Object.assign(mark.style, {
        display: width < minWidth ? 'none' : 'block',
        left: `${Math.max(0, left) + scrollX + 8}px`,
        top: `${top + scrollY + 8}px`,
      })
    }
  }
  place()
  new ResizeObserver(place).observe(page.body)
}

function newMark(page: Document): HTMLElement {
  const mark = page.createElement('span')
  mark.textContent = '示例图片'
  Object.assign(mark.style, {
    position: 'absolute',
    padding: '2px 8px',
    borderRadius: '4px',
    background: '#1b2a4a',
    color: '#fff',
    font: '14px/1.5 sans-serif',
    pointerEvents: 'none',
    zIndex: '2147483646',
  })
  return mark
}
