import { colorClasses } from '../../../contract/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { type Command, type Edges, isCollapsed } from './selectionMarkers.ts'
import { leavesBetween, type Line, lineOf, linesBetween } from './lines.ts'
import { create, isBreak, isEdge, isElement, isHeading, isMedia, isPhrase, isSolid, isText, type Leaf, leaves, rename, unwrap } from './nodes.ts'

export type MarkTag = 'strong' | 'em' | 'u' | 's' | 'code'

/** Emphasis nests in this order, outermost first; of neighbours that share it, the outer ones are one element. */
const order = ['a', 'strong', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'span', 'code']
const sameAs: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/** What lies on a leaf, by tag: elements without their content. Colour is a span's, whatever bore it. */
type Marks = Map<string, HTMLElement>

const colourOf = (element: Element): string | undefined => colorClasses.find((name) => element.classList.contains(name))
const coloured = (name: string): HTMLElement => {
  const shell = create('span')
  shell.className = name
  return shell
}

function marksOf(leaf: Node): Marks {
  const marks: Marks = new Map()
  for (let at = leaf.parentNode; isPhrase(at); at = at.parentNode) {
    const colour = colourOf(at)
    if (colour && !marks.has('span')) marks.set('span', coloured(colour))
    const tag = sameAs[at.localName] ?? at.localName
    if (tag === 'span' || marks.has(tag)) continue
    const shell = create(tag)
    for (const { name, value } of at.attributes) if (name !== 'class') shell.setAttribute(name, value)
    marks.set(tag, shell)
  }
  return marks
}

/** Lays a line's emphasis anew, each leaf's after `change` has seen it. */
export function relay({ nodes }: Line, change: (marks: Marks, leaf: Leaf) => void = () => {}): void {
  const pieces = nodes.flatMap(leaves).map((leaf) => ({ leaf, marks: marksOf(leaf) }))
  // The line is built in a box beside the old one, which then makes way for its content.
  const box = create('div')
  nodes[0]?.before(box)
  const open: HTMLElement[] = []
  let waiting: Leaf | undefined
  for (const [at, { leaf, marks }] of pieces.entries()) {
    if (isText(leaf) && leaf.length === 0) continue
    if (isEdge(leaf) && leaf.data === '[' && !isEdge(pieces[at + 1]?.leaf)) {
      // The selection begins in what is selected, not behind what is not.
      waiting = leaf
      continue
    }
    if (!isEdge(leaf)) {
      change(marks, leaf)
      // A picture takes no emphasis, but may be a link.
      const shells = order.flatMap((tag) => (isMedia(leaf) && tag !== 'a' ? [] : (marks.get(tag) ?? [])))
      const shared = shells.findIndex((shell, at) => !open[at]?.cloneNode(false).isEqualNode(shell))
      open.length = shared < 0 ? shells.length : shared
      for (const shell of shells.slice(open.length)) {
        ;(lastOf(open) ?? box).append(shell)
        open.push(shell)
      }
    }
    ;(lastOf(open) ?? box).append(...(waiting ? [waiting] : []), leaf)
    waiting = undefined
  }
  if (waiting) box.append(waiting)
  for (const node of nodes) if (!box.contains(node)) node.remove()
  unwrap(box)
}

/** Sets or takes away, by `shell`, on what is selected. */
function lay(edges: Edges, root: Node, tag: string, shell: HTMLElement | undefined): void {
  const chosen = new Set(leavesBetween(root, edges))
  for (const line of linesBetween(root, edges)) {
    relay(line, (marks, leaf) => {
      if (!chosen.has(leaf)) return
      if (shell) marks.set(tag, shell.cloneNode(false) as HTMLElement)
      else marks.delete(tag)
    })
  }
}

/** What a mark is judged by: the text selected, or else the leaves that could bear one. */
const judged = (edges: Edges, root: Node): Leaf[] => leavesBetween(root, edges).filter((leaf) => isText(leaf) && isSolid(leaf))

