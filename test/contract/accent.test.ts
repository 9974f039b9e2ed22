import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentError, accentTokens, bandTokens } from '../../contract/accent.ts'
import { lookSheet } from '../../contract/look.ts'

/** WCAG 2, written a second time: a mistake in the code must not hide itself. */
function contrast(...colors: [string, string]): number {
  const luminance = (color: string): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const share = parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16) / 255
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
    }, 0)
  const [low = 0, high = 0] = colors.map(luminance).sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

const styles = readFileSync(new URL('../../client/styles/tokens.css', import.meta.url), 'utf8')

/** The custom properties on a dark band and on the page, in one scheme: those of tokens.css, and over them those of the sheet. */
function tokensWith(sheet: string, scheme: 'light' | 'dark'): Record<string, string> {
  const tokens: Record<string, string> = {}
  const add = (css: string): void => {
    for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+): ?(#[\da-f]{6})(?=[;}])/g)) tokens[name] = value
  }
  const shippedDark = styles.indexOf('@media screen and (prefers-color-scheme: dark)')
  const ownDark = sheet.indexOf('@media screen and (prefers-color-scheme:dark)')
  add(styles.slice(0, shippedDark))
  if (scheme === 'dark') add(styles.slice(shippedDark))
  add(sheet.slice(0, ownDark))
  if (scheme === 'dark') add(sheet.slice(ownDark))
  return tokens
}

/** Text and marks of the colour, and what stands on a button, with the least contrast. */
const pairs: readonly (readonly [color: string, ground: string, least: number])[] = [
  ...['--night', '--night-deep', '--night-card'].flatMap((ground) => [
    ['--night-orange', ground, 4.5] as const,
    ['--on-night-orange', ground, 4.5] as const,
  ]),
  ['--night-fill', '--night', 3],
  ['--on-orange', '--night-fill', 4.5],
  ['--on-orange', '--night-lit', 4.5],
  ['--on-orange', '--orange-fill', 4.5],
  ['--on-orange', '--orange-lit', 4.5],
  ...['--paper', '--card', '--wash'].map((ground) => ['--orange-ink', ground, 4.5] as const),
]
const darkPairs: typeof pairs = [
  ...['--paper', '--card', '--wash'].map((ground) => ['--orange', ground, 4.5] as const),
  ...['--paper', '--card', '--wash'].map((ground) => ['--orange-fill', ground, 2.99] as const),
]

function faintIn(accent: string): string[] {
  const sheet = lookSheet(`?accent=${accent.slice(1)}&corners=soft&bands=own`)
  assert.ok(sheet !== undefined, accent)
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const tokens = tokensWith(sheet, scheme)
    return [...pairs, ...(scheme === 'dark' ? darkPairs : [])].flatMap(([color, ground, least]) => {
      const found = contrast(tokens[color] ?? '', tokens[ground] ?? '')
      return found >= least ? [] : [`${accent} ${scheme}: ${color} on ${ground} ${found.toFixed(2)}`]
    })
  })
}

/** As HSL has it, from 0 to 1. */
function colorOf(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number): string => {
    const place = (offset + hue * 12) % 12
    const spread = saturation * Math.min(lightness, 1 - lightness)
    const share = lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(255 * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

test('forty hues, strong and dull, dark and light, can be read on every ground of both schemes', () => {
  const faint: string[] = []
  let accepted = 0
  for (let hue = 0; hue < 40; hue++)
    for (const saturation of [1, 0.5])
      for (const lightness of [0.15, 0.3, 0.45, 0.6, 0.75]) {
        const accent = colorOf(hue / 40, saturation, lightness)
        if (accentError(accent) !== undefined) continue
        accepted++
        faint.push(...faintIn(accent))
      }
  assert.deepEqual(faint, [])
  assert.ok(accepted > 300, `${accepted} of 400`)
})

test('black, white, greys and the colours of the web can be read as well', () => {
  const values = ['00', '33', '66', '99', 'cc', 'ff']
  const accepted = values
    .flatMap((red) => values.flatMap((green) => values.map((blue) => `#${red}${green}${blue}`)))
    .filter((accent) => accentError(accent) === undefined)
  assert.deepEqual(accepted.flatMap(faintIn), [])
  assert.ok(accepted.length > 150, `${accepted.length} of 216`)
})

const shipped = (name: string, scheme: 'light' | 'dark' = 'light'): string =>
  [...styles.matchAll(new RegExp(` ${name}: (#[\\da-f]+);`, 'g'))].at(scheme === 'dark' ? -1 : 0)?.[1] ?? ''

const isAsLight = (color: string, other: string): boolean =>
  color.length === other.length && contrast(color, other) < 1.06

test('the dark bands have the hue of the colour, and the contrast of the shipped ones', () => {
  for (const accent of ['#c62828', '#f2b705', '#0a6b5d', '#1565c0', '#000000', '#ffffff']) {
    const { both, dark } = bandTokens(accent)
    for (const [name, color] of Object.entries(both))
      assert.ok(isAsLight(color, shipped(name)), `${accent}: ${name} ${color}`)
    for (const [name, color] of Object.entries(dark))
      assert.ok(isAsLight(color, shipped(name, 'dark')), `${accent}: ${name} ${color}`)
    const tokens: Record<string, string> = { ...both, ...accentTokens(accent).bands }
    for (const text of ['--on-night', '--on-night-muted', '--on-night-blue', '--on-night-orange']) {
      for (const ground of ['--night', '--night-deep', '--night-card']) {
        const [now, before] = [
          contrast(tokens[text] ?? '', tokens[ground] ?? ''),
          contrast(shipped(text), shipped(ground)),
        ]
        assert.ok(now >= Math.min(4.5, before - 0.1), `${accent}: ${text} on ${ground} ${now} ${before}`)
      }
    }
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      parseInt((both['--night'] ?? '').slice(at, at + 2), 16),
    )
    if (accent === '#c62828') assert.ok(red > 2 * green && red > 2 * blue)
    if (accent === '#0a6b5d') assert.ok(green > 2 * red)
  }
})

test('a colour without enough contrast, and what is no colour, are refused with a message', () => {
  assert.match(accentError('#7f7f7f') ?? '', /对比度最多4\.1/)
  for (const wrong of ['', 'red', '#FFF', '#ff6a1', '#ff6a13;', 'ff6a13'])
    assert.match(accentError(wrong) ?? '', /十六进制/)
})
