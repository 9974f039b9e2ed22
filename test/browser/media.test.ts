import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { drawn } from './drawing.ts'
import { card, chooser, filmFile, library, names, open, uploadList } from './library.ts'
import { menu, save, staff, toast } from './staff.ts'

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

browserTest('several pictures are uploaded at once, each with its variants; what is no picture is refused by name', async (t) => {
  const { page, server, headers, complaints } = await library(t)
  const files = await Promise.all(['red', 'green', 'blue'].map(async (color) => ({
    name: `${color}.jpg`, mimeType: 'image/jpeg', buffer: await drawn(page, { width: 1200, height: 800, ground: color }),
  })))
  await chooser(page).setInputFiles([...files, { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('%PDF') }])
  await uploadList(page).getByText('已上传 3 个文件，1 个失败').waitFor()
  await uploadList(page).getByRole('listitem').filter({ hasText: '说明.txt' })
    .getByText('只能上传jpg、png图片，MP4、WebM视频，或PDF、docx、xlsx、zip文档！').waitFor()
  for (const { name } of files) await card(page, name).waitFor()
  const { data } = (await server.post('/v1/media/list', { word: 'red' }, { headers })).data
  assert.match(data[0].address, /^\/uploads\/media\/[0-9a-f]{32}\.1200x800\.[0-9a-f]{6}\.480w\.960w\.jpg$/)
  await uploadList(page).getByRole('button', { name: '清除已结束的' }).click()
  await uploadList(page).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

browserTest('a film goes on by itself after the connection was lost twice', async (t) => {
  const { page } = await library(t)
  const fates = ['continue', 'abort', 'continue', 'abort', 'continue'] as const
  let sent = 0
  await page.route('**/v1/media/film/chunk?**', (route) => route[fates[sent++] ?? 'continue']())
  await chooser(page).setInputFiles(filmFile(t))
  await uploadList(page).getByText('已上传 1 个文件').waitFor()
  assert.equal(sent, 5)
  await card(page, '施工过程.mp4').getByText('视频 0:12').waitFor()
})

browserTest('a picture field offers what is in the library, and what is uploaded there', async (t) => {
  const { page, upload, complaints } = await library(t)
  const address = await upload(await drawn(page, { width: 1200, height: 800, ground: 'navy' }), '航拍.jpg')
  await page.goto('/AdminCarousel?add=1')
  const form = page.getByRole('dialog', { name: '上传图片' })
  await form.getByRole('button', { name: '从素材库选择' }).click()
  const picker = page.getByRole('dialog', { name: '从素材库选择图片' })
  await picker.getByRole('button', { name: '旧海报.png' }).waitFor()
  await picker.locator('input[type=file]:enabled')
    .setInputFiles({ name: '新到.jpg', mimeType: 'image/jpeg', buffer: await drawn(page, { width: 1200, height: 800, ground: 'olive' }) })
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
  await save(form, '发布成功！')
  assert.deepEqual(complaints, [])
})

browserTest('who replaces a picture of the program sees the new one, and nothing is wrong', async (t) => {
  const { page, complaints } = await staff(t, '/AdminMedia', { own: true })
  await chooser(page)
    .setInputFiles({ name: '航拍.jpg', mimeType: 'image/jpeg', buffer: await drawn(page, { width: 1200, height: 800, ground: 'navy' }) })
  await card(page, '航拍.jpg').waitFor()
  const shown = (await names(page)).filter((name) => name !== '航拍.jpg')
  const shipped = shown.find((name, index) => shown.indexOf(name) === index && shown.lastIndexOf(name) === index) ?? ''
  await (await open(page, shipped)).getByRole('button', { name: '替换' }).click()
  await page.getByRole('dialog', { name: '从素材库选择图片' }).getByRole('button', { name: '航拍.jpg', exact: true }).click()
  await page.getByRole('dialog', { name: '替换', exact: true }).getByRole('button', { name: '全部替换' }).click()
  await page.getByText(/^已在 \d+ 处替换$/).waitFor()
  const dialog = page.getByRole('dialog', { name: '图片详情' })
  await eventually(async () => (await dialog.getByLabel('名称').inputValue()) === '航拍.jpg', 'the new one is shown')
  assert.equal(await dialog.getByRole('alert').count(), 0)
  assert.deepEqual(complaints, [])
})
