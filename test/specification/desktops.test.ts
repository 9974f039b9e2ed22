import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sections } from './all.ts'
import { chinese } from './chinese.ts'
import { runSections } from './runSections.ts'
import { rootFolder } from './world.ts'

const folder = join(rootFolder, 'test/specification')
const rows = sections.flatMap((section) => section.rows)
const inAnotherForm = rows.filter(({ otherForm }) => otherForm !== undefined)

test('every section of the specification is in the list and is run, and no sentence stands in it twice', (t) => {
  const names = readdirSync(folder)
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  assert.equal(sections.length, texts.join('').match(/: Section = \{$/gm)?.length)
  for (const { section, file, rows } of sections) {
    assert.ok(texts[names.indexOf(`${file}.test.ts`)]?.includes(`runSections('${file}')`), section)
    const sentences = rows.map(({ sentence }) => sentence)
    assert.ok(sentences.length > 0, section)
    assert.deepEqual(
      sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at),
      [],
      section,
    )
  }
  const read = rows.flatMap(({ asks, sentence, otherForm = '' }) => (asks || otherForm ? [sentence, otherForm] : []))
  const inChinese = ['', ...Object.keys(chinese)].toSorted()
  assert.deepEqual(inChinese, [...new Set(['', ...read, ...sections.map(({ section }) => section)])].toSorted())
  t.diagnostic(`${rows.length} sentences, ${inAnotherForm.length} of them in another form:`)
  for (const { sentence, otherForm, why } of inAnotherForm) t.diagnostic(`${sentence} — ${otherForm}: ${why}`)
})

runSections('desktops')
