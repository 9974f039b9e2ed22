import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { png } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { drawn } from '../../browser/drawing.ts'
import { card, chooser, library, type Library, names, open } from '../../browser/library.ts'
import { sheets } from '../../browser/materials.ts'
import { question, save, staff, toast, menu } from '../../browser/staff.ts'
import { allLoaded } from '../../browser/waiting.ts'

browserTest('a focus is set by mouse and keys, and shown in crops', async (t) => {
  const { page, upload, complaints } = await library(t)
  await upload(await drawn(page, { width: 1200, height: 1200 }), '方图.png')
  await page.reload()
  const dialog = await open(page, '方图.png')
  const focus = dialog.getByRole('slider', { name: '焦点' })
  const reset = dialog.getByRole('button', { name: '恢复居中' })
  assert.equal(await focus.getAttribute('aria-valuetext'), '横向 50%，纵向 50%')
  assert.equal(await reset.getAttribute('aria-disabled'), 'true')

  const { width, height } = (await focus.boundingBox()) ?? { width: 0, height: 0 }
  await focus.click({ position: { x: width * 0.88, y: height * 0.71 } })
  assert.equal(await focus.getAttribute('aria-valuetext'), '横向 90%，纵向 70%')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focus.getAttribute('aria-valuetext'), '横向 100%，纵向 80%')
  const positions = (): Promise<string[]> =>
    dialog
      .locator('.media-focus li img')
      .evaluateAll((crops) => crops.map((crop) => getComputedStyle(crop).objectPosition))
  assert.deepEqual(await positions(), Array(4).fill('100% 80%'))
  await reset.click()
  assert.deepEqual(await positions(), Array(4).fill('50% 50%'))
  for (let n = 0; n < 5; n++) await focus.press('ArrowDown')
  assert.deepEqual(await seriousFaults(page), [])
  await save(dialog, '修改成功！')
  assert.equal(
    await (await open(page, '方图.png')).getByRole('slider').getAttribute('aria-valuetext'),
    '横向 50%，纵向 100%',
  )
  assert.deepEqual(complaints, [])
})

browserTest('a place in the settings is a link to its group', async (t) => {
  const { page, server, headers } = await library(t)
  const { data } = (await server.post('/v1/media/list', { word: '旧海报' }, { headers })).data
  assert.equal((await server.post('/v1/site/update', { introImage: data[0].address }, { headers })).code, 200)
  await page.reload()
  const dialog = await open(page, '旧海报.png')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: '网站设置' }).click()
  const settings = await opened
  await settings.getByRole('form', { name: '关于我们' }).waitFor()
})

browserTest('what is used is not deleted, and its places are named; the unused ones go together', async (t) => {
  const { page, upload } = await library(t)
  await upload(png(310, 200), '另一张.png')
  await page.reload()
  const dialog = await open(page, '塔吊现场.jpg')
  await dialog.getByRole('button', { name: '删除' }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/正在使用，不能删除：产品“塔吊监测”的/)
    .waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()

  assert.equal(await card(page, '塔吊现场.jpg').getByRole('checkbox').count(), 0)
  await page.getByLabel('选择本页未使用的素材').check()
  await page.getByRole('button', { name: '删除所选 (2)' }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await card(page, '旧海报.png').waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['塔吊现场.jpg'])
})

browserTest('files that are dropped on the library are uploaded', async (t) => {
  const { page } = await library(t)
  const bytes = (await drawn(page, { width: 1200, height: 800, ground: 'teal' })).toString('base64')
  await page.locator('.media-screen').evaluate((screen, base64) => {
    const transfer = new DataTransfer()
    transfer.items.add(
      new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], '拖入.jpg', {
        type: 'image/jpeg',
      }),
    )
    for (const type of ['dragover', 'drop']) {
      screen.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    }
  }, bytes)
  await card(page, '拖入.jpg').waitFor()
})

