import { dropped, type ElementRule, elements, keptAttributes, plain, voids } from '../../../contract/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import type { Points } from './selectionMarkers.ts'
import { childContaining as childIn, isBreak, isElement, isVisible as isSolid, isText, inlineNodes as leaves } from './nodes.ts'

/** The rules' depth: what is nested deeper than this is not kept. */
const deepest = 100

const none: ReadonlyMap<string, string> = new Map()

interface Open {
  tag: string
  holds: ElementRule['holds']
}

/** The text of a block at the top of the content: the one kept from before, or what `make` gives. */
export type KeptText = (block: ChildNode, make: () => string) => string

/** The content as it is saved: letter by letter what the server's cleaner makes of it, so that saving changes nothing. */
export const written = (root: ParentNode, kept?: KeptText): string => write(root, false, undefined, kept)

/**
 * The content as the editor itself remembers it: pictures on their way up, the open last line and, as two comments, the selection
 * are kept. It is never sent or shown.
 */
export const drafted = (root: ParentNode, points?: Points, kept?: KeptText): string => write(root, true, points, kept)
export const withoutEdges = (draft: string): string => draft.replace(/<!--[[\]]-->/g, '')

/** A picture on its way up is known by its address, which only this page can have made. */
export const isUploading = (node: Element): boolean =>
  node.localName === 'img' && node.hasAttribute('data-upload') && node.getAttribute('src')?.startsWith('blob:') === true

function write(root: ParentNode, drafting: boolean, points?: Points, kept?: KeptText): string {
  let end: ChildNode | null = null
  if (!drafting) for (let last = root.lastChild; last && isBlankParagraph(last); last = last.previousSibling) end = last
  const waiting = !drafting && root.querySelector('[data-upload]') !== null
  let out = ''
  let begun = ''
  const open: Open[] = [{ tag: '', holds: 'blocks' }]

  const put = (piece: string, tag = ''): void => {
    if (piece === '') return
    out += piece
    begun = tag
  }
  const putEdges = (node: Node, offset: number): void => {
    if (points?.startContainer === node && points.startOffset === offset) put('<!--[-->')
    if (points?.endContainer === node && points.endOffset === offset) put('<!--]-->')
  }
  const putText = (text: Text, holds: ElementRule['holds']): void => {
    let from = 0
    const putTo = (to: number): void => {
      const piece = plain(text.data.slice(from, to))
      if (holds !== 'parts') put((begun === 'pre' && piece.startsWith('\n') ? '\n' : '') + escaped(piece))
      from = to
    }
    if (points?.startContainer === text || points?.endContainer === text) {
      for (let at = 0; at < text.length; at++) {
        if (at === points.startOffset || at === points.endOffset) putTo(at)
        putEdges(text, at)
      }
    }
    putTo(text.length)
    putEdges(text, text.length)
  }
  /** What a block is written as depends on no other, so long as the selection does not begin or end in it. */
  const selected = points ? [childIn(root, points.startContainer), childIn(root, points.endContainer)] : []
  const putBlock = (block: ChildNode): void => {
    if (!kept || selected.includes(block)) return putNode(block)
    const text = kept(block, () => {
      const before = out
      out = ''
      putNode(block)
      const made = out
      out = before
      return made
    })
    put(text)
  }
  const putInside = (parent: Node): void => {
    let index = 0
    for (let child = parent.firstChild; child && child !== end; child = child.nextSibling) {
      putEdges(parent, index++)
      if (parent === root) putBlock(child)
      else putNode(child)
    }
    putEdges(parent, index)
  }
  const putNode = (node: Node): void => {
    // Something is always open: the root.
    const parent = lastOf(open) as Open
    if (isText(node)) return putText(node, parent.holds)
    if (!isElement(node) || dropped.has(node.localName) || (waiting && waitsForPicture(node))) return
    const tag = node.localName
    const rule = elements.get(tag)
    const uploading = drafting && isUploading(node)
    const attributes = uploading ? uploadingAttributes(node) : rule && node.attributes.length > 0 ? keptAttributes(rule, node.attributes) : none
    const keep = rule !== undefined && fits(tag, attributes, rule, open)
    if (keep) put(startTag(tag, attributes), tag)
    if (rule?.holds === 'nothing') return keep && !voids.has(tag) ? put(`</${tag}>`) : undefined
    if (keep) open.push({ tag, holds: rule.holds === 'same' ? parent.holds : rule.holds })
    putInside(node)
    if (!keep) return
    put(`</${tag}>`)
    open.pop()
  }

  putInside(root)
  return out
}

/** At the end of the content an empty paragraph is only there to be written in. */
const isBlankParagraph = (node: Node): boolean => {
  const all = leaves(node)
  return (isText(node) || (isElement(node) && node.localName === 'p')) && all.every((leaf) => isBreak(leaf) || (isText(leaf) && leaf.data.trim() === ''))
}

/** A paragraph that is there for a picture still on its way. */
const waitsForPicture = (node: HTMLElement): boolean => {
  const solid = node.localName === 'p' ? leaves(node).filter(isSolid) : []
  return solid.length > 0 && solid.every((leaf) => isElement(leaf) && isUploading(leaf))
}

/** Whether an element may be written inside those now open; if not, its content takes its place. */
function fits(tag: string, attributes: ReadonlyMap<string, string>, { stands, needs, once }: ElementRule, open: readonly Open[]): boolean {
  const parent = lastOf(open) as Open
  if (needs !== undefined && !attributes.has(needs)) return false
  if (once && open.some((each) => each.tag === tag)) return false
  if (typeof stands !== 'string') return stands.includes(parent.tag)
  return open.length <= deepest && (parent.holds === 'blocks' || (stands === 'line' && parent.holds === 'line'))
}

const uploadingAttributes = (element: HTMLElement): Map<string, string> =>
  new Map(['src', 'alt', 'class', 'data-upload'].flatMap((name) => (element.hasAttribute(name) ? [[name, element.getAttribute(name) ?? '']] : [])))

const startTag = (tag: string, attributes: ReadonlyMap<string, string>): string =>
  `<${tag}${[...attributes].map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`).join('')}>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00A0': '&nbsp;' }
/** The pattern finds only what is in the table. */
export const escaped = (text: string): string => text.replace(/[&<>\u00A0]/g, (character) => entities[character] as string)
