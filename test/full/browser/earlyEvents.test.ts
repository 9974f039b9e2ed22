import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, hydrated, visit } from '../../browser/browser.ts'
import { framesPass, holdScripts } from '../../browser/waiting.ts'

/** A cheap phone, or a busy one. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
}

browserTest('a tap, a key and a word before the scripts listen are not lost on a slow phone', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  const release = await holdScripts(page)
  await slowDown(page)
  await page.goto('/mobile', { waitUntil: 'commit' })
  await page.getByRole('tab', { name: '建筑机器人' }).tap()
  await page.getByRole('button', { name: '第2张' }).tap()
  await page.locator('.folded summary').tap()
  await page.locator('.folded input[type=search]').fill('塔机')
  const selected = page.getByRole('tab', { selected: true })
  assert.equal(await selected.innerText(), '智慧工地产品', 'nothing listens yet')
  release()
  // Sooner or later than React, whichever is first. In the field the browser would empty it.
  await page.locator('.folded summary').press('Escape')
  await hydrated(page)
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
  await page.waitForFunction(() => !document.querySelector<HTMLDetailsElement>('.folded')?.open)
  assert.equal(await page.locator('.folded input[type=search]').inputValue(), '塔机')
  await page.getByRole('group', { name: '2 / 2' }).and(page.locator('.current')).waitFor()

  await page.reload({ waitUntil: 'commit' })
  await page.locator('.folded summary').tap()
  await hydrated(page)
  assert.equal(await page.locator('.folded').getAttribute('open'), '', 'a menu that was opened stays open')
  await page.goBack()
  assert.equal(await page.locator('.folded').getAttribute('open'), null, 'Back closes it')

  await page.goto('/dailijiameng', { waitUntil: 'commit' })
  await page.locator('[name=companyName]').fill('齐鲁样例建材有限公司')
  await page.locator('[name=clientName]').pressSequentially('王工')
  await hydrated(page)
  assert.equal(await page.locator('[name=companyName]').inputValue(), '齐鲁样例建材有限公司')
  assert.equal(await page.locator('[name=clientName]').inputValue(), '王工')
  assert.deepEqual(complaints, [])
})

browserTest('taps while the page is being hydrated count once each', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  const release = await holdScripts(page)
  await slowDown(page)
  await page.goto('/mobile', { waitUntil: 'commit' })
  await page.getByRole('tab', { name: '建筑机器人' }).waitFor()
  await page.evaluate(() => {
    const taps: string[] = []
    Object.assign(globalThis, { taps })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.ariaSelected === 'true') taps.push(target.textContent ?? '')
    }).observe(document, { subtree: true, attributeFilter: ['aria-selected'] })
  })
  release()
  const names = ['建筑标准化产品', '建筑机器人', '建筑标准化产品', '建筑机器人']
  for (const name of names) await page.getByRole('tab', { name }).dispatchEvent('click')
  await hydrated(page)
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
  const taps = await page.evaluate(() => (globalThis as unknown as { taps: string[] }).taps)
  assert.ok(taps.length <= names.length, taps.join())
  assert.deepEqual(complaints, [])
})

browserTest('before the scripts listen, keys on a tab and a picture of a text wait for them', async (t) => {
  const { page, complaints } = await visit(t)
  const release = await holdScripts(page)
  await page.goto('/product', { waitUntil: 'commit' })
  await page.getByRole('tab', { selected: true }).press('ArrowRight')
  release()
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()

  const releaseLater = await holdScripts(page)
  await page.goto('/product', { waitUntil: 'commit' })
  await page.getByRole('tab', { selected: true }).press('ArrowRight')
  await page.locator('.hotline').focus()
  releaseLater()
  await hydrated(page)
  await framesPass(page)
  assert.equal(await page.locator('.hotline:focus').count(), 1, 'a key moves no focus that has moved on')
  assert.equal(
    await page
      .getByRole('tab', { selected: true })
      .innerText()
      .then((name) => name.includes('机器人')),
    false,
  )

  const holdAgain = await holdScripts(page)
  await page.goto('/gywm', { waitUntil: 'commit' })
  await page.locator('.honour').first().click()
  holdAgain()
  await page.getByRole('dialog').locator('img').first().waitFor()
  assert.deepEqual(complaints, [])
})

browserTest('a picture that is tapped while the page is being hydrated opens once', async (t) => {
  const { page, complaints } = await visit(t)
  const release = await holdScripts(page)
  await slowDown(page)
  await page.goto('/gywm', { waitUntil: 'commit' })
  await page.locator('.honour').first().waitFor()
  // As soon as React listens, long before the effects of its components have run.
  await page.evaluate(() => {
    const { addEventListener } = EventTarget.prototype
    const root = document.getElementById('root')
    EventTarget.prototype.addEventListener = function (...listener: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, listener)
      if (this !== root) return
      EventTarget.prototype.addEventListener = addEventListener
      queueMicrotask(() => document.querySelector<HTMLElement>('.honour')?.click())
    }
  })
  const length = await page.evaluate(() => history.length)
  release()
  await page.getByRole('dialog').locator('img').first().waitFor()
  await framesPass(page)
  assert.equal(await page.evaluate(() => history.length), length + 1)
  assert.deepEqual(complaints, [])
})

browserTest('what the browser handles itself before the scripts listen is not repeated by them', async (t) => {
  const { page } = await visit(t, { phone: true })
  const release = await holdScripts(page)
  await page.goto('/mobile', { waitUntil: 'commit' })
  await page.locator('.phone-button').tap()
  await page.locator('#phones:popover-open').waitFor()
  release()
  await hydrated(page)
  assert.equal(await page.locator('#phones:popover-open').count(), 1)
})

browserTest('the scripts start when an idle page is touched', async (t) => {
  const { page } = await visit(t, { phone: true })
  // A page that never comes to rest.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
  await page.goto('/mobile')
  assert.equal(await page.locator('html').getAttribute('class'), 'js')
  await page.getByRole('tab', { name: '建筑机器人' }).tap()
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
})

browserTest('Back after a reload, before the scripts listen, shows the page before', async (t) => {
  const { page, complaints } = await visit(t)
  await page.goto('/xwdt')
  await hydrated(page)
  await page.locator('.pager').getByLabel('第2页').click()
  await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 5)
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('.news-list').waitFor()
  await page.goBack({ waitUntil: 'commit' })
  release()
  await hydrated(page)
  await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 15)
  assert.deepEqual(complaints, [])
})
