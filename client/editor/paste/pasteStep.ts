import { create, hasVisible, isMarkElement, rename, unwrap } from '../text/nodes.ts'
import { pushMarkIntoLines, inlineRuns } from '../text/normalizeContent.ts'

/** What a paste step may need besides the pasted document, which it changes in place. */
export interface PasteContext {
  register(file: File): { id: string; address: string }
  /** The pictures in the RTF on the clipboard, in order. */
  pictures: File[]
  /** The origin of this page, to recognize its own addresses. */
  origin: string
}
export type PasteStep = (body: HTMLElement, context: PasteContext) => void

/** Elements that other programs use as blocks, including ours. */
export const blockTags =
  'address, article, aside, blockquote, body, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, html, li, main, menu, nav, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul'

export const queryAll = (root: ParentNode, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
]
export const collapsedText = (element: Element): string =>
  (element.textContent ?? '').replace(/[\s\u00A0]+/g, ' ').trim()

/** The declarations of the former style attribute. */
export function styleOf(element: Element): Map<string, string> {
  const style = element.getAttribute('data-css') ?? ''
  const declarations = style.matchAll(/([\w-]{1,60})\s*:\s*((?:[^;"'(]|"[^"]*(?:"|$)|'[^']*(?:'|$)|\([^)]*(?:\)|$))+)/g)
  return new Map([...declarations].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim().toLowerCase()]))
}

/** Later steps read the attributes. */
export function renameKeepingAttributes(element: HTMLElement, tag: string): void {
  const other = rename(element, tag)
  for (const { name, value } of element.attributes) if (name !== 'class') other.setAttribute(name, value)
}

/** Wraps the content of an element in another. */
export function wrapInside(element: Element, tag: string, className?: string): void {
  const wrapper = create(tag, ...element.childNodes)
  if (className) wrapper.className = className
  element.append(wrapper)
}

/** Moves a mark around blocks into each of their lines. */
export function hoistBlocks(element: HTMLElement): void {
  if (isMarkElement(element)) pushMarkIntoLines(element)
  else unwrap(element)
}

/** A container that we do not keep becomes a paragraph, or its content. */
export function unwrapContainer(element: HTMLElement): void {
  if (!element.querySelector(blockTags)) return void rename(element, 'p')
  for (const run of inlineRuns(element)) {
    if (!hasVisible(run)) continue
    const line = create('p')
    if (element.className) line.className = element.className
    run[0]?.before(line)
    line.append(...run)
  }
  unwrap(element)
}
