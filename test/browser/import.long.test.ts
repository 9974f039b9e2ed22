import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { workbook } from '../admin/sheets.ts'
import { eventually } from '../eventually.ts'
import type { TestServer } from '../server.ts'
import { pdf } from '../uploads/documents.ts'
import { png } from '../uploads/pictures.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { drawn } from './drawing.ts'
import { staff, toast } from './staff.ts'

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const heads = ['产品名称', '型号', '分类', '简介', '详细介绍', '功率']
const sheet = (count: number, intro = '扬程40米'): ChosenFile => ({
  name: '产品.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbook([
    heads,
    ...Array.from({ length: count }, (_, n) => [
      `消防泵${n + 1}`,
      `HL-${100 + n}`,
      '消防泵',
      intro,
      '第一段\n第二段',
      `${n + 1}kW`,
    ]),
  ]),
})
const picture = (name: string): ChosenFile => ({ name, mimeType: 'image/png', buffer: png(320, 240) })

async function choose(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByLabel('选择表格').setInputFiles([...files])
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
}
const summary = (page: Page): Promise<string> => page.locator('.import [role=status]').first().innerText()
const button = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name })
const imported = (page: Page): Promise<void> => page.getByText(/份产品存成了草稿/).waitFor()
const close = (page: Page, name: RegExp): Promise<void> => button(page, name).click()

async function all(server: TestServer, headers: Record<string, string>) {
  const { data } = await server.post('/v1/product/list', { limit: 999, show: 'all' }, { headers })
  return (data.data as { productId: string; coverName: string; state: string }[]).filter(({ coverName }) =>
    coverName.startsWith('消防泵'),
  )
}

browserTest(
  'a sheet with pictures becomes drafts, which are taken back, made again, published, and changed by the next sheet',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct', { own: true })
    const headers = await server.signIn()
    const files = [
      sheet(6),
      ...Array.from({ length: 6 }, (_, n) => picture(`HL-${100 + n}.png`)),
      picture('HL-100-2.png'),
      { name: 'HL-101.pdf', mimeType: 'application/pdf', buffer: pdf() },
      picture('别的.png'),
    ]
    await choose(page, files)
    assert.equal(await summary(page), '共6行，选中6行：新增6')
    const missing = page.getByLabel('“消防泵”放进哪个分类')
    assert.equal(await missing.locator('option:checked').innerText(), '新建分类“消防泵”')
    await missing.selectOption({ label: '放进建筑机器人' })
    assert.match(await page.getByRole('list', { name: '要导入的内容' }).innerText(), /建筑机器人/)
    await missing.selectOption('消防泵')
    assert.match(await page.locator('.import-files').innerText(), /8个文件配上了，1个没有用上：别的\.png/)
    assert.equal((await all(server, headers)).length, 0, 'nothing is saved before it was looked at')
    assert.deepEqual(await seriousFaults(page), [])

    await button(page, /^存为6份草稿$/).click()
    await imported(page)
    assert.deepEqual(new Set((await all(server, headers)).map(({ state }) => state)), new Set(['draft']))
    await close(page, /撤销这次导入/)
    await toast(page, '已撤销这次导入')
    assert.equal((await all(server, headers)).length, 0)

    await button(page, /^存为6份草稿$/).click()
    await imported(page)
    await button(page, /^全部发布/).click()
    await toast(page, '已发布 6 条')
    const published = await all(server, headers)
    assert.deepEqual(
      published.map(({ coverName, state }) => [coverName, state]).sort(),
      Array.from({ length: 6 }, (_, n) => [`消防泵${n + 1}`, 'published']),
    )
    const ids = new Map(published.map(({ coverName, productId }) => [coverName, productId]))
    const detail = async (name: string) =>
      (await server.post('/v1/product/detailProduct', { productId: ids.get(name) })).data
    const first = await detail('消防泵1')
    assert.deepEqual([first.pictures.length, first.productCon], [1, '<p>第一段</p><p>第二段</p>'])
    assert.deepEqual(
      first.specs.map(({ term, value }: { term: string; value: string }) => [term, value]),
      [['功率', '1kW']],
    )
    assert.deepEqual(first.models, [{ model: 'HL-100', note: '' }])
    assert.equal((await detail('消防泵2')).documents[0].name, 'HL-101')
    const site = (await server.post('/v1/site/detail', {})).data
    assert.equal(site.groups.find(({ name }: { name: string }) => name === '消防泵').id, first.locationId)
    await close(page, /^完成$/)

    await choose(page, files)
    assert.equal(await summary(page), '共6行，选中0行；没有变化6')
    await page.keyboard.press('Escape')
    await choose(page, [sheet(7, '扬程60米')])
    assert.equal(await summary(page), '共7行，选中7行：修改6，新增1')
    await button(page, /^存为7份草稿$/).click()
    await imported(page)
    assert.equal((await all(server, headers)).length, 7, 'nothing is doubled')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程40米', 'and visitors see it once it is published')
    await button(page, /^全部发布/).click()
    await toast(page, '已发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程60米')

    await close(page, /^撤销发布$/)
    await toast(page, '已撤销发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程40米')
    const states = new Map((await all(server, headers)).map(({ coverName, state }) => [coverName, state]))
    assert.deepEqual([states.size, states.get('消防泵1'), states.get('消防泵7')], [7, 'published', 'draft'])
    await button(page, /^全部发布（7）$/).click()
    await toast(page, '已发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程60米')
  },
)

