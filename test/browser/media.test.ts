import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { card, library, names, open } from './library.ts'
import { menu, toast } from './staff.ts'

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
