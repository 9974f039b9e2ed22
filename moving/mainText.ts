import { factorOf, isBeside, isNamedMain } from './names.ts'
import { isSmall } from './pictureAddress.ts'
import {
  attribute,
  childrenOf,
  type Element,
  elementsIn,
  inLine,
  isElement,
  isHidden,
  isText,
  type Node,
  parentOf,
  type Parent,
  tagOf,
  unread,
} from './tree.ts'

/** How much of an element people would read. */
interface Weight {
  /** Of this and all below, by which parts are compared. */
  weight: number
  /** Characters without white space. */
  characters: number
  inLinks: number
}

/** Containers that the main text can be found further inside of. */
const containers: ReadonlySet<string> = new Set([
  'html',
  'body',
  'div',
  'section',
  'article',
  'main',
  'center',
  'form',
  'table',
  'tbody',
  'tr',
  'td',
  'dl',
  'dd',
  'ul',
  'li',
  'details',
])

/** What a picture counts, in characters. */
const pictureWeight = 40
/** Less than this is no text, unless nothing else is left of its page. */
const leastWeight = 20
export const leastWithoutFrame = 1

/** The element with the main text of a page; undefined where nothing reads like one. */
export function mainTextOf(document: Parent, least = leastWeight): Element | undefined {
  const [root] = elementsIn(document)
  if (!root) return undefined
  const weights = weigh(root)
  const heaviness = (element: Element): number => weights.get(element)?.weight ?? 0
  if (heaviness(root) < least) return undefined

  const known = [...elementsIn(root)].find(
    (element) => /^(?:js_content|articleBody)$/.test(attribute(element, 'id')) && heaviness(element) >= least,
  )
  if (known) return known
  const innermost = innermostOf(root, heaviness)
  const around = namedAround(innermost, weights)
  return namedInside(around ?? innermost, heaviness) ?? around ?? withSiblings(innermost, weights)
}

/** Follows the heaviest child down as long as it holds nearly all that its parent has. */
function innermostOf(root: Element, heaviness: (element: Element) => number): Element {
  let element = root
  for (;;) {
    const [heaviest] = childrenOf(element)
      .filter(isElement)
      .filter((child) => containers.has(tagOf(child)))
      .sort((a, b) => heaviness(b) - heaviness(a))
    if (!heaviest || heaviness(heaviest) < 0.6 * heaviness(element)) return element
    element = heaviest
  }
}

/** The nearest element around it that is named like a main text, unless that has much else in it. */
function namedAround(innermost: Element, weights: ReadonlyMap<Element, Weight>): Element | undefined {
  const read = readOf(innermost, weights)
  for (let element: Element | undefined = innermost; element; element = parentOf(element)) {
    if (tagOf(element) === 'body' || readOf(element, weights) > 1.6 * read + 100) return undefined
    if (isNamedMain(element) || tagOf(element) === 'article') return element
  }
  return undefined
}

/**
 * The only element further inside that is named like a main text, where much else is beside it, such as comments. No part of a text that
 * has paragraphs directly in it.
 */
function namedInside(box: Element, heaviness: (element: Element) => number): Element | undefined {
  const all = heaviness(box)
  const children = childrenOf(box)
    .filter(isElement)
    .filter((child) => !containers.has(tagOf(child)))
    .reduce((sum, child) => sum + heaviness(child), 0)
  if (children > 0.15 * all) return undefined
  const named = [...elementsIn(box)].filter((element) => isNamedMain(element) && !isBeside(element))
  const [heaviest] = named.toSorted((a, b) => heaviness(b) - heaviness(a))
  if (!heaviest || heaviness(heaviest) < 0.35 * all) return undefined
  // The innermost of those that hold nearly the same.
  const inner = named.findLast((element) => heaviness(element) > 0.8 * heaviness(heaviest))
  const others = named.filter((element) => inner && !contains(element, inner) && !contains(inner, element))
  const rival = Math.max(0, ...others.map(heaviness))
  return rival < 0.5 * heaviness(heaviest) ? inner : undefined
}

