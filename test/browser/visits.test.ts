import assert from 'node:assert/strict'
import { browserTest, ownServer, phoneAgent, seriousFaults } from './browser.ts'
import { shownAgain, staff } from './staff.ts'

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

  await part('推广链接').getByText('现在的地址只有公司里的电脑打得开').waitFor()
  const siteUrl = 'https://www.haiyou.cn'
  await page.route('**/indexLogin/userInfo', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, deviceOrigin: siteUrl } } })
  })
  await page.reload()
  await part('推广链接').getByLabel('来源名称').fill('样本 A')
  await part('推广链接').getByLabel('打开的页面').selectOption('产品中心')
  const link = await part('推广链接').locator('code').innerText()
  assert.equal(link, `${siteUrl}/product?utm_source=%E6%A0%B7%E6%9C%AC+A`)
  for (const type of ['SVG', 'PNG']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part('推广链接')
        .getByRole('button', { name: `下载${type}` })
        .click(),
    ])
    assert.equal(file.suggestedFilename(), `二维码-样本 A.${type.toLowerCase()}`)
  }
  await fetch(link.replace(siteUrl, server.url), { headers: { 'User-Agent': phoneAgent } })
  await server.post('/v1/inquiry/save', {
    topic: '报价',
    name: '李工',
    phone: '13800000002',
    page: '/',
    origin: { referrer: '', campaign: '样本 A' },
  })
  await page.getByRole('button', { name: '近7天' }).click()
  await page.getByRole('button', { name: '近30天' }).click()
  await part('访客从哪里来')
    .getByRole('button', { name: /^显示全部/ })
    .click()
  await part('访客从哪里来').getByText('样本 A').waitFor()
  assert.deepEqual(
    (await rows('访客从哪里来')).find(([name]) => name === '样本'),
    ['样本', 'A', '1', '6%', '1'],
  )
  assert.deepEqual(await seriousFaults(page), [])
  for (const width of [1920, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}`)
  }
  assert.deepEqual(complaints, [])
})
