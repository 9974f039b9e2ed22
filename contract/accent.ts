/** The signal colour that a company chooses, and what follows from it. Colours are `#rrggbb`. */

/** WCAG 2 asks for it wherever there is text. */
const minContrast = 4.5

const dark = '#0b1f3a'
const white = '#ffffff'
const black = '#000000'
/** The backgrounds of text in the colour. */
const backgrounds = { light: '#e6eff8', dark: '#14294a', night: '#12305a' }
/** WCAG 2 asks for it where a surface is to be seen. */
const minSurfaceContrast = 3

/** The dark bands of tokens.css and what is drawn on them. */
const bands = {
  '--night': '#0b1f3a',
  '--night-deep': '#071528',
  '--night-card': '#12305a',
  '--night-far': '#163f73',
  '--night-glow': '#1d4b86',
  '--night-sheet': '#12407899',
  '--night-veil': '#0b1f3a99',
  '--night-edge': '#0b1f3a',
  '--night-line': '#2a4670',
  '--night-rule': '#34527f',
  '--night-frame': '#48699a',
  '--night-grid': '#a9cdf016',
  '--night-measure': '#a9cdf080',
  '--on-night': '#f2f7fd',
  '--on-night-muted': '#b4c8df',
  '--on-night-blue': '#a9cdf0',
  '--shade-full': '#071528f0',
  '--shade-strong': '#071528e0',
  '--shade-bar': '#071528c2',
  '--shade': '#071528a1',
  '--shade-half': '#07152880',
}
/** In the dark scheme everything is a dark band; fainter, since it is the page. */
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
  '--row-hover': '#17284a',
  '--night-edge': '#2a4670',
}

const channels = (color: string): number[] => [1, 3, 5].map((index) => parseInt(color.slice(index, index + 2), 16))
const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
const mixed = (color: string, other: string, share: number): string => {
  const others = channels(other)
  return hexOf(channels(color).map((value, index) => value + ((others[index] ?? 0) - value) * share))
}

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

/** The colour of text on the accent: dark if that can be read, else white. */
const textOn = (accent: string): string => (contrast(accent, dark) >= minContrast ? dark : white)

export function accentError(accent: string): string | undefined {
  if (!/^#[\da-f]{6}$/.test(accent)) return '应为#加6位十六进制数，如#ff6a13'
  const best = Math.max(contrast(accent, dark), contrast(accent, white))
  if (best >= minContrast) return undefined
  return `这个颜色上的文字看不清：对比度最多${(Math.floor(best * 10) / 10).toFixed(1)}，至少要${minContrast}。请选浅一些或深一些的颜色`
}

/** The colour itself, or the nearest one towards `toward` that has this contrast to the background. */
function readable(accent: string, background: string, toward: string, least = minContrast): string {
  for (let share = 0; share < 1; share += 0.01) {
    const color = mixed(accent, toward, share)
    if (contrast(color, background) >= least) return color
  }
  return toward
}

/** Under the pointer; away from the colour of its text, so that it stays readable. */
const lit = (fill: string): string => mixed(fill, textOn(fill) === white ? black : white, 0.15)

/** Both are those of HSL and go from 0 to 1. */
function hueOf(color: string): readonly [hue: number, saturation: number] {
  const [red = 0, green = 0, blue = 0] = channels(color)
  const low = Math.min(red, green, blue)
  const high = Math.max(red, green, blue)
  if (low === high) return [0, 0]
  const spread = high - low
  let turn = 4 + (red - green) / spread
  if (high === red) turn = (green - blue) / spread
  else if (high === green) turn = 2 + (blue - red) / spread
  return [((turn + 6) % 6) / 6, spread / (255 - Math.abs(high + low - 255))]
}

/** This colour in the hue of the accent. It is as light as before, so that the contrast to every other colour stays. */
function tinted(color: string, accent: string, strength: number): string {
  const [hue, accentSaturation] = hueOf(accent)
  const saturation = strength * Math.min(accentSaturation, hueOf(color)[1])
  const at = (lightness: number): string =>
    hexOf(
      [0, 8, 4].map((offset) => {
        const place = (offset + hue * 12) % 12
        return (
          255 *
          (lightness -
            saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
        )
      }),
    )
  let low = 0
  let high = 1
  while (high - low > 1e-4) {
    const middle = (low + high) / 2
    if (luminance(at(middle)) > luminance(color)) high = middle
    else low = middle
  }
  return at(low) + color.slice(7)
}

type Tokens = Record<string, string>

/** The custom properties of tokens.css for the dark bands of the site. */
export function bandTokens(accent: string): { both: Tokens; dark: Tokens } {
  const ofAccent = (tokens: Tokens, strength: number): Tokens =>
    Object.fromEntries(Object.entries(tokens).map(([name, color]) => [name, tinted(color, accent, strength)]))
  return { both: ofAccent(bands, 1), dark: ofAccent(darkBands, 0.5) }
}

/** The custom properties of tokens.css that follow from the accent: everywhere, on dark bands, and in the dark scheme. */
export function accentTokens(accent: string): { both: Tokens; bands: Tokens; dark: Tokens } {
  const onNight = readable(accent, backgrounds.night, white)
  const onDark = readable(accent, backgrounds.dark, white)
  // A button keeps more of the colour than text does: it only has to be seen, and its text is as readable as before.
  const darkFill = readable(accent, backgrounds.dark, white, minSurfaceContrast)
  return {
    both: {
      '--orange': accent,
      '--orange-fill': accent,
      '--orange-lit': lit(accent),
      '--orange-halo': `${accent}40`,
      '--orange-halo-lit': `${accent}59`,
      '--orange-ink': readable(accent, backgrounds.light, black),
      '--on-orange': textOn(accent),
    },
    bands: {
      '--night-orange': onNight,
      '--night-fill': darkFill,
      '--night-lit': lit(darkFill),
      '--on-night-orange': onNight,
    },
    dark: { '--orange': onDark, '--orange-fill': darkFill, '--orange-lit': lit(darkFill), '--orange-ink': onDark },
  }
}
