import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { item, wxr } from '../import/wxr.ts'
import type { TestServer } from '../server.ts'
import { png } from '../uploads/pictures.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { staff, toast } from './staff.ts'

const old = 'https://old.example.com'
const script = '<p onclick="alert(1)">正文<script>alert(1)</script><a href="javascript:alert(1)">点</a></p>'
const exported = (count = 3): string =>
  wxr(
    ...Array.from({ length: count }, (_, n) =>
      item({
        id: n + 1,
        title: `搬来的新闻${n + 1}`,
        link: `${old}/news/${n + 1}.html`,
        html: `<p><img src="${old}/wp-content/uploads/2020/0${n + 1}.png"></p>${script}`,
        more: '<category domain="category" nicename="x"><![CDATA[动态]]></category>',
      }),
    ),
    item({ id: 90, title: '某小区', link: `${old}/case/90.html`, more: category('工程') }),
    item({ id: 91, type: 'page', title: '招聘启事', link: `${old}/jobs/`, name: 'jobs', html: script }),
    item({ id: 92, title: '草稿', status: 'draft' }),
  )
const category = (name: string): string => `<category domain="category" nicename="y"><![CDATA[${name}]]></category>`
const chosenFile = (count?: number) => ({
  name: '老网站.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(exported(count)),
})

const screen = (page: Page) => page.getByRole('region', { name: '搬家' })
const button = (page: Page, name: RegExp) => screen(page).getByRole('button', { name })
const summary = (page: Page): Promise<string> => screen(page).getByRole('status').first().innerText()

async function choose(page: Page, count?: number): Promise<void> {
  await page.getByLabel('选择导出文件').setInputFiles(chosenFile(count))
  await page.getByRole('list', { name: '要搬的内容' }).waitFor()
}
const moved = (page: Page): Promise<void> => page.getByText(/份内容存成了草稿/).waitFor()

