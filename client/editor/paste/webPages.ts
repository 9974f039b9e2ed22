import { lastOf } from '../../lib/lastOf.ts'
import { lineOf } from '../text/lines.ts'
import {
  create,
  hasVisible,
  isBreak,
  isElement,
  isMedia,
  isSummary,
  isVisible,
  isText,
  inlineNodes,
  unwrap,
} from '../text/nodes.ts'
import { blockTags, collapsedText, hoistBlocks, type PasteStep, queryAll, unwrapContainer } from './pasteStep.ts'

/** WeChat and many pages keep the address of a lazy picture in `data-src`, with an empty one in `src`. */
export const resolveLazyMedia: PasteStep = (body) => {
  for (const image of queryAll(body, 'img')) {
    const src = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-original-src']
      .map((name) => image.getAttribute(name))
      .find(Boolean)
    if (src) image.setAttribute('src', src)
  }
  for (const video of queryAll(body, 'video:not([src])')) {
    video.setAttribute('src', video.querySelector('source')?.getAttribute('src') ?? '')
  }
}

const hanPattern = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u

/** Word and others break lines anywhere in their HTML source; between Chinese characters a browser would show a space. */
export const collapseSourceLines: PasteStep = (body) => {
  for (const text of inlineNodes(body).filter(isText)) {
    if (text.parentElement?.closest('pre')) continue
    text.data = text.data.replace(/[\t\n\f\r ]+/g, (space, index: number, whole: string) => {
      const beside = (whole[index - 1] ?? '') + (whole[index + space.length] ?? '')
      return /[\n\r]/.test(space) && hanPattern.test(beside) ? '' : ' '
    })
  }
}

/** WeChat puts blocks into spans, and pages put whole cards into a link. */
export const hoistBlocksFromInline: PasteStep = (body) => {
  for (const element of queryAll(
    body,
    'span, font, label, a, b, strong, i, em, u, s, big, small, mark, ins, abbr, q',
  ).reverse()) {
    if (element.querySelector(blockTags)) hoistBlocks(element)
  }
}

/** Whether it is a block with a question, or the question of one, that the top of the text can have. */
function isFolded(element: HTMLElement): boolean {
  const details = isSummary(element) ? element.parentElement : element
  if (
    details?.localName !== 'details' ||
    details.parentElement?.closest('details, li, td, th, caption, blockquote, figure')
  )
    return false
  const [first] = [...details.childNodes].filter((node) => isElement(node) || hasVisible([node]))
  return isSummary(first) && (element === details || element === first)
}

/** WeChat nests sections, pages nest divs: each is a paragraph, or a wrapper around paragraphs. */
export const unwrapContainers: PasteStep = (body) => {
  const names = 'div, section, article, main, header, footer, center, address, fieldset, details, summary, form, dl'
  for (const element of queryAll(body, names).reverse()) if (!isFolded(element)) unwrapContainer(element)
}

/** In mail and old WeChat layouts a table with one cell is only a frame. */
export const unwrapSingleCellTables: PasteStep = (body) => {
  for (const table of queryAll(body, 'table').reverse()) {
    const cells = queryAll(table, 'td, th')
    if (cells.length === 1 && cells[0]) {
      unwrapContainer(cells[0])
      for (const part of queryAll(table, 'caption, thead, tbody, tfoot, tr').reverse()) unwrap(part)
      unwrap(table)
    }
  }
}

/** Pages separate paragraphs by two line breaks. */
export const splitAtDoubleBreaks: PasteStep = (body) => {
  for (const line of queryAll(body, 'p')) {
    const content = [...line.childNodes].filter((node) => isElement(node) || hasVisible([node]))
    if (!content.some((node, index) => isBreak(node) && isBreak(content[index + 1]))) continue
    const lines: Node[][] = [[]]
    content.forEach((node, index) => {
      if (!isBreak(node)) lastOf(lines)?.push(node)
      else if (isBreak(content[index - 1]) || isBreak(content[index + 1])) {
        if ((lastOf(lines)?.length ?? 0) > 0) lines.push([])
      } else lastOf(lines)?.push(node)
    })
    line.replaceWith(
      ...lines.map((nodes) => {
        const copy = line.cloneNode(false) as HTMLElement
        copy.append(...nodes)
        return copy
      }),
    )
  }
}

/** Word, Excel and Markdown put a paragraph into every cell and item; a single one is not needed. */
export const unwrapLoneParagraphs: PasteStep = (body) => {
  for (const box of queryAll(body, 'td, th, li, figcaption, caption')) {
    const [only, next] = box.children
    if (next || only?.localName !== 'p' || collapsedText(only) !== collapsedText(box)) continue
    if (only.className && box.localName !== 'li') box.className = only.className
    unwrap(only)
  }
}

/** Removes the markup of highlighters from code. */
export const flattenCode: PasteStep = (body) => {
  for (const code of queryAll(body, 'pre')) {
    for (const lineBreak of queryAll(code, 'br')) lineBreak.replaceWith('\n')
    for (const row of queryAll(code, 'div, li, p, tr')) row.append('\n')
    code.replaceWith(create('pre', (code.textContent ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '')))
  }
}

/** Browsers do not show spaces at the ends of a line. */
export const trimLines: PasteStep = (body) => {
  for (const inline of inlineNodes(body).filter(isText)) {
    if (inline.parentElement?.closest('pre')) continue
    const around = lineOf(inline).nodes.flatMap(inlineNodes)
    if (around.slice(0, around.indexOf(inline)).every((each) => !isVisible(each)))
      inline.data = inline.data.replace(/^[\t\n\f\r ]+/, '')
    if (around.slice(around.indexOf(inline) + 1).every((each) => !isVisible(each)))
      inline.data = inline.data.replace(/[\t\n\f\r ]+$/, '')
  }
}

/** In Word, WPS and WeChat people separate paragraphs by empty ones; here paragraphs have margins. */
export const removeBlankParagraphs: PasteStep = (body) => {
  for (const block of queryAll(body, 'p, h1, h2, h3, h4, h5, h6, blockquote, ul, ol, li, figure').reverse()) {
    const filled =
      inlineNodes(block).some((inline) => isMedia(inline)) ||
      collapsedText(block) !== '' ||
      block.querySelector('table, hr')
    if (!filled && !(block.localName === 'li' && block.parentElement?.children.length === 1)) block.remove()
  }
  for (const lineBreak of queryAll(body, 'br')) {
    if (lineBreak.parentElement === body && lineBreak.previousElementSibling?.matches(blockTags)) lineBreak.remove()
  }
}