browserTest('what is typed about a picture survives a failed save and a reload', async (t) => {
  const { page } = await library(t)
  const dialog = await open(page, '旧海报.png')
  const alt = dialog.getByLabel('替代文字')
  await page.route('**/v1/media/update', (route) => route.abort())
  await alt.fill('塔机旁的安全帽')
  await dialog.getByRole('slider', { name: '焦点' }).press('ArrowRight')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByRole('alert').getByRole('button').count(), 0)
  assert.equal(await alt.inputValue(), '塔机旁的安全帽')

  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await open(page, '旧海报.png')
  await dialog.getByText(/发现没有保存的内容/).waitFor()
  await dialog.getByRole('button', { name: '恢复', exact: true }).click()
  assert.equal(await alt.inputValue(), '塔机旁的安全帽')
  assert.equal(await dialog.getByRole('slider', { name: '焦点' }).getAttribute('aria-valuenow'), '60')
})

/** A library with so many pictures that nothing uses. */
async function libraryOf(t: TestContext, count: number): Promise<Library> {
  const opened = await library(t)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  while (numbers.length > 0)
    await Promise.all(numbers.splice(0, 20).map((n) => opened.upload(png(n, 10), `编号${n}号.png`)))
  return opened
}

const shows = async (page: Page, cards: number): Promise<void> => {
  await page.waitForFunction((wanted) => document.querySelectorAll('.media-card').length === wanted, cards)
  await allLoaded(page)
}

/** What staff do with the library, each with the cards that it shows. */
const uses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async open(page) {
    await page.goto('/AdminMedia')
    await shows(page, 20)
  },
  async search(page) {
    await page.getByLabel('关键词').fill('编号24号')
    await page.getByRole('button', { name: '查询' }).click()
    await shows(page, 1)
  },
  async filter(page) {
    await page.getByLabel('关键词').fill('')
    await page.getByLabel('使用情况').selectOption('未使用')
    await page.getByRole('button', { name: '查询' }).click()
    await shows(page, 20)
  },
  async sort(page) {
    await page.getByLabel('排序').selectOption('使用处数 降序')
    await shows(page, 20)
  },
}

browserTest('500 pictures are opened, searched and filtered by the calls that 25 take', async (t) => {
  const calls: string[][] = []
  for (const count of [25, 500]) {
    const { page } = await libraryOf(t, count)
    const made: string[] = []
    page.on('request', (request) => void made.push(...(/\/v1\/media\/.*/.exec(request.url()) ?? [])))
    for (const [name, act] of Object.entries(uses)) {
      made.push(name)
      await act(page)
    }
    calls.push(made)
  }
  assert.deepEqual(calls[1], calls[0])
})

browserTest('a page of a hundred pictures loads those in sight, in their small variants', async (t) => {
  const { page } = await libraryOf(t, 120)
  await chooser(page).setInputFiles({
    name: '大图.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawn(page, { width: 1200, height: 800, ground: 'navy' }),
  })
  await card(page, '大图.jpg').waitFor()
  const requested = new Set<string>()
  page.on(
    'request',
    (request) => void (request.resourceType() === 'image' && requested.add(new URL(request.url()).pathname)),
  )
  await page.reload()
  await page.getByLabel('每页条数').selectOption('100')
  await shows(page, 100)
  await page.waitForLoadState('networkidle')
  const pictures = [...requested].filter((path) => path.startsWith('/uploads/'))
  assert.ok(pictures.length >= 20 && pictures.length < 100, `${pictures.length} pictures were requested`)
  assert.ok(
    pictures.some((path) => path.endsWith('.480w.webp')),
    'the small variant is requested',
  )
})

browserTest('on a phone, why a file was not saved is in view above the field that was typed into', async (t) => {
  const { page } = await library(t, { phone: true, viewport: { width: 320, height: 640 } })
  const dialog = await open(page, '塔吊现场.jpg')
  await dialog.getByLabel('替代文字').fill('工人在塔吊旁')
  await dialog
    .getByRole('link', { name: /产品：/ })
    .last()
    .scrollIntoViewIfNeeded()
  await page.route('**/v1/media/update', (route) => route.abort())
  await dialog.getByRole('button', { name: '保存' }).click()
  const message = await dialog.getByText(/网络连接失败/).boundingBox()
  const head = await dialog.locator('.modal-head').boundingBox()
  assert.ok(message && head && message.y >= head.y + head.height, JSON.stringify({ message, head }))
  assert.equal(await dialog.getByLabel('替代文字').inputValue(), '工人在塔吊旁')
})

