/** Runs inside the page, in every engine: plain DOM calls that the oldest of them knows. */

export interface Piece {
  text: string
  x: number
  y: number
  /** Whether it keeps its place in the window while the page scrolls. */
  pinned: boolean
  /** The skip link, what only a script answers, and what is for robots: Core may leave it out. */
  optional: boolean
  /** What is drawn: the letters' colour and, where gradients are, both ends of what is behind them, each as it looks over white. */
  colours: [letters: Colour, ground: Colour, farGround: Colour]
}
export type Colour = [red: number, green: number, blue: number]

export interface Field {
  name: string
  edge: boolean
}

export interface Measure {
  pieces: Piece[]
  fields: Field[]
  words: string
  sideways: number
  /** The larger side of each drawing that is seen, in px. */
  drawings: number[]
  telephones: string[]
}

const optional = '[href="#main"], [aria-hidden="true"], [role="tablist"], .carousel-bar'

const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

export function measure(): Measure {
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    pieces: pieces(),
    fields: fields(),
    words: document.body.textContent?.replace(/\s+/g, '') ?? '',
    sideways: scrollWidth - clientWidth,
    drawings: [...document.querySelectorAll('svg')]
      .map((svg) => svg.getBoundingClientRect())
      .map(({ width, height }) => Math.round(Math.max(width, height))),
    telephones: [...document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"]')].map(
      (link) => link.getAttribute('href') ?? '',
    ),
  }
}

/** Each run of text that is drawn, where its first line begins and how high the middle of that line is. */
function pieces(): Piece[] {
  const found: Piece[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.replace(/\s+/g, ' ').trim() ?? ''
    const parent = node.parentElement
    if (text === '' || !parent || /^(SCRIPT|STYLE|NOSCRIPT|TITLE|OPTION)$/i.test(parent.tagName)) continue
    range.selectNodeContents(node)
    const rect = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
    if (!rect || getComputedStyle(parent).visibility !== 'visible' || isInvisible(parent)) continue
    found.push({
      text,
      x: Math.round(rect.left + scrollX),
      y: Math.round(rect.top + rect.height / 2 + scrollY),
      pinned: isPinned(parent),
      optional: parent.closest(optional) !== null,
      colours: coloursOf(parent),
    })
  }
  return found
}

/** Text for screen readers alone, and what is closed: today’s Chromium gives closed details a place, others do not. */
function isInvisible(element: Element): boolean {
  const closed = element.closest('details:not([open])')
  return (
    element.closest('.visually-hidden') !== null ||
    (closed !== null && closed.querySelector('summary')?.contains(element) !== true)
  )
}

function isPinned(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { position, top, bottom } = getComputedStyle(each)
    // What only sticks sideways scrolls with its page.
    if (position === 'fixed' || (position.endsWith('sticky') && (top !== 'auto' || bottom !== 'auto'))) return true
  }
  return false
}

/** What the elements around one draw, from the page's own ground up. */
function layersOf(element: Element): { near: string[]; far: string[] } {
  const near: string[] = []
  const far: string[] = []
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(each)
    if (backgroundImage.includes('gradient(')) {
      const stops = backgroundImage.match(/(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? []
      near.unshift(stops[0] ?? '')
      far.unshift(stops[stops.length - 1] ?? '')
    }
    near.unshift(backgroundColor)
    far.unshift(backgroundColor)
  }
  return { near, far }
}

function coloursOf(element: Element): Piece['colours'] {
  const { near, far } = layersOf(element)
  let opacity = 1
  for (let each: Element | null = element; each; each = each.parentElement)
    opacity *= Number(getComputedStyle(each).opacity)
  return [painted([...near, getComputedStyle(element).color], opacity), painted(near), painted(far)]
}

/** The colours laid over each other, as a screen shows them: the engines write one colour in several ways. */
function painted(layers: string[], opacityOfLast = 1): Colour {
  if (!brush) throw new Error('no canvas')
  brush.globalAlpha = 1
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, 1, 1)
  layers.forEach((layer, at) => {
    brush.fillStyle = 'rgba(0, 0, 0, 0)'
    brush.fillStyle = layer
    brush.globalAlpha = at === layers.length - 1 ? opacityOfLast : 1
    brush.fillRect(0, 0, 1, 1)
  })
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** A field has an edge when its border or its background differs from what is behind it; its box may be drawn by its parent. */
function fields(): Field[] {
  return [
    ...document.querySelectorAll(
      'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=file]), select, textarea',
    ),
  ]
    .filter((field) => {
      const { left, width, height } = field.getBoundingClientRect()
      return left + width > 0 && width > 4 && height > 4 && Number(getComputedStyle(field).opacity) > 0
    })
    .map((field) => ({
      name: field.getAttribute('name') ?? field.id,
      edge: hasEdge(field) || (field.parentElement !== null && hasEdge(field.parentElement)),
    }))
}

function hasEdge(element: Element): boolean {
  if (!element.parentElement) return false
  const around = layersOf(element.parentElement).near
  const outside = painted(around)
  const { backgroundColor, borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(element)
  const drawn =
    parseFloat(borderBottomWidth) >= 1 && borderBottomStyle !== 'none'
      ? painted([...around, borderBottomColor])
      : outside
  return differs(outside, drawn) || differs(outside, painted([...around, backgroundColor]))
}

const differs = (one: Colour, other: Colour): boolean => one.some((part, at) => Math.abs(part - (other[at] ?? 0)) > 8)
