import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment, type Token } from 'parse5'
import { dropped, type ElementRule, elements, keptAttributes, plain, voids } from '../../contract/markup.ts'
import { limits, richText } from '../../contract/rules.ts'
import { Failure } from '../failure.ts'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/**
 * A small text can make the parser repeat elements without end: every paragraph reopens whatever emphasis was left open. The bound
 * on nodes keeps the worst that fits a request well under a second; no page that a person wrote comes near it.
 */
const most = { nodes: 100_000, depth: 100 }

/**
 * Rich text as the policy of contract/markup.ts allows it. Nothing of the source is copied: it is parsed as a browser would, and
 * from the tree only what is allowed is written anew. What is written parses back to the same tree, because no element is written
 * where the parser would move it or close another for it; so cleaning twice changes nothing, and no second reading can differ.
 * Text that would cost too much, or is too large once it is clean, is refused with a Failure naming `field`.
 */
export function clean(source: string, field?: string): string {
  const refuse = (message: string): never => {
    throw new Failure(400, message, field === undefined ? {} : { data: { field } })
  }
  const output = written(parsed(source, () => refuse('内容过于复杂，无法保存')))
  const fault = richText.fault(output)
  return fault === undefined ? output : refuse(fault)
}

function parsed(source: string, refuse: () => never): Parent {
  let nodes = 0
  const count = (): void => {
    if (++nodes > most.nodes) refuse()
  }
  const done = new WeakSet<Token.Attribute[]>()
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tag, space, attributes) {
      count()
      // The parser compares and repeats a tag's attributes as often as it repeats the element, so they are cleaned in place, once.
      if (space === html.NS.HTML && !done.has(attributes)) {
        const rule = elements.get(tag)
        const kept = rule ? keptAttributes(rule, attributes) : new Map<string, string>()
        attributes.length = 0
        for (const [name, value] of kept) attributes.push({ name, value })
        done.add(attributes)
      }
      return defaultTreeAdapter.createElement(tag, space, attributes)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    // What <html> and <body> tags in the text would give to a root that is never written.
    adoptAttributes() {},
  }
  // Parsed as what stands inside a <div>, which is where pages and the editor put it.
  return parseFragment(defaultTreeAdapter.createElement('div', html.NS.HTML, []), source, { treeAdapter })
}

interface Open {
  tag: string
  holds: ElementRule['holds']
}

function written(root: Parent): string {
  let out = ''
  let begun = ''
  const write = (piece: string, tag = ''): void => {
    if (piece === '') return
    out += piece
    begun = tag
  }

  // What is still to be written, the next one last, so that depth costs no stack; null ends the innermost open element.
  const rest: (Child | null)[] = root.childNodes.toReversed()
  const open: Open[] = [{ tag: '', holds: 'blocks' }]
  // Past the limit it is refused, whatever else it holds.
  for (let node = rest.pop(); node !== undefined && out.length <= limits.richText; node = rest.pop()) {
    const parent = open.at(-1) as Open
    if (node === null) {
      write(`</${parent.tag}>`)
      open.pop()
    } else if ('value' in node) {
      const text = plain(node.value)
      // Between the parts of a table the parser leaves nothing but space.
      if (parent.holds === 'parts' && /[^\t\n ]/.test(text)) continue
      // The parser skips one line feed after <pre>.
      write((begun === 'pre' && text.startsWith('\n') ? '\n' : '') + escaped(text))
    } else if ('tagName' in node && node.namespaceURI === html.NS.HTML && !dropped.has(node.tagName)) {
      const rule = elements.get(node.tagName)
      const keep = rule !== undefined && fits(node, rule, open)
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

/** Whether an element may be written inside those now open; if not, its content takes its place. */
function fits({ tagName, attrs }: Element, { stands, needs, once }: ElementRule, open: readonly Open[]): boolean {
  const parent = open.at(-1) as Open
  if (needs !== undefined && !attrs.some(({ name }) => name === needs)) return false
  if (once && open.some(({ tag }) => tag === tagName)) return false
  // Parts do not count: the depth ends with a whole list or table, not within one.
  if (typeof stands !== 'string') return stands.includes(parent.tag)
  return open.length <= most.depth && (parent.holds === 'blocks' || (stands === 'line' && parent.holds === 'line'))
}

const startTag = ({ tagName, attrs }: Element): string =>
  `<${tagName}${attrs.map(({ name, value }) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`).join('')}>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00A0': '&nbsp;' }
const escaped = (text: string): string => text.replace(/[&<>\u00A0]/g, (character) => entities[character] as string)
