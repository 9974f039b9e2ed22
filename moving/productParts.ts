import type { Spec } from '../contract/kinds/movedRecords.ts'
import { isBeside } from './names.ts'
import { notOfPage, pictureAddress } from './pictureAddress.ts'
import {
  aroundOf,
  childrenOf,
  type Element,
  elementsIn,
  isElement,
  type Line,
  linesIn,
  namesOf,
  type Node,
  type Parent,
  remove,
  tagOf,
  plainText,
} from './tree.ts'
import { isAboutText } from './trimBlocks.ts'

/** What a product says of itself in fields of its own. */
const factNames = {
  name: /^(?:(?:产品|商品)名称|品名)$/,
  model: /^(?:(?:产品|商品|规格)?型号|型号规格|规格型号|(?:产品|商品)?货号|(?:产品|商品)编号)$/,
  column: /^(?:(?:产品|商品|所属)(?:类别|分类|类型|系列)|类别)$/,
  price: /^(?:(?:市场|参考|产品|商品)?价格?|单价|售价|报价)$/,
}
type FactName = keyof typeof factNames
const factOf = (term: string): FactName | undefined =>
  (Object.keys(factNames) as FactName[]).find((name) => factNames[name].test(term))

interface Term {
  term: string
  value: string
  node: Node
}
export type ProductFacts = Partial<Record<FactName, Term>>

/** 型号：JT-500, in one line or in two cells. */
function termIn({ text, nodes: [node] }: Line): Term | undefined {
  const [, written = text, inLine = ''] = /^[【[]?([^：:。，]{2,12})[：:]\s*(.*)$/.exec(text) ?? []
  const term = written.replace(/[\s】\]]/g, '')
  if (!node || (inLine === '' && factOf(term) === undefined && !isLabel(node, term))) return undefined
  // The next one may be in the same line.
  const [value = ''] = (inLine || nextCell(node)).split(/\s+(?=[^\s：:]{2,6}[：:])/)
  if (value === '' || value.length > 80 || [...aroundOf(node)].some(isBeside)) return undefined
  return { term, value, node }
}

/** The cells of its row from its own one. */
function cellsFrom(node: Node): { cells: Element[]; isFirst: boolean } {
  const cell = [...aroundOf(node)].find((each) => /^t[dh]$|^dt$/.test(tagOf(each)))
  const all = childrenOf(cell?.parentNode ?? node).filter(isElement)
  const at = cell ? all.indexOf(cell) : all.length
  return { cells: all.slice(at), isFirst: at === 0 }
}

function nextCell(node: Node): string {
  const [, next] = cellsFrom(node).cells
  return next ? plainText(next) : ''
}

/** The first of two cells. */
function isLabel(node: Node, text: string): boolean {
  const { cells, isFirst } = cellsFrom(node)
  return isFirst && cells.length === 2 && tagOf(cells[0] as Element) !== 'dt' && /^[^：:。，]{2,12}$/.test(text)
}

export function productFacts(document: Parent): ProductFacts {
  const facts: ProductFacts = {}
  for (const line of linesIn(document)) {
    const term = termIn(line)
    const name = term && factOf(term.term)
    if (name) facts[name] ??= term
  }
  return facts
}

const galleryName =
  /gallery|swiper|slide|preview|thumb|album|zoom|picshow|big-?img|pics?(?:$|[\s\d_-])|pro(?:duct)?[_-]?(?:img|pic|image)/

/** The pictures of a product that stand in front of its text. */
export function galleryOf(document: Parent, main: Element, base: string): string[] {
  const inFront: Element[] = []
  for (const element of elementsIn(document)) {
    if (element === main) break
    if (tagOf(element) === 'img' && isInGallery(element)) inFront.push(element)
  }
  return addressesOf(inFront, base)
}

const addressesOf = (pictures: readonly Element[], base: string): string[] =>
  pictures.flatMap((picture) => pictureAddress(picture, base) ?? []).filter((address) => !notOfPage.test(address))

function isInGallery(picture: Element): boolean {
  let isNamed = false
  for (const element of [picture, ...aroundOf(picture)]) {
    if (isBeside(element) || /banner/.test(namesOf(element))) return false
    if (galleryName.test(namesOf(element))) isNamed = true
  }
  return isNamed
}

/** Takes the smallest part out of the page that has the name of the product and a picture, where that is not all of its text. */
export function takeBox({ name }: ProductFacts, main: Element | undefined, base: string) {
  for (const box of name ? aroundOf(name.node) : []) {
    const inBox = [...elementsIn(box)]
    if (main && (box === main || inBox.includes(main))) return undefined
    const pictures = inBox.filter((each) => tagOf(each) === 'img')
    if (pictures.length === 0) continue
    remove(box)
    return { pictures: addressesOf(pictures, base), specs: linesIn(box) }
  }
  return undefined
}

/** What a page says beside the specs of a product. */
const notASpec = /电话|热线|手机|传真|邮箱|地址|网址|客服|微信|QQ|咨询/i
const maxSpecs = 20

/** The lines between the title of a product and its text. */
export function linesBefore(document: Parent, main: Element, title: string): Line[] {
  const lines = linesIn(document)
  const begin = lines.findIndex(({ text }) => text === title)
  const end = lines.findIndex(({ nodes }) => nodes.some((node) => [...aroundOf(node)].includes(main)))
  return lines.slice(begin === -1 ? end : begin, end)
}

/** What is told of a product in such lines and has no field of its own. */
export const specsIn = (lines: readonly Line[]): Spec[] =>
  lines
    .filter(({ text }) => !isAboutText(text))
    .flatMap((line) => termIn(line) ?? [])
    .filter(({ term }) => factOf(term) === undefined && !notASpec.test(term))
    .map(({ term, value }) => ({ term, value }))
    .slice(0, maxSpecs)
