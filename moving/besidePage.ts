import {
  aroundOf,
  attribute,
  type Element,
  elementsIn,
  isElement,
  linesIn,
  type Node,
  type Parent,
  remove,
  tagOf,
} from './tree.ts'

/** Another page of the same site: what both have is the frame of the site, such as its menu. */
export interface BesidePage {
  /** Its lines, and the addresses of its pictures. */
  has: ReadonlySet<string>
  documentTitle: string
}

export function besidePage(document: Parent, documentTitle: string): BesidePage {
  const has = new Set(linesIn(document).flatMap(({ text, nodes }) => [text, ...nodes.map(sourceOf)]))
  has.delete('')
  return { has, documentTitle }
}

const sourceOf = (node: Node): string => (isElement(node) ? attribute(node, 'src') : '')

/** A menu has so many links. Without one it is a text that two products share. */
const leastLinks = 4

/** Takes the frame out of a page whose main text was not found, or has the menu in it; says whether it has. */
export function withoutFrame(document: Parent, main: Parent | undefined, { has }: BesidePage): boolean {
  const sharedIn = (root: Parent): Node[] =>
    linesIn(root).flatMap(({ text, nodes }) => nodes.filter((node) => has.has(text) || has.has(sourceOf(node))))
  const isInLink = (node: Node): boolean => [...aroundOf(node)].some((each) => tagOf(each) === 'a')
  if (main && sharedIn(main).filter(isInLink).length < leastLinks && !isTop(document, main, has)) return false
  for (const node of sharedIn(document)) remove(node)
  return true
}

/** Whether it stands above the heading of the page, and another page has all of it as well. */
function isTop(document: Parent, main: Parent, has: ReadonlySet<string>): boolean {
  const elements = [...elementsIn(document)]
  const behind = elements.slice(elements.findIndex((element) => element === main) + 1)
  const isBelow = (element: Element): boolean =>
    /^h[12]$/.test(tagOf(element)) && [...aroundOf(element)].every((each) => each !== main)
  return (
    behind.some(isBelow) &&
    linesIn(main).every(({ text, nodes }) => has.has(text) || nodes.some((node) => has.has(sourceOf(node))))
  )
}
