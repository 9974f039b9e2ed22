import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { readCsv } from '../../../client/admin/import/rows.ts'
import { openArchive } from '../../../client/admin/import/archive.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { sendLarge } from '../../media/sendLarge.ts'
import { eventually } from '../../eventually.ts'
import { startServer, type TestServer } from '../../server.ts'
import { pdf } from '../../media/documents.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { browserTest } from '../../browser/browser.ts'
import { publishAll, staff, toast } from '../../browser/staff.ts'
import { bytesOf } from '../../browser/waiting.ts'

type Post = (path: string, body: object) => Promise<ReturnType<JSON['parse']>>

async function calling(server: TestServer): Promise<Post> {
  const headers = await server.signIn()
  return async (path, body) => {
    const { code, msg, data } = await server.post(`/v1/${path}`, body, { headers })
    assert.equal(code, 200, `${path}: ${msg}`)
    return data
  }
}

/** The old site: records of each kind with all that a sheet holds. */
async function oldSite(t: TestContext): Promise<TestServer> {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const post = await calling(server)
  const headers = await server.signIn()
  let seed = 0
  const picture = async (type = 'product'): Promise<string> =>
    (await uploadPicture(server, headers, png(40 + seed++, 30), { type })).data
  const manual = (await sendLarge(server, headers).send(pdf('manual'), '手册.pdf')).data.address
  const groups = (await post('site/detail', {})).groups
  await post('site/update', { groups: [...groups, { id: '', name: '消防泵', intro: '', on: true }] })
  const pumps = (await post('site/detail', {})).groups.find(({ name }: { name: string }) => name === '消防泵').id
  for (const [index, name] of ['卸料平台', '消防泵', '消防泵 A'].entries())
    await post('product/saveProduct', {
      coverName: name,
      coverDescribe: `=1+1，"${name}"\n第二行`,
      productCon: `<h2>说明</h2><p><img src="${await picture('quill')}" alt="图"></p><ol><li><p>一</p></li></ol>`,
      locationId: index === 0 ? 'zhgd' : pumps,
      ...(index !== 1 && { coverUrl: await picture(), pictures: [await picture(), await picture()] }),
      specs: [
        { term: '型号', value: `HL-${index}`, key: false },
        { term: '温度', value: '-20', key: false },
        { term: '状态', value: '新品', key: false },
      ],
      documents: [{ name: '手册', address: manual }],
    })
  await post('draft/save', { kind: 'product', fields: { coverName: '没发布的', jumpUrl: '/product' } })
  await post('news/saveNews', {
    newTitle: '中标公告',
    newIntro: '一句话',
    newInfo: '<p>正文</p>',
    newCover: await picture('news'),
    createDate: '2024-03-01 08:30:15',
  })
  for (const path of ['hhds', 'jn-dt'])
    await post('cases/save', {
      caseName: `案例${path}`,
      casePath: `/xiangmuanli/${path}`,
      caseIntro: '介绍',
      caseImage: await picture('media'),
      caseBanner: await picture('media'),
      caseBody: '<p>正文</p>',
      details: [{ term: '面积', description: '3万平' }],
    })
  return server
}

async function exported(page: Page, item: RegExp): Promise<Download> {
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return download
}

