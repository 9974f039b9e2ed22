import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentError, accentTokens, bandTokens } from '../../contract/site/accent.ts'
import { lookSheet } from '../../contract/site/look.ts'

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

const onAll = (colors: readonly string[], grounds: readonly string[], least: number) =>
  colors.flatMap((color) => grounds.map((ground) => [color, ground, least] as const))
const grounds = ['--paper', '--card', '--wash', '--row-hover']
const bands = ['--night', '--night-deep', '--night-card']

/** Text, what stands on a button, and the surfaces and marks that have to be seen, with the least contrast. */
const pairs: readonly (readonly [color: string, ground: string, least: number])[] = [
  ...onAll(['--ink', '--text', '--muted', '--muted-strong', '--blue', '--bad', '--good'], grounds, 4.5),
  ...onAll(['--amber-ink', '--yellow', '--purple', '--grey', '--orange-ink'], grounds, 4.5),
  // The ring of the focus, the current page, what is chosen, the edge of a button, and the marks of quotes.
  ...onAll(['--orange'], grounds.slice(0, 3), 2.99),
  ...onAll(['--on-night', '--on-night-muted', '--on-night-blue', '--on-night-orange'], bands, 4.5),
  ...onAll(['--on-night-bad', '--on-night-good'], bands, 4.5),
  ...onAll(['--night-fill'], ['--night', '--night-deep'], 3),
  ...onAll(['--on-night-fill'], ['--night-fill', '--night-lit'], 4.5),
  ...onAll(['--on-orange'], ['--orange-fill', '--orange-lit'], 4.5),
  ...onAll(['--on-blue'], ['--blue', '--blue-lit'], 4.5),
  ['--on-sheet', '--sheet', 4.5],
  ['--card', '--good', 4.5],
  ['--night', '--amber', 4.5],
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

/** Surfaces that are seen through, whose ground is that below them, and those that no text is on. */
const withoutText = new Set(
  [
    '--amber-halo --orange-halo --bad-wash --good-wash --wash-thin --hover --hover-strong --night-hover --glass-thin',
    '--scrim --behind-dialog --behind-drawer --behind-menu --behind-question --shade-bar --shade-strong',
    '--night-current --glass --on-night --on-night-orange --orange --muted --line --field-line --under-picture',
  ].flatMap((names) => names.split(' ')),
)

/** The names that each block of a sheet gives to one of its properties. */
function* namesIn(css: string): Generator<{ color?: string; ground?: string }> {
  const open: { color?: string; ground?: string }[] = [{}]
  for (const [, words = '', end] of css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    const [, property, name] = /^\s*(color|background(?:-color)?): var\((--[\w-]+)\)$/.exec(words) ?? []
    const block = open.at(-1) ?? {}
    if (end === '{') open.push({})
    else if (name) block[property === 'color' ? 'color' : 'ground'] = name
    if (end === '}') yield open.pop() ?? {}
  }
}

test('the contrast of every colour of text is computed here, on every ground that a rule puts it on', () => {
  const folder = new URL('../../client/styles/', import.meta.url)
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const measured = new Set(pairs.map(([color, ground]) => `${color} on ${ground}`))
  const colors = new Set(pairs.map(([color]) => color))
  const surfaces = new Set([...pairs.map(([, ground]) => ground), ...withoutText])
  const faults: string[] = []
  let seen = 0
  for (const name of sheets)
    for (const { color, ground } of namesIn(readFileSync(new URL(name, folder), 'utf8'))) {
      // A toast has one of several tones, which are colours of this list.
      if (color !== undefined && color !== '--tone' && !colors.has(color)) faults.push(`${name}: text in ${color}`)
      if (ground !== undefined && !surfaces.has(ground)) faults.push(`${name}: a surface in ${ground}`)
      if (color === undefined || ground === undefined || withoutText.has(ground)) continue
      seen++
      if (!measured.has(`${color} on ${ground}`)) faults.push(`${name}: ${color} on ${ground}`)
    }
  assert.deepEqual(faults, [])
  assert.ok(seen > 20, `${seen} pairs`)
})

test('the menu, the warnings and the buttons of the office are the same for every company', () => {
  const { '--night': night, '--amber-ink': warning, '--blue': pressed, '--paper': paper } = tokensWith('', 'dark')
  const own = tokensWith(lookSheet('?accent=c62828&corners=soft') ?? '', 'dark')
  assert.deepEqual(
    [own['--night'], own['--amber-ink'], own['--blue'], own['--paper']],
    [night, warning, pressed, paper],
  )
  assert.notEqual(own['--orange-fill'], tokensWith('', 'dark')['--orange-fill'])
})

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
