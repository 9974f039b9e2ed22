import { lastOf } from '../../lib/lastOf.ts'
import { lineOf } from '../text/lines.ts'
import { create, hasSolid, isBreak, isElement, isMedia, isSolid, isText, leaves, unwrap } from '../text/nodes.ts'
import { all, blockTags, hoistBlocks, type PasteStep, textOf, unbox } from './pasteStep.ts'

/** WeChat and many pages name a picture by `data-src` and load it when it is scrolled to; `src` holds an empty one meanwhile. */
export const latePictures: PasteStep = (body) => {
  for (const image of all(body, 'img')) {
    const late = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-original-src'].map((name) => image.getAttribute(name)).find(Boolean)
    if (late) image.setAttribute('src', late)
  }
  for (const video of all(body, 'video:not([src])')) video.setAttribute('src', video.querySelector('source')?.getAttribute('src') ?? '')
}

const han = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u

/** Word and others break the lines of their HTML where they like; between Chinese characters a browser would show that as a space. */
export const sourceLines: PasteStep = (body) => {
  for (const text of leaves(body).filter(isText)) {
    if (text.parentElement?.closest('pre')) continue
    text.data = text.data.replace(/[\t\n\f\r ]+/g, (space, at: number, whole: string) => {
      const beside = (whole[at - 1] ?? '') + (whole[at + space.length] ?? '')
      return /[\n\r]/.test(space) && han.test(beside) ? '' : ' '
    })
  }
}

/** WeChat writes blocks into spans, and pages put whole cards into a link. */
export const blocksInLines: PasteStep = (body) => {
  for (const element of all(body, 'span, font, label, a, b, strong, i, em, u, s, big, small, mark, ins, abbr, q').reverse()) {
    if (element.querySelector(blockTags)) hoistBlocks(element)
  }
}

/** WeChat nests sections, pages nest divs: each is a paragraph, or nothing but a frame around some. */
export const boxes: PasteStep = (body) => {
  const names = 'div, section, article, main, header, footer, center, address, fieldset, details, summary, form, dl'
  for (const element of all(body, names).reverse()) unbox(element)
}

/** Mail, and old WeChat layouts: a table of one cell is a frame. */
export const frames: PasteStep = (body) => {
  for (const table of all(body, 'table').reverse()) {
    const cells = all(table, 'td, th')
    if (cells.length === 1 && cells[0]) {
      unbox(cells[0])
      for (const part of all(table, 'caption, thead, tbody, tfoot, tr').reverse()) unwrap(part)
      unwrap(table)
    }
  }
}

/** Pages part paragraphs by two line ends, and some by one in a paragraph of their own. */
export const doubleBreaks: PasteStep = (body) => {
  for (const line of all(body, 'p')) {
    const all = [...line.childNodes]
    const isEnd = (node: ChildNode | undefined): boolean => isBreak(node)
    const isSpace = (node: ChildNode | undefined): boolean => node !== undefined && !isElement(node) && !hasSolid([node])
    const solid = all.filter((node) => !isSpace(node))
    if (!solid.some((node, at) => isEnd(node) && isEnd(solid[at + 1]))) continue
    const lines: Node[][] = [[]]
    solid.forEach((node, at) => {
      if (!isEnd(node)) lastOf(lines)?.push(node)
      else if (isEnd(solid[at - 1]) || isEnd(solid[at + 1])) {
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

/** Word, Excel and Markdown put a paragraph into every cell and item; alone it is nothing but the cell. */
export const loneParagraphs: PasteStep = (body) => {
  for (const box of all(body, 'td, th, li, figcaption, caption')) {
    const [only, next] = box.children
    if (next || only?.localName !== 'p' || textOf(only) !== textOf(box)) continue
    if (only.className && box.localName !== 'li') box.className = only.className
    unwrap(only)
  }
}

/** Highlighters mark code up; we show it as it is. */
export const plainCode: PasteStep = (body) => {
  for (const code of all(body, 'pre')) {
    for (const end of all(code, 'br')) end.replaceWith('\n')
    for (const row of all(code, 'div, li, p, tr')) row.append('\n')
    code.replaceWith(create('pre', (code.textContent ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '')))
  }
}

/** At the ends of a line spaces are not shown, so nobody meant them. */
export const spacesAtEnds: PasteStep = (body) => {
  for (const leaf of leaves(body).filter(isText)) {
    if (leaf.parentElement?.closest('pre')) continue
    const around = lineOf(leaf).nodes.flatMap(leaves)
    if (around.slice(0, around.indexOf(leaf)).every((each) => !isSolid(each))) leaf.data = leaf.data.replace(/^[\t\n\f\r ]+/, '')
    if (around.slice(around.indexOf(leaf) + 1).every((each) => !isSolid(each))) leaf.data = leaf.data.replace(/[\t\n\f\r ]+$/, '')
  }
}

/** Writers in Word, WPS and WeChat part paragraphs by empty ones; here they have their distance already. */
export const blankParagraphs: PasteStep = (body) => {
  for (const block of all(body, 'p, h1, h2, h3, h4, h5, h6, blockquote, ul, ol, li, figure').reverse()) {
    const filled = leaves(block).some((leaf) => isMedia(leaf)) || textOf(block) !== '' || block.querySelector('table, hr')
    if (!filled && !(block.localName === 'li' && block.parentElement?.children.length === 1)) block.remove()
  }
  for (const end of all(body, 'br')) if (end.parentElement === body && end.previousElementSibling?.matches(blockTags)) end.remove()
}
