import { type PagePlaces, readMarks } from '../../../contract/kinds/pageMarks.ts'
import { pageOfField } from '../../../contract/site/siteFields.ts'
import { groupOfPath } from '../../../contract/kinds/fieldPaths.ts'
import { lastOf } from '../../lib/lastOf.ts'

export type PageRecord = PagePlaces['records'][number]

/** A piece of a text, or an element: a picture, the map. */
interface Part {
  path: string
  node: Text | Element
  start: number
  end: number
}

/** What somebody has pointed at: a field, a record, or both, as an entry of a menu that leads to a page of the company's own. */
export interface Target {
  path: string | undefined
  /** Which of the places that show the field. */
  number?: number
  record: PageRecord | undefined
  /** Where it is on the page. */
  box: DOMRect
}

interface PageText {
  path: string
  text: string
}

export type PageMap = ReturnType<typeof createPageMap>

/** What of the previewed page comes from where. It takes the marks out of the page. */
export function createPageMap(page: Document, path: string, { pictures, records }: PagePlaces) {
  const recordsByAddress = new Map(records.map((record) => [record.address, record]))
  const altPaths = takeAttributeMarks(page)
  const parts = [...textParts(page), ...elementParts()].sort(inPageOrder)

  function recordOf(element: Element | null): PageRecord | undefined {
    const link = element?.closest('a[href]')
    const linked = link && recordsByAddress.get(link.getAttribute('href') ?? '')
    return linked ?? recordsByAddress.get(element?.getAttribute('src') ?? '')
  }

  /** The same picture may be in several fields. */
  function pathOfPicture(element: Element): string | undefined {
    const address = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
    const poster = element.getAttribute('poster') ?? ''
    const paths = pictures.flatMap((picture) =>
      picture.address === address || picture.address === poster ? [picture.path] : [],
    )
    const owner = altPaths.get(element)?.replace(/[^.]*$/, '')
    const isOfPage = (each: string): boolean => {
      const group = groupOfPath(each)
      return group !== undefined && pageOfField(group, each) === path
    }
    return (
      paths.find((path) => owner && path.startsWith(owner)) ?? paths.find(isOfPage) ?? paths[0] ?? altPaths.get(element)
    )
  }

  function elementParts(): Part[] {
    return [...page.querySelectorAll('img, video, a[href], iframe[srcdoc]')].flatMap((element) => {
      const isMap = element.tagName === 'IFRAME'
      const found = isMap ? 'map' : pathOfPicture(element)
      if (found === undefined || (!isMap && recordOf(element))) return []
      return [{ path: found, node: element, start: 0, end: 0 }]
    })
  }

  const isPartOf = (part: Part, of: string): boolean => part.path === of || part.path.startsWith(`${of}.`)

  /** The places that show it, each with its pieces: the header and the footer have the same telephone. */
  function placesOf(wanted: string): Part[][] {
    const places: Part[][] = []
    for (const [index, part] of parts.entries()) {
      if (!isPartOf(part, wanted)) continue
      const before = parts[index - 1]
      if (before && isPartOf(before, wanted)) lastOf(places)?.push(part)
      else places.push([part])
    }
    return places
  }

  /** Its place of this number, if that is in sight; else the first that is. */
  function boxOf(wanted: string, number = 0): DOMRect | undefined {
    const places = placesOf(wanted)
    const place = [places[number] ?? [], ...places]
      .map((each) => each.filter(isVisible))
      .find((each) => each.length > 0)
    return place && union(place.map(boxOfPart))
  }

  /** The text or picture itself; else, as of a number within an item of a list, that item. */
  function find(wanted: string, number?: number): DOMRect | undefined {
    const own = boxOf(wanted, number)
    const owner = wanted.replace(/\.[^.]*$/, '')
    if (own || owner === wanted) return own
    const isItem = /\.\d+$/.test(owner)
    return isItem || parts.some((part) => part.path === owner) ? boxOf(owner) : undefined
  }

  const targetOf = (part: Part, record: PageRecord | undefined): Target => ({
    path: part.path,
    number: placesOf(part.path).findIndex((place) => place.includes(part)),
    record,
    box: boxOfPart(part),
  })

  const within = (element: Element): Part[] => parts.filter(({ node }) => element.contains(node))

  /** What is at a point of the window, or under an element that was chosen by keyboard. */
  function targetAt(element: Element, point: { x: number; y: number } | undefined): Target | undefined {
    const isHit = (part: Part): boolean =>
      (point === undefined || boxesOfPart(part).some((box) => contains(box, point))) && isVisible(part)
    const text = smallest(parts.filter((part) => element.contains(part.node) && isText(part) && isHit(part)))
    if (text) return targetOf(text, recordOf(element))
    const record = recordOf(element)
    if (record) return { path: undefined, record, box: (element.closest('a') ?? element).getBoundingClientRect() }
    // Buttons that do something on the page itself do it.
    if (element.closest('button, summary, input, select, textarea, label')) return undefined

    // A picture behind the words is under the element of these words.
    const pictures = within(element.closest('section, header, footer') ?? element).filter((part) => !isText(part))
    const picture = point && smallest(pictures.filter(isHit))
    if (picture) return targetOf(picture, undefined)
    for (let around: Element | null = element; around && !around.matches(wholePage); around = around.parentElement) {
      const inside = within(around)
      const [first] = inside.filter(isVisible)
      if (!first) continue
      const path = sharedPath(inside.map((part) => part.path)) || first.path
      return { path, record: undefined, box: around.getBoundingClientRect() }
    }
    return undefined
  }

  /** A text that the page breaks is in several nodes. */
  function wordsFrom(index: number): string {
    const { path: wanted = '' } = parts[index] ?? {}
    let end = index + 1
    while (parts[end]?.path === wanted) end += 1
    return parts.slice(index, end).map(wordsOf).join('')
  }

  /** Its texts and pictures in their order, each field once, and the records between them. */
  function list(): readonly (PageText | PageRecord)[] {
    const seen = new Set<string>()
    const entries = [
      ...parts.map((part, index) => ({
        node: part.node as Node,
        key: part.path,
        entry: { path: part.path, text: wordsFrom(index) },
      })),
      ...[...page.querySelectorAll('a[href], img')].flatMap((element) => {
        const record = recordOf(element)
        return record ? [{ node: element as Node, key: `${record.kind}/${record.id}`, entry: record }] : []
      }),
    ]
    return entries
      .sort((one, other) => order(one.node, other.node))
      .filter(({ key }) => !seen.has(key) && seen.add(key))
      .map(({ entry }) => entry)
  }

  return { page, path, find, targetAt, list: list() }
}

