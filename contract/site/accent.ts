/** The signal colour that a company chooses, and what follows from it. Colours are `#rrggbb`. */

/** WCAG 2 asks for it wherever there is text. */
const minContrast = 4.5

const dark = '#0b1f3a'
const white = '#ffffff'
/** The backgrounds of text in the colour. */
const backgrounds = { light: '#e6eff8', dark: '#14294a', night: '#12305a' }
/** WCAG 2 asks for it where a surface, or a mark, is to be seen. */
const minSurfaceContrast = 3

/** The dark bands of tokens.css and what is drawn on them. */
const bands = {
  '--night': '#0b1f3a',
  '--night-deep': '#071528',
  '--night-card': '#12305a',
  '--night-glow': '#1d4b86',
  '--night-line': '#2a4670',
  '--night-grid': '#a9cdf016',
  '--night-measure': '#a9cdf080',
  '--on-night': '#f2f7fd',
  '--on-night-muted': '#b4c8df',
  '--on-night-blue': '#a9cdf0',
  '--shade-strong': '#071528e0',
  '--shade-bar': '#071528c2',
  '--shade': '#071528a1',
}
/** In the dark scheme everything is a dark band. */
const darkBands = {
  '--ink': '#e8f0fa',
  '--text': '#d3deec',
  '--muted': '#9fb2c9',
  '--muted-strong': '#b0bccc',
  '--paper': '#0a1526',
  '--card': '#12203a',
  '--glass': '#12203aeb',
  '--glass-thin': '#12203ad9',
  '--line': '#25395a',
  '--grid': '#a9cdf00d',
  '--hatch': '#a9cdf038',
  '--field-line': '#5c7699',
  '--wash': '#14294a',
  '--wash-thin': '#14294a59',
}

const channels = (color: string): number[] => [1, 3, 5].map((index) => parseInt(color.slice(index, index + 2), 16))
const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
/** As WCAG 2 defines it. */
function luminance(color: string): number {
  const linear = (value: number): number => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast that WCAG defines, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour of text on a surface. Of these three, one can be read on any colour. */
const textOn = (fill: string): string => [dark, white].find((text) => contrast(fill, text) >= minContrast) ?? '#000000'

export const accentError = (accent: string): string | undefined =>
  /^#[\da-f]{6}$/.test(accent) ? undefined : '应为#加6位十六进制数，如#ff6a13'

/** These and the lightness below are those of HSL, from 0 to 1. */
function hueOf(color: string): readonly [hue: number, saturation: number, lightness: number] {
  const [red = 0, green = 0, blue = 0] = channels(color)
  const low = Math.min(red, green, blue)
  const high = Math.max(red, green, blue)
  const lightness = (low + high) / 510
  if (low === high) return [0, 0, lightness]
  const spread = high - low
  let turn = 4 + (red - green) / spread
  if (high === red) turn = (green - blue) / spread
  else if (high === green) turn = 2 + (blue - red) / spread
  return [((turn + 6) % 6) / 6, spread / (255 - Math.abs(high + low - 255)), lightness]
}

function colorOf(hue: number, saturation: number, lightness: number): string {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  return hexOf(
    [0, 8, 4].map((offset) => {
      const place = (offset + hue * 12) % 12
      return 255 * (lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
    }),
  )
}

/** Nearer to black (0) or white (1) by this share, and of the same hue: mixed, red would be pink. */
function shaded(color: string, toward: 0 | 1, share: number): string {
  const [hue, saturation, lightness] = hueOf(color)
  return colorOf(hue, saturation, lightness + (toward - lightness) * share)
}

/** The colour itself, or the nearest one towards black or white that has this contrast to the background. */
function readable(accent: string, background: string, toward: 0 | 1, least = minContrast): string {
  let color = accent
  for (let share = 0; contrast(color, background) < least; share += 0.01) color = shaded(accent, toward, share)
  return color
}

/** Under the pointer; away from the colour of its text, so that it stays readable. */
const lit = (fill: string): string => shaded(fill, textOn(fill) === white ? 0 : 1, 0.1)

/** As far as this from its own hue, a band is calm beside the navy of the pictures: not maroon nor mud. */
const maxTurn = 1 / 6

/** This colour in the hue of the accent. It is as light as before, so that the contrast to every other colour stays. */
function tinted(color: string, accent: string): string {
  const [accentHue, accentSaturation] = hueOf(accent)
  const [navyHue] = hueOf(dark)
  const [ownHue, ownSaturation] = hueOf(color)
  const hue = Math.abs(accentHue - navyHue) < maxTurn ? accentHue : ownHue
  const saturation = Math.min(accentSaturation, ownSaturation)
  let low = 0
  let high = 1
  while (high - low > 1e-4) {
    const middle = (low + high) / 2
    if (luminance(colorOf(hue, saturation, middle)) > luminance(color)) high = middle
    else low = middle
  }
  return colorOf(hue, saturation, low) + color.slice(7)
}

type Tokens = Record<string, string>

/** The custom properties of tokens.css for the dark bands of the site. */
export function bandTokens(accent: string) {
  const ofAccent = (tokens: Tokens): Tokens =>
    Object.fromEntries(Object.entries(tokens).map(([name, color]) => [name, tinted(color, accent)]))
  return { both: ofAccent(bands), dark: ofAccent(darkBands) }
}

/** On dark grounds: the colour, as light as a surface has to be there. A grey button would look switched off. */
function nightFill(accent: string): string {
  const fill = readable(accent, backgrounds.dark, 1, minSurfaceContrast)
  const [, saturation] = hueOf(accent)
  return fill !== accent && saturation < 0.12 ? white : fill
}

/** The custom properties of tokens.css that follow from the accent: everywhere, on dark bands, and in the dark scheme. */
export function accentTokens(accent: string) {
  const fill = nightFill(accent)
  const text = readable(fill, backgrounds.night, 1)
  return {
    both: {
      '--orange': readable(accent, backgrounds.light, 0, minSurfaceContrast),
      '--orange-fill': accent,
      '--orange-lit': lit(accent),
      '--orange-halo': `${accent}40`,
      '--orange-halo-lit': `${accent}59`,
      '--orange-ink': readable(accent, backgrounds.light, 0),
      '--on-orange': textOn(accent),
    },
    bands: {
      '--night-fill': fill,
      '--night-lit': lit(fill),
      '--on-night-fill': textOn(fill),
      '--on-night-orange': text,
    },
    dark: {
      '--orange': fill,
      '--orange-fill': fill,
      '--orange-lit': lit(fill),
      '--orange-ink': text,
      '--on-orange': textOn(fill),
    },
  }
}
