/** Shorter texts occur everywhere. */
const minLength = 2
const outline = '3px solid #ff6a13'

let marked: { element: HTMLElement; before: string } | undefined

/** Scrolls to the element that shows this value, a text or the address of a picture, and outlines it. */
export function highlight(page: Document, value: string): void {
  if (marked) marked.element.style.outline = marked.before
  marked = undefined
  const text = value.trim()
  if (text.length < minLength) return
  const element = /^\/\S+$/.test(text) ? pictureWith(page, text) : textWith(page, text)
  if (!element) return
  marked = { element, before: element.style.outline }
  element.style.outline = outline
  // scrollIntoView would also scroll the form around the frame.
  const { top, height } = element.getBoundingClientRect()
  page.defaultView?.scrollBy(0, top + (height - page.documentElement.clientHeight) / 2)
}

const pictureWith = (page: Document, address: string): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('img, video, a')].find((element) =>
    ['src', 'poster', 'href'].some((name) => element.getAttribute(name) === address))

/** By its first part: pages split the text at line breaks and fill in its placeholders. */
function textWith(page: Document, text: string): HTMLElement | undefined {
  const wanted = text.split(/\n|\{[^{}]*\}/).map((part) => part.trim()).find((part) => part.length >= minLength)
  if (wanted === undefined) return undefined
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent && node.textContent?.includes(wanted) && parent.getClientRects().length > 0) return parent
  }
  return undefined
}