/** Takes the marks out of the attributes. Returns those of alternative texts. */
function takeAttributeMarks(page: Document): ReadonlyMap<Element, string> {
  const altPaths = new Map<Element, string>()
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      // The page of a map within the page is marked, too.
      const { text, marks } = readMarks(value)
      const [first] = marks
      if (!first) continue
      if (name === 'alt') altPaths.set(element, first.path)
      if (name !== 'srcdoc') element.setAttribute(name, text)
    }
  }
  return altPaths
}

/** Takes the marks out of the texts. A text that was cut has one that opens and none that closes: it ends with its node. */
function textParts(page: Document): Part[] {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const read: { node: Text; length: number; marks: ReturnType<typeof readMarks>['marks'] }[] = []
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { text, marks } = readMarks(node.data)
    if (marks.length > 0) node.data = text
    read.push({ node, length: text.length, marks })
  }
  const closes = new Map<string, number>()
  for (const { marks } of read)
    for (const { path, opens } of marks) if (!opens) closes.set(path, (closes.get(path) ?? 0) + 1)

  const parts: Part[] = []
  let open: string[] = []
  for (const { node, length, marks } of read) {
    let from = 0
    const add = (until: number): void => {
      const path = lastOf(open)
      const hasText = node.data.slice(from, until).trim() !== ''
      if (path !== undefined && hasText) parts.push({ path, node, start: from, end: until })
      from = until
    }
    for (const { path, opens, at } of marks) {
      add(at)
      if (opens) open.push(path)
      else if (open.includes(path)) open = open.slice(0, open.lastIndexOf(path))
      if (!opens) closes.set(path, (closes.get(path) ?? 1) - 1)
    }
    add(length)
    open = open.filter((path) => (closes.get(path) ?? 0) > 0)
  }
  return parts
}

