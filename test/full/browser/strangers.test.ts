import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { TestServer } from '../../server.ts'
import { browserTest, goTo, hydrated, largeLetters, visit } from '../../browser/browser.ts'
import { type Stranger, stranger } from '../../browser/stranger.ts'

// People who have never seen the site, each with what they came for. What it may take them are the figures of an audit.

const hours = /周一至周六 8:30-17:30/
const laptop = { viewport: { width: 1440, height: 900 } }

interface Arrived extends Stranger {
  server: TestServer
  link(name: string | RegExp, within?: Locator): Locator
}

const linkOf =
  (page: Page) =>
  (name: string | RegExp, within?: Locator): Locator =>
    (within ?? page).getByRole('link', { name, exact: typeof name === 'string' })

/** Somebody on the first page, as it is for their device. */
async function arrive(t: TestContext, options: Parameters<typeof visit>[1] = {}): Promise<Arrived> {
  const { page, server } = await visit(t, options.phone ? options : { ...laptop, ...options })
  await goTo(page, options.phone ? '/mobile' : '/')
  return { ...stranger(page), server, link: linkOf(page) }
}

/** The form, in a dialog or as a page. */
const formOf = (page: Page): Locator => page.locator('form.apply:visible')

async function send(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(name).fill(value)
  await form.getByRole('button', { name: /^提交/ }).click()
  await form.getByRole('status').getByText('已收到').waitFor()
}

/** What staff have of the last one who sent a form. */
async function lastLead(server: TestServer): Promise<Record<string, unknown>> {
  const { data } = await server.post('/v1/agent/list', { kind: 'all', limit: 1 }, { headers: await server.signIn() })
  return data.data[0]
}

browserTest('a purchaser who has to know a price by noon compares three monitors and asks', async (t) => {
  const { page, sees, clicks, hasSpent, link, server } = await arrive(t)
  await clicks(link(/扬尘噪声在线监测系统/))
  await page.waitForURL(/productDet/)
  for (const fact of ['价格', '供货期', '保修期']) await sees(page.getByText(fact, { exact: true }))
  await sees(page.getByText(hours))
  hasSpent({ clicks: 1, screens: 1 }, 'price, delivery, warranty and hours')

  await sees(page.getByRole('heading', { name: '型号' }))
  hasSpent({ clicks: 1, screens: 3 }, 'models')
  await clicks(link(/参数$/, page.getByRole('navigation', { name: '本页内容' })))
  hasSpent({ clicks: 2, screens: 3 }, 'parameters')

  await clicks(link('比较同类产品'))
  await page.waitForURL(/compare/)
  await clicks(link('塔机安全监测系统'))
  await page.waitForURL(/tower-crane/)
  await clicks(link('卸料平台监测系统'))
  await page.waitForURL(/unloading/)
  for (const fact of ['型号', '价格', '供货期']) {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: fact, exact: true }) })
    await sees(row)
    assert.doesNotMatch((await row.getByRole('cell').allTextContents()).join('|'), /—/, `all three have ${fact}`)
  }
  hasSpent({ clicks: 5, screens: 5 }, 'three monitors side by side')

  await clicks(link('在线咨询'))
  const form = formOf(page)
  await sees(form.getByText(/前回电/))
  await form.getByText('报价', { exact: true }).click()
  await send(form, { 您的姓名: '陈工', 联系电话: '13800000021', 您的问题: '三样各两套，中午前要报价' })
  hasSpent({ clicks: 6, screens: 5 }, 'the question')
  assert.equal((await lastLead(server)).topic, '报价')
})

browserTest('an old man with letters twice as large calls, reads the names and asks', async (t) => {
  const page = await largeLetters(t)
  await goTo(page, '/mobile')
  const { sees, clicks, hasSpent } = stranger(page)
  const link = linkOf(page)
  const hotline = await sees(link(/400-000-0000/))
  assert.equal(await hotline.getAttribute('href'), 'tel:400-000-0000')
  hasSpent({ clicks: 0, screens: 0 }, 'the number to call')

  await clicks(link('在线咨询'))
  const form = formOf(page)
  await send(form, { 您的姓名: '老孙', 联系电话: '0533-1234567' })
  hasSpent({ clicks: 1, screens: 2 }, 'the question')
  assert.equal(await page.evaluate(() => innerWidth), 320, 'nothing is wider than his screen')

  await page.goto('/zhuyingyewu')
  const cut = await page.locator('main :is(h2, h3, h4):visible').evaluateAll((all) =>
    all
      // Some are for screen readers only.
      .filter((each) => each.clientWidth > 1)
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
      .map((each) => each.textContent),
  )
  assert.deepEqual(cut, [], 'names that are cut')
})

/** What a screen reader says of the element that has the focus: its role and its name. */
async function heard(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  await session.detach()
  const { role, name } = nodes[0] ?? {}
  // Where a line may break, Chromium says a space.
  return `${role?.value} ${String(name?.value).replaceAll(' ', '')}`
}

/** Presses Tab until something is heard, at most so often. */
async function tabTo(page: Page, wanted: RegExp, most: number): Promise<void> {
  const stops: string[] = []
  while (stops.length < most) {
    await page.keyboard.press('Tab')
    const words = await heard(page)
    if (wanted.test(words)) return
    stops.push(words)
  }
  throw new Error(`${wanted} is not among ${stops.join(' | ')}`)
}

browserTest('a blind visitor reaches a product and the form by keyboard and accessible names', async (t) => {
  const { page, server } = await arrive(t)
  assert.match(await page.title(), /筑站/)
  await tabTo(page, /^link 跳到正文/, 1)
  await tabTo(page, /^link 产品中心$/, 3)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/product$/)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Home')
  await page.locator('body').press('Tab')
  await tabTo(page, /^tab 智慧工地产品/, 30)
  await tabTo(page, /^link 塔机安全监测系统/, 8)
  await page.keyboard.press('Enter')
  await page.waitForURL(/productDet/)
  await page.getByRole('heading', { level: 1, name: '塔机安全监测系统' }).waitFor()
  const facts = await page.getByRole('main').ariaSnapshot()
  for (const fact of [
    /term: 价格\n\s*- definition: \S/,
    /term: 供货期\n\s*- definition: \S/,
    /heading "参数" \[level=[23]\]/,
  ])
    assert.match(facts, fact)

  await page.reload()
  await hydrated(page)
  await tabTo(page, /^link 咨询此产品/, 20)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
  assert.match(await heard(page), /^textbox 您的姓名/)
  // An empty form says what is missing, at its field.
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: '您的姓名' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  assert.match(await field.ariaSnapshot(), /您的姓名/)
  await page.keyboard.type('周琳')
  await tabTo(page, /^textbox 联系电话/, 1)
  await page.keyboard.type('13600000024')
  await tabTo(page, /^radio 产品咨询/, 1)
  await page.keyboard.press('ArrowRight')
  assert.match(await heard(page), /^radio 报价/)
  // After a press the button rests for a second.
  await page.locator('dialog[open] button[type=submit]:enabled').waitFor()
  await tabTo(page, /^button 提交咨询/, 4)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('已收到').waitFor()
  const { topic, productId } = await lastLead(server)
  assert.deepEqual({ topic, productId }, { topic: '报价', productId: 'zhgd-tower-crane' })

  await goTo(page, '/')
  await tabTo(page, /^link 跳到正文/, 1)
  await page.keyboard.press('Enter')
  await tabTo(page, /^link 在线咨询/, 9)
})
