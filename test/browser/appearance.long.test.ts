import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { siteGroupTitles } from '../../contract/siteGroupTitles.ts'
import { chromiumPath } from '../../scripts/chromium.ts'
import { newFolder, startServer } from '../server.ts'
import { png } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'
import { appearanceOf, differences } from './appearance.ts'
import { visit } from './browser.ts'
import { signIn } from './staff.ts'

// Compares this build with another one, for work on the style sheets: BASE=<a built checkout> node --import tsx --test
// test/browser/appearance.long.test.ts
const { BASE, ONLY = '' } = process.env
const skip =
  BASE === undefined
    ? 'BASE names no built checkout to compare with'
    : chromiumPath === undefined && 'no Chromium was found'

const windows = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]
/** Colours depend on no width: dark in two of them. */
const darkWidths = [1280, 390]

interface Case {
  path: string
  /** Opens a menu or a dialog. */
  open?(page: Page): Promise<void>
  title?: string
}

const product = 'zhgd-tower-crane'
const publicPages: readonly Case[] = [
  '/',
  '/product',
  `/productDet?productId=${product}`,
  '/xwdt',
  '/xwdtDet?newId=20250514-dealer-conference',
  '/dljm',
  '/gywm',
  '/mobile',
  '/zhuyingyewu',
  `/cpDeatail?productId=${product}`,
  '/dailijiameng',
  '/gongsijianjie',
  '/xiangmuanli',
  '/huanghejiangong',
  '/yingyongchangjing',
  '/map',
  '/demo',
  '/agreement',
  '/privacy',
  '/nowhere',
].map((path) => ({ path }))

const button = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.locator('dialog[open]').last().waitFor()
const menuItem = (name: string): Pick<Case, 'title' | 'open'> => ({
  title: name,
  async open(page) {
    await page
      .getByRole('button', { name: /admin|管理员/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name }).click()
    await dialog(page)
  },
})
const key = (keys: string, title: string): Pick<Case, 'title' | 'open'> => ({
  title,
  async open(page) {
    await page.keyboard.press(keys)
    await dialog(page)
  },
})

const screens: readonly Case[] = [
  { path: '/dashboard' },
  { path: '/dashboard', ...key('Control+k', 'palette') },
  { path: '/dashboard', ...key('?', 'keys') },
  { path: '/dashboard', ...menuItem('修改密码') },
  { path: '/dashboard', ...menuItem('扫码关注公众号') },
  {
    path: '/dashboard',
    title: 'system',
    async open(page) {
      await page.locator('.brand').click()
      await dialog(page)
    },
  },
  { path: '/dashboard', title: 'user menu', open: async (page) => page.locator('[aria-haspopup=menu]').last().click() },
  { path: '/AdminProduct' },
  { path: '/AdminProduct', title: 'columns', open: button(/列/) },
  { path: '/AdminProduct?coverName=nothing-has-this-name' },
  {
    path: '/AdminProduct?add=1',
    title: 'a new product, refused',
    async open(page) {
      await dialog(page)
      await page.locator('dialog[open] button[type=submit]').last().click()
    },
  },
  { path: `/AdminProduct?edit=${product}`, title: 'a product', open: dialog },
  {
    path: '/AdminProduct',
    title: 'a question',
    async open(page) {
      await page
        .getByRole('button', { name: /^删除：/ })
        .first()
        .click()
      await dialog(page)
    },
  },
  { path: '/AdminNews' },
  { path: '/AdminNews?edit=20250514-dealer-conference', title: 'an article', open: dialog },
  {
    path: '/AdminNews?edit=20250514-dealer-conference',
    title: 'its preview',
    async open(page) {
      await page.locator('dialog[open] .rich p').first().waitFor()
      await page.getByRole('button', { name: '预览' }).last().click()
      await page.locator('dialog[open] iframe').waitFor()
    },
  },
  { path: '/AdminCarousel' },
  { path: '/AdminCarousel?edit=robots', title: 'a photo', open: dialog },
  { path: '/AdminCase?edit=sdkaili', title: 'a case', open: dialog },
  { path: '/AdminPage' },
  {
    path: '/AdminNews?add=1',
    title: 'a new article with its fold',
    async open(page) {
      await dialog(page)
      await page
        .locator('.fields-fold summary', { hasText: '搜索与分享' })
        .evaluate((summary) => (summary as HTMLElement).click())
    },
  },
  { path: '/AdminCarousel?add=1', title: 'a new photo', open: dialog },
  { path: '/AdminPage?add=1', title: 'a new page', open: dialog },
  { path: '/AdminAgenttoJoin' },
  { path: '/AdminInquiry' },
  { path: '/AdminMedia' },
  {
    path: '/AdminMedia',
    title: 'a picture',
    async open(page) {
      await page.locator('[role=group][aria-label=素材列表] button').first().click()
      await page.locator('dialog[open] form').waitFor()
    },
  },
  {
    path: '/AdminCarousel?edit=robots',
    title: 'the picker',
    async open(page) {
      await page
        .getByRole('button', { name: /素材库/ })
        .last()
        .click()
      await page.locator('dialog[open] [role=group][aria-label=素材列表] button').first().waitFor()
    },
  },
  {
    path: '/AdminCarousel?edit=robots',
    title: 'the cropper',
    async open(page) {
      await page.locator('dialog[open]').getByRole('button', { name: '裁切' }).click()
      await page.locator('dialog[open] canvas').waitFor()
    },
  },
  {
    path: '/AdminAgenttoJoin',
    title: 'a lead',
    async open(page) {
      await page.getByRole('button', { name: '张三' }).first().click()
      await dialog(page)
    },
  },
  { path: '/AdminProduct?import=1', title: 'the import', open: dialog },
  { path: '/visits' },
  { path: '/accounts' },
  { path: '/account' },
  { path: '/log' },
  { path: '/operations' },
  { path: '/begin' },
  { path: '/check' },
  { path: '/profile' },
  ...Object.keys(siteGroupTitles).map((group) => ({ path: `/settings?group=${group}` })),
  {
    path: '/settings?group=home',
    title: 'every item open',
    async open(page) {
      await page.locator('.setting-fold, [aria-expanded=false]').first().waitFor()
      for (const fold of await page.locator('fieldset [aria-expanded=false]').all())
        await fold.click({ timeout: 2000 }).catch(() => {})
    },
  },
  {
    path: '/settings?group=home',
    title: 'a refused group',
    async open(page) {
      await page.locator('.settings-form input[type=text]').first().fill('')
      await page.locator('.settings-form textarea').first().fill('')
      await page.locator('.settings-form button[type=submit]').last().click()
    },
  },
]

