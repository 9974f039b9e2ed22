/** What is edited, and what a click would open. */
const looks = {
  edited: '3px solid #ff6a13',
  pointed: '2px dashed #ff6a13',
} as const

/**
 * Draws frames over the previewed page, since an outline would lie under what is above its element. Its document is ours, but the policy allows
 * no style in its HTML.
 */
export function createFrameBox(page: Document, look: keyof typeof looks) {
  const element = page.createElement('div')
  element.setAttribute('aria-hidden', 'true')
  element.dataset['frame'] = look
  Object.assign(element.style, {
    position: 'absolute',
    zIndex: '2147483647',
    pointerEvents: 'none',
    boxSizing: 'border-box',
    border: looks[look],
    borderRadius: '6px',
    boxShadow: '0 0 0 2px rgb(255 255 255 / 0.85)',
  })
  element.hidden = true
  page.documentElement.append(element)

  /** With a margin, within the page. */
  function show(box: DOMRect | undefined): void {
    element.hidden = box === undefined
    element.style.display = box === undefined ? 'none' : 'block'
    const view = page.defaultView
    if (!box || !view) return
    const margin = 6
    const left = Math.max(2, box.left + view.scrollX - margin)
    const top = Math.max(2, box.top + view.scrollY - margin)
    const right = Math.min(page.documentElement.clientWidth - 2, box.right + view.scrollX + margin)
    const bottom = box.bottom + view.scrollY + margin
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    })
  }
  return { show }
}

/** Scrolls to it unless it is in sight. scrollIntoView would also scroll the form around the frame. */
export function scrollTo(page: Document, { top, bottom, height }: DOMRect): void {
  const { clientHeight } = page.documentElement
  if (top >= 0 && bottom <= clientHeight) return
  const offset = height < clientHeight ? (height - clientHeight) / 2 : -clientHeight / 8
  page.defaultView?.scrollBy({ top: top + offset, behavior: 'instant' })
}
