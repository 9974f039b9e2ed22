import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { aspShop } from '../../acts/aspShop.ts'
import { mysqldump, pbootTables } from '../../moving/dumpFiles.ts'
import { oldInternet } from '../../acts/oldInternet.ts'
import { encoded, type Pages, sender, type Sent } from '../../acts/oldSite.ts'
import { item, wxr } from '../../moving/wxr.ts'
import { startProgram, type TestServer } from '../../server.ts'
import { outsideSite } from '../../media/outside.ts'
import { png } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { publishAll, staff, toast } from '../../browser/staff.ts'

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
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
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
  assert.equal(await summary(page), '共6条，选中5条：新闻4，页面1；没有勾选1')
  await page.getByText('原来是草稿').waitFor()
  await page.getByLabel('“工程”成为什么').selectOption('案例')
  assert.equal(await summary(page), '共6条，选中5条：新闻3，案例1，页面1；没有勾选1')
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
  const oldAddresses = async () => (await server.post('/v1/redirect/list', {}, { headers })).data.count
  assert.equal(await oldAddresses(), 11, 'two of each, and that of the feed')
  assert.deepEqual([await led(server, '/news/1.html'), await led(server, '/jobs/')], [null, null], 'they are drafts')
  await button(page, /撤销这次导入/).click()
  await toast(page, '已撤销导入 5 条')
  assert.deepEqual(await titles(server, headers), [])
  assert.equal(await oldAddresses(), 0)

  await button(page, /^存为5份草稿$/).click()
  await moved(page)
  await publishAll(page)
  await page.getByText('已发布4份内容').waitFor()
  // A case must have a picture.
  await page.getByText(/某小区：请选择图片/).waitFor()
  assert.deepEqual(await titles(server, headers, 'published'), ['搬来的新闻1', '搬来的新闻2', '搬来的新闻3'])
  const to = await led(server, '/news/1.html')
  assert.match(to ?? '', /^\/xwdtDet\?newId=/)
  assert.deepEqual([await led(server, '/?p=1'), await led(server, '/jobs/')], [to, '/p/jobs'])
  const { data } = await server.post('/v1/news/detailNews', { newId: to?.split('=')[1] })
  assert.match(data.newInfo, /<img src="\/uploads\/[^"]+"/)
  assert.doesNotMatch(data.newInfo, /script|onclick/)
  assert.equal(data.createDate, '2020-01-02 03:04:05')
  await button(page, /^完成$/).click()

  await choose(page)
  await page.getByLabel('“工程”成为什么').selectOption('案例')
  assert.equal(
    await summary(page),
    '共6条，选中1条：案例1；已经有了4；没有勾选1',
    'the draft goes on, and nothing is doubled',
  )
})

browserTest('a dump brings its company when it is asked for', async (t) => {
  const { page, server } = await staff(t, '/settings?group=moving', { own: true })
  const company = {
    name: 'ay_company',
    columns: ['id', 'name', 'phone', 'email', 'address'],
    rows: [[1, '海右水泵有限公司', '0533-7654321', 'nonsense', '淄博市张店区1号']],
  }
  const buffer = Buffer.from(mysqldump(...pbootTables(), company))
  await page.getByLabel('选择.sql备份').first().setInputFiles({ name: 'old.sql', mimeType: 'text/plain', buffer })
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  const offer = page.getByRole('region', { name: '老网站的公司资料' })
  assert.match(await offer.innerText(), /公司全称[^]*海右水泵有限公司[^]*0533-7654321/)
  assert.doesNotMatch(await offer.innerText(), /nonsense/)
  assert.deepEqual(await seriousFaults(page), [])
  const companyName = async () => (await server.post('/v1/site/detail', {})).data.companyName
  assert.notEqual(await companyName(), '海右水泵有限公司')
  await offer.getByRole('button', { name: '填入网站设置' }).click()
  await offer.waitFor({ state: 'detached' })
  assert.equal(await companyName(), '海右水泵有限公司')
})

const sentence = '公司生产低压电力电缆、控制电缆和特种电缆，产品用于工厂、楼宇与市政工程，出厂以前每盘都做耐压试验。'
const oldPage = (title: string, body: string, charset = 'utf-8'): string =>
  `<!doctype html><html><head><meta charset="${charset}"><title>${title} - 海右电缆</title></head><body>` +
  `<div class="nav"><a href="/">首页</a><a href="/news/">新闻</a></div><h1>${title}</h1>` +
  `<div class="content"><p>${sentence}</p>${body}<p>${sentence}</p></div></body></html>`

/** As sites were made fifteen years ago: GBK, addresses with a query, pages that have moved, are broken, slow or gone. */
const oldPages = (origin: string): Readonly<Record<string, Sent | RequestListener>> => {
  const listed = [
    '/news/1.html',
    '/news/2.html',
    '/news/moved.html',
    '/news/gone.html',
    '/news/broken.html',
    '/product/show.asp?id=7',
  ]
  const entry = (path: string): string => `<url><loc>${origin}${path}</loc><lastmod>2019-03-02</lastmod></url>`
  return {
    '/': { body: oldPage('海右电缆', '<a href="/news/1.html">新闻</a>') },
    '/robots.txt': { body: `User-agent: *\nSitemap: ${origin}/map.xml`, type: 'text/plain' },
    '/map.xml': {
      body: `<urlset>${[...listed, '/jobs/1.html', '/list.pdf'].map(entry).join('')}</urlset>`,
      type: 'text/xml',
    },
    '/news/1.html': {
      body: encoded(oldPage('新车间投产', '<p>发布时间：2018-05-06</p><img src="images/a.png">', 'gb2312'), 'gbk'),
      type: 'text/html',
    },
    '/news/images/a.png': { body: png(320, 240), type: 'image/png' },
    '/news/2.html': {
      body: oldPage(
        '通过审核',
        `<script>alert(1)</script><img src="${origin}/lost.png"><img src="http://10.0.0.1/x.png">`,
      ),
    },
    '/news/moved.html': { status: 301, headers: { Location: '/news/new.html' } },
    '/news/new.html': { body: oldPage('搬过一次', '') },
    '/news/broken.html': { status: 500 },
    '/product/show.asp?id=7': { body: oldPage('YJV电缆', '<img src="/news/images/a.png">') },
  }
}