interface Build {
  name: string
  context: BrowserContext
}

/** Two servers on copies of one folder, so that they show the same records. */
async function builds(t: TestContext): Promise<Build[]> {
  const first = newFolder(t)
  const env = { SEED: 'on', RATE_LIMIT: 'off' }
  const base = { program: join(BASE ?? '', 'dist', 'server.mjs'), env }
  const seeding = await startServer(t, { ...base, folder: first })
  for (const agentName of ['张三', '李四'])
    await seeding.post('/v1/agent/saveAgent', {
      agentName,
      agentInfo: '一家名字比较长的建筑工程有限公司',
      phone: '13800000000',
    })
  const headers = await seeding.signIn()
  await uploadPicture(seeding, headers, png(40, 30), { type: 'media', name: '没有用过的图片.png' })
  await seeding.stop()
  const second = newFolder(t)
  await cp(first, second, { recursive: true })
  const open = async (name: string, options: Parameters<typeof startServer>[1]): Promise<Build> => {
    const server = await startServer(t, { env, ...options })
    const { page } = await visit(t, { server, reducedMotion: 'reduce' })
    await page.close()
    return { name, context: page.context() }
  }
  return [await open('base', { ...base, folder: first }), await open('this build', { folder: second })]
}

/** Until nothing loads or moves any more. */
async function allDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    for (const each of document.getAnimations()) if (each.effect?.getTiming().iterations !== Infinity) each.finish()
    await new Promise((drawn) => requestAnimationFrame(drawn))
  })
}

/** Lists follow a new size of the window a little later, so what differs is looked at again. */
async function lastDifferences(pages: readonly Page[]): Promise<string[]> {
  let found: string[] = []
  for (let tries = 0; tries < 4; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 300))
    const [before, now] = await Promise.all(pages.map((page) => allDrawn(page).then(() => appearanceOf(page))))
    found = before && now ? differences(before, now) : ['there is nothing to compare']
    if (found.length === 0) break
  }
  return found
}

async function compare(t: TestContext, pair: readonly Build[], { path, title, open }: Case): Promise<void> {
  const name = title === undefined ? path : `${path}, ${title}`
  if (!new RegExp(ONLY).test(name)) return
  await t.test(name, async () => {
    const time = new Date()
    const pages = await Promise.all(pair.map(({ context }) => context.newPage()))
    try {
      for (const page of pages) {
        await page.clock.setFixedTime(time)
        await page.goto(path)
        await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
        await open?.(page)
        await allDrawn(page)
      }
      const found: string[] = []
      for (const size of windows) {
        for (const colorScheme of darkWidths.includes(size.width)
          ? (['light', 'dark'] as const)
          : (['light'] as const)) {
          await Promise.all(pages.map((page) => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })))
          await Promise.all(pages.map((page) => page.setViewportSize(size)))
          const lines = await lastDifferences(pages)
          found.push(...lines.map((line) => `${size.width} ${colorScheme} ${line}`))
        }
      }
      assert.deepEqual(found, [])
    } finally {
      await Promise.all(pages.map((page) => page.close()))
    }
  })
}

test('every page and screen looks as in the other build', { skip }, async (t) => {
  const pair = await builds(t)
  for (const each of publicPages) await compare(t, pair, each)
  await compare(t, pair, { path: '/login' })
  for (const { context } of pair) {
    const page = await context.newPage()
    await page.goto('/login')
    await signIn(page)
    await page.waitForURL('**/dashboard')
    await page.close()
  }
  for (const each of screens) await compare(t, pair, each)
})
