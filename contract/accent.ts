/** The signal colour that a company chooses, and what follows from it. Colours are `#rrggbb`. */

/** Of WCAG 2, for text. */
const minContrast = 4.5

const dark = '#0b1f3a'
const white = '#ffffff'
/** The backgrounds of text in the colour. */
const backgrounds = { light: '#f5f8fb', dark: '#12203a', night: '#12305a' }

const channels = (color: string): number[] => [1, 3, 5].map((index) => parseInt(color.slice(index, index + 2), 16))
const hexOf = (rgb: readonly number[]): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
const mixed = (color: string, other: string, share: number): string => {
  const others = channels(other)
  return hexOf(channels(color).map((value, index) => value + ((others[index] ?? 0) - value) * share))
}

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const linear = (value: number): number => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. */
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

/** The colour itself, or the nearest one towards `toward` in which text can be read on this background. */
function readable(accent: string, background: string, toward: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const color = mixed(accent, toward, share)
    if (contrast(color, background) >= minContrast) return color
  }
  return toward
}

/** The custom properties of tokens.css that follow from the accent: in both schemes, and in the dark one. */
export const accentTokens = (accent: string): { both: Record<string, string>; dark: Record<string, string> } => ({
  both: {
    '--orange': accent,
    '--orange-lit': mixed(accent, white, 0.15),
    '--orange-halo': `${accent}40`,
    '--orange-halo-lit': `${accent}59`,
    '--orange-ink': readable(accent, backgrounds.light, '#000000'),
    '--on-orange': textOn(accent),
    '--on-night-orange': readable(accent, backgrounds.night, white),
  },
  dark: { '--orange-ink': readable(accent, backgrounds.dark, white) },
})
