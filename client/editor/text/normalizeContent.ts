import { dropped, elements, keptAttributes } from '../../../contract/text/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import {
  create,
  hasVisibleOrBreak,
  hasVisible,
  holdsOnlyMedia,
  isBlock,
  isCell,
  isInline,
  isSummary,
  isTextBlock,
  isList,
  isMarkElement,
  isText,
  rename,
  unwrap,
} from './nodes.ts'
import { isUploading } from './write.ts'

/**
 * Brings the content into the form that the commands rely on: every line in a paragraph, heading, item or cell; a break in every
 * empty one, for the caret; marks only inside lines; nothing that is not on the allow-list. It changes only what differs from that,
 * so it may run after every keystroke.
 */
export function normalizeContent(root: HTMLElement): void {
  for (const element of [...root.querySelectorAll<HTMLElement>('*')].reverse()) applyAllowList(element)
  normalizeStructure(root, root)
  ensureLastLine(root)
}

/** The same for one top-level block. Inline nodes that it leaves between the blocks are not yet in a paragraph. */
export function normalizeBlock(root: HTMLElement, block: Node): void {
  if (block.parentNode !== root || !isBlock(block)) return
  for (const element of [...block.querySelectorAll<HTMLElement>('*')].reverse()) applyAllowList(element)
  applyAllowList(block)
  if (block.parentNode === root) normalizeStructure(block, root)
}

/** Below a table, a picture and the like there is always a line to continue in. */
export function ensureLastLine(root: HTMLElement): void {
  const last = root.lastElementChild
  const canContinue = last && (isTextBlock(last) || isList(last)) && last.localName !== 'pre' && !holdsOnlyMedia([last])
  if (!canContinue) root.append(create('p', create('br')))
}

/** While it is edited, a block that folds is open. This is never saved. */
const shownOpen = 'open'

/** Browsers leave spans with styles, for example, where they join lines. */
function applyAllowList(element: HTMLElement): void {
  const rule = elements.get(element.localName)
  if (!rule) return dropped.has(element.localName) ? element.remove() : unwrap(element)
  if (element.attributes.length > 0 && !isUploading(element)) {
    const attributes = keptAttributes(rule, element.attributes)
    for (const { name, value } of [...element.attributes]) {
      const allowed = attributes.get(name)
      if (allowed === undefined && name !== shownOpen) element.removeAttribute(name)
      else if (allowed !== undefined && allowed !== value) element.setAttribute(name, allowed)
    }
  }
  if (!isMarkElement(element)) return
  if ((element.localName === 'span' && element.attributes.length === 0) || !hasVisible([element])) unwrap(element)
  else if ([...element.querySelectorAll('*')].some(isBlock)) pushMarkIntoLines(element)
}

/** A mark around blocks becomes a mark inside each of their lines. */
export function pushMarkIntoLines(mark: HTMLElement): void {
  wrapLines(mark, mark.cloneNode(false) as HTMLElement)
  unwrap(mark)
}

function wrapLines(box: Element, mark: HTMLElement): void {
  for (const run of inlineRuns(box)) {
    if (!hasVisible(run)) continue
    const copy = mark.cloneNode(false) as HTMLElement
    run[0]?.before(copy)
    copy.append(...run)
  }
  for (const child of [...box.children]) if (isBlock(child)) wrapLines(child, mark)
}

