import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment, type Token } from 'parse5'
import { elements, keptAttributes } from '../../contract/text/markup.ts'
import { limits, richText } from '../../contract/calls/rules.ts'
import { type RichTree, writeRich } from '../../contract/text/writeRich.ts'
import { Failure } from '../failure.ts'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/**
 * A small text can make the parser create any number of elements, since every paragraph reopens all unclosed emphasis. The limit keeps
 * the worst request well under a second; no text written by a person comes near it.
 */
const maxNodes = 100_000

/**
 * Cleans rich text by the policy of contract/text/markup.ts. Nothing of the source is copied: it is parsed as by a browser, and only what is
 * allowed is written from the tree, by the same function as in the editor.
 * Throws a Failure that names `field` for text that is too expensive to parse, or too large once it is clean.
 */
export function clean(source: string, field?: string): string {
  const refuse = (message: string): never => {
    throw new Failure(400, message, field === undefined ? {} : { data: { field } })
  }
  const { childNodes } = parseHtml(source, () => refuse('内容过于复杂，无法保存'))
  // Longer text is refused anyway.
  const output = writeRich(childNodes, richTree, limits.richText)
  const problem = richText.validate(output)
  return problem === undefined ? output : refuse(problem)
}

function parseHtml(source: string, refuse: () => never): Parent {
  let nodes = 0
  const count = (): void => {
    if (++nodes > maxNodes) refuse()
  }
  const cleaned = new WeakSet<Token.Attribute[]>()
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tag, space, attributes) {
      count()
      // The parser compares and copies the attributes every time it repeats the element, so they are cleaned in place, once.
      if (space === html.NS.HTML && !cleaned.has(attributes)) {
        const rule = elements.get(tag)
        const allowed = rule ? keptAttributes(rule, attributes) : new Map<string, string>()
        attributes.length = 0
        for (const [name, value] of allowed) attributes.push({ name, value })
        cleaned.add(attributes)
      }
      return defaultTreeAdapter.createElement(tag, space, attributes)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    // <html> and <body> tags would give their attributes to a root that is never serialized.
    adoptAttributes() {},
  }
  // Parsed as the content of a <div>, which is where pages and the editor put it.
  return parseFragment(defaultTreeAdapter.createElement('div', html.NS.HTML, []), source, { treeAdapter })
}

const richTree: RichTree<Child> = {
  textOf: (node) => ('value' in node ? node.value : undefined),
  tagOf: (node) => ('tagName' in node && node.namespaceURI === html.NS.HTML ? node.tagName : undefined),
  attributesOf: (node) => (node as Element).attrs,
  childrenOf: (node) => (node as Element).childNodes,
  keepsTableSpace: true,
}
