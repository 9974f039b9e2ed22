import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element
export type Parent = DefaultTreeAdapterTypes.ParentNode

/** A small page can make the parser create any number of elements, at any depth. No page written for people comes near these. */
const maxNodes = 100_000
const maxDepth = 500

class Enough extends Error {}

/** Parses a page as a browser without scripts does; `complete` is false where it has more than is read. */
export function parsePage(source: string): { document: Parent; complete: boolean } {
  let nodes = 0
  let depth = 0
  let document = defaultTreeAdapter.createDocument()
  const count = (): void => {
    if (++nodes > maxNodes) throw new Enough()
  }
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument() {
      document = defaultTreeAdapter.createDocument()
      return document
    },
    createElement(...parts) {
      count()
      return defaultTreeAdapter.createElement(...parts)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    onItemPush() {
      if (++depth > maxDepth) throw new Enough()
    },
    onItemPop() {
      depth--
    },
  }
  try {
    parse(source, { treeAdapter, scriptingEnabled: false })
    return { document, complete: true }
  } catch (error) {
    if (error instanceof Enough) return { document, complete: false }
    throw error
  }
}

export const contentOf = (element: Parent): string => serialize(element)

export const isElement = (node: Node | Parent): node is Element => 'tagName' in node
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'
export const childrenOf = (node: Parent | Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])
export const tagOf = (node: Node | Parent): string => (isElement(node) ? node.tagName : '')
export const parentOf = (element: Element): Element | undefined =>
  element.parentNode && isElement(element.parentNode) ? element.parentNode : undefined

/** '' where it has none. */
export const attribute = (element: Element, name: string): string =>
  element.attrs.find((attr) => attr.name === name)?.value ?? ''

/** Every element below, in their order. */
export function* elementsIn(root: Parent | Node): Generator<Element> {
  const rest = [...childrenOf(root)].reverse()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!isElement(node)) continue
    yield node
    // One after the other: a call cannot have any number of arguments.
    for (const child of node.childNodes.toReversed()) rest.push(child)
  }
}

/** What nobody reads. */
export const unread: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'math',
  'canvas',
  'select',
  'option',
  'button',
  'input',
  'textarea',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'map',
])

/** Elements within a line; every other one ends it. */
export const inLine: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'label',
  'mark',
  'nobr',
  'picture',
  'q',
  's',
  'samp',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
])

/** The text of a node on one line, as people read it. */
export const plainText = (node: Node | Parent): string => readText(node).replace(/\s+/g, ' ').trim()

function readText(node: Node | Parent): string {
  if ('value' in node) return node.value
  if (unread.has(tagOf(node))) return ''
  const text = childrenOf(node).map(readText).join('')
  return inLine.has(tagOf(node)) && tagOf(node) !== 'br' ? text : ` ${text} `
}

/** What stands between two ends of a line: its text, and the nodes with text and pictures that make it. */
export interface Line {
  text: string
  nodes: readonly Node[]
}

export function linesIn(root: Parent | Node): Line[] {
  const lines: Line[] = []
  let nodes: Node[] = []
  const end = (): void => {
    const text = nodes.map((node) => (isText(node) ? node.value : '')).join('')
    if (nodes.length > 0) lines.push({ text: text.replace(/\s+/g, ' ').trim(), nodes })
    nodes = []
  }
  const visit = (node: Node): void => {
    if (isText(node) || tagOf(node) === 'img') nodes.push(node)
    if (!isElement(node) || unread.has(tagOf(node))) return
    const endsLine = !inLine.has(tagOf(node)) || tagOf(node) === 'br'
    if (endsLine) end()
    for (const child of node.childNodes) visit(child)
    if (endsLine) end()
  }
  for (const child of childrenOf(root)) visit(child)
  end()
  return lines
}

export const remove = (node: Node): void => defaultTreeAdapter.detachNode(node)

/** What is around a node, the nearest first. */
export function* aroundOf(node: Node): Generator<Element> {
  for (let each = node.parentNode; each && isElement(each) && tagOf(each) !== 'body'; each = each.parentNode) yield each
}

/** The text directly inside an element, such as a script. */
export const rawTextOf = (element: Element): string =>
  element.childNodes
    .filter(isText)
    .map(({ value }) => value)
    .join('')

export const isHidden = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) => name === 'hidden' || (name === 'style' && /display\s*:\s*none/i.test(value.slice(0, 1_000))),
  )

/** Its class and id in lower case. */
export const namesOf = (element: Element): string =>
  `${attribute(element, 'id')} ${attribute(element, 'class')}`.slice(0, 300).toLowerCase()