/** A point on the ground of the page is on nothing. */
const wholePage = 'html, body, #root, main'

const isText = ({ node }: Part): boolean => node.nodeType === Node.TEXT_NODE

function rangeOf({ node, start, end }: Part): Range {
  const range = node.ownerDocument.createRange()
  range.setStart(node, start)
  range.setEnd(node, end)
  return range
}

const boxesOfPart = (part: Part): readonly DOMRect[] =>
  isText(part) ? [...rangeOf(part).getClientRects()] : [(part.node as Element).getBoundingClientRect()]
const boxOfPart = (part: Part): DOMRect => union(boxesOfPart(part))

/** Not of a slide of a carousel that waits beside it. */
function isVisible(part: Part): boolean {
  const element = isText(part) ? part.node.parentElement : (part.node as Element)
  const view = part.node.ownerDocument.defaultView
  const { left, top, width, height } = boxOfPart(part)
  if (!element || !view || width <= 1 || height <= 1) return false
  if (view.getComputedStyle(element).visibility !== 'visible') return false
  const middle = { x: left + width / 2, y: top + height / 2 }
  for (let around: Element | null = element; around; around = around.parentElement) {
    const clips = !around.matches('html, body') && view.getComputedStyle(around).overflowX !== 'visible'
    if (clips && !contains(around.getBoundingClientRect(), middle)) return false
  }
  return middle.x >= 0 && middle.x <= part.node.ownerDocument.documentElement.clientWidth
}

function union(boxes: readonly DOMRect[]): DOMRect {
  const drawn = boxes.filter(({ width, height }) => width > 0 && height > 0)
  const left = Math.min(...drawn.map((box) => box.left))
  const top = Math.min(...drawn.map((box) => box.top))
  const right = Math.max(...drawn.map((box) => box.right))
  const bottom = Math.max(...drawn.map((box) => box.bottom))
  return drawn.length === 0 ? new DOMRect() : new DOMRect(left, top, right - left, bottom - top)
}

/** A finger is not exact. */
const tolerance = 4
const contains = ({ left, right, top, bottom }: DOMRect, { x, y }: { x: number; y: number }): boolean =>
  x >= left - tolerance && x <= right + tolerance && y >= top - tolerance && y <= bottom + tolerance

const area = (part: Part): number => {
  const { width, height } = boxOfPart(part)
  return width * height
}
const smallest = (parts: readonly Part[]): Part | undefined =>
  [...parts].sort((one, other) => area(one) - area(other))[0]

/** What all of them are in, such as an item of a list. */
function sharedPath([first = '', ...others]: readonly string[]): string {
  const steps = first.split('.')
  while (steps.length > 0 && others.some((path) => !`${path}.`.startsWith(`${steps.join('.')}.`))) steps.pop()
  return steps.join('.')
}

function wordsOf(part: Part): string {
  if (isText(part)) return (part.node as Text).data.slice(part.start, part.end).trim()
  const element = part.node as Element
  return element.getAttribute('alt') || element.textContent?.trim() || ''
}

const order = (one: Node, other: Node): number => {
  if (one === other) return 0
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
const inPageOrder = (one: Part, other: Part): number => order(one.node, other.node) || one.start - other.start
