import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { browserTest, ownServer } from '../../browser/browser.ts'
import { oneChromium } from '../../browser/oneChromium.ts'
import { selfSigned } from '../../selfSigned.ts'
import { admin, newFolder, startServer } from '../../server.ts'
import { mutated } from '../../specification/mutated.ts'

/** As `npm run accept` does, once all is compiled, with a browser for which the tiles of maps are on this machine. */
async function accept(t: TestContext, url: string, more = {}): Promise<{ code: number | null; table: string }> {
  const program = join(newFolder(t), 'accept.mjs')
  const tasks = new URL('../../../tools/accept.mjs', import.meta.url)
  writeFileSync(program, `import { acceptCompiled } from '${tasks}'\nprocess.exitCode = await acceptCompiled('${url}')`)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [program], { env: { ...env, ...more } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [table, refused] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, table: table + refused }
}

browserTest('npm run accept prints what holds of a server and what does not, with the reason', async (t) => {
  const server = await ownServer(t)
  let refusals = 0
  const broken = await mutated(
    t,
    [
      { from: '区域保护', to: '地区保护', breaks: [] },
      // After the sign-in, as what staff save between two reads of a check.
      { from: '"code":200', to: (found) => (refusals++ === 1 ? '"code":500' : found), breaks: [] },
    ],
    server,
  )
  const chromium = await oneChromium()
  t.after(() => chromium.end())
  const browser = { TEST_CHROMIUM: chromium.address }
  const login = { ACCEPT_USER: admin.username, ACCEPT_PASSWORD: admin.password }
  const [good, bad] = await Promise.all([
    accept(t, server.url, browser),
    accept(t, broken.url, { ...browser, ...login }),
  ])
  const marked = ({ table }: { table: string }, mark: string) =>
    table.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length).trim()] : []))
  const fails = '✗ 没做到 fails'
  assert.deepEqual([good.code, marked(good, fails).map((line) => line[0])], [0, ['0']])
  const words = ({ table }: { table: string }): string => table.replace(/\s/g, '')
  for (const [mark, ...sentence] of [
    ['✓ 做到了 holds', '应用场景：4,000毫秒后换下一个', 'Scenarios: the next one comes after 4,000 ms'],
    ['≈ 换做法 other', '未知网址提示页面进不去', 'An unknown address says that the page cannot be entered', '→'],
    ['≈ 换做法 other', '产品没有必填的字段', 'No field of a product is required', '→'],
    ['· 没有问 not asked', 'Staff sign in'],
    ['· 要登录 needs login', '后台的页面都在同一个布局里', 'Its routes are in one layout'],
  ])
    assert.ok(words(good).includes([mark, ...sentence].join('').replace(/\s/g, '')), `${sentence}\n${good.table}`)
  assert.match(good.table, /^1 What the product does and for whom\n做什么，给谁用$/m)
  assert.ok(good.table.split('\n').every((line) => line.replace(/[\u2e80-\uffff]/g, '--').length <= 80))
  const { pages } = (await server.post('/v1/visits/summary', {}, { headers: await server.signIn() })).data
  assert.deepEqual(pages, [], 'nothing of it is a visit')

  assert.ok(refusals > 2)
  assert.equal(bad.code, 1)
  const sentence = '代理加盟：四条政策 Dealers: four policies'
  const [first, second, count, ...more] = marked(bad, fails)
  assert.deepEqual([first, second, count?.[0], more], [sentence, sentence, '2', []], 'for desktops and for phones')
  const rest = '"系统培训","技术协同","市场支持"]'
  const reason = `→看到seen:["地区保护",${rest}，应为expected:["区域保护",${rest}；看的是lookedat:assert.deepEqual(words,wanted)`
  assert.ok(words(bad).includes(reason), bad.table)
})

test('npm run accept ends with one line where it cannot ask, and after a wrong password', async (t) => {
  let replies = 0
  const counted = (found: string): string => {
    replies++
    return found
  }
  const server = await mutated(t, [{ from: /^\{"code":/g, to: counted, breaks: [] }], await startServer(t))
  const own = createServer(selfSigned(newFolder(t), ['localhost']), (_req, res) => void res.end())
  await new Promise<void>((resolve) => void own.listen(0, resolve))
  t.after(() => own.close())
  const login = { ACCEPT_USER: 'admin', ACCEPT_PASSWORD: 'not-the-password' }
  for (const [url, more, words] of [
    ['www.example.com', {}, /^网址要以http:\/\/或https:\/\/开头/],
    [`https://localhost:${(own.address() as AddressInfo).port}`, {}, /^没有回答 .+NODE_EXTRA_CA_CERTS/],
    [server.url, login, /^不能登录 cannot sign in: /],
  ] as const) {
    const { code, table } = await accept(t, url, more)
    assert.equal(code, 1)
    assert.match(table.trimEnd(), words)
    assert.equal(table.trimEnd().split('\n').length, 1, table)
  }
  assert.equal(replies, 1, 'the password is tried once')
})
