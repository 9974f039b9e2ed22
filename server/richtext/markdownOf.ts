import { type DefaultTreeAdapterTypes, parseFragment, serializeOuter } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])
const attribute = (node: Node, name: string): string =>
  ('attrs' in node ? node.attrs.find((each) => each.name === name)?.value : undefined) ?? ''

/** Clean rich text as Markdown; what that has no words for stays HTML, such as tables and figures. */
export function markdownOf(html: string): string {
  const blocks = parseFragment(html)
    .childNodes.map(blockOf)
    .filter((block) => block !== '')
  // Hugo and Hexo would run what looks like a template.
  return blocks.join('\n\n').replace(/\{(?=[{%])/g, '&#123;')
}

function blockOf(node: Node): string {
  const tag = node.nodeName
  const children = childrenOf(node)
  if (tag === 'p' || tag === '#text') return lineOf(node)
  if (/^h[1-6]$/.test(tag)) return `${'#'.repeat(Number(tag[1]))} ${lineOf(node)}`
  const isList = tag === 'ul' || (tag === 'ol' && attribute(node, 'start') === '')
  if (isList && children.flatMap(childrenOf).every(isInLine))
    return children.map((item, index) => `${tag === 'ul' ? '-' : `${index + 1}.`} ${lineOf(item)}`).join('\n')
  // An empty line would end any other.
  return tag === 'pre' ? serializeOuter(node) : serializeOuter(node).replace(/\n/g, ' ').trim()
}

const signs: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*' }
const isInLine = ({ nodeName }: Node): boolean => nodeName in signs || /^(?:#text|a|img|br|span)$/.test(nodeName)

/** What would begin a list or a heading is text. */
const lineOf = (node: Node): string =>
  inLine(node)
    .trim()
    .replace(/^(?=[-+=])|^\d+(?=[.)])/, '$&\\')

function inLine(node: Node): string {
  if ('value' in node) return node.value.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|~#&]/g, '\\$&')
  const { nodeName } = node
  const text = childrenOf(node).map(inLine).join('')
  if (nodeName === 'br') return '\\\n'
  if (nodeName === 'img') return `![${attribute(node, 'alt').replace(/[[\]\\\s]+/g, ' ')}](<${attribute(node, 'src')}>)`
  if (nodeName === 'a') return `[${text}](<${attribute(node, 'href')}>)`
  const sign = signs[nodeName]
  // Behind a full stop such a sign would be read as it is.
  if (sign !== undefined && /^[\p{L}\p{N}]$|^[\p{L}\p{N}].*[\p{L}\p{N}]$/su.test(text)) return sign + text + sign
  return /^(?:p|h\d|li|span)$/.test(nodeName) ? text : serializeOuter(node)
}
