import { truncate } from '../contract/text/characters.ts'
import { type PageReading, reasons, type Source, webAddress } from '../contract/kinds/foreignReading.ts'
import { ofAllProducts } from '../contract/kinds/movedRecords.ts'
import { kindInAddress } from '../contract/kinds/outsidePages.ts'
import { type BesidePage, besidePage, withoutFrame } from './besidePage.ts'
import { type Block, blocksOf, htmlOfBlocks, type LeftOut, withPictures } from './blocks.ts'
import { leastWithoutFrame, mainTextOf } from './mainText.ts'
import { cleanHtml } from './cleanHtml.ts'
import { coverOf, dateOf, introOf, pageFacts } from './pageFacts.ts'
import { toldKind } from './pageKind.ts'
import { type PagePlace, placeOf } from './pagePlace.ts'
import { titleOf } from './pageTitle.ts'
import { notOfPage } from './pictureAddress.ts'
import { galleryOf, linesBefore, type ProductFacts, productFacts, specsIn, takeBox } from './productParts.ts'
import { sourceText } from './sourceText.ts'
import { attribute, type Element, elementsIn, parsePage, type Parent, tagOf, plainText } from './tree.ts'
import { trimBlocks, withoutNeighbours } from './trimBlocks.ts'

const maxText = 5 * 1_048_576
const maxPictures = 60

/** With `other`, of the same site, what both have is known to be no text of either. */
export function readPage(source: Source, other?: Source): PageReading {
  const { document, complete } = parsePage(sourceText(source, maxText))
  const beside = other && readBeside(other)
  const base = baseOf(document, source.address)
  const facts = pageFacts(document)
  const place = placeOf(document)
  const product = productFacts(document)
  const box = takeBox(product, mainTextOf(document), base)
  const found = mainTextOf(document)
  const isBare = beside !== undefined && withoutFrame(document, found, beside)
  const main = isBare ? mainTextOf(document, leastWithoutFrame) : found
  const { blocks, pictures, leftOut } = main ? blocksOf(main, base) : nothing
  const beginning = blocks.slice(0, Math.min(3, blocks.length - 1)).map((block) => block.text)
  const title = product.name?.value ?? titleOf(facts, document, main, { beginning, place, beside })
  const texts = withoutNeighbours(blocks)
  const text = trimBlocks(texts, title)
  // That the one before and the one behind are left out needs no words.
  const cut = blocks.find((block) => /^[相推热最更猜延]/.test(block.text) && !texts.includes(block))
  if (!isEnough(text, isBare ? leastOwnText : leastText)) return withoutText(document, base)
  const intro = introOf(facts)
  const date = dateOf(facts, document, title)
  const { address } = source
  const told = product.name === undefined ? toldKind(facts, { place, address }) : 'product'
  const kind = told ?? kindInAddress(address) ?? (date === '' ? 'page' : 'news')
  const isProduct = kind === 'product' && main !== undefined
  const gallery = isProduct ? [...(box?.pictures ?? []), ...galleryOf(document, main, base)] : []
  const specs = isProduct ? specsIn(box?.specs ?? linesBefore(document, main, title)) : []
  const { html, used } = withPictures(cleanHtml(htmlOfBlocks(text)), pictures)
  const ofPage = new Set([...coverIn(facts, base), ...gallery, ...used])
  return {
    page: {
      address,
      title,
      intro: intro === title ? '' : intro,
      date,
      html,
      pictures: [...ofPage].slice(0, maxPictures),
      kind,
      isTold: told !== undefined,
      ...(isProduct && { specs, ...ofProduct(product, place) }),
      notes: [
        ...notesOf(leftOut, ofPage.size),
        ...(cut ? [`“${truncate(cut.text, 20)}”和后面的链接没有搬过来，请核对`] : []),
        ...(complete ? [] : ['网页太复杂，只读了前面的一部分，请核对']),
      ],
    },
  }
}

const nothing: ReturnType<typeof blocksOf> = {
  blocks: [],
  pictures: [],
  leftOut: { films: [], frames: [], forms: 0, wideTables: 0, documents: [] },
}