browserTest('pages of any site are listed by their folders, read, and shown before they are taken', async (t) => {
  const origin = 'http://www.old-cable.com'
  const pages = oldPages(origin)
  const { port, requests } = await outsideSite(t, sender(pages))
  const env = { SEED: 'on', RATE_LIMIT: 'off', ...oldInternet(['www.old-cable.com'], port) }
  const { page, server } = await staff(t, '/settings?group=moving', { server: await startProgram(t, { env }) })
  await page.getByLabel('老网站的网址').fill('www.old-cable.com')
  await page.getByRole('button', { name: '列出网页' }).click()
  await page.getByText(`来自网站地图 ${origin}/map.xml`).waitFor()
  await page.getByRole('checkbox', { name: /^\/jobs\// }).uncheck()
  const begun = page.waitForResponse('**/v1/operation/start')
  await page.getByRole('button', { name: '读取6个网页' }).click()
  await begun
  await page.reload()
  await button(page, /^打开上次读的6个网页$/).click()
  await page.getByRole('list', { name: '要导入的内容' }).waitFor()
  assert.equal(await summary(page), '共4条，选中4条：产品1，新闻3')
  await page.getByText(`${origin}/news/gone.html：网页不在了（404）`).waitFor()
  await page.getByText(`${origin}/news/broken.html：网站自己出错了`).waitFor()
  const row = (title: string) =>
    screen(page)
      .getByRole('listitem')
      .filter({ has: page.getByText(title, { exact: true }) })
  assert.match(await row('新车间投产').innerText(), new RegExp(`2018-05-06 · 图片1张\n${sentence.slice(0, 40)}`))
  assert.match(await row('通过审核').innerText(), /2019-03-02/, 'the day is that of the sitemap')
  const group = page.getByLabel('“/product/show.asp?id=*”的产品放进哪个分类')
  assert.equal(await group.locator('option:checked').innerText(), '智慧工地产品')
  await group.selectOption({ label: '建筑机器人' })
  assert.deepEqual(await seriousFaults(page), [])
  assert.ok(!requests.some(({ url }) => url?.endsWith('.png') || url?.startsWith('/jobs')), 'nothing is taken yet')

  await button(page, /^存为4份草稿$/).click()
  await moved(page)
  await screen(page)
    .getByText(/lost\.png：地址打不开/)
    .waitFor()
  await screen(page)
    .getByText(/x\.png：地址不允许/)
    .waitFor()
  assert.equal(requests.filter(({ url }) => url === '/news/images/a.png').length, 1, 'a picture is fetched once')
  await publishAll(page)
  await toast(page, '已发布 4 条')
  const news = (await led(server, '/news/1.html')) ?? ''
  assert.match(news, /^\/xwdtDet/)
  assert.equal(await led(server, '/news/moved.html'), await led(server, '/news/new.html'))
  const { data } = await server.post('/v1/news/detailNews', { newId: news.split('=')[1] })
  assert.equal(data.createDate, '2018-05-06 00:00:00')
  assert.match(data.newInfo, /<img src="\/uploads\//)
  const [, productId] = /productId=(.*)/.exec((await led(server, '/product/show.asp?id=7')) ?? '') ?? []
  const product = (await server.post('/v1/product/detailProduct', { productId })).data
  assert.deepEqual([product.coverName, product.productType], ['YJV电缆', '建筑机器人'])

  await button(page, /^撤销发布$/).click()
  await toast(page, '已撤销发布 4 条')
  assert.equal(await led(server, '/news/1.html'), null, 'it leads nowhere while its page is a draft')
  await button(page, /^撤销这次导入$/).click()
  await toast(page, '已撤销导入 4 条')
  const { data: left } = await server.post('/v1/redirect/list', {}, { headers: await server.signIn() })
  assert.equal(left.count, 0)
})

browserTest('the lists of an old site are followed until somebody stops, and whole the next time', async (t) => {
  let release: (() => void) | undefined
  const lists = sender(aspShop)
  const last: RequestListener = (req, res) => {
    release = () => lists(req, res)
  }
  const pages: Pages = { ...aspShop, '/product.asp?page=3': last }
  const { port } = await outsideSite(t, sender(pages))
  const env = { SEED: 'on', RATE_LIMIT: 'off', ...oldInternet(['www.old-shop.com'], port) }
  const { page } = await staff(t, '/settings?group=moving', { server: await startProgram(t, { env }) })
  const list = async (): Promise<void> => {
    await page.getByLabel('老网站的网址').fill('www.old-shop.com')
    await page.getByRole('button', { name: '列出网页' }).click()
  }
  await list()
  await page.getByText(/^已看\d+页，找到\d+个网页$/).waitFor()
  await eventually(() => release !== undefined, 'the last list is asked for')
  await page.getByRole('button', { name: '停止' }).click()
  await page.getByText(/^停止了，列表只看了\d+页/).waitFor()
  await page.getByRole('button', { name: '换一个网址' }).click()
  release?.()
  pages['/product.asp?page=3'] = aspShop['/product.asp?page=3'] ?? ''
  await list()
  await page.getByRole('checkbox', { name: /^\/product_view.asp\?id=\* 30个/ }).waitFor()
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
