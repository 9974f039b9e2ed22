import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import type { TestServer } from '../server.ts'
import { browserTest, hydrated, visit } from './browser.ts'
import { framesPass, holdScripts } from './waiting.ts'

const kinds = [
  {
    path: '/dljm',
    phone: false,
    fields: { agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: '13800000001' },
  },
  {
    path: '/dailijiameng',
    phone: true,
    fields: { companyName: '齐鲁样例建材有限公司', clientName: '王工', phone: '13800000001' },
  },
] as const
const wide = { viewport: { width: 1440, height: 900 } }

const stored = async (server: TestServer): Promise<{ count: number; data: Record<string, string>[] }> =>
  (await server.post('/v1/agent/list', {}, { headers: await server.signIn() })).data
const fill = async (page: Page, fields: object): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
}
const valuesIn = (page: Page, fields: object): Promise<Record<string, string>> =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [name, document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '']),
      ),
    Object.keys(fields),
  )
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
/** The browser scrolls to what the address names or what has the focus some time after the page is there. */
const inView = (page: Page, selector: string): Promise<void> =>
  eventually(async () => {
    const { y, height } = (await page.locator(selector).boundingBox()) ?? { y: NaN, height: 0 }
    const header = (await page.locator('.site-header').boundingBox())?.height ?? 0
    return y >= header && y + height <= (page.viewportSize()?.height ?? 0)
  }, `${selector} is in view`)

for (const { path, phone, fields } of kinds) {
  browserTest(`without a script ${path} shows errors beside their fields, and then its success, once`, async (t) => {
    const { page, server, complaints } = await visit(t, {
      own: true,
      phone,
      javaScriptEnabled: false,
      ...(!phone && wide),
    })
    await page.goto(path)
    const [company, person] = Object.keys(fields) as [string, string]
    await fill(page, { [company]: '鲁中建设集团' })
    await page.click('text=提交申请')
    assert.deepEqual(await valuesIn(page, fields), {
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, ''])),
      [company]: '鲁中建设集团',
    })
    assert.equal(await page.locator(`[name=${company}]`).getAttribute('aria-invalid'), 'false')
    assert.equal(await page.locator(`[name=${person}]`).getAttribute('aria-invalid'), 'true')
    assert.match(await page.locator('form.apply').innerText(), /请输入(联系人|您的姓名)/)
    assert.equal(await page.locator(':focus').getAttribute('name'), person)
    await inView(page, `[name=${person}]`)
    await inView(page, `.field:has([name=${person}]) .field-error`)

    await fill(page, fields)
    await page.press('[name=phone]', 'Enter')
    await page.waitForURL('**?applied=1*')
    assert.match(await page.locator('.apply-done').innerText(), /申请成功！/)
    await inView(page, '.apply-done')
    assert.equal((await stored(server)).count, 1)

    await page.reload()
    assert.match(await page.locator('.apply-done').innerText(), /申请成功！/)
    await page.goto(path)
    await fill(page, fields)
    await page.click('text=提交申请', { clickCount: 2 })
    await page.waitForURL('**?applied=1*')
    await page.goBack()
    assert.equal((await stored(server)).count, 1)
    assert.deepEqual(
      complaints.filter((words) => !/status of 400/.test(words)),
      [],
    )
  })

  browserTest(`before its script has run ${path} keeps what is typed, and the script continues with it`, async (t) => {
    const { page, server, calls, complaints } = await visit(t, { own: true, phone, ...(!phone && wide) })
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForSelector('form.apply')
    await fill(page, fields)
    release()
    await hydrated(page)
    await framesPass(page)
    assert.deepEqual(await valuesIn(page, fields), fields)
    await page.click('text=提交申请')
    await page.waitForSelector('text=申请成功！')
    assert.deepEqual(calls, ['/v1/agent/saveAgent'])
    assert.deepEqual(await valuesIn(page, fields), Object.fromEntries(Object.keys(fields).map((name) => [name, ''])))
    assert.equal((await stored(server)).count, 1)
    assert.deepEqual(complaints, [])
  })

  browserTest(
    `sent before its script has run, ${path} is stored once, however often the button is pressed`,
    async (t) => {
      const { page, server, calls, complaints } = await visit(t, { own: true, phone, ...(!phone && wide) })
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForSelector('form.apply')
      await fill(page, fields)
      await page.click('text=提交申请', { clickCount: 2, noWaitAfter: true })
      await page.waitForSelector('text=申请成功！')
      // Though its script is not there.
      await inView(page, '.apply-done')
      assert.ok(calls.length >= 1 && calls.every((call) => call === path), calls.join())
      release()
      await hydrated(page)
      assert.match(await page.locator('.apply-done').innerText(), /^申请成功！/)
      assert.equal((await stored(server)).count, 1)
      // The page works as any other, and loads the next one by its script.
      await fill(page, { ...fields, phone: '13800000002' })
      await page.click('text=提交申请')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=phone]')?.value === '')
      assert.equal(calls.at(-1), '/v1/agent/saveAgent')
      assert.equal((await stored(server)).count, 2)
      assert.deepEqual(complaints, [])
    },
  )

  browserTest(`an error page of ${path} whose script runs later continues with its values`, async (t) => {
    const { page, server, calls } = await visit(t, { own: true, phone, ...(!phone && wide) })
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForSelector('form.apply')
    await fill(page, { ...fields, phone: '23800000001' })
    await page.click('text=提交申请', { noWaitAfter: true })
    await page.waitForSelector('[aria-invalid=true]')
    assert.equal(await focusedName(page), 'phone')
    await inView(page, '[name=phone]')
    await page.fill('[name=phone]', '13800000003')
    release()
    await hydrated(page)
    await framesPass(page)
    assert.deepEqual(await valuesIn(page, fields), { ...fields, phone: '13800000003' })
    assert.equal(await focusedName(page), 'phone')
    await page.click('text=提交申请')
    await page.waitForSelector('text=申请成功！')
    assert.equal(calls.at(-1), '/v1/agent/saveAgent')
    assert.equal((await stored(server)).data[0]?.phone, '13800000003')
    assert.deepEqual(await valuesIn(page, fields), Object.fromEntries(Object.keys(fields).map((name) => [name, ''])))
  })
}

