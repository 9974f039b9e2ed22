import type { Page } from 'playwright-core'

/** What is seen of an element. Layout is compared by its result, the boxes, so that it may be written in another way. */
const compared = [
  'color',
  'backgroundColor',
  'backgroundImage',
  'backgroundSize',
  'backgroundPosition',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'borderTopStyle',
  'borderTopColor',
  'borderRightColor',
  'borderBottomColor',
  'borderLeftColor',
  'borderTopLeftRadius',
  'borderBottomRightRadius',
  'boxShadow',
  'outlineStyle',
  'outlineColor',
  'fontSize',
  'fontWeight',
  'fontFamily',
  'fontStyle',
  'fontVariantNumeric',
  'lineHeight',
  'letterSpacing',
  'textAlign',
  'textDecorationLine',
  'textOverflow',
  'whiteSpace',
  'wordBreak',
  'opacity',
  'visibility',
  'transform',
  'overflowX',
  'overflowY',
  'objectFit',
  'objectPosition',
  'cursor',
  'position',
  'zIndex',
  'clipPath',
  'stroke',
  'strokeWidth',
  'fill',
  'listStyleType',
  'pointerEvents',
  'transitionProperty',
  'animationName',
  'accentColor',
] as const

/** The elements of a page by their place among their siblings: `body/div[1]/main[1]`, with everything that is compared in one line. */
export type Appearance = Record<string, { name: string; box: number[]; styles: string[] }>

/** Reads the page as it is drawn now. Classes may differ between two builds, so elements are known by their place. */
export const appearanceOf = (page: Page): Promise<Appearance> =>
  page.evaluate((properties) => {
    const seen: Record<string, { name: string; box: number[]; styles: string[] }> = {}
    const left: [element: Element, path: string][] = [[document.body, 'body']]
    for (const [element, path] of left) {
      const own = getComputedStyle(element)
      if (own.display === 'none') continue
      const styles = properties.map((property) => `${property}: ${own[property]}`)
      for (const pseudo of ['::before', '::after', '::placeholder', '::marker']) {
        const style = getComputedStyle(element, pseudo)
        if (
          pseudo === '::placeholder' ? !element.matches('input, textarea') : ['none', 'normal'].includes(style.content)
        )
          continue
        const lines = [
          `content: ${style.content}`,
          `box: ${style.width} ${style.height} ${style.inset}`,
          ...properties.map((property) => `${property}: ${style[property]}`),
        ]
        styles.push(...lines.map((line) => `${pseudo} ${line}`))
      }
      const { x, y, width, height } = element.getBoundingClientRect()
      const classes = element.getAttribute('class') ?? ''
      seen[path] = {
        name: [element.localName, ...classes.split(' ').filter(Boolean)].join('.'),
        box: [x, y, width, height],
        styles,
      }
      const counts: Record<string, number> = {}
      for (const child of element.children) {
        if (child.matches('script, style, noscript, option, .toasts')) continue
        const index = (counts[child.localName] = (counts[child.localName] ?? 0) + 1)
        left.push([child, `${path}/${child.localName}[${index}]`])
      }
    }
    return seen
  }, compared)

/** In sentences, at most this many: what `now` shows otherwise than `before`. */
export function differences(before: Appearance, now: Appearance, most = 12): string[] {
  const found: string[] = []
  for (const path of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [old, own] = [before[path], now[path]]
    const parent = path.slice(0, path.lastIndexOf('/'))
    // Inside of an element that is missing, everything is.
    if (!old || !own) {
      if (parent === '' || (before[parent] && now[parent]))
        found.push(`${path} ${(own ?? old)?.name}: ${old ? 'is gone' : 'is new'}`)
      continue
    }
    // The sizes of one picture are not quite of one shape: which one is shown moves what is below by up to a pixel.
    const moved = old.box.some((value, index) => Math.abs(value - (own.box[index] ?? 0)) > 1.2)
    const styles = own.styles.filter((line) => !old.styles.includes(line))
    const lost = old.styles.filter((line) => !own.styles.includes(line))
    if (moved)
      found.push(`${path} ${own.name}: box ${old.box.map(Math.round).join(' ')} → ${own.box.map(Math.round).join(' ')}`)
    if (styles.length + lost.length > 0) found.push(`${path} ${own.name}: ${lost.join('; ')} → ${styles.join('; ')}`)
  }
  return found.length > most ? [...found.slice(0, most), `… and ${found.length - most} more`] : found
}