browserTest('a page that is closed in the middle, and a line that breaks, lose and double nothing', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct', { own: true })
  const headers = await server.signIn()
  let saves = 0
  await page.route('**/v1/draft/save', async (route) => {
    saves++
    if (saves <= 3) return route.continue()
    // The server has saved it, and the reply is lost.
    if (saves === 4) {
      await route.fetch()
      return route.abort()
    }
    await new Promise(() => {})
  })
  await choose(page, [sheet(10)])
  await button(page, /^存为10份草稿$/).click()
  await eventually(() => saves >= 5, 'the fifth is on its way')
  const context = page.context()
  const again = await context.newPage()
  await page.close({ runBeforeUnload: false })

  await again.goto('/AdminProduct')
  await choose(again, [sheet(10)])
  // The fifth may have arrived when the page was closed.
  assert.match(await summary(again), /^共10行，选中[56]行：新增[56]；没有变化[45]$/)
  let sent = 0
  await again.route('**/v1/draft/save', (route) => (++sent > 1 ? route.abort() : route.continue()))
  await button(again, /^存为\d份草稿$/).click()
  await again.getByText('网络断开了，连上以后会自动继续，不用重新开始。').waitFor()
  await again.unrouteAll()
  await imported(again)
  assert.equal(await again.getByText(/没有成功的/).count(), 0)
  const names = (await all(server, headers)).map(({ coverName }) => coverName)
  assert.deepEqual(names.length, 10)
  assert.equal(new Set(names).size, 10)

  // Each change arrives, and the reply to it is lost.
  await close(again, /先留作草稿/)
  await choose(again, [sheet(3, '扬程60米')])
  const lost = new Set<string>()
  await again.route('**/v1/draft/save', async (route) => {
    const call = `${route.request().url()} ${JSON.parse(route.request().postData() ?? '{}').id}`
    const reply = await route.fetch()
    if (lost.has(call)) return route.fulfill({ response: reply })
    lost.add(call)
    return route.abort()
  })
  await button(again, /^存为3份草稿$/).click()
  await imported(again)
  await button(again, /^全部发布/).click()
  await toast(again, '已发布 3 条')
  assert.equal(lost.size, 3)
  assert.equal(await again.getByText(/没有成功的/).count(), 0)
})

