import { type ElementRule, keptAttributes } from '../../../contract/text/markup.ts'
import { type RichTree, writeRich } from '../../../contract/text/writeRich.ts'
import { lastOf } from '../../lib/lastOf.ts'
import type { Points } from './selectionMarkers.ts'
import { childContaining, inlineNodes, isBreak, isElement, isText, isVisible } from './nodes.ts'

/** Returns the HTML of a top-level block: from a cache, or what `make` returns. */
export type CacheBlock = (block: ChildNode, make: () => string) => string

/** The content as it is saved. The server's cleaner uses the same writer, so that saving changes nothing. */
export const serialize = (root: ParentNode, cached?: CacheBlock): string =>
  joined(write(root, false, undefined, cached))

/** Adding up is faster here than `join`: a browser copies the pieces only where the whole is read. */
const joined = (pieces: readonly string[]): string => pieces.reduce((whole, piece) => whole + piece, '')

/** The HTML of each top-level block: snapshots share the blocks that did not change between them. */
export type ContentSnapshot = readonly string[]

/**
 * The content with pictures that are being uploaded, the empty last line and, as two comments, the selection. It is never sent or
 * shown.
 */
export const snapshot = (root: ParentNode, points?: Points, cached?: CacheBlock): ContentSnapshot =>
  write(root, true, points, cached)
export const isSameSnapshot = (one: ContentSnapshot, other: ContentSnapshot): boolean =>
  one.length === other.length && one.every((html, index) => html === other[index])
/** Returns whether two snapshots differ in nothing but the selection. */
export const hasSameContent = (one: ContentSnapshot, other: ContentSnapshot): boolean =>
  isSameSnapshot(withoutMarkers(one), withoutMarkers(other))
/** A marker may be between the blocks. */
const withoutMarkers = (snapshot: ContentSnapshot): ContentSnapshot =>
  snapshot.map((html) => html.replace(/<!--[[\]]-->/g, '')).filter(Boolean)

/** A picture that is being uploaded is recognized by its address, which only this page can have created. */
export const isUploading = (node: Element): boolean =>
  node.localName === 'img' && node.hasAttribute('data-upload') && node.getAttribute('src')?.startsWith('blob:') === true

function write(root: ParentNode, isSnapshot: boolean, points?: Points, cached?: CacheBlock): string[] {
  const markers = points ? markersOf(points) : []
  const hasUploads = !isSnapshot && root.querySelector('[data-upload]') !== null
  const tree: RichTree<Node> = {
    textOf: (node) => (isText(node) ? node.data : undefined),
    tagOf: (node) => (isElement(node) && !(hasUploads && holdsOnlyUploads(node)) ? node.localName : undefined),
    attributesOf(node, rule) {
      const element = node as HTMLElement
      return isSnapshot && isUploading(element) ? uploadingAttributes(element) : attributesByRule(rule, element)
    },
    childrenOf: (node) => childrenWith(markers, node),
    rawOf: (node) => (markers.some(([comment]) => comment === node) ? `<!--${(node as Comment).data}-->` : ''),
  }
  const blocks = childrenWith(markers, root)
  if (!isSnapshot) while (isBlankParagraph(lastOf(blocks))) blocks.pop()
  // The HTML of a block depends on nothing else, unless the selection begins or ends in it.
  const selected = markers.map(([, container]) => childContaining(root, container))
  return blocks.map((block) => {
    const writeBlock = (): string => writeRich([block], tree)
    return cached && block.parentNode === root && !selected.includes(block) ? cached(block, writeBlock) : writeBlock()
  })
}

/** One end of the selection, and the comment that stands for it. */
type Marker = readonly [comment: Comment, container: Node, offset: number]

const markersOf = ({ startContainer, startOffset, endContainer, endOffset }: Points): Marker[] => [
  [document.createComment('['), startContainer, startOffset],
  [document.createComment(']'), endContainer, endOffset],
]

/** The children with the markers between them, and text divided around those in it. The tree itself stays as it is. */
function childrenWith(all: readonly Marker[], parent: Node): ChildNode[] {
  const children: ChildNode[] = []
  const markers = all.filter(([, container]) => container === parent || container.parentNode === parent)
  let index = 0
  const pushMarkers = (): void => {
    for (const [comment, container, offset] of markers)
      if (container === parent && offset === index) children.push(comment)
    index++
  }
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    pushMarkers()
    let from = 0
    for (const [comment, container, offset] of markers) {
      if (container !== child || !isText(child)) continue
      children.push(document.createTextNode(child.data.slice(from, offset)), comment)
      from = offset
    }
    children.push(from === 0 ? child : document.createTextNode((child as Text).data.slice(from)))
  }
  pushMarkers()
  return children
}

/** An empty paragraph at the end of the content is only a place to type. */
const isBlankParagraph = (node: Node | undefined): boolean =>
  (isText(node) || (isElement(node) && node.localName === 'p')) &&
  inlineNodes(node).every((inline) => isBreak(inline) || (isText(inline) && inline.data.trim() === ''))

/** A paragraph that contains nothing but pictures that are being uploaded. */
const holdsOnlyUploads = (node: HTMLElement): boolean => {
  const visible = node.localName === 'p' ? inlineNodes(node).filter(isVisible) : []
  return visible.length > 0 && visible.every((inline) => isElement(inline) && isUploading(inline))
}

const attributesByRule = (rule: ElementRule, element: HTMLElement) =>
  element.hasAttributes() ? [...keptAttributes(rule, element.attributes)].map(([name, value]) => ({ name, value })) : []

const uploadingAttributes = (element: HTMLElement) =>
  ['src', 'alt', 'class', 'data-upload']
    .filter((name) => element.hasAttribute(name))
    .map((name) => ({ name, value: element.getAttribute(name) ?? '' }))
