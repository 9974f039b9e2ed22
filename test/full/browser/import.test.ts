import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picturesOn, workbook } from '../../admin/sheets.ts'
import type { TestServer } from '../../server.ts'
import { pdf } from '../../media/documents.ts'
import { png } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { drawn } from '../../browser/drawing.ts'
import { publishAll, question, row, staff, toast } from '../../browser/staff.ts'

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
    assert.equal(await missing.locator('option:checked').innerText(), '新建：消防泵')
    await missing.selectOption({ label: '建筑机器人' })
    assert.match(await page.getByRole('list', { name: '要导入的内容' }).innerText(), /建筑机器人/)
    await missing.selectOption('消防泵')
    assert.match(await page.locator('.import-files').innerText(), /8个文件配上了，1个没有用上：别的\.png/)
    assert.equal((await all(server, headers)).length, 0, 'nothing is saved before it was looked at')
    assert.deepEqual(await seriousFaults(page), [])

    await button(page, /^存为6份草稿$/).click()
    await imported(page)
    assert.deepEqual(new Set((await all(server, headers)).map(({ state }) => state)), new Set(['draft']))
    await close(page, /撤销这次导入/)
    await toast(page, '已撤销导入 6 条')
    assert.equal((await all(server, headers)).length, 0)

    await button(page, /^存为6份草稿$/).click()
    await imported(page)
    await publishAll(page)
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
    await publishAll(page)
    await toast(page, '已发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程60米')

    await close(page, /^撤销发布$/)
    await toast(page, '已撤销发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程40米')
    const states = new Map((await all(server, headers)).map(({ coverName, state }) => [coverName, state]))
    assert.deepEqual([states.size, states.get('消防泵1'), states.get('消防泵7')], [7, 'published', 'draft'])
    await publishAll(page)
    await toast(page, '已发布 7 条')
    assert.equal((await detail('消防泵1')).coverDescribe, '扬程60米')
  },
)

browserTest(
  'what a closed page has sent is not sent again, and the undo of it all is in the list of operations',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct', { own: true })
    const headers = await server.signIn()
    const context = page.context()
    const uploads: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/v1/file/upload')) uploads.push(request.url())
    })
    const files = [sheet(25), ...Array.from({ length: 25 }, (_, n) => picture(`HL-${100 + n}.png`))]
    // In the page: a call that waits for the test when the page is closed would go on to the server.
    await page.evaluate(() => {
      const { fetch } = window
      let portions = 0
      window.fetch = (address, options) =>
        address === '/v1/operation/rows' && ++portions > 1
          ? Promise.reject(new TypeError('the network is down'))
          : fetch(address, options)
    })
    await choose(page, files)
    await button(page, /^存为25份草稿$/).click()
    await page.getByText('网络断开了，连上以后会自动继续，不用重新开始。').waitFor()
    assert.equal(uploads.length, 25)
    await page.close({ runBeforeUnload: false })
    assert.equal((await all(server, headers)).length, 0)

    const again = await context.newPage()
    await again.goto('/AdminProduct')
    const bar = again.getByRole('region', { name: '正在进行的操作' })
    await bar.getByText('导入还有 5 条没有传完。再放入同一个表格和文件会接着传').waitFor()
    assert.deepEqual(await bar.getByRole('button').allInnerTexts(), ['导入已传的', '停止'])
    await choose(again, files)
    let tries = 0
    await again.route('**/v1/operation/rows', (route) => (++tries > 1 ? route.continue() : route.abort()))
    await button(again, /^存为25份草稿$/).click()
    await again.getByText('网络断开了，连上以后会自动继续，不用重新开始。').waitFor()
    await imported(again)
    assert.equal(uploads.length, 30, 'the files of five rows are sent again')
    const names = (await all(server, headers)).map(({ coverName }) => coverName)
    assert.deepEqual(
      names,
      Array.from({ length: 25 }, (_, n) => `消防泵${n + 1}`),
    )

    await again.goto('/operations')
    const line = row(again, '消防泵')
    await line.getByText('已导入 25 条').waitFor()
    await line.getByRole('button', { name: /^撤销：/ }).click()
    await question(again)
      .getByText(
        '撤销这次导入吗？共 25 条，新增的移到“已删除”，改过的回到原来，已经发布到网站上的也一起撤回。后来又有人修改过的不动。',
      )
      .waitFor()
    await question(again).getByRole('button', { name: '撤销' }).click()
    await line.getByText('已撤销导入 25 条').waitFor()
    assert.equal((await all(server, headers)).length, 0)
    const { groups } = (await server.post('/v1/site/detail', {})).data
    assert.ok(!groups.some(({ name }: { name: string }) => name === '消防泵'))
  },
)

