import assert from 'node:assert/strict'
import type { FrameLocator, Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { allSaved, follow, staff } from '../../browser/staff.ts'

const settings = (group: string): string => `/settings?group=${group}`
const preview = (page: Page): FrameLocator => page.frameLocator('.settings-preview:visible iframe')
const sloganOn = (page: Page) => preview(page).locator('.hero h1 span').first()
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const shownPage = (page: Page): Promise<string> =>
  page.getByRole('combobox', { name: '预览的页面' }).evaluate((select) => (select as HTMLSelectElement).value)

/** The page is there, and a click on it is followed. */
async function isReady(page: Page): Promise<void> {
  await page.locator('.preview-texts:visible').waitFor()
}
/** The same of the home page, whatever was there before. */
const isHomeReady = (page: Page) =>
  preview(page).locator('html:has(.hero) > [data-frame=edited]').waitFor({ state: 'attached' })

/** The field has the focus, and is in sight. */
async function isOpen(page: Page, path: string): Promise<void> {
  await eventually(
    () =>
      page.evaluate(
        (wanted) => document.activeElement?.closest('[data-path]')?.getAttribute('data-path') === wanted,
        path,
      ),
    `${path} has the focus`,
  )
  await eventually(
    () =>
      page.evaluate(() => {
        const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 }
        return top > 0 && bottom < innerHeight
      }),
    `${path} is in sight`,
  )
}

/** The frame over the page is around this text. */
async function isFramed(page: Page, words: string): Promise<void> {
  const shown = preview(page)
  await eventually(async () => {
    const frame = await shown.locator('[data-frame=edited]').boundingBox()
    const text = await shown.getByText(words).first().boundingBox()
    return (
      frame !== null &&
      text !== null &&
      frame.y <= text.y + 1 &&
      frame.y + frame.height >= text.y + text.height / 2 &&
      frame.x <= text.x + 1
    )
  }, `${words} is framed`)
}

browserTest(
  'a click on a text of the page opens its field, whatever group it is in, and keeps what is unsaved',
  async (t) => {
    const { page, server } = await staff(t, settings('home'), { own: true })
    const home = form(page, '首页')
    const words = '一家做消防设备的公司，二十年只做一件事，产品用在全国三百多座厂房里。'
    await isReady(page)
    const lead = home.getByRole('textbox', { name: '口号下的一句话' })
    await lead.fill(words)
    await preview(page).getByText(words).waitFor()

    await sloganOn(page).click()
    await isOpen(page, 'slogan')
    await isFramed(page, '让工地看得见')
    assert.equal(await shownPage(page), '/', 'the page stays')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('火情早知道')
    await preview(page).getByText('火情早知道').first().waitFor()
    // What is unsaved in another group is still seen.
    await preview(page).getByText(words).waitFor()
    const foot = page.locator('.preview-foot')
    await foot.getByRole('button', { name: '首页' }).waitFor()
    await foot.getByRole('button', { name: '基本信息' }).waitFor()
    assert.deepEqual(await seriousFaults(page), [])

    await preview(page).getByText(words).click()
    await isOpen(page, 'homeTexts.hero')
    assert.equal(await lead.inputValue(), words)
    // It stops where something is wrong.
    await lead.fill('')
    await foot.getByRole('button', { name: '全部保存' }).click()
    await home
      .getByText(/请填写/)
      .first()
      .waitFor()
    await lead.fill(words)
    await page.getByRole('navigation', { name: '设置分组' }).getByRole('link', { name: '基本信息' }).click()
    await page.getByRole('textbox', { name: '口号', exact: true }).fill('火情早一分钟知道')
    await foot.getByRole('button', { name: '全部保存' }).click()
    await foot.getByText('和网站上现在的一样').waitFor()
    await allSaved(page, '基本信息')
    const { slogan, homeTexts } = (await server.post('/v1/site/detail')).data
    assert.deepEqual([slogan, homeTexts.hero], ['火情早一分钟知道', words])
    assert.equal(await page.getByText('合并').count(), 0, 'nobody else has changed anything')
  },
)

