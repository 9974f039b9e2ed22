import { html, parseFragment } from 'parse5'
import { keptAttributes } from '../contract/text/markup.ts'
import { limits, richText } from '../contract/calls/rules.ts'
import { type RichTree, writeRich } from '../contract/text/writeRich.ts'
import { TextTooLarge } from './sourceText.ts'
import { childrenOf, isElement, isText, type Node } from './tree.ts'

const tree: RichTree<Node> = {
  textOf: (node) => (isText(node) ? node.value : undefined),
  tagOf: (node) => (isElement(node) && node.namespaceURI === html.NS.HTML ? node.tagName : undefined),
  attributesOf(node, rule) {
    const attributes = keptAttributes(rule, isElement(node) ? node.attrs : [])
    return [...attributes].map(([name, value]) => ({ name, value }))
  },
  childrenOf,
  keepsTableSpace: true,
}

/** As rich text of the site, which cleans it once more when it is saved. */
export function cleanHtml(source: string): string {
  const text = writeRich(parseFragment(source).childNodes, tree, limits.richText)
  if (richText.validate(text) !== undefined) throw new TextTooLarge()
  return text
}