browserTest('what cannot be read is said, and a paste from Excel is read; news have their day', async (t) => {
  const { page, server } = await staff(t, '/AdminNews', { own: true })
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const input = page.getByLabel('选择表格')
  await input.setInputFiles({ name: '旧.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('x') })
  await page.getByText('旧的.xls读不了，请在Excel或WPS里另存为.xlsx再导入').waitFor()
  await input.setInputFiles({ name: '坏.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK nothing') })
  await page.getByText(/文件打不开/).waitFor()
  const text = '标题\t发布时间\t内容\n中标公告\t2024-3-1\t第一段\n看不懂\t上周\t一段\n'
  await page.getByLabel(/粘贴到这里/).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  assert.equal(await summary(page), '共2行，选中1行：新增1；有问题1')
  await page.getByText('日期“上周”看不懂，请写成2026-01-31').waitFor()
  await button(page, /^存为1份草稿$/).click()
  await button(page, /^全部发布/).click()
  await page.locator('.toast').getByText('已发布', { exact: true }).waitFor()
  const { data } = await server.post('/v1/news/list', { limit: 10, newTitle: '中标' })
  assert.deepEqual(
    data.data.map(({ newTitle, createDate }: { newTitle: string; createDate: string }) => [newTitle, createDate]),
    [['中标公告', '2024-03-01 00:00:00']],
  )
})

/** How many canvases the page itself makes while it imports rows with photos, and the address of the last picture. */
async function importedPhotos(page: Page, server: TestServer): Promise<{ canvases: number; cover: string }> {
  const photo = await drawn(page, { width: 2400, height: 1600, ground: '#808080', specks: 2_000 })
  await page.evaluate(() => {
    const create = document.createElement.bind(document)
    Object.assign(window, { canvases: 0 })
    document.createElement = (name: string) => {
      if (name === 'canvas') Object.assign(window, { canvases: Reflect.get(window, 'canvases') + 1 })
      return create(name)
    }
  })
  const photos = [0, 1, 2].map((n) => ({ name: `HL-${100 + n}.jpg`, mimeType: 'image/jpeg', buffer: photo }))
  await choose(page, [sheet(3), ...photos])
  await button(page, /^存为3份草稿$/).click()
  await imported(page)
  const { data } = await server.post(
    '/v1/product/list',
    { limit: 1, show: 'drafts' },
    { headers: await server.signIn() },
  )
  return { canvases: await page.evaluate(() => Reflect.get(window, 'canvases')), cover: data.data[0].coverUrl }
}

browserTest('photos are drawn in a thread, so that nothing waits, and in the page where there is none', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct', { own: true })
  const { canvases, cover } = await importedPhotos(page, server)
  assert.equal(canvases, 0)
  assert.match(cover, /\.1920x1280\.[0-9a-f]{6}\.480w\.960w\.jpg$/)

  const old = await staff(t, '/AdminProduct', { own: true })
  await old.page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'))
  await old.page.reload()
  const inPage = await importedPhotos(old.page, old.server)
  assert.ok(inPage.canvases > 0)
  assert.match(inPage.cover, /\.1920x1280\.[0-9a-f]{6}\.480w\.960w\.jpg$/)
  assert.deepEqual([...old.complaints], [])
})

browserTest(
  'of a long sheet the first rows are drawn, and the first row of the sheet is the first of the list',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct', { own: true })
    await choose(page, [sheet(1_000)])
    assert.equal(await summary(page), '共1000行，选中1000行：新增1000')
    assert.equal(await page.getByRole('list', { name: '要导入的内容' }).getByRole('listitem').count(), 200)
    await page.keyboard.press('Escape')
    await choose(page, [sheet(3)])
    await button(page, /^存为3份草稿$/).click()
    await imported(page)
    await button(page, /^全部发布/).click()
    await toast(page, '已发布 3 条')
    assert.deepEqual(
      (await all(server, await server.signIn())).map(({ coverName }) => coverName),
      ['消防泵1', '消防泵2', '消防泵3'],
    )
  },
)
