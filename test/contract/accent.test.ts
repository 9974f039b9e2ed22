import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentError, accentTokens, bandTokens } from '../../contract/accent.ts'

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

test('every accepted colour can be read: text on it, and text in it on each ground of both schemes', () => {
  const values = ['00', '33', '66', '99', 'cc', 'ff']
  let accepted = 0
  for (const red of values)
    for (const green of values)
      for (const blue of values) {
        const accent = `#${red}${green}${blue}`
        if (accentError(accent) !== undefined) continue
        accepted++
        const { both, dark } = accentTokens(accent)
        const pairs = [
          [accent, both['--on-orange']],
          [both['--orange-ink'], '#e6eff8'],
          [both['--on-night-orange'], '#0b1f3a'],
          [dark['--orange-ink'], '#14294a'],
        ]
        for (const [one = '', other = ''] of pairs)
          assert.ok(contrast(one, other) >= 4.5, `${accent}: ${one} on ${other}`)
      }
  assert.ok(accepted > 150, `${accepted} of 216`)
})

const styles = readFileSync(new URL('../../client/styles/tokens.css', import.meta.url), 'utf8')
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
    const tokens: Record<string, string> = { ...both, ...accentTokens(accent).both }
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
