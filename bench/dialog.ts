import type { Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../scripts/chromium.ts'
import { folderWith } from './folders.ts'
import { printAim, printRatio, under } from './print.ts'
import { type Program, startOurs } from './programs.ts'
import { products } from './records.ts'
import { alternate, median } from './rounds.ts'

const [rounds, openings] = [5, 7]
const rows = 100

/** What the list behind a dialog costs its opening: the same dialog over a page of 100 rows and over an empty list. */
export async function dialog(): Promise<void> {
  if (chromiumPath === undefined) return console.log('  Chromium is not installed: no dialog is opened')
  const [full, empty] = await Promise.all([startOurs(folderWith('product', products(rows))), startOurs(folderWith('product', []))])
  const browser = await launchChromium()
  const opened = async ({ port }: Program): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: `http://127.0.0.1:${port}` })).newPage()
    await page.goto('/login?redirect=/AdminProduct')
    await page.getByLabel('登录账号').fill('admin')
    await page.getByLabel('登录密码', { exact: true }).fill('secret-of-bench')
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await page.getByRole('button', { name: '立即登录' }).click()
    await page.getByText(/^共 \d+ 条$/).waitFor()
    await page.getByLabel('每页条数').selectOption('100')
    return page
  }
  const over = { rows: await opened(full), nothing: await opened(empty) }
  await over.rows.locator('tbody tr').nth(rows - 1).waitFor()
  for (const page of Object.values(over)) await openingMs(page)

  console.log(`dialog: 新增 of products over ${rows} rows and over none: script, styles and layout in processor time, medians of ${openings} openings`)
  const samples = await alternate(rounds, { rows: () => openingMs(over.rows), nothing: () => openingMs(over.nothing) })
  printRatio('opening a dialog', ['over 100 rows', samples.rows], ['over none', samples.nothing], ' ms')
  printAim('what the rows cost it', Math.max(0, median(samples.rows) - median(samples.nothing)), ' ms', under(16))
  await browser.close()
  await Promise.all([full.stop(), empty.stop()])
}

/** Until the click's styles and layout are done. */
async function openingMs(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spentMs = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.filter(({ name }) => measured.includes(name)).reduce((sum, { value }) => sum + value * 1000, 0)
  }
  const times: number[] = []
  for (let n = 0; n < openings; n++) {
    const before = await spentMs()
    await page.evaluate(async () => {
      document.querySelector<HTMLButtonElement>('.search-bar .button.primary')?.click()
      // React renders what a click changes before its microtask ends.
      await Promise.resolve()
      if (!document.querySelector('dialog[open]')) throw new Error('the dialog is not open after the click')
      document.body.getBoundingClientRect()
    })
    times.push((await spentMs()) - before)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  await cdp.detach()
  return median(times)
}

const measured = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']