/** What is in an archive: the sheet, in which files are called by their bytes, and these. */
async function contentOf(download: Download) {
  const files = (await openArchive(new File([new Uint8Array(await bytesOf(download))], 'x.zip'))) ?? []
  const sheet = files.find(({ name }) => name.endsWith('.csv'))
  const text = (await sheet?.text()) ?? ''
  const others = files.filter((file) => file !== sheet)
  const sizes = others.map(({ size }) => size)
  return { text: text.replace(/\/uploads\/\w+\/([0-9a-f]{32})[^"<>\n]*/g, '$1'), files: sizes.sort() }
}

async function roundTrip(t: TestContext, from: TestServer, to: TestServer, kind: SheetKind): Promise<void> {
  const { screen, noun } = kinds[kind]
  const old = await staff(t, screen, { server: from })
  const first = await exported(old.page, /\.zip/)
  assert.match(first.suggestedFilename(), new RegExp(`^${noun}-\\d{8}-\\d{4}\\.zip$`))
  const before = await contentOf(first)
  assert.ok(before.text.split('\r\n').length > 2, before.text)

  const { page, complaints } = await staff(t, screen, { server: to })
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByLabel('选择表格').setInputFiles({
    name: first.suggestedFilename(),
    mimeType: 'application/zip',
    buffer: await bytesOf(first),
  })
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  const dialog = page.getByRole('dialog')
  assert.doesNotMatch(await dialog.innerText(), /缺少文件|没有用上|有问题/)
  await dialog.getByRole('button', { name: /^存为\d份草稿$/ }).click()
  await page.getByText(new RegExp(`份${noun}存成了草稿`)).waitFor()
  assert.doesNotMatch(await dialog.innerText(), /没有成功|没有带过来/)
  await publishAll(page)
  await page.getByText(/已发布\d份/).waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  const after = await contentOf(await exported(page, /\.zip/))
  // What was a draft has been published with the others.
  // Another site has other ids.
  const withoutIds = (text: string): string =>
    text.replace(/"(?:\/\w+\?\w+Id=[\da-z]+\n?)+"/g, '""').replace(/"[\da-z]{20,32}",""/g, '""')
  assert.equal(withoutIds(after.text), withoutIds(before.text).replaceAll('"草稿"', '"已发布"'))
  assert.deepEqual(after.files, before.files)
  assert.deepEqual(complaints, [])

  // The same sheet without its files, as somebody has looked at it in a spreadsheet, and with them.
  for (const again of [await exported(page, /\.csv/), await exported(page, /\.zip/)]) {
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await page.getByLabel('选择表格').setInputFiles({
      name: again.suggestedFilename(),
      mimeType: '',
      buffer: await bytesOf(again),
    })
    await page.getByRole('list', { name: '要导入的内容' }).waitFor()
    assert.match(await page.locator('.import [role=status]').first().innerText(), /^共\d行，选中0行；没有变化\d$/)
    assert.doesNotMatch(await dialog.innerText(), /缺少文件/)
    await page.keyboard.press('Escape')
  }
}

browserTest('products, news and cases of one site are those of another, and export the same there', async (t) => {
  const from = await oldSite(t)
  const to = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  for (const kind of ['product', 'news', 'case'] as const) await roundTrip(t, from, to, kind)
})

browserTest('cells that are pasted while the list is in sight are imported; a search is typed into', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { own: true })
  const paste = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '名称\t型号\n塔机一号\tTK-1\n')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, selector)
  await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  await paste('.search-bar input >> nth=0')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await paste('.list-screen')
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  assert.equal(await page.locator('.import [role=status]').first().innerText(), '共1行，选中1行：新增1')
})

browserTest('an export says how many it has: what is ticked, what was found, and all', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  const total = (await server.post('/v1/product/list', { page: 1, limit: 1 })).data.count
  const rows = async (download: Download): Promise<number> =>
    readCsv(new Uint8Array(await bytesOf(download))).length - 1
  const found = page.locator('tbody tr[data-id]:visible')
  await found.first().waitFor()
  assert.equal(await rows(await exported(page, new RegExp(`^全部${total}个：.*csv`))), total)
  await page.locator('.search-bar').getByRole('combobox').selectOption('智慧工地产品')
  await page.getByRole('button', { name: '查询' }).click()
  await eventually(async () => (await found.count()) < 10, 'the list is searched')
  const count = await found.count()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page
    .getByRole('menuitem', { name: new RegExp(`^全部${total}个`) })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await rows(await exported(page, new RegExp(`^这${count}个：.*csv`))), count)
  await found.nth(1).getByRole('checkbox').check()
  await found.nth(2).getByRole('checkbox').check()
  assert.equal(await rows(await exported(page, /^选中的2个：.*csv/)), 2)
  await toast(page, '已导出 2 条产品')
})
