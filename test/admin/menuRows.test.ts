import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { entriesOf, isSameOnPhones, type MenuRow, rowsOf, sameOnPhones } from '../../client/admin/fields/menuRows.ts'
import type { MenuEntry } from '../../contract/site/siteFields.ts'
import { random } from '../random.ts'

const places = ['desktop', 'phone', 'footer'] as const
/** What visitors see of the three menus. */
const seen = (entries: readonly MenuEntry[]): string[][] =>
  places.map((place) =>
    entries
      .filter((entry) => entry[place])
      .map(({ name, target, under }) => `${name} ${target} ${place === 'desktop' && under}`),
  )

const shipped = (JSON.parse(readFileSync('data/seed/site/site.json', 'utf8')) as { menus: MenuEntry[] }).menus

test('phones that follow the list need no entry of their own', () => {
  assert.equal(isSameOnPhones(rowsOf(shipped)), false)
  const rows = sameOnPhones(rowsOf(shipped))
  assert.equal(isSameOnPhones(rows), true)
  assert.deepEqual(
    entriesOf(rows).map(({ target }) => target),
    rows.map(({ target }) => target),
  )
})

test('what visitors see of any menu is what is stored of its rows', () => {
  const below = random(7)
  const one = <T>(items: readonly T[]): T => items[below(items.length)] as T
  for (let run = 0; run < 2000; run++) {
    const entries = Array.from(
      { length: below(9) },
      (): MenuEntry => ({
        name: one(['甲', '乙', '丙']),
        target: one(['/', '/product', '/gywm', 'https://a.example']),
        desktop: below(2) === 0,
        under: below(2) === 0,
        phone: below(2) === 0,
        footer: below(2) === 0,
      }),
    )
    const rows: MenuRow[] = rowsOf(entries)
    assert.deepEqual(seen(entriesOf(rows)), seen(entries), JSON.stringify(entries))
    assert.deepEqual(seen(entriesOf(rowsOf(entriesOf(rows)))), seen(entries))
  }
})