async function titles(server: TestServer, headers: Record<string, string>, show = 'all'): Promise<string[]> {
  const { data } = await server.post('/v1/news/list', { limit: 999, show, newTitle: '搬来的' }, { headers })
  return data.data.map(({ newTitle }: { newTitle: string }) => newTitle).sort()
}
const led = async (server: TestServer, path: string): Promise<string | null> =>
  (
    await fetch(server.url + path, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 Chrome/140' } })
  ).headers.get('location')

browserTest('an export of WordPress is shown, becomes drafts, is taken back, made again and published', async (t) => {
  const { page, server } = await staff(t, '/settings?group=moving', { own: true })
  const headers = await server.signIn()
  await choose(page)
  assert.equal(await summary(page), '共6条，选中5条：新闻4，页面1')
  await page.getByText('原来是草稿').waitFor()
  await page.getByLabel('“工程”成为什么').selectOption('案例')
  assert.equal(await summary(page), '共6条，选中5条：新闻3，案例1，页面1')
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(await titles(server, headers), [], 'nothing is saved before it was looked at')
  const folder = Array.from({ length: 3 }, (_, n) => ({
    name: `0${n + 1}.png`,
    mimeType: 'image/png',
    buffer: png(320, 240),
  }))
  await page.getByLabel('选择图片文件夹').evaluate((input) => input.removeAttribute('webkitdirectory'))
  await page.getByLabel('选择图片文件夹').setInputFiles(folder)
  await page.getByText('图片3张；已放入3张').waitFor()

  await button(page, /^存为5份草稿$/).click()
  await moved(page)
  assert.equal((await titles(server, headers)).length, 3)
  assert.deepEqual(await titles(server, headers, 'published'), [])
  await page.getByText('10个旧地址会跳到新的页面，内容发布以后生效').waitFor()
  assert.deepEqual([await led(server, '/news/1.html'), await led(server, '/jobs/')], [null, null], 'they are drafts')
  await button(page, /撤销这次导入/).click()
  await toast(page, '已撤销这次导入')
  assert.deepEqual(await titles(server, headers), [])
  const { data: left } = await server.post('/v1/redirect/list', {}, { headers })
  assert.equal(left.count, 0)

  await button(page, /^存为5份草稿$/).click()
  await moved(page)
  await button(page, /^全部发布（5）$/).click()
  await page.getByText('已发布4份内容').waitFor()
  // A case must have a picture.
  await page.getByText(/某小区：请选择图片/).waitFor()
  assert.deepEqual(await titles(server, headers, 'published'), ['搬来的新闻1', '搬来的新闻2', '搬来的新闻3'])
  const to = await led(server, '/news/1.html')
  assert.match(to ?? '', /^\/xwdtDet\?newId=/)
  assert.deepEqual([await led(server, '/?p=1'), await led(server, '/jobs/')], [to, '/p/jobs'])
  const { data } = await server.post('/v1/news/detailNews', { newId: to?.split('=')[1] })
  assert.match(data.newInfo, /<img src="\/uploads\/news\/[^"]+"/)
  assert.doesNotMatch(data.newInfo, /script|onclick/)
  assert.equal(data.createDate, '2020-01-02 03:04:05')
  await button(page, /^完成$/).click()

  await choose(page)
  await page.getByLabel('“工程”成为什么').selectOption('案例')
  assert.equal(await summary(page), '共6条，选中1条：案例1', 'the draft goes on, and nothing is doubled')
})

browserTest('a page that is closed in the middle, and a line that breaks, lose and double nothing', async (t) => {
  const { page, server } = await staff(t, '/settings?group=moving', { own: true })
  const headers = await server.signIn()
  let saves = 0
  await page.route('**/v1/draft/save', async (route) => {
    saves++
    if (saves <= 3) return route.continue()
    // The server has saved it, and the reply is lost.
    if (saves === 4) {
      await route.fetch()
      return route.abort()
    }
    await new Promise(() => {})
  })
  await choose(page, 6)
  await button(page, /^存为8份草稿$/).click()
  await eventually(() => saves >= 5, 'the fifth is on its way')
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto('/settings?group=moving')
  await choose(again, 6)
  await button(again, /^存为8份草稿$/).click()
  await moved(again)
  assert.deepEqual(
    await titles(server, headers),
    Array.from({ length: 6 }, (_, n) => `搬来的新闻${n + 1}`),
  )
  await button(again, /^全部发布（8）$/).click()
  await toast(again, '已发布8条')
  for (let n = 1; n <= 6; n++) assert.match((await led(server, `/news/${n}.html`)) ?? '', /^\/xwdtDet\?newId=/)
})

browserTest('pages of any site are listed by their folders, read, and shown before they are taken', async (t) => {
  const { page, server } = await staff(t, '/settings?group=moving', { own: true })
  const reply = (data: object, code = 200, msg = '') => ({
    status: code,
    contentType: 'application/json',
    body: JSON.stringify({ code, msg, data }),
  })
  const addresses = ['/news/1.html', '/news/2.html', '/about.html'].map((path) => ({ address: old + path, date: '' }))
  await page.route('**/v1/import/addresses', (route) => route.fulfill(reply({ addresses, notes: ['来自站点地图'] })))
  await page.route('**/v1/import/page', (route) => {
    const { address } = route.request().postDataJSON()
    if (address.endsWith('/2.html')) return route.fulfill(reply({}, 422, '这个网页没有正文'))
    return route.fulfill(
      reply({
        address,
        title: `旧文 ${address.slice(-6)}`,
        intro: '',
        date: '',
        html: '<p>x</p>',
        pictures: [],
        kind: 'news',
        notes: [],
      }),
    )
  })
  await page.getByLabel('老网站的网址').fill('old.example.com')
  await page.getByRole('button', { name: '列出网页' }).click()
  await page.getByRole('checkbox', { name: /^\/ 1个/ }).uncheck()
  await page.getByRole('button', { name: '读取2个网页' }).click()
  await page.getByText('旧文 1.html').waitFor()
  await page.getByText(`${old}/news/2.html：这个网页没有正文`).waitFor()
  assert.equal(await summary(page), '共1条，选中1条：新闻1')
  await button(page, /^存为1份草稿$/).click()
  await moved(page)
  await button(page, /^全部发布/).click()
  await toast(page, '已发布1条')
  assert.match((await led(server, '/news/1.html')) ?? '', /^\/xwdtDet/)
})

browserTest('a sheet begins from here, and a file that is none is refused in words', async (t) => {
  const { page } = await staff(t, '/settings?group=moving')
  await page
    .getByLabel('选择数据库文件')
    .setInputFiles({ name: 'x.db', mimeType: 'x', buffer: Buffer.from('no database') })
  await page.getByText(/这不是WordPress的导出文件/).waitFor()
  await page.getByRole('link', { name: '导入产品' }).click()
  await page.getByRole('dialog', { name: '导入产品' }).waitFor()
})