browserTest('a picture field offers what is in the library, and what is uploaded there', async (t) => {
  const { page, upload, complaints } = await library(t)
  const address = await upload(await drawn(page, { width: 1200, height: 800, ground: 'navy' }), '航拍.jpg')
  await page.goto('/AdminCarousel?add=1')
  const form = page.getByRole('dialog', { name: '上传图片' })
  await form.getByRole('button', { name: '从素材库选择' }).click()
  const picker = page.getByRole('dialog', { name: '从素材库选择图片' })
  await picker.getByRole('button', { name: '旧海报.png' }).waitFor()
  await picker.locator('input[type=file]:enabled').setInputFiles({
    name: '新到.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawn(page, { width: 1200, height: 800, ground: 'olive' }),
  })
  await picker.getByRole('button', { name: '新到.jpg', exact: true }).waitFor()
  await picker.getByLabel('关键词').fill('航拍')
  await picker.getByLabel('关键词').press('Enter')
  await picker.getByRole('button', { name: '新到.jpg', exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(await seriousFaults(page), [])
  await picker.getByRole('button', { name: '航拍.jpg', exact: true }).click()
  await picker.waitFor({ state: 'detached' })
  assert.equal(await form.locator('.picture-thumbnail img').getAttribute('src'), address)
  await form.getByRole('button', { name: '从素材库选择' }).click()
  await picker.getByRole('button', { name: '旧海报.png' }).waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  assert.equal(await form.locator('.picture-thumbnail img').getAttribute('src'), address, 'Esc closes the library only')
  await form.getByLabel('标题').fill('航拍')
  await save(form, '添加成功！')
  assert.deepEqual(complaints, [])
})

browserTest('who replaces a picture of the program sees the new one, and nothing is wrong', async (t) => {
  const { page, complaints } = await staff(t, '/AdminMedia', { own: true })
  await chooser(page).setInputFiles({
    name: '航拍.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawn(page, { width: 1200, height: 800, ground: 'navy' }),
  })
  await card(page, '航拍.jpg').waitFor()
  const shown = (await names(page)).filter((name) => name !== '航拍.jpg' && !sheets.includes(name))
  const shipped = shown.find((name, index) => shown.indexOf(name) === index && shown.lastIndexOf(name) === index) ?? ''
  await (await open(page, shipped)).getByRole('button', { name: '替换' }).click()
  await page
    .getByRole('dialog', { name: '从素材库选择图片' })
    .getByRole('button', { name: '航拍.jpg', exact: true })
    .click()
  await page.getByRole('dialog', { name: '替换', exact: true }).getByRole('button', { name: '全部替换' }).click()
  await page.getByText(/^已在 \d+ 处替换$/).waitFor()
  const dialog = page.getByRole('dialog', { name: '图片详情' })
  await eventually(async () => (await dialog.getByLabel('名称').inputValue()) === '航拍.jpg', 'the new one is shown')
  assert.equal(await dialog.getByRole('alert').count(), 0)
  assert.deepEqual(complaints, [])
})

browserTest('staff find a picture, see where it is used, and give it a name and an alternative text', async (t) => {
  const { page, complaints } = await library(t)
  await menu(page).getByRole('link', { name: '素材库' }).waitFor()
  await card(page, '旧海报.png').getByText('未使用').waitFor()
  await card(page, '塔吊现场.jpg').getByText('2 处使用').waitFor()

  await page.getByLabel('关键词').fill('塔吊')
  await page.getByRole('button', { name: '查询' }).click()
  await card(page, '旧海报.png').waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['塔吊现场.jpg'])
  const dialog = await open(page, '塔吊现场.jpg')
  await dialog.getByText(/640×480/).waitFor()
  assert.equal(await dialog.getByRole('link', { name: '产品：塔吊监测' }).count(), 2)
  await dialog.getByLabel('名称').fill('塔吊安装现场')
  await dialog.getByLabel('替代文字').fill('工人在塔吊旁检查传感器')
  await page.keyboard.press('Control+s')
  await toast(page, '修改成功！')
  await card(page, '塔吊安装现场').waitFor()
  const again = await open(page, '塔吊安装现场')
  assert.equal(await again.getByLabel('替代文字').inputValue(), '工人在塔吊旁检查传感器')
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
})
