import { elements } from '../../../contract/text/markup.ts'

export type Media = HTMLImageElement | HTMLVideoElement
/** What a line consists of inside its marks. A comment is a selection marker while a command runs. */
export type InlineNode = Text | Comment | HTMLElement

export const isText = (node: Node | null | undefined): node is Text => node?.nodeType === 3
export const isMarker = (node: Node | null | undefined): node is Comment => node?.nodeType === 8
export const isElement = (node: Node | null | undefined): node is HTMLElement => node?.nodeType === 1

/** For any node it narrows to an element; for an element it is a plain boolean, or `false` would narrow it to `never`. */
interface Predicate {
  (node: HTMLElement): boolean
  (node: Node | null | undefined): node is HTMLElement
}
const predicate = (fits: (element: HTMLElement) => boolean): Predicate =>
  ((node: Node | null | undefined) => isElement(node) && fits(node)) as Predicate
const hasName = (names: string): Predicate => predicate(({ localName }) => ` ${names} `.includes(` ${localName} `))

export const isBreak = hasName('br') as (node: Node | null | undefined) => node is HTMLElement
export const isMedia = hasName('img video') as (node: Node | null | undefined) => node is Media
export const isList = hasName('ul ol')
/** These may hold a line without a paragraph, and nothing is joined across their border. */
export const isCell = hasName('td th caption figcaption')
/** The question of a block that folds: its first line, which always stays visible. */
export const isSummary = hasName('summary')
export const isHeading = hasName('h1 h2 h3 h4 h5 h6')

const ruleOf = (node: HTMLElement) => elements.get(node.localName)
export const isMarkElement = predicate((element) => ruleOf(element)?.content === 'same')
export const isInline = (node: Node): boolean => !isElement(node) || ruleOf(node)?.allowedIn === 'line'
export const isBlock = predicate((element) => !isInline(element))
/** A block that holds one line and nothing else: a paragraph, a heading, code. */
export const isTextBlock = predicate((element) => ruleOf(element)?.content === 'line')

export const create = (tag: string, ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag)
  element.append(...content)
  return element
}

export function inlineNodes(node: Node): InlineNode[] {
  const inlines: InlineNode[] = []
  const gather = (current: Node): void => {
    if (isText(current) || isMarker(current) || isBreak(current) || isMedia(current)) inlines.push(current)
    else for (let child = current.firstChild; child; child = child.nextSibling) gather(child)
  }
  gather(node)
  return inlines
}

/** The child of `root` that is the node or holds it. */
export function childContaining(root: Node, node: Node): ChildNode | undefined {
  let current: Node | null = node
  while (current && current.parentNode !== root) current = current.parentNode
  return (current as ChildNode | null) ?? undefined
}

const visiblePattern = /[^\t\n\f\r ]/
/** Whether somebody sees it: it is text or a picture. */
export const isVisible = (inline: Node): boolean =>
  isMedia(inline) || (isText(inline) && visiblePattern.test(inline.data))
/** Runs for every line at every keystroke, so it stops at the first match and builds no lists. */
function someInlineNode(node: Node, fits: (inline: Node) => boolean): boolean {
  if (isText(node) || isBreak(node) || isMedia(node)) return fits(node)
  for (let child = node.firstChild; child; child = child.nextSibling) if (someInlineNode(child, fits)) return true
  return false
}
export const isVisibleOrBreak = (inline: Node): boolean => isVisible(inline) || isBreak(inline)
export const hasVisible = (nodes: readonly Node[]): boolean => nodes.some((node) => someInlineNode(node, isVisible))
export const hasVisibleOrBreak = (nodes: readonly Node[]): boolean =>
  nodes.some((node) => someInlineNode(node, isVisibleOrBreak))
/** Whether nothing in it is visible: a single break only keeps the line open. */
export const isBlank = (nodes: readonly Node[]): boolean =>
  !hasVisible(nodes) && nodes.flatMap(inlineNodes).filter(isBreak).length < 2
export const holdsOnlyMedia = (nodes: readonly Node[]): boolean => {
  const visible = nodes.flatMap(inlineNodes).filter(isVisible)
  return visible.length > 0 && visible.every(isMedia)
}

/** The nearest ancestor, or the node itself, that matches, inside the root. */
export function closestWithin(root: Element, node: Node | null | undefined, selector: string): HTMLElement | undefined {
  const closest = (isElement(node) ? node : node?.parentElement)?.closest<HTMLElement>(selector)
  return closest && closest !== root && root.contains(closest) ? closest : undefined
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** The classes and the direction of a line that takes another's place. */
export function copyLook(from: HTMLElement, to: HTMLElement): void {
  if (from.className) to.className = from.className
  if (from.dir) to.dir = from.dir
}

/** Keeps the classes and the direction, but no other attribute. */
export function rename(element: HTMLElement, tag: string): HTMLElement {
  if (element.localName === tag) return element
  const other = create(tag, ...element.childNodes)
  copyLook(element, other)
  element.replaceWith(other)
  return other
}
