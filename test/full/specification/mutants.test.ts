import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { browserTest } from '../../browser/browser.ts'
import { sections } from '../../specification/all.ts'
import { admin } from '../../server.ts'
import { mutated } from '../../specification/mutated.ts'
import { createWorlds } from '../../specification/world.ts'

// A row shows its own sentence: what breaks it makes it fail, and no other row of its section. The mutants of a section are tried
// together, as each breaks other rows.

for (const { section, rows, mutants = [] } of sections.filter((each) => each.mutants))
  browserTest(`${section}: its mutants make exactly their rows fail`, async (t: TestContext) => {
    const server = await mutated(t, mutants)
    const worldOf = createWorlds(t, server, admin, server.read)
    const failed = new Map<string, unknown>()
    for (const row of rows) {
      // What a row has made is removed before its server is gone.
      await t.test(row.sentence, async (own) => {
        try {
          await row.check(worldOf(own))
        } catch (error) {
          failed.set(row.sentence, error)
        }
      })
    }
    const unused = mutants.filter((mutant) => !server.used.has(mutant)).map(({ from }) => from)
    assert.deepEqual(unused, [], 'each changes something')
    const wanted = new Set(mutants.flatMap(({ breaks }) => breaks))
    for (const [sentence, error] of failed) if (!wanted.has(sentence)) t.diagnostic(`${sentence}: ${error}`)
    assert.deepEqual(
      [...failed.keys()],
      rows.map(({ sentence }) => sentence).filter((sentence) => wanted.has(sentence)),
    )
  })
