import { writeFileSync } from 'node:fs'
import { launchChromium } from './chromium.ts'
import { encodePicture } from './encodePicture.ts'
import { hashOfShown, isPhonePicture, readmePages } from './readmePages.ts'

/**
 * `node --import tsx scripts/readmePictures.ts http://localhost:3000` takes the pictures of the README from a site that has just been
 * started with the starter content, and notes what they show in docs/screens/shown.json.
 */
const [site = 'http://localhost:3000'] = process.argv.slice(2)
const screens = new URL('../docs/screens/', import.meta.url)
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const browser = await launchChromium()
try {
  const encoder = await browser.newPage()
  const shown: Record<string, string> = {}
  for (const [name, path] of Object.entries(readmePages)) {
    const isPhone = isPhonePicture(name)
    const context = await browser.newContext({
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1920, height: 1080 },
      reducedMotion: 'reduce',
      bypassCSP: true,
      ...(isPhone && { userAgent: phone }),
    })
    const page = await context.newPage()
    const response = await page.goto(site + path, { waitUntil: 'networkidle' })
    if (!response?.ok()) throw new Error(`${path}: ${response?.status()}`)
    shown[name] = hashOfShown(await response.text())
    // No scroll bar is drawn, so that its place would be empty.
    const original = await page.screenshot({ style: 'html { scrollbar-gutter: auto !important }' })
    const recipe = { widths: [], quality: 0.8, maxWidth: 1920, maxBytes: Number.POSITIVE_INFINITY, background: '#fff' }
    const { variants } = await encodePicture(encoder, original, recipe)
    const [picture] = variants
    if (picture) writeFileSync(new URL(`${name}.webp`, screens), picture.bytes)
    await context.close()
  }
  writeFileSync(new URL('shown.json', screens), `${JSON.stringify(shown, null, 2)}\n`)
} finally {
  await browser.close()
}
