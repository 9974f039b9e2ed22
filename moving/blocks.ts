import { truncate } from '../contract/text/characters.ts'
import { textHtml } from '../contract/text/writeRich.ts'
import { isBeside } from './names.ts'
import { pictureAddress } from './pictureAddress.ts'
import {
  attribute,
  childrenOf,
  type Element,
  elementsIn,
  inLine,
  isElement,
  isHidden,
  isText,
  type Node,
  tagOf,
  plainText,
  unread,
} from './tree.ts'
import { webAddress } from '../contract/kinds/foreignReading.ts'

/** A paragraph, heading, list, quote or table. */
export interface Block {
  tag: string
  /** Its content. */
  html: string
  text: string
  /** Characters. */
  inLinks: number
  pictures: number
  align: string
}

/** What a page has that rich text does not keep, or that has to be looked at. */
export interface LeftOut {
  films: string[]
  frames: string[]
  forms: number
  wideTables: number
  documents: string[]
}

interface Writing {
  base: string
  /** The addresses of the pictures so far. */
  pictures: string[]
  leftOut: LeftOut
  /** Parts that stand beside the main text are left out unless they are longer. */
  longest: number
}

/** Pictures have such addresses until the text is clean, since the cleaner removes those of http. */
const standIn = (index: number): string => `https://picture.invalid/${index}`

/** The parts of the main text one after the other, without the containers around them. */
export function blocksOf(main: Element, base: string) {
  const leftOut: LeftOut = { films: [], frames: [], forms: 0, wideTables: 0, documents: [] }
  const writing: Writing = { base, pictures: [], leftOut, longest: 0.3 * plainText(main).length }
  return { blocks: blocksIn(main, writing), pictures: writing.pictures, leftOut }
}

export const htmlOfBlocks = (blocks: readonly Block[]): string =>
  blocks.map(({ tag, align, html }) => `<${tag}${align && ` class="${align}"`}>${html}</${tag}>`).join('')

/** Puts the addresses of pictures back into clean text; `used` are those that are in it. */
export function withPictures(html: string, pictures: readonly string[]): { html: string; used: string[] } {
  const used: string[] = []
  const restored = html.replace(/ src="https:\/\/picture\.invalid\/(\d+)"/g, (_whole, index) => {
    const address = pictures[Number(index)] ?? ''
    used.push(address)
    return ` src="${escapeAttribute(address)}"`
  })
  return { html: restored, used }
}

interface Context {
  /** Elements of emphasis around a text, the outermost first. */
  marks: readonly string[]
  /** The link around it; '' for none. */
  href: string
  align: string
}

