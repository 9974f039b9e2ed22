import assert from 'node:assert/strict'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest } from './browser.ts'
import { editing, newPhoto, question, row, save, staff, toast } from './staff.ts'

browserTest('a product is added with a picture and a text, seen, changed and deleted', async (t) => {
  const { page, server, calls, complaints } = await staff(t, '/AdminProduct')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('测试机器人')
  await dialog.getByLabel('产品描述').fill('一行描述')
  await dialog.getByLabel('跳转路径').fill('/product')
  await dialog.getByText('只能上传jpg/png文件，且小于2MB').first().waitFor()
  assert.equal(await dialog.locator('.editor input[type=file]').first().getAttribute('accept'), 'image/jpeg,image/png')
  await dialog
    .locator('input[name=coverUrl]:enabled')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: '查看大图：封面图' }).waitFor()
  await dialog.locator('[contenteditable=true]').click()
  await page.keyboard.type('第一段文字')
  await save(dialog, '添加成功！')
  await dialog.waitFor({ state: 'detached' })
  await row(page, '测试机器人').waitFor()

  const list = await server.post('/v1/product/list', { coverName: '测试机器人' })
  const [saved] = list.data.data
  assert.match(saved.coverUrl, /^\/uploads\/product\//)
  const { data } = await server.post('/v1/product/detailProduct', { productId: saved.productId })
  const { locationId, coverDescribe, jumpUrl, productCon } = data
  assert.deepEqual(
    [locationId, coverDescribe, jumpUrl, productCon],
    ['cpxt', '一行描述', '/product', '<p>第一段文字</p>'],
  )

  await row(page, '测试机器人')
    .getByRole('button', { name: /^查看：/ })
    .click()
  const view = page.getByRole('dialog', { name: '查看产品' })
  await view.getByLabel('产品名称').waitFor()
  assert.equal(await view.getByLabel('产品名称').isDisabled(), true)
  assert.equal(await view.getByRole('button', { name: /^(发布|更新|保存草稿)$/ }).count(), 0)
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'detached' })

  const edit = await editing(page, '编辑产品', '测试机器人')
  await edit.getByLabel('产品名称').fill('改名机器人')
  await save(edit, '修改成功！')
  const sent = calls.filter((path) => path.startsWith('/v1/draft/') && path !== '/v1/draft/editors')
  assert.deepEqual(sent, ['/v1/draft/publish', '/v1/draft/publish'], 'one call adds it, one updates it')

  await row(page, '改名机器人')
    .getByRole('button', { name: /^删除：/ })
    .click()
  const prompt = question(page)
  await prompt.getByText('是否确认删除名称为：改名机器人 的数据？').waitFor()
  await prompt.getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '改名机器人').count(), 1)
  await row(page, '改名机器人')
    .getByRole('button', { name: /^删除：/ })
    .click()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await row(page, '改名机器人').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

browserTest('a carousel photo is uploaded; what is no picture, or too large, is refused at once', async (t) => {
  const { page, server, calls } = await staff(t, '/AdminCarousel')
  const dialog = await newPhoto(page)
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await dialog.getByText('只能上传jpg/png文件！').first().waitFor()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) })
  await dialog.getByText('上传封面图片大小不能超过2MB！').first().waitFor()
  assert.equal(calls.includes('/v1/file/upload'), false)
  await dialog.getByLabel('标题').fill('新轮播')
  await dialog.getByLabel('描述').fill('塔机')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: /查看大图/ }).waitFor()
  await save(dialog, '添加成功！')
  const [saved] = (await server.post('/v1/carousel/list', { photoTitle: '新轮播' })).data.data
  assert.equal(saved.photoInfo, '塔机')
  assert.match(saved.photoUrl, /^\/uploads\/\w+\//)

  await row(page, '新轮播')
    .getByRole('button', { name: /^删除：/ })
    .click()
  const prompt = question(page)
  await prompt.getByText('是否确认删除当前标题为 新轮播 的图片？').waitFor()
  await page.route('**/v1/operation/start', (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: '保存失败，请稍后重试', data: null } }),
  )
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '保存失败，请稍后重试')
  assert.equal(await row(page, '新轮播').count(), 1)
})
