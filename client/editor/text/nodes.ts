import { elements } from '../../../contract/markup.ts'

export type Media = HTMLImageElement | HTMLVideoElement
/** What a line consists of once all emphasis is taken off. A comment is one edge of the selection while a command runs. */
export type Leaf = Text | Comment | HTMLElement

export const isText = (node: Node | null | undefined): node is Text => node?.nodeType === 3
export const isEdge = (node: Node | null | undefined): node is Comment => node?.nodeType === 8
export const isElement = (node: Node | null | undefined): node is HTMLElement => node?.nodeType === 1

/** Asked of what may be no element, it also says that it is one; asked of an element, it must not say that any other is none. */
interface Test {
  (node: HTMLElement): boolean
  (node: Node | null | undefined): node is HTMLElement
}
const test = (fits: (element: HTMLElement) => boolean): Test => ((node: Node | null | undefined) => isElement(node) && fits(node)) as Test
const named = (names: string): Test => test(({ localName }) => ` ${names} `.includes(` ${localName} `))

export const isBreak = named('br') as (node: Node | null | undefined) => node is HTMLElement
export const isMedia = named('img video') as (node: Node | null | undefined) => node is Media
export const isList = named('ul ol')
/** They may hold a bare line, and end where another begins: nothing is merged over their border. */
export const isCell = named('td th caption figcaption')
export const isHeading = named('h1 h2 h3 h4 h5 h6')

const rule = (node: HTMLElement) => elements.get(node.localName)
export const isPhrase = test((element) => rule(element)?.holds === 'same')
export const isInline = (node: Node): boolean => !isElement(node) || rule(node)?.stands === 'line'
export const isBlock = test((element) => !isInline(element))
/** A block that holds one line and nothing else: a paragraph, a heading, code. */
export const isLine = test((element) => rule(element)?.holds === 'line')

export const create = (tag: string, ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag)
  element.append(...content)
  return element
}

export function leaves(node: Node): Leaf[] {
  const found: Leaf[] = []
  const gather = (at: Node): void => {
    if (isText(at) || isEdge(at) || isBreak(at) || isMedia(at)) found.push(at)
    else for (let child = at.firstChild; child; child = child.nextSibling) gather(child)
  }
  gather(node)
  return found
}

/** The child of `root` that is the node or holds it. */
export function childIn(root: Node, node: Node): ChildNode | undefined {
  let at: Node | null = node
  while (at && at.parentNode !== root) at = at.parentNode
  return (at as ChildNode | null) ?? undefined
}

const visible = /[^\t\n\f\r ]/
/** Text or a picture: what a line is not empty with. */
export const isSolid = (leaf: Node): boolean => isMedia(leaf) || (isText(leaf) && visible.test(leaf.data))
/** Asked of every line at every keystroke, so it stops at the first and makes no lists. */
function someLeaf(node: Node, fits: (leaf: Node) => boolean): boolean {
  if (isText(node) || isBreak(node) || isMedia(node)) return fits(node)
  for (let child = node.firstChild; child; child = child.nextSibling) if (someLeaf(child, fits)) return true
  return false
}
const isContent = (leaf: Node): boolean => isSolid(leaf) || isBreak(leaf)
export const hasSolid = (nodes: readonly Node[]): boolean => nodes.some((node) => someLeaf(node, isSolid))
export const hasContent = (nodes: readonly Node[]): boolean => nodes.some((node) => someLeaf(node, isContent))
/** Nothing is to be seen of it: the one break in it only keeps the line open. */
export const isEmpty = (nodes: readonly Node[]): boolean => !hasSolid(nodes) && nodes.flatMap(leaves).filter(isBreak).length < 2
export const holdsOnlyMedia = (nodes: readonly Node[]): boolean => {
  const solid = nodes.flatMap(leaves).filter(isSolid)
  return solid.length > 0 && solid.every(isMedia)
}

/** The nearest ancestor, or the node itself, that fits, inside the root. */
export function within(root: Element, node: Node | null | undefined, selector: string): HTMLElement | undefined {
  const found = (isElement(node) ? node : node?.parentElement)?.closest<HTMLElement>(selector)
  return found && found !== root && root.contains(found) ? found : undefined
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** The same content under another name; of the attributes only the classes stay. */
export function rename(element: HTMLElement, tag: string): HTMLElement {
  if (element.localName === tag) return element
  const other = create(tag, ...element.childNodes)
  if (element.className) other.className = element.className
  element.replaceWith(other)
  return other
}
