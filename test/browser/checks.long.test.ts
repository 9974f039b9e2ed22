import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { question, row, save, staff } from './staff.ts'
import { hold } from './waiting.ts'

browserTest('what is still as shipped is cleared at once, from the check or a list that is nothing else, and comes back by an undo', async (t) => {
  const { page, server } = await staff(t, '/check', { own: true })
  const counts = async () => {
    const { hasCases, partners } = (await server.post('/v1/site/detail')).data
    return [(await server.post('/v1/news/list')).data.count, hasCases, partners.length]
  }
  const before = await counts()
  const clear = page.getByRole('button', { name: '清空示例内容' })
  await clear.click()
  await question(page).getByText('服务器先做一份备份').waitFor()
  await question(page).getByRole('button', { name: '取消' }).click()
  assert.deepEqual(await counts(), before)

  const release = await hold(page, '**/v1/site/clear')
  await clear.click()
  await question(page).getByRole('button', { name: '清空' }).click()
  await page.getByRole('button', { name: '正在备份并清空…' }).waitFor()
  release()
  await page.getByText(/^示例内容已清空：\d+条内容、\d+处设置$/).waitFor()
  await page.locator('.check-group .of-ok').getByText('没有留下可以清空的示例。').waitFor()
  assert.deepEqual(await counts(), [0, false, 0])
  assert.deepEqual(await seriousFaults(page), [])
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await clear.waitFor()
  assert.deepEqual(await counts(), before)

  await page.goto('/AdminNews')
  await page.getByText('这里都是示例，访客会当成您的。').waitFor()
  await clear.click()
  await question(page).getByRole('button', { name: '清空' }).click()
  await page.getByText('这里都是示例，访客会当成您的。').waitFor({ state: 'detached' })
})

browserTest('the dashboard has the first five open rows with a bar, and one line once the first hour is over', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true, bypassCSP: true })
  const card = page.getByRole('region', { name: '上线检查' })
  await card.getByText('名称与联系方式').waitFor()
  assert.deepEqual(await card.locator('li b').allTextContents(), ['名称与联系方式', '清空示例内容', '栏目', '自己的产品', '通知'])
  assert.ok((await card.getByRole('progressbar').getAttribute('value')) !== null)
  assert.deepEqual(await seriousFaults(page), [])
  const headers = await server.signIn()
  await server.post('/v1/site/update', {
    siteName: '海右建科', companyName: '海右建科有限公司', hotline: '0532-7654321', phones: ['0532-7654321'], mailbox: 'a@haiyou.cn',
    address: '青岛市市南区',
  }, { headers })
  await page.reload()
  await card.getByText('清空示例内容').waitFor()
  assert.equal(await card.getByText('名称与联系方式').count(), 0, 'it is true now')
  await card.getByRole('link', { name: /自己的产品/ }).click()
  await page.getByRole('dialog', { name: '新增产品' }).waitFor()

  await page.route('**/v1/check/list', async (route) => {
    const reply = await (await route.fetch()).json()
    const data = reply.data.filter(({ first }: { first?: boolean }) => !first)
    await route.fulfill({ json: { ...reply, data } })
  })
  await page.goto('/dashboard')
  await page.locator('.check-line').filter({ hasText: /上线检查：\d+项要处理/ }).getByRole('link', { name: '上线检查' }).click()
  await page.getByRole('heading', { name: '要处理' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/check')
})

browserTest('after the first product of one’s own its page is there for the phone, and only then', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { own: true })
  const publish = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: '新增产品' })
    await form.getByLabel('产品名称').fill(name)
    await form.getByLabel('产品位置').selectOption('zhgd')
    await save(form, '添加成功！')
  }
  await publish('海右塔机')
  const card = page.getByRole('complementary', { name: '您的第一个产品上线了' })
  await card.getByRole('img', { name: '产品页的二维码' }).waitFor()
  await card.getByRole('button', { name: '关闭' }).click()
  await publish('海右升降机')
  await row(page, '海右升降机').first().waitFor()
  assert.equal(await card.count(), 0)
})
