import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import type { TestServer } from '../../server.ts'
import { browserTest, hydrated, visit } from '../../browser/browser.ts'
import { framesPass, holdScripts } from '../../browser/waiting.ts'

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
  (await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })).data
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
