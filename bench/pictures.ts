import type { Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../scripts/chromium.ts'
import { newFolder } from './folders.ts'
import { atMost, printAim } from './print.ts'
import { startOurs } from './programs.ts'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1' }
const desktop = { viewport: { width: 1920, height: 1080 } }

/** The bytes of pictures on the heaviest pages, for a first visit. */
export async function pictures(): Promise<void> {
  if (chromiumPath === undefined) return console.log('  Chromium is not installed: the pictures are not weighed')
  const ours = await startOurs(newFolder(), { SEED: 'on' })
  const browser = await launchChromium()
  const weigh = async (device: typeof phone | typeof desktop, path: string, look: (page: Page) => Promise<void>): Promise<number> => {
    const context = await browser.newContext({ ...device, baseURL: `http://127.0.0.1:${ours.port}` })
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'image') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await look(page)
    await page.waitForLoadState('networkidle')
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await context.close()
    return total / 1024
  }
  printAim('pictures of the phone home before scrolling', await weigh(phone, '/mobile', async () => {}), ' KB', atMost(300))
  printAim('pictures of the desktop home, scrolled to its end', await weigh(desktop, '/', scrollThrough), ' KB', atMost(700))
  await browser.close()
  await ours.stop()
}

async function scrollThrough(page: Page): Promise<void> {
  const end = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < end; y += 500) {
    await page.evaluate((to) => scrollTo(0, to), y)
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(500)
}
