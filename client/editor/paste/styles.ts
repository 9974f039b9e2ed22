import { nearestColour } from './nearestColour.ts'
import { isElement, unwrap } from '../text/nodes.ts'
import { queryAll, blockTags, type PasteStep, renameKeepingAttributes, styleOf, wrapInside } from './pasteStep.ts'

/** Google Docs wraps everything that it copies in `<b style="font-weight:normal">`; others undo bold in the same way. */
export const unwrapNormalWeightBold: PasteStep = (body) => {
  for (const element of queryAll(body, 'b, strong')) {
    if (/^(normal|[1-4]00)$/.test(styleOf(element).get('font-weight') ?? '')) unwrap(element)
  }
}

/** Old pages, and WPS, use presentational elements. */
export const modernizeTags: PasteStep = (body) => {
  const names = {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    big: 'span',
    tt: 'code',
    kbd: 'code',
    samp: 'code',
    cite: 'em',
    dfn: 'em',
    dt: 'p',
    dd: 'p',
  }
  for (const element of queryAll(body, 'font[color]'))
    wrapInside(element, 'span', nearestColour(element.getAttribute('color') ?? ''))
  for (const [old, tag] of Object.entries(names)) {
    for (const element of queryAll(body, old)) renameKeepingAttributes(element, tag)
  }
  for (const element of queryAll(body, 'h1 strong, h2 strong, h3 strong, h4 strong, h5 strong, h6 strong'))
    unwrap(element)
}

/**
 * Converts styles to marks and to our colours. Headings, links, code and the heads of tables get our look, whatever they looked like
 * before.
 */
export const convertInlineStyles: PasteStep = (body) => {
  for (const element of queryAll(body, '[data-css]')) {
    if (element.closest('pre, code') || element.matches(withoutText)) continue
    const style = styleOf(element)
    const inHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null
    const link =
      element.closest('a') ?? (element.querySelector('a')?.textContent === element.textContent ? element : null)
    const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
    const colour = nearestColour(style.get('color') ?? '')
    const wrap = (when: boolean, tag: string, className?: string): void => {
      if (when && (tag === 'span' || !element.closest(tag))) wrapInside(element, tag, className)
    }
    wrap(!inHeading && /^(bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? ''), 'strong')
    wrap(/^(italic|oblique)/.test(style.get('font-style') ?? ''), 'em')
    wrap(!link && /underline/.test(decoration), 'u')
    wrap(/line-through/.test(decoration), 's')
    wrap(style.get('vertical-align') === 'super', 'sup')
    wrap(style.get('vertical-align') === 'sub', 'sub')
    wrap(style.has('mso-highlight'), 'mark')
    wrap(!inHeading && !link && colour !== undefined, 'span', colour)
  }
}

/** Elements that hold no text of their own, so that a mark in them would be invalid. */
const withoutText = 'table, tbody, thead, tr, ul, ol, img, br, hr, video, colgroup, col'
const unalignable = 'table, thead, tbody, tfoot, tr, ul, ol, hr'

/**
 * Keeps what was centred or aligned to the right, since somebody chose that. Word and WPS justify every Chinese paragraph, and left
 * is the default, so neither is kept, nor is the direction that Google Docs writes on every block.
 */
export const convertAlignment: PasteStep = (body) => {
  for (const element of queryAll(body, '[dir=ltr]')) element.removeAttribute('dir')
  const alignments = new Map<Element, string>()
  for (const element of queryAll(body, blockTags)) {
    const parent = element.parentElement
    const align =
      styleOf(element).get('text-align') ??
      element.getAttribute('align') ??
      (element.localName === 'center' ? 'center' : undefined) ??
      (parent && alignments.get(parent))
    if (align) alignments.set(element, align)
    const side = sideOf(align ?? '')
    const inherited = parent?.closest('td, th')?.classList.contains(`align-${side}`)
    if (side && !element.matches(unalignable) && !inherited) element.className = `align-${side}`
    else element.removeAttribute('class')
  }
}

function sideOf(align: string): 'center' | 'right' | undefined {
  if (/center|middle/.test(align)) return 'center'
  return /right|end/.test(align) ? 'right' : undefined
}

/** Removes hidden elements, scripts, controls, navigation and comments. */
export const removeHidden: PasteStep = (body) => {
  for (const element of queryAll(
    body,
    'nav, aside, script, xmp, template, noscript, svg, math, select, button, input, [hidden], meta, link, title',
  ))
    element.remove()
  for (const element of queryAll(body, '[data-css]')) {
    const style = styleOf(element)
    if (style.get('display') === 'none' || style.get('mso-hide') === 'all') element.remove()
  }
  for (const node of comments(body)) node.remove()
}

const comments = (node: Node): ChildNode[] =>
  [...node.childNodes].flatMap((child) => {
    if (child.nodeType === 8) return [child]
    return isElement(child) ? comments(child) : []
  })
