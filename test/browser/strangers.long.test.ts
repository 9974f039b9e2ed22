import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Site } from '../../contract/entities.ts'
import type { TestServer } from '../server.ts'
import { browserTest, goTo, hydrated, largeLetters, visit } from './browser.ts'
import { type Stranger, stranger } from './stranger.ts'

// Ten people who have never seen the site, each with what they came for. What it may take them are the figures of an audit.

const { english }: { english: Site['english'] } = JSON.parse(readFileSync('data/seed/site/site.json', 'utf8'))
const hours = /周一至周六 8:30-17:30/
const laptop = { viewport: { width: 1440, height: 900 } }

interface Arrived extends Stranger {
  server: TestServer
  link(name: string | RegExp, within?: Locator): Locator
}

const linkOf =
  (page: Page) =>
  (name: string | RegExp, within?: Locator): Locator =>
    (within ?? page).getByRole('link', { name, exact: typeof name === 'string' })

/** Somebody on the first page, as it is for their device. */
async function arrive(t: TestContext, options: Parameters<typeof visit>[1] = {}): Promise<Arrived> {
  const { page, server } = await visit(t, options.phone ? options : { ...laptop, ...options })
  await goTo(page, options.phone ? '/mobile' : '/')
  return { ...stranger(page), server, link: linkOf(page) }
}

/** The form, in a dialog or as a page. */
const formOf = (page: Page): Locator => page.locator('form.apply:visible')

async function send(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(name).fill(value)
  await form.getByRole('button', { name: /^提交/ }).click()
  await form.getByRole('status').getByText('已收到').waitFor()
}

/** What staff have of the last one who sent a form. */
async function lastLead(server: TestServer): Promise<Record<string, unknown>> {
  const { data } = await server.post('/v1/agent/list', { limit: 1 }, { headers: await server.signIn() })
  return data.data[0]
}

browserTest('a purchaser who has to know a price by noon compares three monitors and asks', async (t) => {
  const { page, sees, clicks, hasSpent, link, server } = await arrive(t)
  await clicks(link(/扬尘噪声在线监测系统/))
  await page.waitForURL(/productDet/)
  for (const fact of ['价格', '供货期', '保修期']) await sees(page.getByText(fact, { exact: true }))
  await sees(page.getByText(hours))
  hasSpent({ clicks: 1, screens: 1 }, 'price, delivery, warranty and hours')

  await sees(page.getByRole('heading', { name: '型号' }))
  hasSpent({ clicks: 1, screens: 3 }, 'models')
  await clicks(link(/参数$/, page.getByRole('navigation', { name: '本页内容' })))
  hasSpent({ clicks: 2, screens: 3 }, 'parameters')

  await clicks(link('比较同类产品'))
  await page.waitForURL(/compare/)
  await clicks(link('塔机安全监测系统'))
  await page.waitForURL(/tower-crane/)
  await clicks(link('卸料平台监测系统'))
  await page.waitForURL(/unloading/)
  for (const fact of ['型号', '价格', '供货期']) {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: fact, exact: true }) })
    await sees(row)
    assert.doesNotMatch((await row.getByRole('cell').allTextContents()).join('|'), /—/, `all three have ${fact}`)
  }
  hasSpent({ clicks: 5, screens: 5 }, 'three monitors side by side')

  await clicks(link('在线咨询'))
  const form = formOf(page)
  await sees(form.getByText(/前回电/))
  await form.getByText('报价', { exact: true }).click()
  await send(form, { 您的姓名: '陈工', 联系电话: '13800000021', 您的问题: '三样各两套，中午前要报价' })
  hasSpent({ clicks: 6, screens: 5 }, 'the question')
  assert.equal((await lastLead(server)).topic, '报价')
})

browserTest('what a purchaser needs on paper is one click from the product', async (t) => {
  const { page, sees, clicks, hasSpent, link } = await arrive(t)
  await clicks(link(/扬尘噪声在线监测系统/))
  await page.waitForURL(/productDet/)
  const sheet = await sees(link(/产品资料.*PDF/))
  const { status, type } = await fileAt(page, await sheet.getAttribute('href'))
  assert.deepEqual({ status, type }, { status: 200, type: 'application/pdf' })
  hasSpent({ clicks: 1, screens: 4 }, 'the data sheet')
})

async function fileAt(page: Page, address: string | null): Promise<{ status: number; type: string | undefined }> {
  assert.ok(address)
  const response = await page.request.get(address)
  return { status: response.status(), type: response.headers()['content-type'] }
}

