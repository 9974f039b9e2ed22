import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, ownServer, seriousFaults, visit } from './browser.ts'
import { staff } from './staff.ts'

const colorOf = (page: Page, selector: string, property: 'color' | 'backgroundColor'): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name], property)

browserTest('the back office has the colour of the company, whose text can be read in both schemes', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  await server.post('/v1/agent/saveAgent', { agentInfo: '青岛海右建设集团', agentName: '王建国', phone: '13812345678' })
  const faults: string[] = []
  for (const accent of ['#c62828', '#f2b705', '#0a6b5d']) {
    const saved = await server.post(
      '/v1/site/update',
      { siteName: '海右齿科', look: { accent, corners: 'soft' } },
      { headers },
    )
    assert.equal(saved.code, 200)
    const { page } = await staff(t, '/dashboard', { server, bypassCSP: true, reducedMotion: 'reduce' })
    await page.locator('.brand').getByText('海右齿科').waitFor()
    for (const path of ['/dashboard', '/AdminNews', '/AdminAgenttoJoin', '/AdminMedia', '/settings?group=basics']) {
      await page.goto(path)
      await page.locator('.view .card, .view .data, .view form').filter({ visible: true }).first().waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--orange')),
        accent,
      )
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        faults.push(...(await seriousFaults(page)).map((fault) => `${accent} ${colorScheme} ${path} ${fault}`))
      }
    }
    // Warnings and the menu are the same for every company.
    await page.goto('/AdminAgenttoJoin')
    await page.locator('.agent-state.new').first().waitFor()
    for (const [colorScheme, warning] of [
      ['light', 'rgb(156, 74, 0)'],
      ['dark', 'rgb(255, 179, 92)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      assert.equal(await colorOf(page, '.sidebar', 'backgroundColor'), 'rgb(11, 31, 58)')
      assert.equal(await colorOf(page, '.agent-state.new', 'color'), warning)
    }
    await page.context().close()
  }
  assert.deepEqual(faults, [])
})

browserTest('the dark bands of the site have the hue of the company, and everything on them can be read', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const faults: string[] = []
  const bands = new Set<string>()
  for (const accent of ['#c62828', '#f2b705', '#0a6b5d']) {
    await server.post('/v1/site/update', { look: { accent, corners: 'soft' } }, { headers })
    for (const phone of [false, true]) {
      const { page } = await visit(t, { server, phone, bypassCSP: true, reducedMotion: 'reduce' })
      for (const path of phone ? ['/mobile', '/dailijiameng'] : ['/', '/gywm', '/dljm', '/product']) {
        await page.goto(path)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          bands.add(`${accent} ${await colorOf(page, 'footer', 'backgroundColor')}`)
          faults.push(...(await seriousFaults(page)).map((fault) => `${accent} ${colorScheme} ${path} ${fault}`))
        }
      }
      await page.context().close()
    }
  }
  assert.deepEqual(faults, [])
  assert.equal(new Set([...bands].map((band) => band.split(' ').slice(1).join())).size, 3, [...bands].join())
})