/** The runs of inline siblings between the blocks of a box. */
export function inlineRuns(box: Element): ChildNode[][] {
  const runs: ChildNode[][] = [[]]
  for (const child of [...box.childNodes]) {
    if (isInline(child)) lastOf(runs)?.push(child)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function normalizeStructure(box: HTMLElement, root: HTMLElement): void {
  for (const child of [...box.children]) if (isBlock(child)) normalizeStructure(child, root)
  const blocks = [...box.children].filter(isBlock)
  if (box.localName === 'details') return normalizeDetails(box, root)
  if (isSummary(box) && (box.parentElement?.localName !== 'details' || box.previousElementSibling))
    box = rename(box, 'p')
  if (isTextBlock(box)) return normalizeTextBlock(box, blocks)
  if (isList(box)) return normalizeList(box)
  if (box.localName === 'li' || isCell(box)) return normalizeItemOrCell(box, blocks)
  if (elements.get(box.localName)?.content === 'parts') return normalizeTable(box)
  if (box === root) return wrapRunsInParagraphs(box)
  if (box.localName === 'figure') return normalizeFigure(box)
  if (box.localName !== 'hr') normalizeContainer(box, blocks)
}

function normalizeTextBlock(box: HTMLElement, blocks: readonly Element[]): void {
  if (blocks.length === 0) return ensureBreak(box)
  wrapRunsInParagraphs(box)
  unwrap(box)
}

/** Only at the top of the text and with a question; anywhere else its lines are paragraphs. */
function normalizeDetails(box: HTMLElement, root: HTMLElement): void {
  wrapRunsInParagraphs(box)
  const [summary] = box.children
  if (box.parentElement !== root || !isSummary(summary)) {
    if (isSummary(summary)) rename(summary, 'p')
    return unwrap(box)
  }
  if (box.children.length === 1) box.append(create('p', create('br')))
  if (!box.hasAttribute(shownOpen)) box.setAttribute(shownOpen, '')
}

function normalizeList(list: HTMLElement): void {
  normalizeItems(list)
  if (list.children.length === 0) unwrap(list)
}

function normalizeItemOrCell(box: HTMLElement, blocks: readonly Element[]): void {
  if (blocks.some((block) => box.localName !== 'li' || !isList(block))) wrapRunsInParagraphs(box)
  // The line above a list in an item needs something for the caret.
  else if (blocks.length > 0 && !hasVisibleOrBreak(inlineRuns(box)[0] ?? [])) box.prepend(create('br'))
  ensureBreak(box)
}

/** A table, or one of the parts that hold its rows and cells. */
function normalizeTable(box: HTMLElement): void {
  removeWhitespace(box.childNodes)
  if (box.localName === 'table' && !box.querySelector('td, th')) flattenToParagraphs(box)
  else rescueStrayText(box)
}

function normalizeFigure(figure: HTMLElement): void {
  if (!figure.querySelector('img, video')) flattenToParagraphs(figure)
  else if (figure.children.length === 0) unwrap(figure)
}

/** The box is a quote or a div. */
function normalizeContainer(box: HTMLElement, blocks: readonly Element[]): void {
  const isPlainDiv = box.localName === 'div' && box.attributes.length === 0
  if (isPlainDiv && blocks.length === 0) return ensureBreak(rename(box, 'p'))
  wrapRunsInParagraphs(box)
  if (box.children.length === 0 || isPlainDiv) unwrap(box)
}

/** What is left of a table without cells or a figure without a picture. */
function flattenToParagraphs(box: HTMLElement): void {
  for (const part of [
    ...box.querySelectorAll<HTMLElement>('caption, figcaption, thead, tbody, tfoot, tr, colgroup, col'),
  ].reverse()) {
    if (part.closest('table, figure') !== box) continue
    if (hasVisibleOrBreak([part]) && ![...part.children].some(isBlock)) rename(part, 'p')
    else {
      wrapRunsInParagraphs(part)
      unwrap(part)
    }
  }
  unwrap(box)
}

/**
 * Text between the parts of a table would be shown, but not saved. In a row it moves to a cell, elsewhere to a paragraph before the table.
 */
function rescueStrayText(box: HTMLElement): void {
  if (box.matches(':is(thead, tbody, tfoot) > tr')) {
    for (const run of inlineRuns(box).filter(hasVisibleOrBreak)) {
      const cell = create('td')
      run[0]?.before(cell)
      cell.append(...run)
    }
  }
  if (box.localName !== 'table') return
  for (const part of [box, ...box.querySelectorAll<HTMLElement>(':scope > :is(thead, tbody, tfoot)')]) {
    for (const run of inlineRuns(part).filter(hasVisibleOrBreak)) box.before(create('p', ...run))
  }
}

function wrapRunsInParagraphs(box: HTMLElement): void {
  for (const run of inlineRuns(box)) {
    if (hasVisibleOrBreak(run)) {
      const line = create('p')
      run[0]?.before(line)
      line.append(...run)
    } else removeWhitespace(run)
  }
}

const removeWhitespace = (nodes: Iterable<ChildNode>): void => {
  for (const node of [...nodes]) if (isText(node) && !hasVisible([node])) node.remove()
}

/** A list holds items only; a list directly inside it moves into the item above. */
function normalizeItems(list: HTMLElement): void {
  let item: HTMLElement | undefined
  let gathering = false
  for (const child of [...list.childNodes]) {
    if (isText(child) && !hasVisible([child])) child.remove()
    else if (isBlock(child) && child.localName === 'li') {
      item = child
      gathering = false
    } else if (child.nodeType !== 8) {
      if (!item || !(gathering || isList(child))) {
        item = create('li')
        child.before(item)
        gathering = true
      }
      item.append(child)
    }
  }
  for (const each of list.children) if (isBlock(each)) ensureBreak(each)
}

/** Without a break an empty line has no height and cannot hold the caret. */
function ensureBreak(owner: HTMLElement): void {
  if (!hasVisibleOrBreak([owner]) && ![...owner.children].some(isBlock)) owner.append(create('br'))
}