export const toggleMark =
  (tag: MarkTag): Command =>
  (edges, root) => {
    const all = judged(edges, root)
    const on = all.length > 0 && all.every((leaf) => marksOf(leaf).has(tag))
    lay(edges, root, tag, on ? undefined : create(tag))
  }

export const setMark =
  (tag: MarkTag, on: boolean): Command =>
  (edges, root) =>
    lay(edges, root, tag, on ? create(tag) : undefined)

/** `undefined` gives the text the colour of the page again. */
export const setColour =
  (name: string | undefined): Command =>
  (edges, root) => {
    lay(edges, root, 'span', name === undefined ? undefined : coloured(name))
    // A whole line may bear a colour itself.
    for (const { owner } of linesBetween(root, edges)) if (owner !== root) dropClasses(owner, colorClasses)
  }

export interface Link {
  href: string
  newTab: boolean
  /** What is to be read, where there is nothing selected that the link could be laid on. */
  text?: string
}

export const setLink =
  ({ href, newTab, text }: Link): Command =>
  (edges, root) => {
    const shell = create('a')
    shell.setAttribute('href', href)
    if (newTab) {
      shell.setAttribute('target', '_blank')
      shell.setAttribute('rel', 'noopener noreferrer')
    }
    const here = linkAt(edges)
    if (here) {
      for (const name of ['href', 'target', 'rel']) {
        const value = shell.getAttribute(name)
        if (value === null) here.removeAttribute(name)
        else here.setAttribute(name, value)
      }
    } else if (isCollapsed(edges)) {
      edges.start.before(create('a', text || href))
      const link = edges.start.previousSibling as HTMLElement
      for (const { name, value } of shell.attributes) link.setAttribute(name, value)
    } else lay(edges, root, 'a', shell)
  }

export const unlink: Command = (edges, root) => {
  const here = linkAt(edges)
  if (here) unwrap(here)
  else lay(edges, root, 'a', undefined)
}

/** The link that the whole selection is in. */
const linkAt = ({ start, end }: Edges): HTMLElement | undefined => {
  const link = start.parentElement?.closest('a')
  return link?.contains(end) ? link : undefined
}

/** Plain paragraphs again: no emphasis, colour or alignment, headings as text. Links stay, and so does the shape of lists and tables. */
export const clearFormat: Command = (edges, root) => {
  const chosen = new Set(leavesBetween(root, edges))
  const all = isCollapsed(edges)
  for (const line of linesBetween(root, edges)) {
    relay(line, (marks, leaf) => {
      if (!all && !chosen.has(leaf)) return
      for (const tag of [...marks.keys()]) if (tag !== 'a') marks.delete(tag)
    })
    if (line.owner === root) continue
    line.owner.removeAttribute('class')
    if (isHeading(line.owner)) rename(line.owner, 'p')
  }
}

export function dropClasses(element: Element, names: readonly string[]): void {
  element.classList.remove(...names)
  if (element.classList.length === 0) element.removeAttribute('class')
}

/** Tags of the emphasis that all of these bear, and their colour. */
export function sharedMarks(all: readonly Node[]): { tags: string[]; colour: string | undefined } {
  const marks = all.filter((leaf) => !isBreak(leaf) && !isElement(leaf)).map(marksOf)
  const [first] = marks
  if (!first) return { tags: [], colour: undefined }
  const tags = [...first.keys()].filter((tag) => tag !== 'span' && marks.every((each) => each.has(tag)))
  const colour = first.get('span')?.className
  return { tags, colour: marks.every((each) => each.get('span')?.className === colour) ? colour : undefined }
}

/** Joins what is emphasised alike and drops what is doubled, as after pasting. */
export function relayAll(root: Node): void {
  const seen = new Set<Node>()
  for (const leaf of leaves(root)) {
    const line = lineOf(leaf)
    const [first] = line.nodes
    if (!first || seen.has(first) || !line.nodes.some(isPhrase)) continue
    relay(line)
    const again = lineOf(leaf).nodes[0]
    if (again) seen.add(again)
  }
}
