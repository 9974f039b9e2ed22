import { colorClasses } from '../../../contract/text/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { type Command, type SelectionMarkers, isCollapsed } from './selectionMarkers.ts'
import { inlineNodesBetween, type Line, lineOf, linesBetween } from './lines.ts'
import {
  create,
  isBreak,
  isMarker,
  isElement,
  isHeading,
  isMedia,
  isMarkElement,
  isVisible,
  isText,
  type InlineNode,
  inlineNodes,
  rename,
  unwrap,
} from './nodes.ts'

export type MarkTag = 'strong' | 'em' | 'u' | 's' | 'sup' | 'sub' | 'code'

/** Marks nest in this order, outermost first; siblings that share outer marks share their elements. */
const nesting = ['a', 'strong', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'span', 'code']
const canonicalTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/** The marks of an inline node, by tag, as empty elements. A colour is always on a span, whatever element had the class. */
type Marks = Map<string, HTMLElement>

const colourOf = (element: Element): string | undefined => colorClasses.find((name) => element.classList.contains(name))
const createColourSpan = (name: string): HTMLElement => {
  const span = create('span')
  span.className = name
  return span
}

function marksOf(inline: Node): Marks {
  const marks: Marks = new Map()
  for (let current = inline.parentNode; isMarkElement(current); current = current.parentNode) {
    const colour = colourOf(current)
    if (colour && !marks.has('span')) marks.set('span', createColourSpan(colour))
    const tag = canonicalTags[current.localName] ?? current.localName
    if (tag === 'span' || marks.has(tag)) continue
    const shell = create(tag)
    for (const { name, value } of current.attributes) if (name !== 'class') shell.setAttribute(name, value)
    marks.set(tag, shell)
  }
  return marks
}

/** Builds the mark elements of a line anew, after `change` has edited the marks of each inline node. */
function rebuildMarks({ nodes }: Line, change: (marks: Marks, inline: InlineNode) => void = () => {}): void {
  const pieces = nodes.flatMap(inlineNodes).map((inline) => ({ inline, marks: marksOf(inline) }))
  // The new line is built in a box before the old one, which is then removed.
  const box = create('div')
  nodes[0]?.before(box)
  const open: HTMLElement[] = []
  let waiting: InlineNode | undefined
  for (const [index, { inline, marks }] of pieces.entries()) {
    if (isText(inline) && inline.length === 0) continue
    if (isMarker(inline) && inline.data === '[' && !isMarker(pieces[index + 1]?.inline)) {
      // The start marker goes inside the marks of what follows it.
      waiting = inline
      continue
    }
    if (!isMarker(inline)) {
      change(marks, inline)
      // A picture takes no marks but a link.
      const shells = nesting.flatMap((tag) => (isMedia(inline) && tag !== 'a' ? [] : (marks.get(tag) ?? [])))
      const shared = shells.findIndex((shell, index) => !open[index]?.cloneNode(false).isEqualNode(shell))
      open.length = shared < 0 ? shells.length : shared
      for (const shell of shells.slice(open.length)) {
        ;(lastOf(open) ?? box).append(shell)
        open.push(shell)
      }
    }
    ;(lastOf(open) ?? box).append(...(waiting ? [waiting] : []), inline)
    waiting = undefined
  }
  if (waiting) box.append(waiting)
  for (const node of nodes) if (!box.contains(node)) node.remove()
  unwrap(box)
}

/** Sets the mark to copies of `shell`, or removes it. */
function setMarkOnSelection(markers: SelectionMarkers, root: Node, tag: string, shell: HTMLElement | undefined): void {
  const selected = new Set(inlineNodesBetween(root, markers))
  for (const line of linesBetween(root, markers)) {
    rebuildMarks(line, (marks, inline) => {
      if (!selected.has(inline)) return
      if (shell) marks.set(tag, shell.cloneNode(false) as HTMLElement)
      else marks.delete(tag)
    })
  }
}

