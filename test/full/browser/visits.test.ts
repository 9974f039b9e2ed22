import assert from 'node:assert/strict'
import { browserTest, ownServer, phoneAgent } from '../../browser/browser.ts'
import { shownAgain, staff } from '../../browser/staff.ts'

const agents = ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', phoneAgent]

browserTest('the statistics show days, pages, sources with their enquiries and devices', async (t) => {
  const server = await ownServer(t)
  const { page, complaints } = await staff(t, '/dashboard', { server, bypassCSP: true, colorScheme: 'dark' })
  await page.getByText('近30天还没有访问记录').waitFor()
  const [product] = (await server.post('/v1/product/list', { limit: 1 })).data.data
  const address = `/productDet?productId=${product.productId}`
  for (const agent of agents)
    await fetch(server.url + address, { headers: { 'User-Agent': agent, Referer: 'https://www.baidu.com/' } })
  for (let n = 0; n < 12; n++)
    await fetch(`${server.url}/?utm_source=a${n}`, { headers: { 'User-Agent': agents[0] ?? '' } })
  await server.post('/v1/inquiry/save', {
    topic: '报价',
    name: '王工',
    phone: '13800000001',
    page: '/',
    origin: { referrer: 'm.baidu.com' },
  })

  await shownAgain(page)
  await page.locator('.dashboard-visits').getByText('日均访客').waitFor()
  await page.getByRole('region', { name: '近30天访问量' }).getByRole('link', { name: '访问统计' }).click()
  await page.waitForURL(/\/visits$/)
  const part = (name: string) => page.getByRole('region', { name })
  await part('近30天访问量').getByText('日均访客').waitFor()
  assert.deepEqual(await part('近30天访问量').locator('table tbody tr:last-child td').allTextContents(), [
    '14',
    '2位访客',
  ])
  const rows = async (name: string) =>
    (await part(name).locator('tbody tr').allInnerTexts()).map((words) => words.split(/\s+/))
  assert.deepEqual(await rows('打开的页面'), [
    ['首页', '12', '86%'],
    [product.coverName, '2', '14%'],
  ])
  assert.equal(await part('打开的页面').getByRole('link', { name: product.coverName }).getAttribute('href'), address)
  assert.deepEqual((await rows('访客从哪里来'))[0], ['百度', '2', '14%', '1'])
  assert.deepEqual(await rows('设备'), [
    ['电脑', '13', '93%'],
    ['手机', '1', '7%'],
  ])
  assert.equal((await rows('访客从哪里来')).length, 10)
  await part('访客从哪里来').getByRole('button', { name: '显示全部13项' }).click()
  assert.equal((await rows('访客从哪里来')).length, 13)
  await part('访客搜了但没有找到的词').getByText('还没有人搜过找不到的词').waitFor()
  await fetch(`${server.url}/search?word=%E7%9B%BE%E6%9E%84%E6%9C%BA`, { headers: { 'User-Agent': agents[0] ?? '' } })
  await page.getByRole('button', { name: '近7天' }).click()
  await part('近7天访问量').waitFor()
  assert.deepEqual(await rows('访客搜了但没有找到的词'), [['盾构机', '1', '100%']])
  await part('打开的页面').getByRole('link', { name: '搜索' }).waitFor()
  assert.equal(await part('近7天访问量').locator('table tbody tr').count(), 7)

  for (const width of [1920, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}`)
  }
  assert.deepEqual(complaints, [])
})