browserTest('the page beside the settings leads to their fields', async (t) => {
  const { page } = await staff(t, settings('basics'))
  const pages = page.getByRole('combobox', { name: '预览的页面' })

  await t.test(
    'a picture, an item of a list, a section and a text with numbers in it lead to their fields',
    async () => {
      await isReady(page)
      await pages.selectOption('首页')
      const shown = preview(page)
      const picture = shown.locator('.showroom figure img').first()
      await isHomeReady(page)
      await picture.click()
      await isOpen(page, 'showroom.0.image')

      // A number is in no text: its item is framed.
      await shown.locator('.key-figures, .figures').getByText('创新积淀').click()
      await isOpen(page, 'figures.0.label')
      // The ground of a section, left of its words.
      await shown
        .locator('.technique')
        .first()
        .click({ position: { x: 4, y: 4 } })
      await isOpen(page, 'supportTexts.technique.name')
      // Behind the words of the hero, where no word is.
      await shown.locator('.hero').click({ position: { x: 300, y: 20 } })
      await isOpen(page, 'banners.home.image')

      // The header has it, too; what is framed is the one that was clicked.
      const telephone = shown.locator('footer a[href^="tel:"]').first()
      await telephone.click()
      await isOpen(page, 'hotline')
      await eventually(async () => {
        const frame = await shown.locator('[data-frame=edited]').boundingBox()
        const link = await telephone.boundingBox()
        return frame !== null && link !== null && Math.abs(frame.y - link.y) < 12
      }, 'it is framed where it was clicked')

      await pages.selectOption('代理加盟')
      const rebate = shown.locator('b', { hasText: '%' }).first()
      await rebate.waitFor()
      await rebate.click()
      await eventually(
        () => page.evaluate(() => document.activeElement?.getAttribute('name')?.startsWith('agentTexts.') ?? false),
        'the text around a number',
      )
    },
  )

  await t.test('what a click would open is shown before, and by keyboard there is a list of the texts', async () => {
    await follow(page, settings('home'))
    await pages.selectOption('首页')
    await isHomeReady(page)
    const pointed = preview(page).locator('[data-frame=pointed]')
    await sloganOn(page).hover()
    await page.getByText('点一下修改：基本信息 · 口号').waitFor()
    await pointed.waitFor()

    const list = page.locator('.preview-texts')
    await list.locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await eventually(() => pointed.isVisible(), 'the place of what has the focus is shown')
    const entry = list.getByRole('button', { name: /服务热线/ }).first()
    await entry.focus()
    await page.keyboard.press('Enter')
    await isOpen(page, 'hotline')
    assert.deepEqual(await seriousFaults(page), [])
  })

  await t.test('a group opens at its top, and the address of a field at the field, folded or not', async () => {
    await follow(page, settings('basics'))
    const view = page.locator('.view').last()
    const scrolled = (): Promise<number> => view.evaluate(({ scrollTop }) => scrollTop)
    await form(page, '基本信息').and(page.locator('[aria-busy=false]')).waitFor()
    await view.evaluate((element) => element.scrollTo(0, 900))
    await page.getByRole('navigation', { name: '设置分组' }).getByRole('link', { name: '客户咨询' }).click()
    await form(page, '客户咨询').waitFor()
    await eventually(async () => (await scrolled()) === 0, 'it is at its top')

    for (const [group, path] of [
      ['search', 'titlePattern'],
      ['scenarios', 'scenarios.2.name'],
      ['basics', 'map.credit'],
      ['legal', 'privacy.lead'],
      ['basics', 'slogan'],
    ] as const) {
      await follow(page, `${settings(group)}&field=${path}`)
      await isOpen(page, path)
    }
  })

  await t.test('a page that cannot be drawn is not the one before it under its own name', async () => {
    await follow(page, settings('home'))
    await isReady(page)
    let isBroken = true
    await page.route('**/v1/site/preview', async (route) => {
      const isAbout = route.request().postDataJSON().path === '/gywm'
      if (!isAbout || !isBroken) return route.continue()
      await route.fulfill({
        status: 500,
        json: { code: 500, msg: '服务器出错了，请稍后重试（编号：1234）', data: null },
      })
    })
    await pages.selectOption('关于我们')
    const shown = page.locator('.settings-preview:visible')
    await shown.getByText('服务器出错了，请稍后重试（编号：1234）').first().waitFor()
    await shown.locator('iframe').waitFor({ state: 'detached' })
    assert.equal(await shown.locator('.preview-texts').count(), 0)
    isBroken = false
    await shown.getByRole('button', { name: '重试' }).click()
    await preview(page).locator('main').getByText('关于我们').first().waitFor()
    assert.equal(await shownPage(page), '/gywm')
  })

  await t.test('Ctrl+K finds a field by the word of a beginner, and opens it', async () => {
    await follow(page, '/dashboard')
    for (const [word, path] of [
      ['颜色', 'look.accent'],
      ['电话', 'hotline'],
      ['logo', 'logo.light'],
      ['朋友圈', 'shareImage'],
    ] as const) {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索或跳转' })
      await palette.getByRole('combobox').fill(word)
      await palette.getByRole('group', { name: '设置' }).getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await isOpen(page, path)
    }
  })

  await t.test('a record offers its form, an entry of the menu its row and its page', async () => {
    await follow(page, settings('home'))
    await pages.selectOption('首页')
    await isHomeReady(page)
    const foot = page.locator('.preview-foot')
    for (const [link, screen] of [
      ['/productDet', '/AdminProduct'],
      ['/xwdtDet', '/AdminNews'],
      ['/huanghejiangong', '/AdminCase'],
    ] as const) {
      await preview(page).locator(`a[href^="${link}"]`).first().click()
      const edit = foot.getByRole('link', { name: '编辑' })
      await eventually(async () => ((await edit.getAttribute('href')) ?? '').startsWith(`${screen}?edit=`), screen)
      await eventually(() => edit.evaluate((element) => element === document.activeElement), 'it has the focus')
    }
    await preview(page).locator('header nav').getByText('新闻动态').first().click()
    await eventually(
      () => page.evaluate(() => /^menus\.\d+\.name$/.test(document.activeElement?.getAttribute('name') ?? '')),
      'the row of the menu',
    )
    await foot.getByRole('button', { name: '看这一页：新闻动态' }).click()
    assert.equal(await shownPage(page), '/xwdt')

    await preview(page).locator('a[href^="/xwdtDet"]').first().click()
    await foot.getByRole('link', { name: '编辑' }).press('Enter')
    await page.getByRole('dialog', { name: '编辑新闻' }).waitFor()
  })
})

