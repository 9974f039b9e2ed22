import assert from 'node:assert/strict'
import { onePixel } from '../../media/pictures.ts'
import { browserTest } from '../../browser/browser.ts'
import { editing, follow, menu, newPhoto, question, row, save, staff, strip, toast } from '../../browser/staff.ts'
import { transferFile } from '../../browser/transfer.ts'
import { holdUploads } from '../../browser/waiting.ts'
import { fromMenu, rows } from '../../browser/lists.ts'

browserTest('the lists of pictures say where visitors see them', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  const where = page.getByText('显示在产品中心顶部，代替那里的横幅。')
  assert.equal(await where.getByRole('link', { name: '查看产品中心' }).getAttribute('href'), '/product')
  await page.goto('/settings?group=banners')
  await page.getByText('各页自己的横幅', { exact: true }).click()
  const banner = page.getByRole('group', { name: '产品中心' })
  await banner.getByText('显示在产品中心顶部；有轮播图时，显示轮播图。').waitFor()
  assert.equal(await banner.getByRole('link', { name: '查看页面' }).getAttribute('href'), '/product')
})

browserTest('an open form is hidden and shown with its view, and the other views can be used meanwhile', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  const edit = page.getByRole('button', { name: /^编辑：/ }).first()
  await edit.click()
  const title = page.getByRole('dialog', { name: '编辑新闻' }).getByLabel('新闻标题')
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('dialog input[name=newTitle]')?.value !== '',
  )
  await title.fill('写了一半')
  await follow(page, '/dashboard')
  await page.locator('.dashboard-counts').waitFor()
  await strip(page).getByRole('button', { name: '关闭新闻管理' }).click()
  const asked = question(page)
  await asked.getByText('有内容尚未保存，确定关闭吗？').waitFor()
  await asked.getByRole('button', { name: '取消' }).click()
  await page.goBack()
  await title.waitFor()
  assert.equal(await title.inputValue(), '写了一半')
  await save(page, '修改成功！')
  await row(page, '写了一半').waitFor()
  await page.waitForFunction(() => document.activeElement !== document.body)
})

browserTest('a photo opens in full size, by itself and from the menu of its row', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  const preview = page.getByRole('dialog')
  const pictured = rows(page)
    .filter({ has: page.locator('td img') })
    .first()
  for (const open of [() => pictured.locator('td img').click(), () => fromMenu(pictured, /^查看大图：/)]) {
    await open()
    await preview.getByRole('img').first().waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })
  }
})

browserTest('a picture is dragged in or pasted, its progress shown, and tried again after a failure', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  const release = await holdUploads(page)
  const dialog = await newPhoto(page)
  await transferFile(dialog.locator('.picture'), 'drop', 'a.png', onePixel)
  await dialog.getByRole('progressbar', { name: '图片上传进度' }).waitFor()
  await dialog.getByLabel('标题').fill('拖进来的')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await release('abort')
  await dialog.getByText('网络连接失败，上传未完成，请重试', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '重试' }).click()
  await release('continue')
  await toast(page, '上传成功！')
  await dialog.getByRole('button', { name: '移除' }).click()

  // With the focus in a text field, as after typing.
  await transferFile(dialog.getByLabel('标题'), 'paste', 'a.png', onePixel)
  await release('continue')
  await dialog.getByRole('button', { name: '查看大图：图片' }).waitFor()
  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await toast(page, '添加成功！')
  const [saved] = (await server.post('/v1/carousel/list', { photoTitle: '拖进来的' })).data.data
  assert.match(saved.photoUrl, /^\/uploads\/\w+\//)
})

browserTest('a reload with a photo in full size opens nothing, and no other photo afterwards', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  const photo = page.getByRole('dialog', { name: '查看大图' })
  await page.locator('.thumbnail').nth(3).click()
  await photo.waitFor()
  await page.reload()
  await row(page, '').nth(3).waitFor()
  assert.equal(await photo.count(), 0)

  const form = await editing(page, '编辑产品')
  await form.getByRole('button', { name: '查看大图：封面图' }).click()
  await photo.waitFor()
  await page.reload()
  await editing(page, '编辑产品')
  assert.equal(await photo.count(), 0)
})