/** Grey, as old programs save it. */
function bmp(side: number): Buffer {
  const bytes = Buffer.alloc(54 + side * side * 4, 0x80)
  bytes.write('BM', 0, 'latin1')
  for (const [at, value] of [bytes.length, 0, 54, 40, side, side, 1 + (32 << 16), 0, 0, 0, 0, 0, 0].entries())
    bytes.writeUInt32LE(value, 2 + 4 * at)
  return bytes
}

browserTest('pictures in cells come along, and of a sheet that comes again only what differs', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct', { own: true })
  const headers = await server.signIn()
  const heads = ['产品名称', '型号', '图片', '详细介绍']
  const body = '<p>甲<script>x()</script> <b>乙</b>&nbsp;</p><iframe></iframe>'
  const parts = async (ground: string) =>
    picturesOn([
      { row: 1, column: 2, picture: await drawn(page, { width: 2400, height: 1600, ground, specks: 2_000 }) },
    ])
  const file = async (ground: string): Promise<ChosenFile> => ({
    ...sheet(0),
    buffer: workbook([heads, ['消防泵1', 'HL-100', '', body], ['消防泵2', 'HL-101', '', '']], '', await parts(ground)),
  })
  const files = [await file('#808080'), { name: 'HL-101.bmp', mimeType: 'image/bmp', buffer: bmp(8) }]
  const covers = async (): Promise<string[]> => {
    const { data } = await server.post('/v1/product/list', { limit: 9, coverName: '消防泵' }, { headers })
    return data.data.map(({ coverUrl }: { coverUrl: string }) => coverUrl)
  }
  const publish = async (count: number, done: string): Promise<void> => {
    await button(page, new RegExp(`^存为${count}份草稿$`)).click()
    await publishAll(page)
    await page.getByText(done).waitFor()
    await close(page, /^完成$/)
  }
  await choose(page, files)
  assert.equal(await summary(page), '共2行，选中2行：新增2')
  assert.equal(
    await page
      .locator('.import-files')
      .innerText()
      .then((text) => text.includes('2个文件配上了')),
    true,
  )
  await publish(2, '已发布2份产品')
  const [first = '', second = ''] = await covers()
  assert.match(first, /^\/uploads\/product\/.*\.1920x1280\..*jpg$/)
  assert.match(second, /\.8x8\..*(?:png|jpg)$/, 'drawn anew')

  await choose(page, files)
  assert.equal(await summary(page), '共2行，选中0行；没有变化2')
  await page.keyboard.press('Escape')
  await choose(page, [await file('#ff0000')])
  assert.equal(await summary(page), '共2行，选中1行：修改1；没有变化1')
  await page.getByText(/^第2行 · \S+ · 修改：图片/).waitFor()
  await publish(1, '已发布：更新1份产品')
  const [changed = ''] = await covers()
  assert.notEqual(changed, first)
})

browserTest('a page that sends asks before it is left, and what it has sent can be imported or stopped', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct', { own: true })
  const headers = await server.signIn()
  const bar = page.getByRole('region', { name: '正在进行的操作' })
  let portions = 0
  await page.route('**/v1/operation/rows', (route) => (++portions > 1 ? route.abort() : route.continue()))
  await choose(page, [sheet(25)])
  await button(page, /^存为25份草稿$/).click()
  await page.getByText('正在传 20/25').waitFor()
  await bar.getByText('正在传要导入的内容').waitFor()
  assert.equal(await bar.getByRole('button').count(), 0)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '停止导入' }).click()
  await bar.getByText('导入还有 5 条没有传完').waitFor()
  await bar.getByRole('button', { name: '导入已传的' }).click()
  await toast(page, '已导入 20 条')
  assert.equal((await all(server, headers)).length, 20)
  assert.equal(await bar.getByRole('button').count(), 0)
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

browserTest('of a long sheet the first rows are drawn', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { own: true })
  await choose(page, [sheet(1_000)])
  assert.equal(await summary(page), '共1000行，选中1000行：新增1000')
  assert.equal(await page.getByRole('list', { name: '要导入的内容' }).getByRole('listitem').count(), 200)
})
