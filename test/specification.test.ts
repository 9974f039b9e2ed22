import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browserTest, sharedServer } from './browser/browser.ts'
import { sections } from './specification/all.ts'
import { createWorlds } from './specification/world.ts'

// What the people who use this were promised, a row a sentence with what shows it, over one server and one Chromium.

const folder = fileURLToPath(new URL('.', import.meta.url))
const rows = sections.flatMap(({ rows }) => rows)
const inAnotherForm = rows.filter(({ otherForm }) => otherForm !== undefined)

test('every section of the specification is in the list, and no sentence stands in it twice', (t) => {
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
  t.diagnostic(`${rows.length} sentences, ${inAnotherForm.length} of them in another form:`)
  for (const { sentence, otherForm, why } of inAnotherForm) t.diagnostic(`${sentence} — ${otherForm}: ${why}`)
})

for (const { section, rows } of sections)
  browserTest(section, async (t) => {
    const worldOf = createWorlds(t, await sharedServer())
    for (const row of rows)
      await t.test(row.sentence, async (own) => {
        await row.check(worldOf(own))
      })
  })
