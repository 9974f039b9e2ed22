import assert from 'node:assert/strict'
import { Window } from 'happy-dom'
import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse } from 'parse5'
import { clean } from '../../server/media/clean.ts'

/**
 * A document in this process for what the editor does to trees. HTML is read by parse5, as strictly as a browser does, since what
 * other programs put on the clipboard is often malformed.
 */
const window = new Window({ url: 'http://localhost:8080/' })

/** Every document that happy-dom makes lives as long as its window, so there is one, and a body for each text. */
const page = window.document.implementation.createHTMLDocument() as unknown as Document

class StrictParser {
  parseFromString(html: string): Pick<Document, 'body'> {
    const fragmentOf = page.createElement('body')
    const body = tree.getChildNodes(
      tree.getChildNodes(parse(html)).find((node) => 'tagName' in node) as DefaultTreeAdapterTypes.Element,
    )[1]
    copyTree(body as DefaultTreeAdapterTypes.Element, fragmentOf)
    return { body: fragmentOf }
  }
}

/** Copies what parse5 has read, below `from`, into the document. */
function copyTree(from: DefaultTreeAdapterTypes.ParentNode, to: Node): void {
  for (const child of from.childNodes) {
    if (child.nodeName === '#text')
      to.appendChild(page.createTextNode((child as DefaultTreeAdapterTypes.TextNode).value))
    else if (child.nodeName === '#comment')
      to.appendChild(page.createComment((child as DefaultTreeAdapterTypes.CommentNode).data))
    else if ('tagName' in child) {
      const element = to.appendChild(page.createElement(child.tagName))
      // Some names a parser can give and a script cannot; the editor needs none of them.
      for (const { name, value } of child.attrs)
        if (/^[A-Za-z_:][\w:.-]*$/.test(name)) element.setAttribute(name, value)
      copyTree(child, element)
    }
  }
}

Object.assign(globalThis, {
  document: window.document,
  DOMParser: StrictParser,
  Node: window.Node,
  location: window.location,
})

const { findMarkers, removeMarkers, insertMarkers } = await import('../../client/editor/text/selectionMarkers.ts')
const { normalizeSelection } = await import('../../client/editor/text/normalizeSelection.ts')
const { normalizeContent } = await import('../../client/editor/text/normalizeContent.ts')
const { fragmentOf, parseHtml, allowedFragment } = await import('../../client/editor/text/read.ts')
const { snapshot: snapshotOf, serialize } = await import('../../client/editor/text/write.ts')

/** All blocks of a snapshot, joined. */
const snapshot = (root: HTMLElement, points?: Points): string => snapshotOf(root, points).join('')

export { clean, snapshot, fragmentOf, parseHtml, allowedFragment, normalizeContent, serialize }
type Command = import('../../client/editor/text/selectionMarkers.ts').Command
type Points = import('../../client/editor/text/selectionMarkers.ts').Points

/** Content being edited, from a text in which `[` and `]`, or `|`, are the selection. */
export function rootOf(marked: string): HTMLElement {
  const root = document.createElement('div')
  root.append(fragmentOf(marked.replace('|', '[]').replace('[', '<!--[-->').replace(']', '<!--]-->')))
  document.body.replaceChildren(root)
  return root
}

const withMarks = (root: HTMLElement, points: Points): string =>
  snapshot(root, points).replace('<!--[--><!--]-->', '|').replace('<!--[-->', '[').replace('<!--]-->', ']')

/**
 * The content after some commands, with the selection in it. Around each command it does what the editor does, and checks that the
 * server's cleaner would keep what would be saved.
 */
export function edited(marked: string, ...commands: Command[]): string {
  const root = rootOf(marked)
  const given = findMarkers(root)
  if (!given) throw new Error(`no selection in ${marked}`)
  normalizeContent(root)
  let points = removeMarkers(given)
  for (const command of commands) {
    const markers = insertMarkers(points)
    normalizeSelection(root, markers)
    command(markers, root)
    normalizeContent(root)
    normalizeSelection(root, markers)
    points = removeMarkers(markers)
  }
  const saved = serialize(root)
  if (clean(saved) !== saved) throw new Error(`the server would change ${saved} to ${clean(saved)}`)
  const again = rootOf(saved)
  normalizeContent(again)
  if (serialize(again) !== saved) throw new Error(`opened again, ${saved} becomes ${serialize(again)}`)
  return withMarks(root, points).replace(/<p><br><\/p>$/, '')
}

export const becomes = (before: string, after: string, ...commands: Command[]): void =>
  assert.equal(edited(before, ...commands), after)