browserTest('without a script every tab is a section with its heading, at any width', async (t) => {
  for (const [path, phone] of [
    ['/product', false],
    ['/mobile', true],
    ['/zhuyingyewu', true],
  ] as const) {
    const { page } = await visit(t, { phone, javaScriptEnabled: false })
    for (const width of phone ? [390, 320] : [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const tops: number[] = []
      for (const name of ['智慧工地产品', '建筑机器人', '建筑标准化产品']) {
        const heading = page.locator('[role=tabpanel] :is(h2, h3)').filter({ hasText: new RegExp(`^${name}$`) })
        const box = await heading.boundingBox()
        assert.ok(box && box.height > 16 && box.width > 16, `${path} at ${width} shows the heading ${name}`)
        tops.push(box.y)
      }
      assert.deepEqual(
        tops,
        [...tops].sort((a, b) => a - b),
        'one under the other',
      )
      assert.equal(await page.getByRole('tab').count(), 0, `${path} offers no tabs that do nothing`)
      for (const link of await page.locator('[role=tabpanel] a').all()) assert.equal(await link.isVisible(), true)
    }
  }
})

browserTest(
  'without a script a film has controls, a carousel scrolls, and nothing that needs a script is shown',
  async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto('/gywm')
    assert.equal(await page.locator('video').first().getAttribute('controls'), '')
    for (const path of ['/gywm', '/', '/product', '/yingyongchangjing']) {
      await page.goto(path)
      for (const selector of ['.film-play', '.carousel-bar', '.strip-buttons', '.map-buttons']) {
        for (const found of await page.locator(selector).all())
          assert.equal(await found.isVisible(), false, `${path} ${selector}`)
      }
      for (const strip of await page.locator('.carousel-strip').all()) {
        const { overflow, wide, first, last } = await strip.evaluate((element) => ({
          overflow: getComputedStyle(element).overflowX,
          wide: element.scrollWidth > element.clientWidth,
          first: element.firstElementChild?.getBoundingClientRect().left ?? 0,
          last: element.lastElementChild?.getBoundingClientRect().left ?? 0,
        }))
        assert.equal(overflow, 'auto', path)
        assert.ok(!wide || last > first, path)
      }
    }
  },
)
