import { textHtml } from '../../contract/writeRich.ts'
import type { Block } from './blocks.ts'
import { isBeside } from './names.ts'
import { notOfPage, pictureAddress } from './pictureAddress.ts'
import { type Element, elementsIn, inLine, isElement, namesOf, parentOf, type Parent, tagOf, textOf } from './tree.ts'
import { isAboutText } from './trimBlocks.ts'

const galleryName =
  /gallery|swiper|slide|preview|thumb|album|zoom|picshow|big-?img|pics?(?:$|[\s\d_-])|pro(?:duct)?[_-]?(?:img|pic|image)/

/** The pictures of a product that stand in front of its text. */
export function galleryOf(document: Parent, main: Element, base: string): string[] {
  const found: string[] = []
  for (const element of elementsIn(document)) {
    if (element === main) break
    if (tagOf(element) !== 'img' || !isInGallery(element)) continue
    const address = pictureAddress(element, base)
    if (address !== undefined && !notOfPage.test(address)) found.push(address)
  }
  return found
}

function isInGallery(picture: Element): boolean {
  let isNamed = false
  for (const element of aroundOf(picture)) {
    if (isBeside(element) || /banner/.test(namesOf(element))) return false
    if (galleryName.test(namesOf(element))) isNamed = true
  }
  return isNamed
}

function* aroundOf(element: Element): Generator<Element> {
  for (let each: Element | undefined = element; each && tagOf(each) !== 'body'; each = parentOf(each)) yield each
}

const spec = /^([^：:。，]{2,12})[：:]\s*([^：:]{1,80})$/
/** What a page says beside the specs of a product. */
const notASpec = /电话|热线|手机|传真|邮箱|地址|网址|客服|微信|QQ|咨询/i
const maxSpecs = 20

/** Specs that stand between the title of a product and its text, as 型号：JT-500. */
export function specsOf(document: Parent, main: Element, title: string): Block[] {
  const rows: string[] = []
  let isBehindTitle = false
  for (const element of elementsIn(document)) {
    if (element === main || rows.length === maxSpecs) break
    if (!isLeaf(element)) continue
    const text = textOf(element)
    if (text === title) isBehindTitle = true
    const [, name = '', value = ''] = spec.exec(text) ?? []
    if (!isBehindTitle || value === '' || notASpec.test(name) || isAboutText(text)) continue
    if ([...aroundOf(element)].some(isBeside)) continue
    rows.push(`<tr><th>${textHtml(name.trim())}</th><td>${textHtml(value.trim())}</td></tr>`)
  }
  if (rows.length === 0) return []
  return [{ tag: 'table', html: `<tbody>${rows.join('')}</tbody>`, text: '', inLinks: 0, pictures: 0, align: '' }]
}

/** A line of its own. */
const isLeaf = (element: Element): boolean =>
  /^(?:p|div|li|dd|td|h[1-6])$/.test(tagOf(element)) &&
  element.childNodes.every((child) => !isElement(child) || inLine.has(tagOf(child)))