browserTest('on a phone the field opens over the page, and what is typed is seen on it and saved', async (t) => {
  const { page, server } = await staff(t, settings('home'), {
    own: true,
    phone: true,
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: '预览' }).click()
  const over = page.getByRole('dialog', { name: '预览' })
  await isReady(page)
  await preview(page).locator('h1').first().tap()
  const sheet = page.getByRole('dialog', { name: '口号' })
  const field = sheet.getByRole('textbox', { name: '口号' })
  await eventually(() => field.evaluate((element) => element === document.activeElement), 'it has the focus')
  await field.fill('火情早知道')
  await preview(page).getByText('火情早知道').first().waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await sheet.getByRole('button', { name: '完成' }).click()
  await over.getByText('预览包含还没有保存的修改').waitFor()
  await preview(page).getByText('火情早知道').first().tap()
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.waitFor({ state: 'detached' })
  await eventually(async () => (await server.post('/v1/site/detail')).data.slogan === '火情早知道', 'it is saved')
  await over.waitFor()

  // A long text is edited in the form.
  await over.getByRole('combobox', { name: '预览的页面' }).selectOption('隐私说明')
  const paragraph = preview(page).locator('.rich p').first()
  await paragraph.waitFor()
  await isReady(page)
  await paragraph.tap()
  await over.waitFor({ state: 'detached' })
  await form(page, '备案与协议').waitFor()
})
