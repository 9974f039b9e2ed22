import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { browserTest, ownServer } from '../browser/browser.ts'
import { newFolder } from '../server.ts'
import { mutated } from './mutated.ts'

/** As `npm run accept` does, once all is compiled. */
async function accept(t: TestContext, url: string): Promise<{ code: number | null; table: string }> {
  const program = join(newFolder(t), 'accept.mjs')
  const tasks = new URL('../../tools/runTests.mjs', import.meta.url)
  writeFileSync(program, `import { acceptCompiled } from '${tasks}'\nprocess.exitCode = await acceptCompiled('${url}')`)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [program], { env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const table = await text(child.stdout)
  return { code: await ended, table }
}

browserTest('npm run accept prints what holds of a server and what does not, with the reason', async (t) => {
  const server = await ownServer(t)
  const broken = await mutated(t, [{ from: '区域保护', to: '地区保护', breaks: [] }], server)
  const [good, bad] = await Promise.all([accept(t, server.url), accept(t, broken.url)])
  assert.deepEqual([good.code, good.table.match(/^does not hold.*$/gm)], [0, null])
  assert.match(good.table, /^holds +Scenarios: the next one comes after 4,000 ms$/m)
  assert.match(
    good.table,
    /^other form +An unknown address says that the page cannot be entered: it answers 404 in place$/m,
  )
  assert.match(good.table, /^not asked +Staff sign in: /m)
  assert.equal(bad.code, 1)
  assert.deepEqual(
    bad.table.match(/^does not hold.*(?=: Expected)/gm),
    Array(2).fill('does not hold   Dealers: four policies'),
    'for desktops and for phones',
  )
  assert.match(bad.table, /instead of \["区域保护","系统培训","技术协同","市场支持"\]$/m)
})
