import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment, type Token } from 'parse5'
import { dropped, type ElementRule, elements, keptAttributes, plain, voids } from '../../contract/markup.ts'
import { limits, richText } from '../../contract/rules.ts'
import { Failure } from '../failure.ts'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/**
 * A small text can make the parser create elements without end, since every paragraph reopens all unclosed emphasis. The limit of nodes
 * keeps the worst request well under a second; no text written by a person comes near it.
 */
const limit = { nodes: 100_000, depth: 100 }

/**
 * Cleans rich text by the policy of contract/markup.ts. Nothing of the source is copied: it is parsed as by a browser, and only what is
 * allowed is serialized from the tree. The output parses back to the same tree, because no element is written where the parser would
 * move it or close another one for it. So cleaning twice changes nothing, and a browser cannot parse it differently.
 * Throws a Failure that names `field` for text that is too expensive to parse, or too large once it is clean.
 */
export function clean(source: string, field?: string): string {
  const refuse = (message: string): never => {
    throw new Failure(400, message, field === undefined ? {} : { data: { field } })
  }
  const output = serialize(parse(source, () => refuse('内容过于复杂，无法保存')))
  const problem = richText.validate(output)
  return problem === undefined ? output : refuse(problem)
}

function parse(source: string, refuse: () => never): Parent {
  let nodes = 0
  const count = (): void => {
    if (++nodes > limit.nodes) refuse()
  }
  const cleaned = new WeakSet<Token.Attribute[]>()
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tag, space, attributes) {
      count()
      // The parser compares and copies the attributes every time it repeats the element, so they are cleaned in place, once.
      if (space === html.NS.HTML && !cleaned.has(attributes)) {
        const rule = elements.get(tag)
        const kept = rule ? keptAttributes(rule, attributes) : new Map<string, string>()
        attributes.length = 0
        for (const [name, value] of kept) attributes.push({ name, value })
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

interface OpenElement {
  tag: string
  holds: ElementRule['holds']
}

function serialize(root: Parent): string {
  let out = ''
  let lastStartTag = ''
  const write = (piece: string, tag = ''): void => {
    if (piece === '') return
    out += piece
    lastStartTag = tag
  }

  // A stack of what is still to be written, so that depth needs no recursion; null closes the innermost open element.
  const rest: (Child | null)[] = root.childNodes.toReversed()
  const open: OpenElement[] = [{ tag: '', holds: 'blocks' }]
  // Above the limit the text is refused anyway.
  for (let node = rest.pop(); node !== undefined && out.length <= limits.richText; node = rest.pop()) {
    const parent = open.at(-1) as OpenElement
    if (node === null) {
      write(`</${parent.tag}>`)
      open.pop()
    } else if ('value' in node) {
      const text = plain(node.value)
      // Between the parts of a table the parser leaves only white space.
      if (parent.holds === 'parts' && /[^\t\n ]/.test(text)) continue
      // The parser skips one line feed after <pre>.
      write((lastStartTag === 'pre' && text.startsWith('\n') ? '\n' : '') + escape(text))
    } else if ('tagName' in node && node.namespaceURI === html.NS.HTML && !dropped.has(node.tagName)) {
      const rule = elements.get(node.tagName)
      const keep = rule !== undefined && isAllowedIn(node, rule, open)
      if (keep) write(startTag(node), node.tagName)
      if (rule?.holds === 'nothing') {
        if (keep && !voids.has(node.tagName)) write(`</${node.tagName}>`)
        continue
      }
      if (keep) {
        open.push({ tag: node.tagName, holds: rule.holds === 'same' ? parent.holds : rule.holds })
        rest.push(null)
      }
      for (let i = node.childNodes.length - 1; i >= 0; i--) rest.push(node.childNodes[i] as Child)
    }
  }
  return out
}

/** Whether an element may be written inside the open ones; if not, only its content is. */
function isAllowedIn({ tagName, attrs }: Element, { stands, needs, once }: ElementRule, open: readonly OpenElement[]): boolean {
  const parent = open.at(-1) as OpenElement
  if (needs !== undefined && !attrs.some(({ name }) => name === needs)) return false
  if (once && open.some(({ tag }) => tag === tagName)) return false
  // Items, rows and cells do not count: a list or table is either complete or left out at the maximum depth.
  if (typeof stands !== 'string') return stands.includes(parent.tag)
  return open.length <= limit.depth && (parent.holds === 'blocks' || (stands === 'line' && parent.holds === 'line'))
}

const startTag = ({ tagName, attrs }: Element): string =>
  `<${tagName}${attrs.map(({ name, value }) => ` ${name}="${escape(value).replaceAll('"', '&quot;')}"`).join('')}>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00A0': '&nbsp;' }
const escape = (text: string): string => text.replace(/[&<>\u00A0]/g, (character) => entities[character] as string)