/** The text that decides whether a mark is on. */
const selectedText = (markers: SelectionMarkers, root: Node): InlineNode[] =>
  inlineNodesBetween(root, markers).filter((inline) => isText(inline) && isVisible(inline))

export const toggleMark =
  (tag: MarkTag): Command =>
  (markers, root) => {
    const all = selectedText(markers, root)
    const on = all.length > 0 && all.every((inline) => marksOf(inline).has(tag))
    setMarkOnSelection(markers, root, tag, on ? undefined : create(tag))
  }

export const setMark =
  (tag: MarkTag, on: boolean): Command =>
  (markers, root) =>
    setMarkOnSelection(markers, root, tag, on ? create(tag) : undefined)

/** `undefined` removes the colour. */
export const setColour =
  (name: string | undefined): Command =>
  (markers, root) => {
    setMarkOnSelection(markers, root, 'span', name === undefined ? undefined : createColourSpan(name))
    // The block itself may have a colour.
    for (const { owner } of linesBetween(root, markers)) if (owner !== root) removeClasses(owner, colorClasses)
  }

interface Link {
  href: string
  newTab: boolean
  /** The text of the link where nothing is selected. */
  text?: string
}

export const setLink =
  ({ href, newTab, text }: Link): Command =>
  (markers, root) => {
    const link = linkAt(markers) ?? create('a')
    const attributes = { href, target: newTab && '_blank', rel: newTab && 'noopener noreferrer' }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false) link.removeAttribute(name)
      else link.setAttribute(name, value)
    }
    if (link.parentNode) return
    if (!isCollapsed(markers)) return setMarkOnSelection(markers, root, 'a', link)
    link.append(text || href)
    markers.start.before(link)
  }

export const unlink: Command = (markers, root) => {
  const link = linkAt(markers)
  if (link) unwrap(link)
  else setMarkOnSelection(markers, root, 'a', undefined)
}

/** The link that the whole selection is in. */
const linkAt = ({ start, end }: SelectionMarkers): HTMLElement | undefined => {
  const link = start.parentElement?.closest('a')
  return link?.contains(end) ? link : undefined
}

/** Removes marks, colours and alignment, and turns headings into paragraphs. Links, lists and tables stay. */
export const clearFormat: Command = (markers, root) => {
  const selected = new Set(inlineNodesBetween(root, markers))
  const isWholeLine = isCollapsed(markers)
  for (const line of linesBetween(root, markers)) {
    rebuildMarks(line, (marks, inline) => {
      if (!isWholeLine && !selected.has(inline)) return
      for (const tag of [...marks.keys()]) if (tag !== 'a') marks.delete(tag)
    })
    if (line.owner === root) continue
    line.owner.removeAttribute('class')
    if (isHeading(line.owner)) rename(line.owner, 'p')
  }
}

export function removeClasses(element: Element, names: readonly string[]): void {
  element.classList.remove(...names)
  if (element.classList.length === 0) element.removeAttribute('class')
}

/** The marks and the colour that all the text has in common. */
export function sharedMarks(all: readonly Node[]) {
  const marks = all.filter((inline) => !isBreak(inline) && !isElement(inline)).map(marksOf)
  const [first] = marks
  if (!first) return { tags: [], colour: undefined }
  const tags = [...first.keys()].filter((tag) => tag !== 'span' && marks.every((mark) => mark.has(tag)))
  const colour = first.get('span')?.className
  return { tags, colour: marks.every((mark) => mark.get('span')?.className === colour) ? colour : undefined }
}

/** Joins neighbours with the same marks and removes doubled marks, for pasted content. */
export function normalizeMarks(root: Node): void {
  const seen = new Set<Node>()
  for (const inline of inlineNodes(root)) {
    const line = lineOf(inline)
    const [first] = line.nodes
    if (!first || seen.has(first) || !line.nodes.some(isMarkElement)) continue
    rebuildMarks(line)
    const rebuiltFirst = lineOf(inline).nodes[0]
    if (rebuiltFirst) seen.add(rebuiltFirst)
  }
}
