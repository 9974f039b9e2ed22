import assert from 'node:assert/strict'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { staff, toast } from '../../browser/staff.ts'

browserTest('an end at a time asks where visitors are led from then on, by the name of any page', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  const headers = await server.signIn()
  const { data: list } = await server.post('/v1/product/list', { limit: 2 })
  const [product, other] = list.data as { productId: string; locationId: string; coverName: string }[]
  assert.ok(product && other)
  await page.goto(`/AdminProduct?edit=${product.productId}`)
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('button', { name: '发布设置' }).click()
  const settings = page.getByRole('dialog', { name: '发布设置' })
  await settings.locator('summary').click()
  const whereTo = settings.getByLabel('下线后，打开旧地址的访客跳转到')
  assert.equal(await whereTo.count(), 0, 'there is nothing to ask before there is an end')
  await settings.getByLabel('定时下线').fill('2099-01-01T08:00')
  assert.equal(await whereTo.inputValue(), `/product?locationId=${product.locationId}`, 'the list of its group')
  await whereTo.selectOption({ label: '别的页面…' })
  const which = settings.getByRole('combobox', { name: '哪个页面' })
  await which.fill(product.coverName)
  await which.fill(other.coverName)
  await settings.getByRole('option', { name: other.coverName }).first().click()
  assert.deepEqual(await seriousFaults(page), [])
  await settings.getByRole('button', { name: '完成' }).click()
  await dialog.getByRole('button', { name: '更新' }).click()
  await toast(page, '修改成功！')
  const detail = async () =>
    (await server.post('/v1/product/detailProduct', { productId: product.productId }, { headers })).data
  assert.equal((await detail()).unpublishTo, productPage(other.productId))

  await page.goto(`/AdminProduct?edit=${product.productId}`)
  await dialog.getByRole('button', { name: '发布设置' }).click()
  await settings.locator('summary').click()
  assert.equal(await which.inputValue(), productPage(other.productId))
  await settings.getByRole('button', { name: '取消' }).click()
  assert.equal(await whereTo.count(), 0)
  await settings.getByRole('button', { name: '完成' }).click()
  await dialog.getByRole('button', { name: '更新' }).click()
  await toast(page, '修改成功！')
  assert.equal((await detail()).unpublishTo, undefined)
})