function readBeside(other: Source): BesidePage {
  const { document } = parsePage(sourceText(other, maxText))
  return besidePage(document, pageFacts(document).documentTitle)
}

/** Its model and price, and its class with the one above, which the way to it names as well. */
function ofProduct({ column: named, model, price }: ProductFacts, { steps, endsHere }: PagePlace) {
  const classes = steps.slice(1, endsHere ? -1 : undefined).filter((step) => !ofAllProducts.test(step))
  const column = named?.value ?? classes.at(-1)
  const above = classes.at(-1) === column ? classes.at(-2) : undefined
  return {
    ...(column && { column }),
    ...(above && { above }),
    ...(model && { model: model.value }),
    ...(price && { price: price.value }),
  }
}

/** A picture, or a sentence; a few words where it is sure that the page has no more. */
const leastText = 20
const leastOwnText = 6
const isEnough = (blocks: readonly Block[], least: number): boolean =>
  blocks.some(({ pictures }) => pictures > 0) || blocks.reduce((sum, { text }) => sum + text.length, 0) >= least

function baseOf(document: Parent, address: string): string {
  const base = [...elementsIn(document)].find((element) => tagOf(element) === 'base')
  return (base && webAddress(attribute(base, 'href'), address)) ?? address
}

/** A page without text may lead elsewhere, be made of others, or be drawn by a script. */
function withoutText(document: Parent, base: string): PageReading {
  const elements = [...elementsIn(document)]
  for (const element of elements) {
    if (tagOf(element) !== 'meta' || attribute(element, 'http-equiv').toLowerCase() !== 'refresh') continue
    const [, target = ''] = /url\s*=\s*['"]?([^'"]+)/i.exec(attribute(element, 'content')) ?? []
    const leadsTo = webAddress(target, base)
    if (leadsTo !== undefined) return { leadsTo }
  }
  const frame = elements.find((element) => /^i?frame$/.test(tagOf(element)) && frameAddress(element, base) !== '')
  if (frame) return { refused: `正文在网页的框架里，请改填框架的网址：${frameAddress(frame, base)}` }
  const hasPassword = elements.some((element) => attribute(element, 'type').toLowerCase() === 'password')
  if (hasPassword) return { refused: reasons.signIn }
  const isDrawn = elements.some((element) => tagOf(element) === 'script') && plainText(document).length < 200
  if (isDrawn) return { refused: '没有找到正文：网页的内容由脚本显示，读不到。请在浏览器里打开，把需要的内容复制过来' }
  return { refused: '没有找到正文。如果是列表或首页，请填其中一篇的网址' }
}

const frameAddress = (frame: Element, base: string): string => webAddress(attribute(frame, 'src'), base) ?? ''

/** Many sites are shared with their logo. */
const coverIn = (facts: Parameters<typeof coverOf>[0], base: string): string[] => {
  const address = webAddress(coverOf(facts), base)
  return address === undefined || notOfPage.test(address) ? [] : [address]
}

function notesOf({ films, frames, forms, wideTables, documents }: LeftOut, pictures: number): string[] {
  const notes: string[] = []
  const list = (addresses: readonly string[]): string => {
    const known = [...new Set(addresses)].filter((address) => address !== '').slice(0, 3)
    return known.length > 0 ? `：${known.join('、')}` : ''
  }
  if (films.length > 0) notes.push(`有 ${films.length} 个视频没有搬过来${list(films)}`)
  if (frames.length > 0) notes.push(`有 ${frames.length} 个框架没有读${list(frames)}`)
  if (forms > 0) notes.push('表单没有搬过来')
  if (wideTables > 0) notes.push(`有 ${wideTables} 个表格超过 8 列，手机上要左右滑动，请核对`)
  if (documents.length > 0) notes.push(`有 ${documents.length} 个附件还在旧网站上${list(documents)}`)
  if (pictures > maxPictures) notes.push(`图片太多，只列出前 ${maxPictures} 张`)
  return notes
}