browserTest('a project manager finds on a phone when the crane system would be there', async (t) => {
  const { page, sees, clicks, hasSpent, link } = await arrive(t, { phone: true })
  await clicks(link(/^塔机安全监测系统/))
  await page.waitForURL(/cpDeatail/)
  await sees(page.getByText('供货期', { exact: true }))
  await sees(page.getByText(/天内发货/))
  hasSpent({ clicks: 1, screens: 1 }, 'the time of delivery')
  await clicks(page.getByText('详细介绍', { exact: true }))
  await sees(page.getByRole('heading', { name: '交付与服务' }))
  hasSpent({ clicks: 2, screens: 5 }, 'what happens after delivery')

  await goTo(page, '/mobile')
  await page.getByLabel('菜单').first().click()
  const search = page.getByRole('searchbox')
  await search.fill('交货期')
  await search.press('Enter')
  await page.waitForURL(/search/)
  await sees(page.getByRole('main').getByRole('heading', { level: 2 }))
})

browserTest('an inspector sees the licence, certificates and their numbers', async (t) => {
  const { page, sees, clicks, goesToEnd, hasSpent, link } = await arrive(t)
  await goesToEnd()
  await sees(page.getByText(/统一社会信用代码/))
  hasSpent({ clicks: 0, screens: 1 }, 'the code of the company')
  const opened = page.waitForEvent('popup')
  await clicks(link('营业执照'))
  const licence = await opened
  await licence.waitForURL(/\/media\/about\/licence/)
  await licence.close()
  hasSpent({ clicks: 1, screens: 1 }, 'the licence')

  await clicks(link('资质与检测'))
  await page.waitForURL(/zizhi/)
  await clicks(link(/^检测报告/))
  await page.waitForURL(/type=test/)
  await sees(page.getByRole('heading', { name: '塔机安全监测终端检测报告' }))
  hasSpent({ clicks: 3, screens: 2 }, 'test reports')
  await goTo(page, '/zizhi')
  for (const fact of ['编号', '颁发机构', '有效期至']) await sees(page.getByText(fact, { exact: true }))
  hasSpent({ clicks: 3, screens: 3 }, 'certificates with their numbers')

  // Who searches for it instead gets there, too.
  await goTo(page, `/search?word=${encodeURIComponent('营业执照')}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /资质与检测/ })
    .first()
    .click()
  await page.waitForURL(/zizhi/)
  await sees(link('营业执照', page.getByRole('main')))
})

browserTest('an engineer of a competitor finds parameters, a data sheet and protocols', async (t) => {
  const first = await arrive(t)
  await first.clicks(first.link(/^智慧工地产品 塔机安全监测系统/))
  await first.page.waitForURL(/productDet/)
  await first.clicks(first.link(/参数$/, first.page.getByRole('navigation', { name: '本页内容' })))
  await first.sees(first.page.getByText('群塔组网数量', { exact: true }))
  first.hasSpent({ clicks: 2, screens: 2 }, 'parameters')

  const second = await arrive(t)
  await second.clicks(second.link(/^智慧工地产品 智慧工地云平台/))
  await second.page.waitForURL(/productDet/)
  await second.clicks(second.link(/参数$/, second.page.getByRole('navigation', { name: '本页内容' })))
  await second.sees(second.page.getByText(/MQTT.*Modbus/))
  second.hasSpent({ clicks: 2, screens: 2 }, 'protocols')
})

browserTest('an old man with letters twice as large calls, reads the names and asks', async (t) => {
  const page = await largeLetters(t)
  await goTo(page, '/mobile')
  const { sees, clicks, hasSpent } = stranger(page)
  const link = linkOf(page)
  const hotline = await sees(link(/400-000-0000/))
  assert.equal(await hotline.getAttribute('href'), 'tel:400-000-0000')
  hasSpent({ clicks: 0, screens: 0 }, 'the number to call')

  await clicks(link('在线咨询'))
  const form = formOf(page)
  await send(form, { 您的姓名: '老孙', 联系电话: '0533-1234567' })
  hasSpent({ clicks: 1, screens: 2 }, 'the question')
  assert.equal(await page.evaluate(() => innerWidth), 320, 'nothing is wider than his screen')

  await page.goto('/zhuyingyewu')
  const cut = await page.locator('main :is(h2, h3, h4):visible').evaluateAll((all) =>
    all
      // Some are for screen readers only.
      .filter((each) => each.clientWidth > 1)
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
      .map((each) => each.textContent),
  )
  assert.deepEqual(cut, [], 'names that are cut')
})

browserTest('a dealer in 新疆 applies with the region, and leaves the form for a moment', async (t) => {
  const { page, sees, clicks, hasSpent, link, server } = await arrive(t)
  await clicks(link('申请加盟'))
  await page.waitForURL(/dljm/)
  const form = formOf(page)
  await sees(form.getByLabel('意向区域'))
  hasSpent({ clicks: 1, screens: 0 }, 'the form')
  await form.getByLabel('公司名称').fill('乌鲁木齐天山智能科技')
  await form.getByLabel('意向区域').fill('新疆')
  await clicks(link(/隐私说明/, form))
  await page.waitForURL(/privacy/)
  await page.goBack()
  await page.waitForURL(/dljm/)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=companyName]')?.value !== '')
  await form.getByLabel('联系人').fill('阿里木')
  await form.getByLabel('手机号码').fill('13900000022')
  await form.getByRole('button', { name: /^提交/ }).click()
  await form.getByRole('status').getByText('申请成功').waitFor()
  const { agentInfo, region } = await lastLead(server)
  assert.deepEqual({ agentInfo, region }, { agentInfo: '乌鲁木齐天山智能科技', region: '新疆' })

  await goTo(page, `/search?word=${encodeURIComponent('新疆')}`)
  await sees(page.getByRole('main').getByRole('link', { name: /代理商/ }))
})

browserTest('a job seeker finds jobs with pay and place, and applies', async (t) => {
  const { page, sees, clicks, goesToEnd, hasSpent, link, server } = await arrive(t)
  await goesToEnd()
  await clicks(link('加入我们'))
  await page.waitForURL(/jiaru/)
  for (const column of ['岗位与要求', '地点、人数', '月薪'])
    await sees(page.getByRole('columnheader', { name: column, exact: true }))
  hasSpent({ clicks: 1, screens: 1 }, 'the jobs')
  await sees(page.getByText(/再回公司面谈（.*号楼）/))
  await clicks(link('在线咨询', page.getByRole('article')))
  const form = formOf(page)
  await form.getByRole('radio', { name: '应聘', checked: true }).waitFor()
  hasSpent({ clicks: 2, screens: 2 }, 'the form')
  await send(form, { 您的姓名: '小林', 联系电话: '13700000023', 您的问题: '前端开发工程师，在淄博' })
  assert.equal((await lastLead(server)).topic, '应聘')

  const phone = await arrive(t, { phone: true })
  await phone.clicks(phone.page.getByLabel('菜单'))
  await phone.clicks(phone.link('加入我们'))
  await phone.page.waitForURL(/jiaru/)
  phone.hasSpent({ clicks: 2, screens: 0 }, 'the jobs on a phone')
})

browserTest('a journalist takes the logo and pictures as files, and follows the news', async (t) => {
  const { page, sees, clicks, goesToEnd, hasSpent, link } = await arrive(t)
  await goesToEnd()
  await clicks(link('下载中心'))
  await page.waitForURL(/xiazai/)
  const logo = await sees(link(/PNG/))
  assert.equal((await fileAt(page, await logo.getAttribute('href'))).type, 'image/png')
  hasSpent({ clicks: 1, screens: 2 }, 'the logo')

  await clicks(page.getByRole('button', { name: /查看大图/ }))
  const large = page.getByRole('dialog').locator('.current img, img').first()
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('dialog[open] img')]
    return pictures.some(({ naturalWidth }) => naturalWidth >= 1600)
  })
  assert.match((await fileAt(page, await large.getAttribute('src'))).type ?? '', /^image\/(jpeg|png)$/)
  hasSpent({ clicks: 2, screens: 3 }, 'a picture')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  const feed = await sees(link('RSS'))
  assert.match((await fileAt(page, await feed.getAttribute('href'))).type ?? '', /rss\+xml/)
  await clicks(link('新闻动态'))
  await page.waitForURL(/xwdt/)
  await sees(page.getByRole('main').getByRole('time'))
  hasSpent({ clicks: 3, screens: 6 }, 'the news')
})

/** What a screen reader says of the element that has the focus: its role and its name. */
async function heard(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  await session.detach()
  const { role, name } = nodes[0] ?? {}
  // Where a line may break, Chromium says a space.
  return `${role?.value} ${String(name?.value).replaceAll(' ', '')}`
}

/** Presses Tab until something is heard, at most so often. */
async function tabTo(page: Page, wanted: RegExp, most: number): Promise<void> {
  const stops: string[] = []
  while (stops.length < most) {
    await page.keyboard.press('Tab')
    const words = await heard(page)
    if (wanted.test(words)) return
    stops.push(words)
  }
  throw new Error(`${wanted} is not among ${stops.join(' | ')}`)
}

browserTest('a blind visitor reaches a product and the form by keyboard and accessible names', async (t) => {
  const { page, server } = await arrive(t)
  assert.match(await page.title(), /筑站/)
  await tabTo(page, /^link 跳到正文/, 1)
  await tabTo(page, /^link 产品中心$/, 3)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/product$/)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Home')
  await page.locator('body').press('Tab')
  await tabTo(page, /^tab 智慧工地产品/, 30)
  await tabTo(page, /^link 塔机安全监测系统/, 8)
  await page.keyboard.press('Enter')
  await page.waitForURL(/productDet/)
  await page.getByRole('heading', { level: 1, name: '塔机安全监测系统' }).waitFor()
  const facts = await page.getByRole('main').ariaSnapshot()
  for (const fact of [
    /term: 价格\n\s*- definition: \S/,
    /term: 供货期\n\s*- definition: \S/,
    /heading "参数" \[level=[23]\]/,
  ])
    assert.match(facts, fact)

  await page.reload()
  await hydrated(page)
  await tabTo(page, /^link 咨询此产品/, 20)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
  assert.match(await heard(page), /^textbox 您的姓名/)
  // An empty form says what is missing, at its field.
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: '您的姓名' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  assert.match(await field.ariaSnapshot(), /您的姓名/)
  await page.keyboard.type('周琳')
  await tabTo(page, /^textbox 联系电话/, 1)
  await page.keyboard.type('13600000024')
  await tabTo(page, /^radio 产品咨询/, 1)
  await page.keyboard.press('ArrowRight')
  assert.match(await heard(page), /^radio 报价/)
  // After a press the button rests for a second.
  await page.locator('dialog[open] button[type=submit]:enabled').waitFor()
  await tabTo(page, /^button 提交咨询/, 4)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('已收到').waitFor()
  const { topic, productId } = await lastLead(server)
  assert.deepEqual({ topic, productId }, { topic: '报价', productId: 'zhgd-tower-crane' })

  await goTo(page, '/')
  await tabTo(page, /^link 跳到正文/, 1)
  await page.keyboard.press('Enter')
  await tabTo(page, /^link 在线咨询/, 9)
})

browserTest('a foreigner learns what the company makes, finds mail and number, and asks with both', async (t) => {
  const { page, server, sees, clicks, hasSpent, link } = await arrive(t, { own: true, locale: 'en-US' })
  await clicks(link('English'))
  await page.waitForURL(/\/en$/)
  await sees(page.getByText(english.lead))
  for (const product of english.products) await sees(page.getByText(product, { exact: true }))
  for (const proof of english.proofs) await sees(page.getByText(proof, { exact: true }))
  assert.equal(await (await sees(link(english.phone))).getAttribute('href'), 'tel:+865330000000')
  await sees(link('service@example.com'))
  hasSpent({ clicks: 1, screens: 0 }, 'what they make, mail and number')

  for (const [name, contact] of [
    ['John Smith', '+1 212 555 0123'],
    ['Anna Petrova', '+7 912 345-67-89'],
    ['Hans Maier', 'hans.maier@example.com'],
  ] as const) {
    await goTo(page, '/en')
    await clicks(link(/^Inquiry form/))
    await send(formOf(page), { 您的姓名: name, 联系电话: contact, 您的问题: 'Two tower cranes, Almaty' })
    const lead = await lastLead(server)
    assert.deepEqual([lead.agentName, lead.question], [name, 'Two tower cranes, Almaty'])
  }

  const phone = await arrive(t, { server, phone: true, locale: 'en-US' })
  await phone.clicks(phone.page.getByLabel('菜单'))
  await phone.clicks(phone.link('English'))
  await phone.page.waitForURL(/\/en$/)
  await phone.sees(phone.link(english.phone))
  phone.hasSpent({ clicks: 2, screens: 0 }, 'the number on a phone')
})
