import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { ensureBlock, linesBetween } from './lines.ts'
import { closestWithin, copyLook, create, isInline, isList, isSummary, rename } from './nodes.ts'

type ListTag = 'ul' | 'ol'

/** The innermost items that the selection touches, in order. */
const itemsBetween = (markers: SelectionMarkers, root: HTMLElement): (HTMLElement | undefined)[] => [
  ...new Set(linesBetween(root, markers).map(({ owner }) => closestWithin(root, owner, 'li'))),
]

export const toggleList =
  (tag: ListTag): Command =>
  (markers, root) => {
    const items = itemsBetween(markers, root)
    if (items.every((item) => item?.parentElement?.localName === tag)) {
      for (const item of items) if (item) liftOutOfLists(item)
      return
    }
    let list: HTMLElement | undefined
    for (const line of linesBetween(root, markers)) {
      if (isSummary(line.owner)) continue
      const item = closestWithin(root, line.owner, 'li')
      if (item) {
        // Inside the root every item is in a list.
        list = rename(item.parentElement as HTMLElement, tag)
        continue
      }
      const newItem = rename(ensureBlock(line), 'li')
      const before = newItem.previousElementSibling
      if (before?.localName === tag) before.append(newItem)
      else {
        const newList = create(tag)
        newItem.replaceWith(newList)
        newList.append(newItem)
      }
      list = newItem.parentElement ?? undefined
    }
    const next = list?.nextElementSibling
    if (list && next?.localName === tag) {
      list.append(...next.children)
      next.remove()
    }
  }

/** Moves an item out of all lists. Returns the blocks that it has become. */
export function liftOutOfLists(item: HTMLElement): HTMLElement[] {
  let out = liftItem(item)
  while (out[0]?.localName === 'li') out = liftItem(out[0])
  return out
}

/**
 * Moves an item one level out: into the outer list, or, from the outermost, to paragraphs. The items after it stay below it.
 * Returns the item, or the blocks that it has become.
 */
export function liftItem(item: HTMLElement): HTMLElement[] {
  // An item is always in a list, and the list in something.
  const list = item.parentElement as HTMLElement
  const outer = list.parentElement as HTMLElement
  const rest = list.cloneNode(false) as HTMLElement
  rest.removeAttribute('start')
  while (item.nextSibling) rest.append(item.nextSibling)
  const hasRest = rest.children.length > 0

  if (outer.localName === 'li') {
    outer.after(item)
    // What the outer item holds below the list moves along, or the order would change.
    while (list.nextSibling) rest.append(list.nextSibling)
    if (rest.childNodes.length > 0) item.append(...(hasRest ? [rest] : rest.childNodes))
    if (list.children.length === 0) list.remove()
    return [item]
  }
  if (hasRest) list.after(rest)
  const out: HTMLElement[] = []
  let line: HTMLElement | undefined
  for (const node of [...item.childNodes]) {
    if (!isInline(node)) {
      out.push(node as HTMLElement)
      line = undefined
    } else if (line) line.append(node)
    else {
      line = create('p', node)
      copyLook(item, line)
      out.push(line)
    }
  }
  list.after(...out)
  item.remove()
  if (list.children.length === 0) list.remove()
  return out
}

/** The items that none of the others contains: inner items move with their outer one. */
const outermost = (items: readonly (HTMLElement | undefined)[]): HTMLElement[] =>
  items
    .filter((item) => item !== undefined)
    .filter((item) => !items.some((other) => other !== item && other?.contains(item)))

/** Moves items below the item above. The first item of a list has none, and stays. */
export const indent: Command = (markers, root) => {
  for (const item of outermost(itemsBetween(markers, root))) {
    const above = item.previousElementSibling
    const tag = item.parentElement?.localName ?? 'ul'
    if (!above) continue
    if (isList(above.lastElementChild)) above.lastElementChild.append(item)
    else above.append(create(tag, item))
  }
}

export const outdent: Command = (markers, root) => {
  for (const item of outermost(itemsBetween(markers, root)))
    if (item.parentElement?.parentElement?.localName === 'li') liftItem(item)
}