function contains(outer: Element, inner: Element): boolean {
  for (let element: Element | undefined = inner; element; element = parentOf(element))
    if (element === outer) return true
  return false
}

/** Characters outside of links. */
function readOf(element: Element, weights: ReadonlyMap<Element, Weight>): number {
  const { characters = 0, inLinks = 0 } = weights.get(element) ?? {}
  return characters - inLinks
}

/** The parent, if what stands beside it there reads like a part of the same text. */
function withSiblings(innermost: Element, weights: ReadonlyMap<Element, Weight>): Element {
  const parent = parentOf(innermost)
  if (!parent || !/^(?:div|section|article|main|td)$/.test(tagOf(parent))) return innermost
  const others = childrenOf(parent).filter(isElement)
  const belongs = others.every((other) => {
    if (other === innermost) return true
    const { characters = 0, inLinks = 0 } = weights.get(other) ?? {}
    return !isBeside(other) && inLinks <= 0.3 * characters
  })
  return belongs ? parent : innermost
}

type Factor = (element: Element) => number

/** Weighs every element. What stands beside the main text counts little, unless most of the page is in it. */
function weigh(root: Element): ReadonlyMap<Element, Weight> {
  const plain = new Map<Element, Weight>()
  const { weight: all } = measure(root, plain, () => 1, false)
  const factor: Factor = (element) => factorOf(element, (plain.get(element)?.weight ?? 0) > 0.5 * all)
  const weights = new Map<Element, Weight>()
  measure(root, weights, factor, false)
  return weights
}

/** Text and pictures that follow each other without the end of a line. */
interface Line {
  text: string
  characters: number
  inLinks: number
  pictures: number
}

function measure(element: Element, weights: Map<Element, Weight>, factor: Factor, isInLink: boolean): Weight {
  const result: Weight = { weight: 0, characters: 0, inLinks: 0 }
  weights.set(element, result)
  if (unread.has(tagOf(element)) || isHidden(element)) return result
  const line: Line = { text: '', characters: 0, inLinks: 0, pictures: 0 }
  const visit = (node: Node, inLink: boolean): void => {
    if (isText(node)) return addText(line, node.value, inLink)
    if (!isElement(node) || unread.has(tagOf(node))) return
    const isLink = inLink || tagOf(node) === 'a'
    // A picture that is a link mostly belongs to another page.
    if (tagOf(node) === 'img' && !isLink && !isSmall(node)) line.pictures++
    if (inLine.has(tagOf(node))) {
      for (const child of node.childNodes) visit(child, isLink)
      return
    }
    const below = measure(node, weights, factor, isLink)
    result.weight += below.weight
    result.characters += below.characters
    result.inLinks += below.inLinks
  }
  for (const child of element.childNodes) visit(child, isInLink)
  result.weight = (result.weight + weightOf(line)) * factor(element)
  result.characters += line.characters
  result.inLinks += line.inLinks
  return result
}

function addText(line: Line, text: string, inLink: boolean): void {
  const characters = text.replace(/\s+/g, '').length
  line.characters += characters
  if (inLink) line.inLinks += characters
  if (line.text.length < 1_000) line.text += text
}

const endOfSentence = /[，。；！？]|[,;.!?](?:\s|$)/
const footWords = /ICP备|公网安备|版权所有|copyright|all rights reserved|技术支持/i

/** Sentences count fully, names and numbers little, links nothing. */
function weightOf({ text, characters, inLinks, pictures }: Line): number {
  const ofPictures = pictures * pictureWeight
  const read = characters - inLinks
  if (read === 0 || footWords.test(text)) return ofPictures
  let quality = 0.25
  if (endOfSentence.test(text)) quality = 1
  else if (read >= 25) quality = 0.7
  return (read * read * quality) / characters + ofPictures
}
