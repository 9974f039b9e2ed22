import { create, hasVisible, isMarkElement, rename, unwrap } from '../text/nodes.ts'
import { pushMarkIntoLines, inlineRuns } from '../text/normalizeContent.ts'

/** What a step of pasting may need besides the pasted document, which it changes in place. */
export interface PasteContext {
  /** Takes a picture in to be uploaded. */
  register(file: File): { id: string; address: string }
  /** The pictures of an RTF text that came along, in their order. */
  pictures: File[]
  /** Where this page is, so that its own addresses are known. */
  origin: string
}
export type PasteStep = (body: HTMLElement, world: PasteContext) => void

/** Elements that other programs use as blocks; those of ours are among them. */
export const blockTags =
  'address, article, aside, blockquote, body, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, html, li, main, menu, nav, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul'

export const queryAll = (root: ParentNode, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)]
export const textOf = (element: Element): string => (element.textContent ?? '').replace(/[\s\u00A0]+/g, ' ').trim()

/** The declarations of what was a style attribute. */
export function styleOf(element: Element): Map<string, string> {
  const style = element.getAttribute('data-css') ?? ''
  const found = style.matchAll(/([\w-]+)\s*:\s*((?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\))+)/g)
  return new Map([...found].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim().toLowerCase()]))
}

/** Under another name, with all it bears: later steps read it. */
export function renameKeepingAttributes(element: HTMLElement, tag: string): void {
  const other = rename(element, tag)
  for (const { name, value } of element.attributes) if (name !== 'class') other.setAttribute(name, value)
}

/** Puts an element around all that another holds. */
export function wrapInside(element: Element, tag: string, className?: string): void {
  const shell = create(tag, ...element.childNodes)
  if (className) shell.className = className
  element.append(shell)
}

/** Blocks inside emphasis: the emphasis goes into each of their lines. */
export function hoistBlocks(element: HTMLElement): void {
  if (isMarkElement(element)) pushMarkIntoLines(element)
  else unwrap(element)
}

/** A box that is nothing to us: a paragraph, or what was in it. */
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
