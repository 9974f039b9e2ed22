import type { colorClasses } from '../../../contract/text/markup.ts'

type ColourName = (typeof colorClasses)[number]

const colourNames: Readonly<Record<string, string>> = {
  red: '#f00',
  darkred: '#8b0000',
  maroon: '#800000',
  crimson: '#dc143c',
  orange: '#ffa500',
  orangered: '#ff4500',
  gold: '#ffd700',
  yellow: '#ff0',
  olive: '#808000',
  green: '#008000',
  lime: '#0f0',
  teal: '#008080',
  cyan: '#0ff',
  aqua: '#0ff',
  blue: '#00f',
  navy: '#000080',
  darkblue: '#00008b',
  purple: '#800080',
  magenta: '#f0f',
  fuchsia: '#f0f',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
}

/** Red, green and blue from 0 to 1. */
type Channels = readonly [number, number, number]

function channels(value: string): Channels | undefined {
  const text = (colourNames[value] ?? value).trim()
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(text)
  const hex = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : text
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(hex)
  if (long) return channelsOf((index) => Number.parseInt(long[index] ?? '', 16))
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?/.exec(text)
  if (!rgb || rgb[4] === '0') return undefined
  return channelsOf((index) => Number(rgb[index]))
}

const channelsOf = (byteAt: (index: number) => number): Channels => [byteAt(1) / 255, byteAt(2) / 255, byteAt(3) / 255]

/** The nearest of our colours; none for black, white and colours that are nearly grey. */
export function nearestColour(value: string): ColourName | undefined {
  const colour = channels(value.toLowerCase())
  if (!colour) return undefined
  const high = Math.max(...colour)
  const low = Math.min(...colour)
  const light = (high + low) / 2
  const spread = high - low
  // Many pages set all their text in dark blue or warm grey, which is their kind of black.
  if (spread < 0.28) return spread < 0.15 && light > 0.42 && light < 0.78 ? 'color-grey' : undefined
  const hue = hueOf(colour, high, spread)
  if (hue < 16 || hue >= 335) return 'color-red'
  if (hue < 44) return 'color-orange'
  if (hue < 70) return 'color-yellow'
  if (hue < 168) return 'color-green'
  return hue < 257 ? 'color-blue' : 'color-purple'
}

/** In degrees: 0 is red, 120 green, 240 blue. */
function hueOf([red, green, blue]: Channels, high: number, spread: number): number {
  if (high === red) return (((green - blue) / spread + 6) % 6) * 60
  if (high === green) return ((blue - red) / spread + 2) * 60
  return ((red - green) / spread + 4) * 60
}
