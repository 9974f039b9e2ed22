import { browserTest, sharedServer } from '../browser/browser.ts'
import { sections } from './all.ts'
import type { RowsFile } from './row.ts'
import { createWorlds } from './world.ts'

/** What the people who use this were promised, a row a sentence with what shows it, over one server and one Chromium. */
export function runSections(file: RowsFile): void {
  browserTest(`The specification: ${file}`, async (t) => {
    const worldOf = createWorlds(t, await sharedServer())
    for (const { section, rows, file: usual } of sections) {
      const here = rows.filter((row) => (row.file ?? usual) === file)
      if (here.length === 0) continue
      await t.test(section, async (ofSection) => {
        for (const row of here)
          await ofSection.test(row.sentence, async (own) => {
            await row.check(worldOf(own))
          })
      })
    }
  })
}
