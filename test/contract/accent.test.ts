import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentError, accentTokens } from '../../contract/accent.ts'

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
  for (const red of values) for (const green of values) for (const blue of values) {
    const accent = `#${red}${green}${blue}`
    if (accentError(accent) !== undefined) continue
    accepted++
    const { both, dark } = accentTokens(accent)
    const pairs = [[
      accent, both['--on-orange'],
    ], [both['--orange-ink'], '#f5f8fb'], [both['--on-night-orange'], '#0b1f3a'], [dark['--orange-ink'], '#12203a']]
    for (const [one = '', other = ''] of pairs) assert.ok(contrast(one, other) >= 4.5, `${accent}: ${one} on ${other}`)
  }
  assert.ok(accepted > 150, `${accepted} of 216`)
})

test('a colour without enough contrast, and what is no colour, are refused with a message', () => {
  assert.match(accentError('#7f7f7f') ?? '', /对比度最多4\.1/)
  for (const wrong of ['', 'red', '#FFF', '#ff6a1', '#ff6a13;', 'ff6a13']) assert.match(accentError(wrong) ?? '', /十六进制/)
})
