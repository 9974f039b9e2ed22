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

/** Text of the colour, what stands on a button, and the surfaces and marks that have to be seen, with the least contrast. */
const pairs: readonly (readonly [color: string, ground: string, least: number])[] = [
  ...['--night', '--night-deep', '--night-card'].map((ground) => ['--on-night-orange', ground, 4.5] as const),
  ...['--night', '--night-deep'].map((ground) => ['--night-fill', ground, 3] as const),
  ['--on-night-fill', '--night-fill', 4.5],
  ['--on-night-fill', '--night-lit', 4.5],
  ['--on-orange', '--orange-fill', 4.5],
  ['--on-orange', '--orange-lit', 4.5],
  ...['--paper', '--card', '--wash'].flatMap((ground) => [
    ['--orange-ink', ground, 4.5] as const,
    // The ring of the focus, the current page, what is chosen, and the edge of a button.
    ['--orange', ground, 2.99] as const,
  ]),
]

function faintIn(accent: string): string[] {
  assert.equal(accentError(accent), undefined)
  const sheet = lookSheet(`?accent=${accent.slice(1)}&corners=soft&bands=own`)
  assert.ok(sheet !== undefined, accent)
  return faintWith(sheet, accent)
}

function faintWith(sheet: string, accent: string): string[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const tokens = tokensWith(sheet, scheme)
    return pairs.flatMap(([color, ground, least]) => {
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
  for (let hue = 0; hue < 40; hue++)
    for (const saturation of [1, 0.5])
      for (const lightness of [0.15, 0.3, 0.45, 0.6, 0.75, 0.9])
        faint.push(...faintIn(colorOf(hue / 40, saturation, lightness)))
  assert.deepEqual(faint, [])
})

test('black, white, greys and the colours of the web can be read as well, and what is shipped', () => {
  const values = ['00', '33', '66', '99', 'cc', 'ff']
  const web = values.flatMap((red) => values.flatMap((green) => values.map((blue) => `#${red}${green}${blue}`)))
  const greys = ['#6b6b6b', '#777777', '#7f7f7f', '#808080']
  assert.deepEqual([...web, ...greys, '#1677ff', '#e53935', '#fff3a0', '#556b2f'].flatMap(faintIn), [])
  assert.deepEqual(faintWith('', '#ff6a13'), [])
})

test('a dark red is no pink on dark grounds, and the button of a black company is white there, not grey', () => {
  const [red = 0, green = 0, blue = 0] = channelsOf(accentTokens('#8b0000').bands['--night-fill'])
  assert.ok(red > 200 && green < 20 && blue < 20, [red, green, blue].join())
  for (const black of ['#000000', '#333333']) assert.equal(accentTokens(black).bands['--night-fill'], '#ffffff')
})

const channelsOf = (color = ''): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))

const shipped = (name: string, scheme: 'light' | 'dark' = 'light'): string =>
  [...styles.matchAll(new RegExp(` ${name}: (#[\\da-f]+);`, 'g'))].at(scheme === 'dark' ? -1 : 0)?.[1] ?? ''

const isAsLight = (color: string, other: string): boolean =>
  color.length === other.length && contrast(color, other) < 1.06

test('the dark bands have the hue of a colour that is near theirs, and the contrast of the shipped ones', () => {
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
    const [red = 0, green = 0] = channelsOf(both['--night'])
    if (accent === '#0a6b5d') assert.ok(green > 2 * red)
    // Maroon beside the navy of the pictures is not calm.
    if (accent === '#c62828') assert.ok(isAsLight(both['--night'] ?? '', '#0b1f3a') && red < green)
  }
})

test('all dark surfaces of one colour have one hue', () => {
  // Navy has less red than green, violet more.
  for (const accent of ['#1565c0', '#3f1b9a', '#4f1b9a', '#5a1b9a', '#6a1b9a', '#7a1b9a']) {
    const { both, dark } = bandTokens(accent)
    const surfaces = [both['--night'], both['--night-card'], dark['--paper'], dark['--card'], dark['--wash']]
    const isViolet = surfaces.map((color) => {
      const [red = 0, green = 0] = channelsOf(color)
      return red > green
    })
    assert.equal(new Set(isViolet).size, 1, `${accent}: ${surfaces.join(' ')}`)
  }
})

test('what is no colour is refused with a message', () => {
  for (const wrong of ['', 'red', '#FFF', '#ff6a1', '#ff6a13;', 'ff6a13'])
    assert.match(accentError(wrong) ?? '', /十六进制/)
})
