import { dropped, type ElementRule, elements, stripInvisible, top, voidElements } from './markup.ts'

interface Attribute {
  readonly name: string
  readonly value: string
}

/** How `writeRich` reads a tree of nodes: parse5's on the server, the document's in the editor. */
export interface RichTree<Node> {
  /** Undefined for what is not text. */
  textOf(node: Node): string | undefined
  /** Undefined for what is left out with its content. */
  tagOf(node: Node): string | undefined
  /** The attributes to write: only those that `keptAttributes` returns. */
  attributesOf(node: Node, rule: ElementRule): readonly Attribute[]
  childrenOf(node: Node): ArrayLike<Node>
  /** HTML to write as it is for a node that has neither text nor tag; '' for none. */
  rawOf?(node: Node): string
  /** Whether white space between the parts of a table is kept. */
  readonly keepsTableSpace?: boolean
}

const maxElementDepth = 100

interface OpenElement {
  tag: string
  content: ElementRule['content']
  /** The element that it has to begin with, until that is written. */
  awaits: string | undefined
}

/**
 * Writes nodes as rich text by the policy of markup.ts. The HTML parses back to the same tree, because no element is written where the
 * parser would move it or close another one for it. So writing twice changes nothing, and a browser cannot parse it differently.
 * Stops soon after `maxLength` characters.
 */
export function writeRich<Node>(nodes: ArrayLike<Node>, tree: RichTree<Node>, maxLength = Infinity): string {
  let out = ''
  let lastStartTag = ''
  const open: OpenElement[] = [{ tag: top, content: 'blocks', awaits: undefined }]
  // What is still to be written, in reverse order; null closes the innermost open element. A hostile tree is too deep for recursion.
  const rest: (Node | null)[] = []

  const put = (piece: string, startTag = ''): void => {
    if (piece === '') return
    out += piece
    lastStartTag = startTag
  }
  const putText = (text: string): void => {
    if (innermost(open).content === 'parts' && (!tree.keepsTableSpace || /[^\t\n ]/.test(text))) return
    // It is space: `beginsWith` has seen it.
    if (innermost(open).awaits !== undefined) return
    // The parser skips one line feed after <pre>.
    put((lastStartTag === 'pre' && text.startsWith('\n') ? '\n' : '') + textHtml(text))
  }
  const pushAll = (children: ArrayLike<Node>): void => {
    for (let i = children.length - 1; i >= 0; i--) rest.push(children[i] as Node)
  }
  const putElement = (node: Node, tag: string): void => {
    if (dropped.has(tag)) return
    const rule = elements.get(tag)
    const attributes = rule ? tree.attributesOf(node, rule) : []
    const isKept =
      rule !== undefined &&
      isAllowedIn(open, tag, rule, attributes) &&
      (rule.first === undefined || beginsWith(tree, node, rule.first))
    if (isKept) put(startTagOf(tag, attributes), tag)
    if (rule?.content === 'nothing') return isKept && !voidElements.has(tag) ? put(`</${tag}>`) : undefined
    if (isKept) {
      innermost(open).awaits = undefined
      open.push({ tag, content: rule.content === 'same' ? innermost(open).content : rule.content, awaits: rule.first })
      rest.push(null)
    }
    pushAll(tree.childrenOf(node))
  }

  pushAll(nodes)
  for (let node = rest.pop(); node !== undefined && out.length <= maxLength; node = rest.pop()) {
    if (node === null) {
      put(`</${innermost(open).tag}>`)
      open.pop()
      continue
    }
    const text = tree.textOf(node)
    const tag = text === undefined ? tree.tagOf(node) : undefined
    if (text !== undefined) putText(stripInvisible(text))
    else if (tag !== undefined) putElement(node, tag)
    else if (tree.rawOf) put(tree.rawOf(node))
  }
  return out
}

/** Whether only space is in front of this element. */
function beginsWith<Node>(tree: RichTree<Node>, node: Node, first: string): boolean {
  const children = tree.childrenOf(node)
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Node
    const text = tree.textOf(child)
    if (text === undefined ? tree.tagOf(child) !== undefined : /[^\t\n ]/.test(stripInvisible(text)))
      return tree.tagOf(child) === first
  }
  return false
}

/** The root is always open. */
const innermost = (open: readonly OpenElement[]): OpenElement => open[open.length - 1] as OpenElement

/** Whether an element may be written inside the open ones; if not, only its content is. */
function isAllowedIn(
  open: readonly OpenElement[],
  tag: string,
  { allowedIn, needs, noNesting }: ElementRule,
  attributes: readonly Attribute[],
): boolean {
  const parent = innermost(open)
  if (needs !== undefined && !attributes.some(({ name }) => name === needs)) return false
  if (noNesting && open.some((element) => element.tag === tag)) return false
  if (elements.get(parent.tag)?.first === tag && parent.awaits !== tag) return false
  // Items, rows and cells do not count: a list or table is either complete or left out at the maximum depth.
  if (typeof allowedIn !== 'string') return allowedIn.includes(parent.tag)
  return (
    open.length <= maxElementDepth &&
    (parent.content === 'blocks' || (allowedIn === 'line' && parent.content === 'line'))
  )
}

const startTagOf = (tag: string, attributes: readonly Attribute[]): string =>
  `<${tag}${attributes.map(({ name, value }) => ` ${name}="${textHtml(value).replaceAll('"', '&quot;')}"`).join('')}>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00A0': '&nbsp;' }
/** The pattern matches only what is in the table. */
export const textHtml = (text: string): string =>
  text.replace(/[&<>\u00A0]/g, (character) => entities[character] as string)
