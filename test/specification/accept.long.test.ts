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
  const tasks = new URL('../../tools/accept.mjs', import.meta.url)
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
  const marked = ({ table }: { table: string }, mark: string) =>
    table.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length).trim()] : []))
  const fails = '✗ 没做到 fails'
  assert.deepEqual([good.code, marked(good, fails).slice(1)], [0, ['0']])
  assert.ok(marked(good, '✓ 做到了 holds').includes('Scenarios: the next one comes after 4,000 ms'))
  assert.match(
    good.table,
    /^≈ 换做法 other +An unknown address says that the page cannot be entered\n +→ it answers 404 in place$/m,
  )
  assert.ok(marked(good, '· 没有问 not asked').includes('Staff sign in'))
  assert.ok(marked(good, '· 要登录 needs login').includes('Its routes are in one layout'))
  assert.ok(good.table.split('\n').every((line) => line.replace(/[\u2e80-\uffff]/g, '--').length <= 80))
  assert.equal(bad.code, 1)
  assert.deepEqual(
    marked(bad, fails).slice(1),
    ['Dealers: four policies', 'Dealers: four policies', '2'],
    'for desktops and for phones',
  )
  const rest = '"系统培训","技术协同","市场支持"]'
  const reason = `→看到seen:["地区保护",${rest}，应为expected:["区域保护",${rest}`
  assert.ok(bad.table.replace(/\s/g, '').includes(reason), bad.table)
})
