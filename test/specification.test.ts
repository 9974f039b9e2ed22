import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browserTest, sharedServer } from './browser/browser.ts'
import { sections } from './specification/all.ts'
import { titlesIn, type Titles } from './specification/titles.ts'
import { createWorlds } from './specification/world.ts'

// What the people who use this were promised, a row a sentence, and the test that shows each. A test that is renamed or removed must
// be replaced in its row: no sentence is lost without somebody's noticing.

const folder = fileURLToPath(new URL('.', import.meta.url))
const rows = sections.flatMap(({ rows }) => rows)
const inAnotherForm = rows.filter(({ otherForm }) => otherForm !== undefined)

const scanned = new Map<string, Titles>()
function titlesOf(file: string): Titles {
  const titles = scanned.get(file) ?? titlesIn(readFileSync(join(folder, file), 'utf8'))
  scanned.set(file, titles)
  return titles
}

function faultOf(shownBy: string): string | undefined {
  const [file = '', title] = shownBy.split(' › ')
  if (!file.endsWith('.test.ts') || !existsSync(join(folder, file))) return 'no such file'
  if (title === undefined) return 'no title'
  const count = titlesOf(file).count(title)
  if (count === 0) return 'no such test'
  if (count > 1) return 'several tests have this title'
  return undefined
}

test('every sentence of the specification names one test that exists', () => {
  const faults = rows.flatMap((row) => {
    if (!('shownBy' in row)) return []
    const fault = faultOf(row.shownBy)
    return fault === undefined ? [] : [`${row.sentence}: ${fault}, ${row.shownBy}`]
  })
  assert.deepEqual(faults, [])
})

test('every section of the specification is in the list, and no sentence stands in it twice', () => {
  const files = readdirSync(join(folder, 'specification'))
  const texts = files.map((name) => readFileSync(join(folder, 'specification', name), 'utf8'))
  assert.equal(sections.length, texts.filter((text) => text.includes(': Section = {')).length)
  for (const { section, rows } of sections) {
    const sentences = rows.map(({ sentence }) => sentence)
    assert.ok(sentences.length > 0, section)
    assert.deepEqual(
      sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at),
      [],
      section,
    )
  }
})

for (const { section, rows } of sections)
  browserTest(section, async (t) => {
    const worldOf = createWorlds(t, await sharedServer())
    for (const row of rows)
      if ('check' in row)
        await t.test(row.sentence, async (own) => {
          await row.check(worldOf(own))
        })
  })

test('each sentence that holds in another form says which and why', (t) => {
  const without = inAnotherForm.filter((row) => 'check' in row && !row.why).map(({ sentence }) => sentence)
  assert.deepEqual(without, [])
  t.diagnostic(`${rows.length} sentences, ${inAnotherForm.length} of them in another form:`)
  for (const { sentence, otherForm, why } of inAnotherForm)
    t.diagnostic(`${sentence} — ${otherForm}${why ? `: ${why}` : ''}`)
})

test('titles are found in the source of a test, also those that a loop makes, and not in comments', () => {
  const titles = titlesIn(`
    test('one that it’s named by a text', () => {})
    browserTest(
      "one of 'several' lines", async (t) => {})
    // test('one in a comment', () => {})
    /* it('one in a longer comment', () => {}) */
    assert.ok(/one of a pattern/.test('one of a pattern'))
    for (const [name, run] of Object.entries({ 'a name in a table': first })) test(name, run)
    for (const [width, device] of [[320, 'phone'], [1920, 'desktop']]) test(\`on \${width} px (\${device}) it fits\`, () => {})
    it('one that stands twice', () => {})
    it('one that stands twice', () => {})
  `)
  const one = [
    'one that it’s named by a text',
    "one of 'several' lines",
    'a name in a table',
    'on 320 px (phone) it fits',
  ]
  const none = [
    'one in a comment',
    'one in a longer comment',
    'another name',
    'on 321 px (phone) it fits',
    'on 320 px it fits',
  ]
  for (const title of one) assert.equal(titles.count(title), 1, title)
  for (const title of none) assert.equal(titles.count(title), 0, title)
  assert.equal(titles.count('one that stands twice'), 2)
})
