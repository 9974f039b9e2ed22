import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../scripts/chromium.ts'
import { newFolder } from './folders.ts'
import { atMost, printAim, printRatio } from './print.ts'
import { type Program, startOurs } from './programs.ts'
import { alternate, median } from './rounds.ts'

const [rounds, keys] = [5, 30]
const sizes = [1_000, 20_000, 100_000]
const window = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN' }
/** Frames are drawn as soon as they are ready: waiting for the screen's refresh says nothing about the work. */
const unthrottled = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

declare global {
  interface Window {
    keyTimes: number[]
  }
}

/** How long a key keeps the page busy, in the form of a news article and, beside it, in a bare contenteditable with the same text. */
export async function typing(): Promise<void> {
  if (chromiumPath === undefined) return console.log('  Chromium is not installed: typing is not measured')
  console.log(
    `typing: from keydown to the end of the next frame's work, ${rounds} rounds of ${keys} keys in the middle of the text, one after the other`,
  )
  const ours = await startOurs(newFolder())
  const browser = await launchChromium(unthrottled)
  const context = await signedIn(browser, ours)
  for (const characters of sizes) {
    const html = article(characters)
    const form = await openForm(context, characters, html)
    const bare = await openBare(browser, html)
    const many = `${characters.toLocaleString('en-US')} characters`
    for (const [what, key] of [['a letter', 'a'], ['Enter', 'Enter'], ['Backspace', 'Backspace']] as const) {
      const all: number[] = []
      const press = (page: Page) => async (): Promise<number> => {
        const times = await pressed(page, key)
        if (page === form) all.push(...times)
        return median(times)
      }
      // The first keys compile the code.
      await pressed(form, key)
      await pressed(bare, key)
      const samples = await alternate(rounds, { ours: press(form), bare: press(bare) })
      printRatio(`${what}, ${many}, ÷ bare contenteditable`, ['ours', samples.ours], ['bare', samples.bare], ' ms')
      printAim(`${what}, ${many}, median`, median(all), ' ms', atMost(16))
      printAim(`${what}, ${many}, 95th percentile`, percentile(all, 0.95), ' ms')
    }
    await form.close()
    await bare.close()
  }
  await browser.close()
  await ours.stop()
}

const sentence = '塔机安全监测系统实时采集起重量、力矩、幅度、高度与回转角度，超限自动报警，数据上传云平台，断网续传。'

const short = sentence.slice(0, 20)
const blocks = [
  `<h2>${short}</h2>`,
  `<p>${sentence}<strong>${short}</strong>${sentence}</p>`,
  `<p>${sentence}</p>`,
  `<p>${short}</p>`,
  `<ul><li>${short}</li><li>${short}</li><li>${short}</li></ul>`,
  `<p>${sentence}${short}</p>`,
]

/** Like real articles: some 60 characters in a block. */
function article(characters: number): string {
  let html = ''
  for (let count = 0, index = 0; count < characters; index++) {
    const block = blocks[index % blocks.length] ?? ''
    html += block
    count += block.replace(/<[^>]*>/g, '').length
  }
  return html
}

async function signedIn(browser: Browser, { port }: Program): Promise<BrowserContext> {
  const context = await browser.newContext({ ...window, baseURL: `http://127.0.0.1:${port}` })
  await context.addInitScript(watchKeys)
  const answer = await context.request.post('/v1/indexLogin/loginAuth', { data: { username: 'admin', password: 'secret-of-bench' } })
  if (!answer.ok()) throw new Error('the bench could not sign in')
  return context
}

async function openForm(context: BrowserContext, characters: number, newInfo: string): Promise<Page> {
  const newTitle = `${characters}字的新闻`
  await context.request.post('/v1/news/saveNews', { data: { newTitle, newInfo } })
  const page = await context.newPage()
  await page.goto('/AdminNews')
  await page.getByRole('button', { name: `编辑：${newTitle}` }).click()
  await page.locator('[contenteditable=true] > p').first().waitFor()
  await putCaret(page)
  return page
}

async function openBare(browser: Browser, html: string): Promise<Page> {
  const page = await browser.newPage(window)
  await page.setContent(`<!doctype html><meta charset="utf-8"><title>bare</title><div contenteditable="true">${html}</div>`)
  await page.evaluate(watchKeys)
  await putCaret(page)
  return page
}

/**
 * Puts the caret into the middle paragraph, and the pointer there too: after each change the browser looks for what is below the pointer.
 */
async function putCaret(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paper = document.querySelector<HTMLElement>('[contenteditable=true]')
    const line = paper?.querySelectorAll(':scope > p')
    const text = line?.[line.length >> 1]?.lastChild
    if (!paper || !text) throw new Error('there is no text')
    paper.focus()
    getSelection()?.collapse(text, 10)
    text.parentElement?.scrollIntoView({ block: 'center' })
  })
  await page.mouse.move(window.viewport.width / 2, window.viewport.height / 2)
}

/**
 * Runs in the page: the message is handled once the frame that shows the change has been laid out and painted. The frame is requested by
 * the input event, since another frame may come between the keydown and its input.
 */
function watchKeys(): void {
  const { port1, port2 } = new MessageChannel()
  let keydownAt = 0
  globalThis.window.keyTimes = []
  port1.onmessage = ({ data }: MessageEvent<number>) => globalThis.window.keyTimes.push(performance.now() - data)
  addEventListener('keydown', () => void (keydownAt = performance.now()), true)
  addEventListener('beforeinput', () => void requestAnimationFrame(() => port2.postMessage(keydownAt)), true)
}

async function pressed(page: Page, key: string): Promise<number[]> {
  await page.bringToFront()
  await page.evaluate(() => void (globalThis.window.keyTimes = []))
  for (let count = 1; count <= keys; count++) {
    await page.keyboard.press(key)
    await page.waitForFunction((done) => globalThis.window.keyTimes.length >= done, count, { polling: 5 })
  }
  return page.evaluate(() => globalThis.window.keyTimes)
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN
