import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, faintFaults, ownServer, visit } from './browser.ts'
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
      await page.emulateMedia({ colorScheme: 'light' })
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--orange-fill')),
        accent,
      )
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        faults.push(...(await faintFaults(page)).map((fault) => `${accent} ${colorScheme} ${path} ${fault}`))
      }
    }
    // What is pressed has the same colour for every company, and in a question 取消 is not filled beside 删除.
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/AdminNews')
    await page.locator('.button.primary').filter({ visible: true }).first().waitFor()
    assert.equal(await colorOf(page, '.view:not([hidden]) .button.primary', 'backgroundColor'), 'rgb(29, 75, 134)')
    await page.getByRole('button', { name: /^删除/ }).first().click()
    const cancel = page.locator('dialog[open]').getByRole('button', { name: '取消' })
    assert.equal(await cancel.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(255, 255, 255)')
    assert.equal(await cancel.evaluate((button) => document.activeElement === button), true)
    await cancel.click()
    // Warnings and the menu are the same for every company.
    await page.goto('/AdminAgenttoJoin')
    await page.locator('.lead-state.new').first().waitFor()
    for (const [colorScheme, warning] of [
      ['light', 'rgb(156, 74, 0)'],
      ['dark', 'rgb(255, 179, 92)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      assert.equal(await colorOf(page, '.sidebar', 'backgroundColor'), 'rgb(11, 31, 58)')
      assert.equal(await colorOf(page, '.lead-state.new', 'color'), warning)
    }
    await page.context().close()
  }
  assert.deepEqual(faults, [])
})

/** A fire, a lawn, a plum, ink, two seas, and what is shipped. */
const companies = ['#c8102e', '#0a6b3d', '#4a1d7a', '#000000', '#0b3d91', '#1565c0', '#ff6a13']

/** Text, large text and marks on what is dark in both schemes that have less contrast than 4.5, 3 and 3 to the ground behind them. */
const faintOnBands = (page: Page): Promise<{ faint: string[]; measured: number }> =>
  page.evaluate(() => {
    const bands = '.section.night, .hero, .banner, .rebate, .scenario-carousel, .site-footer'
    type Rgb = readonly number[]
    const rgba = (color: string): Rgb => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (rgb: Rgb): number => {
      const linear = rgb.slice(0, 3).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
    }
    const contrast = (one: Rgb, other: Rgb): number => {
      const both = [luminance(one), luminance(other)]
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
    }
    const groundOf = (element: Element | null): Rgb => {
      for (let at = element; at; at = at.parentElement) {
        const ground = rgba(getComputedStyle(at).backgroundColor)
        if (ground.length === 3) return ground
      }
      return [255, 255, 255]
    }
    const faint: string[] = []
    let measured = 0
    const check = (name: string, color: Rgb, ground: Rgb, least = 3): void => {
      measured++
      const found = contrast(color, ground)
      if (found < least) faint.push(`${name} ${found.toFixed(2)}`)
    }
    for (const band of document.querySelectorAll(bands))
      for (const element of band.querySelectorAll<HTMLElement>('*')) {
        if (!element.checkVisibility() || element.closest('[data-tone], .visually-hidden, button, noscript')) continue
        const name = `${element.localName}.${element.className}`
        const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
        const ground = groundOf(element)
        const style = getComputedStyle(element)
        if (hasText) check(name, rgba(style.color), ground, parseFloat(style.fontSize) < 24 ? 4.5 : 3)
        for (const pseudo of ['::before', '::after']) {
          const mark = getComputedStyle(element, pseudo)
          const isMark = mark.content !== 'none' && parseFloat(mark.blockSize) === 3
          if (isMark) check(`${name}${pseudo}`, rgba(mark.backgroundColor), ground)
        }
        if (style.borderInlineStartWidth === '3px') check(`${name} border`, rgba(style.borderInlineStartColor), ground)
        if (style.borderBlockStartWidth === '3px') check(`${name} border`, rgba(style.borderBlockStartColor), ground)
      }
    return { faint, measured }
  })

browserTest(
  'the dark bands of the site have the hue of the company where it is calm, and everything on them can be read',
  async (t) => {
    const server = await ownServer(t)
    const headers = await server.signIn()
    const faults: string[] = []
    const bands = new Set<string>()
    for (const accent of companies) {
      await server.post('/v1/site/update', { look: { accent, corners: 'soft' } }, { headers })
      for (const phone of [false, true]) {
        const { page } = await visit(t, { server, phone, bypassCSP: true, reducedMotion: 'reduce' })
        for (const path of phone ? ['/mobile', '/dailijiameng'] : ['/', '/gywm', '/dljm', '/product']) {
          await page.goto(path)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            bands.add(`${accent} ${await colorOf(page, 'footer', 'backgroundColor')}`)
            const { faint, measured } = await faintOnBands(page)
            assert.ok(measured > 10, `${path} ${measured}`)
            const found = [...(await faintFaults(page)), ...faint]
            faults.push(...found.map((fault) => `${accent} ${colorScheme} ${path} ${fault}`))
          }
        }
        await page.context().close()
      }
    }
    assert.deepEqual(faults, [])
    // Fire and lawn keep navy, as what is shipped.
    assert.equal(
      new Set([...bands].map((band) => band.split(' ').slice(1).join())).size,
      companies.length - 2,
      [...bands].join(),
    )
  },
)