const marks: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  tt: 'code',
}
/** The title of the page is above the text, so the text begins with the second level. */
const headings: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }
const films = /(?:v\.qq|youku|iqiyi|bilibili|tudou|youtube|vimeo|video|player)/i
const documents = /\.(?:pdf|docx?|xlsx?|pptx?|wps|zip|rar|7z)(?=$|[?#"])/i
export const linksDocument = ({ html }: Block): boolean => documents.test(html)

/** What is inside an element, as paragraphs and what stands between them. */
function blocksIn(container: Element, writing: Writing): Block[] {
  const blocks: Block[] = []
  let line = newBlock('p')

  const endLine = (align = ''): void => {
    const block = { ...line, html: trimmed(line.html), text: line.text.trim() }
    if (block.text !== '' || block.pictures > 0) blocks.push(block)
    line = { ...newBlock('p'), align }
  }

  const visit = (node: Node, context: Context): void => {
    if (isText(node)) {
      // Old pages begin each paragraph with two wide spaces, after a line break.
      if (endsInBreak(line) && /^[\t\n\f\r ]*(?:\u3000|\u00a0{2})/.test(node.value)) endLine(context.align)
      return writeText(line, node.value, context)
    }
    if (!isElement(node) || isLeftOut(node, writing)) return
    const tag = tagOf(node)
    if (tag === 'br') {
      if (endsInBreak(line)) endLine(context.align)
      else line.html += '<br>'
    } else if (tag === 'img') writePicture(line, node, writing)
    else if (inLine.has(tag)) visitAll(node, inLineContext(node, context, writing))
    else visitBlock(node, context)
  }

  const visitBlock = (element: Element, context: Context): void => {
    const tag = tagOf(element)
    const align = alignOf(element) || context.align
    endLine(align)
    const special = specialBlock(element, writing)
    if (special) blocks.push(...special)
    else {
      const heading = headings[tag]
      line.tag = heading ?? 'p'
      visitAll(element, { ...context, align, marks: heading ? [] : context.marks })
    }
    endLine(context.align)
  }

  const visitAll = (element: Element, context: Context): void => {
    for (const child of element.childNodes) visit(child, context)
  }

  visitAll(container, { marks: [], href: '', align: '' })
  endLine()
  return blocks
}

const newBlock = (tag: string): Block => ({ tag, html: '', text: '', inLinks: 0, pictures: 0, align: '' })

const endsInBreak = ({ html }: Block): boolean => /<br>\s*$/.test(html.slice(-8))

const wideSpace = '(?:[\\s\\u3000]|&nbsp;)'
const atStart = new RegExp(`^(?:${wideSpace}|<br>)+`)
const insideFirst = new RegExp(`^(<(?:strong|em|u|s|a)(?: [^>]*)?>)${wideSpace}+`)

/** Without space and line breaks at both ends: people indent by wide spaces, the site by its style. */
function trimmed(html: string): string {
  const merged = html.replace(/<\/(strong|em|u|s)>(\s?)<\1>/g, '$2')
  let end = merged.trimEnd()
  for (let space = spaceAtEnd(end); space > 0; space = spaceAtEnd(end)) end = end.slice(0, -space).trimEnd()
  return end.replace(atStart, '').replace(insideFirst, '$1')
}

const spaceAtEnd = (html: string): number => ['<br>', '&nbsp;'].find((each) => html.endsWith(each))?.length ?? 0

function writeText(line: Block, value: string, { marks, href }: Context): void {
  const text = value.replace(/[\t\n\f\r ]+/g, ' ')
  line.text += text
  if (text.trim() === '') {
    line.html += text
    return
  }
  let html = textHtml(text)
  for (const mark of marks.toReversed()) html = `<${mark}>${html}</${mark}>`
  if (href !== '') {
    html = `<a href="${escapeAttribute(href)}">${html}</a>`
    line.inLinks += text.trim().length
  }
  line.html += html
}

function writePicture(line: Block, picture: Element, { base, pictures }: Writing): void {
  const address = pictureAddress(picture, base)
  if (address === undefined) return
  line.html += `<img src="${standIn(pictures.length)}" alt="${escapeAttribute(altOf(picture))}">`
  line.pictures++
  pictures.push(address)
}

/** Many systems write the name of the file. */
function altOf(picture: Element): string {
  const alt = truncate(attribute(picture, 'alt').replace(/\s+/g, ' ').trim(), 200)
  return /\.(?:jpe?g|png|gif|webp)$/i.test(alt) ? '' : alt
}

function inLineContext(element: Element, context: Context, { base, leftOut }: Writing): Context {
  const mark = marks[tagOf(element)] ?? (isBold(element) ? 'strong' : undefined)
  if (mark !== undefined)
    return context.marks.includes(mark) ? context : { ...context, marks: [...context.marks, mark] }
  const href = attribute(element, 'href').trim()
  if (tagOf(element) !== 'a' || href === '' || href.startsWith('#')) return context
  const address = /^(?:mailto|tel):/i.test(href) ? href : (webAddress(href, base) ?? '')
  if (documents.test(address)) leftOut.documents.push(address)
  return { ...context, href: address }
}

const styleOf = (element: Element): string => attribute(element, 'style').slice(0, 1_000)
const isBold = (element: Element): boolean => /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(styleOf(element))

function alignOf(element: Element): string {
  if (tagOf(element) === 'center') return 'align-center'
  const [, align] =
    /text-align\s*:\s*(center|right)/i.exec(styleOf(element)) ??
    /^(center|right)$/i.exec(attribute(element, 'align')) ??
    []
  return align ? `align-${align.toLowerCase()}` : ''
}

/** Counts what cannot be kept. */
function isLeftOut(element: Element, { base, leftOut, longest, pictures }: Writing): boolean {
  const tag = tagOf(element)
  const address = (): string => webAddress(attribute(element, 'src') || attribute(element, 'data-src'), base) ?? ''
  if (tag === 'video' || tag === 'object' || tag === 'embed') leftOut.films.push(address() || sourceOf(element, base))
  else if (tag === 'iframe' && films.test(address())) leftOut.films.push(address())
  else if (tag === 'iframe' && address() !== '') leftOut.frames.push(address())
  // It repeats a picture that a script loads, or asks for scripts.
  if (tag === 'noscript') return !picturesIn(element, base).some((picture) => !pictures.includes(picture))
  if (unread.has(tag) || isHidden(element)) return true
  const isForm = tag === 'form'
  if (!(isForm || isBeside(element)) || plainText(element).length > longest) return false
  if (isForm) leftOut.forms++
  return true
}

const picturesIn = (element: Element, base: string): string[] =>
  [...elementsIn(element)].flatMap((element) => (tagOf(element) === 'img' ? (pictureAddress(element, base) ?? []) : []))
const sourceOf = (film: Element, base: string): string =>
  [...elementsIn(film)].flatMap((element) => webAddress(attribute(element, 'src'), base) ?? [])[0] ?? ''

/** Lists, quotes, code and tables; undefined for an element that only groups. */
function specialBlock(element: Element, writing: Writing): Block[] | undefined {
  const tag = tagOf(element)
  if (tag === 'ul' || tag === 'ol') return listOf(element, writing)
  if (tag === 'pre') return [{ ...newBlock('pre'), html: textHtml(rawOf(element)), text: plainText(element) }]
  if (tag === 'table' && !isLayout(element)) return [tableOf(element, writing)]
  if (tag !== 'blockquote') return undefined
  const inner = blocksIn(element, writing)
  return inner.length > 0 ? [{ ...around(inner), tag, html: htmlOfBlocks(inner) }] : []
}

const rawOf = (node: Node): string => {
  if (isText(node)) return node.value
  return tagOf(node) === 'br' ? '\n' : childrenOf(node).map(rawOf).join('')
}

/** What several blocks are together. */
const around = (blocks: readonly Block[]): Block => ({
  ...newBlock('p'),
  text: blocks.map(({ text }) => text).join(' '),
  inLinks: blocks.reduce((sum, { inLinks }) => sum + inLinks, 0),
  pictures: blocks.reduce((sum, { pictures }) => sum + pictures, 0),
})

function listOf(list: Element, writing: Writing): Block[] {
  const items = list.childNodes
    .filter(isElement)
    .filter((item) => !isLeftOut(item, writing))
    .map((item) => blocksIn(item, writing))
    .filter((blocks) => blocks.length > 0)
  const all = around(items.flat())
  // A menu, or other articles.
  if (items.length > 2 && all.inLinks > 0.6 * all.text.length && all.pictures === 0) return []
  // Pictures side by side.
  if (all.pictures >= items.length && all.text.length < 4 * items.length) return items.flat()
  const html = items.map((blocks) => `<li>${shortHtml(blocks)}</li>`).join('')
  return items.length > 0 ? [{ ...all, tag: tagOf(list), html }] : []
}

/** A single paragraph needs no element of its own in an item or a cell. */
function shortHtml(blocks: readonly Block[]): string {
  const [only] = blocks
  return blocks.length === 1 && only?.tag === 'p' ? only.html : htmlOfBlocks(blocks)
}

/** More columns than a phone shows. */
const widest = 8

function tableOf(table: Element, writing: Writing): Block {
  const rows = rowsOf(table).map((row) => cellsOf(row).map((cell) => ({ cell, blocks: blocksIn(cell, writing) })))
  if (Math.max(...rows.map((row) => row.length)) > widest) writing.leftOut.wideTables++
  const html = rows
    .map((row) =>
      row.map(({ cell, blocks }) => `<${tagOf(cell)}${spansOf(cell)}>${shortHtml(blocks)}</${tagOf(cell)}>`),
    )
    .map((cells) => `<tr>${cells.join('')}</tr>`)
    .join('')
  return { ...around(rows.flat().flatMap(({ blocks }) => blocks)), tag: 'table', html: `<tbody>${html}</tbody>` }
}

const spansOf = (cell: Element): string =>
  ['colspan', 'rowspan']
    .filter((name) => /^[1-9]\d?$/.test(attribute(cell, name)))
    .map((name) => ` ${name}="${attribute(cell, name)}"`)
    .join('')

const rowsOf = (table: Element): Element[] =>
  table.childNodes.filter(isElement).flatMap((part) => (tagOf(part) === 'tr' ? [part] : part.childNodes.filter(isRow)))
const isRow = (node: Node): node is Element => tagOf(node) === 'tr'
const isCell = (node: Node): node is Element => /^t[dh]$/.test(tagOf(node))
const cellsOf = (row: Element): Element[] => row.childNodes.filter(isCell)

/** Old pages put their parts side by side with tables. */
function isLayout(table: Element): boolean {
  const rows = rowsOf(table)
  const mostCells = Math.max(0, ...rows.map((row) => cellsOf(row).length))
  return mostCells < 2 || rows.length < 2 || [...elementsIn(table)].some((element) => tagOf(element) === 'table')
}

const escapeAttribute = (text: string): string => textHtml(text).replaceAll('"', '&quot;')
