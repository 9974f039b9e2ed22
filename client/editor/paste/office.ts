import { lastOf } from '../../lib/lastOf.ts'
import { create, unwrap } from '../text/nodes.ts'
import { collapsedText, queryAll, type PasteStep, renameKeepingAttributes, styleOf } from './pasteStep.ts'

/** Word and WPS put elements of their own around plain text: `<o:p>`, `<w:sdt>`, `<st1:place>` … */
export const unwrapOfficeTags: PasteStep = (body) => {
  for (const element of queryAll(body, '*').reverse()) {
    if (!element.tagName.includes(':')) continue
    if (collapsedText(element) === '' && !element.querySelector('img')) element.remove()
    else unwrap(element)
  }
}

/** Excel and WPS tables style their cells by rules such as `.xl65 {…}`; each cell gets its own declarations. */
export const applySpreadsheetRules: PasteStep = (body) => {
  const rules = new Map<string, string>()
  for (const sheet of queryAll(body, 'xmp')) {
    const text = (sheet.textContent ?? '').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name = '', style = ''] of text.matchAll(/\.((?:xl|et|font)\d+)\s*\{([^}]*)(?:\}|$)/g)) {
      rules.set(name, style.replace(/[\r\n\t]+/g, ''))
    }
  }
  for (const element of rules.size > 0 ? queryAll(body, '[class]') : []) {
    const style = [...element.classList].map((name) => rules.get(name) ?? '').join(';')
    if (style) element.setAttribute('data-css', `${style};${element.getAttribute('data-css') ?? ''}`)
  }
}

/** In Word a title is a paragraph with a class; in some versions of WPS a heading is a paragraph whose style has its level. */
export const convertOfficeHeadings: PasteStep = (body) => {
  for (const element of queryAll(body, 'p')) {
    const style = styleOf(element)
    const level = /^[1-4]$/.exec(style.get('mso-outline-level') ?? '')?.[0]
    if (element.classList.contains('MsoTitle')) renameKeepingAttributes(element, 'h1')
    else if (level && !style.has('mso-list')) renameKeepingAttributes(element, `h${level}`)
  }
}

const numberPattern = /^[（(]?(\d{1,4}|[a-zA-Z]|[ivxIVX]{1,5}|[一二三四五六七八九十]{1,3})[.．、)）]|^[①-⑳]|^\d{1,3}$/

/**
 * In Word and WPS an item is a paragraph with `mso-list:l0 level2 lfo1`, whose bullet or number is text marked `mso-list:Ignore`. A
 * heading of Word may have the same; it stays a heading. Many branches, but they share the stack of open lists.
 */
export const convertOfficeLists: PasteStep = (body) => {
  let open: { list: HTMLElement; level: number }[] = []
  let last: Element | undefined
  for (const line of queryAll(body, 'p, div')) {
    const level = Number(/level(\d)/.exec(styleOf(line).get('mso-list') ?? '')?.[1])
    if (!level) continue
    if (!last || nextNonBlank(last) !== line) open = []
    const bullet = removeBullet(line)
    const number = /^[（(]?(\d+)/.exec(bullet)?.[1]
    const tag = numberPattern.test(bullet) ? 'ol' : 'ul'
    while (open.length > 0 && (lastOf(open)?.level ?? 0) > level) open.pop()
    const top = lastOf(open)
    let list = top?.level === level ? top.list : undefined
    if (list && list.localName !== tag) {
      open.pop()
      list = undefined
    }
    if (!list) {
      list = create(tag)
      if (tag === 'ol' && number !== undefined && number !== '1') list.setAttribute('start', number)
      const item = lastOf(open)?.list.lastElementChild
      if (item) item.append(list)
      else line.before(list)
      open.push({ list, level })
    }
    list.append(create('li', ...line.childNodes))
    line.remove()
    last = open[0]?.list
  }
}

const nextNonBlank = (element: Element): ChildNode | null => {
  let next = element.nextSibling
  while (next && next.nodeType !== 1 && !(next.nodeType === 3 && next.textContent?.trim())) next = next.nextSibling
  return next
}

/** Returns the bullet or number. */
function removeBullet(line: HTMLElement): string {
  const [bullet] = queryAll(line, '[data-css]').filter((element) => styleOf(element).get('mso-list') === 'ignore')
  const text = bullet ? collapsedText(bullet) : ''
  bullet?.remove()
  return text
}

/**
 * Excel sets the widths of columns in points and pixels, which do not suit every screen. Rows and tables without a cell are removed, too.
 */
export const removeColumnWidths: PasteStep = (body) => {
  for (const element of queryAll(body, 'colgroup, col')) element.remove()
  for (const row of queryAll(body, 'tr').reverse()) {
    const table = row.closest('table')
    if (row.children.length === 0) row.remove()
    if (table && !table.querySelector('td, th')) table.remove()
  }
}

/** Word's RTF holds the bytes of the pictures; its HTML only has their paths on the author's disk. */
export function picturesFromRtf(rtf: string): File[] {
  // A space must match in one way only, or RTF without a picture takes exponential time.
  const pictures = rtf.matchAll(/\\(png|jpeg)blip(?:\\[a-z]+-?\d*|\{[^{}]*\}|\s)*([\da-fA-F\s]{64,})/g)
  return [...pictures].map(([, kind = 'png', hex = ''], index) => {
    const digits = hex.replace(/\s/g, '')
    const bytes = new Uint8Array(digits.length >> 1)
    for (let index = 0; index < bytes.length; index++)
      bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16)
    return new File([bytes], `${index + 1}.${kind === 'png' ? 'png' : 'jpg'}`, { type: `image/${kind}` })
  })
}
