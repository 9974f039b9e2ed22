import { dropped, elements, keptAttributes } from '../../../contract/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { create, hasContent, hasSolid, holdsOnlyMedia, isBlock, isCell, isInline, isLine, isList, isPhrase, isText, rename, unwrap } from './nodes.ts'
import { isUploading } from './write.ts'

/**
 * Brings the content into the one form that the commands rely on: every line in a paragraph, heading, item or cell; every empty one
 * open for the caret; emphasis only inside lines; nothing that the allow-list does not name. It changes only what is otherwise, so
 * it may run after every keystroke.
 */
export function tidy(root: HTMLElement): void {
  for (const element of [...root.querySelectorAll<HTMLElement>('*')].reverse()) strip(element)
  arrange(root, root)
  open(root)
}

/** The same where only these blocks at the top have changed: each is tidied without regard to the others. */
export function tidyBlocks(root: HTMLElement, changed: Iterable<Node>): void {
  for (const block of changed) {
    if (block.parentNode !== root || !isBlock(block)) continue
    for (const element of [...block.querySelectorAll<HTMLElement>('*')].reverse()) strip(element)
    strip(block)
    if (block.parentNode === root) arrange(block, root)
  }
  for (let at = root.firstChild; at; at = at.nextSibling) if (!isBlock(at)) return tidy(root)
  open(root)
}

/** Below a table, a picture and the like there is always a line to go on in. */
function open(root: HTMLElement): void {
  const last = root.lastElementChild
  const goesOn = last && (isLine(last) || isList(last)) && last.localName !== 'pre' && !holdsOnlyMedia([last])
  if (!goesOn) root.append(create('p', create('br')))
}

/** Browsers leave spans with styles and the like where they join lines by themselves. */
function strip(element: HTMLElement): void {
  const rule = elements.get(element.localName)
  if (!rule) return dropped.has(element.localName) ? element.remove() : unwrap(element)
  if (element.attributes.length > 0 && !isUploading(element)) {
    const kept = keptAttributes(rule, element.attributes)
    for (const { name, value } of [...element.attributes]) {
      const said = kept.get(name)
      if (said === undefined) element.removeAttribute(name)
      else if (said !== value) element.setAttribute(name, said)
    }
  }
  if (!isPhrase(element)) return
  if ((element.localName === 'span' && element.attributes.length === 0) || !hasSolid([element])) unwrap(element)
  else if ([...element.querySelectorAll('*')].some(isBlock)) pushDown(element)
}

/** Emphasis around blocks becomes emphasis inside each of their lines. */
export function pushDown(phrase: HTMLElement): void {
  emphasise(phrase, phrase.cloneNode(false) as HTMLElement)
  unwrap(phrase)
}

function emphasise(box: Element, shell: HTMLElement): void {
  for (const run of runsIn(box)) {
    if (!hasSolid(run)) continue
    const copy = shell.cloneNode(false) as HTMLElement
    run[0]?.before(copy)
    copy.append(...run)
  }
  for (const child of [...box.children]) if (isBlock(child)) emphasise(child, shell)
}

/** Neighbours that stand on one line, between the blocks of a box. */
export function runsIn(box: Element): ChildNode[][] {
  const runs: ChildNode[][] = [[]]
  for (const child of [...box.childNodes]) {
    if (isInline(child)) lastOf(runs)?.push(child)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function arrange(box: HTMLElement, root: HTMLElement): void {
  for (const child of [...box.children]) if (isBlock(child)) arrange(child, root)
  const blocks = [...box.children].filter(isBlock)
  const { localName: tag } = box
  if (isLine(box) && blocks.length === 0) fill(box)
  else if (isLine(box)) {
    wrapRuns(box)
    unwrap(box)
  } else if (isList(box)) {
    gatherItems(box)
    if (box.children.length === 0) unwrap(box)
  } else if (elements.get(tag)?.holds === 'parts') {
    dropSpace(box.childNodes)
    if (tag === 'table' && !box.querySelector('td, th')) dissolve(box)
    else houseStrays(box)
  } else if (tag === 'li' || isCell(box)) {
    if (blocks.some((block) => tag !== 'li' || !isList(block))) wrapRuns(box)
    else if (blocks.length > 0 && !hasContent(runsIn(box)[0] ?? [])) box.prepend(create('br'))
    fill(box)
  } else if (box === root) wrapRuns(box)
  else if (tag === 'div' && box.attributes.length === 0 && blocks.length === 0) fill(rename(box, 'p'))
  else if (tag === 'figure' ? box.querySelector('img, video') : tag !== 'hr') {
    if (tag !== 'figure') wrapRuns(box)
    if (box.children.length === 0 || (tag === 'div' && box.attributes.length === 0)) unwrap(box)
  } else if (tag === 'figure') dissolve(box)
}

/** A table without cells, a figure without a picture: what is left of it are lines. */
function dissolve(box: HTMLElement): void {
  for (const part of [...box.querySelectorAll<HTMLElement>('caption, figcaption, thead, tbody, tfoot, tr, colgroup, col')].reverse()) {
    if (part.closest('table, figure') !== box) continue
    if (hasContent([part]) && ![...part.children].some(isBlock)) rename(part, 'p')
    else {
      wrapRuns(part)
      unwrap(part)
    }
  }
  unwrap(box)
}

/** Text between the parts of a table would be shown, but not saved. In a row it gets a cell, elsewhere a line before the table. */
function houseStrays(box: HTMLElement): void {
  if (box.matches(':is(thead, tbody, tfoot) > tr')) {
    for (const run of runsIn(box).filter(hasContent)) {
      const cell = create('td')
      run[0]?.before(cell)
      cell.append(...run)
    }
  }
  if (box.localName !== 'table') return
  for (const part of [box, ...box.querySelectorAll<HTMLElement>(':scope > :is(thead, tbody, tfoot)')]) {
    for (const run of runsIn(part).filter(hasContent)) box.before(create('p', ...run))
  }
}

function wrapRuns(box: HTMLElement): void {
  for (const run of runsIn(box)) {
    if (hasContent(run)) {
      const line = create('p')
      run[0]?.before(line)
      line.append(...run)
    } else dropSpace(run)
  }
}

const dropSpace = (nodes: Iterable<ChildNode>): void => {
  for (const node of [...nodes]) if (isText(node) && !hasSolid([node])) node.remove()
}

/** A list holds items only; a list right inside it belongs to the item above. */
function gatherItems(list: HTMLElement): void {
  let item: HTMLElement | undefined
  let gathering = false
  for (const child of [...list.childNodes]) {
    if (isText(child) && !hasSolid([child])) child.remove()
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
  for (const each of list.children) if (isBlock(each)) fill(each)
}

/** A line with nothing in it has no height and takes no caret, but with a break in it. */
function fill(owner: HTMLElement): void {
  if (!hasContent([owner]) && ![...owner.children].some(isBlock)) owner.append(create('br'))
}
