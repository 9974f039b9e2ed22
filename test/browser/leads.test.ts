import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { eventually } from '../eventually.ts'
import { startServer } from '../server.ts'
import type { Page } from 'playwright-core'
import { browserTest, ownServer } from './browser.ts'
import { ready, titles } from './lists.ts'
import { follow, menu, row, staff, strip, toast } from './staff.ts'

const entry = (page: Page, name: string) => menu(page).getByRole('link', { name })
const count = (page: Page, name: string) => entry(page, name).locator('.menu-count')

browserTest(
  'an inquiry arrives, is opened, called, noted and signed, and is found and exported with all of it',
  async (t) => {
    const server = await ownServer(t)
    await server.post('/v1/agent/saveAgent', { agentInfo: '加盟公司', agentName: '赵工', phone: '13900000009' })
    const { page, complaints } = await staff(t, '/dashboard', { server })
    assert.equal(await count(page, '代理加盟').innerText(), '1\n1条新加盟申请')
    assert.equal(await count(page, '客户咨询').count(), 0)
    await server.post('/v1/inquiry/save', {
      topic: '报价',
      name: '王工',
      phone: '+86 138-0000-0001',
      question: '防护栏杆一米多少钱？',
      productId: 'jzbh-guardrail',
      page: '/mobile',
      origin: { landing: '/xwdt', referrer: 'www.baidu.com', device: 'phone' },
    })
    await entry(page, '代理加盟').click()
    await page.getByLabel('状态：赵工').selectOption('invalid')
    await toast(page, '赵工（加盟公司）：已改为“无效”')
    await count(page, '客户咨询').getByText('1条新咨询').waitFor()
    assert.equal(await count(page, '代理加盟').count(), 0)
    assert.equal(await row(page, '王工').count(), 0)

    await entry(page, '客户咨询').click()
    await row(page, '王工').getByText('报价：标准化防护栏杆').waitFor()
    assert.deepEqual(await titles(page, 'agentName'), ['王工'])
    await row(page, '王工').getByRole('button', { name: '王工', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '王工' })
    await dialog.getByText('来源与同意').click()
    for (const words of [
      '防护栏杆一米多少钱？',
      '13800000001',
      '新闻动态（/xwdt）',
      'www.baidu.com',
      '首页（/mobile）',
      '还没有跟进记录。',
    ]) {
      await dialog.getByText(words, { exact: true }).waitFor()
    }
    assert.equal(
      await dialog.getByRole('link', { name: '标准化防护栏杆' }).getAttribute('href'),
      '/AdminProduct?edit=jzbh-guardrail',
    )
    await dialog.getByLabel('跟进记录', { exact: true }).fill('要300米，下周签。')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await row(page, '王工').getByText('没写完').waitFor()
    await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
    assert.equal(await dialog.getByLabel('跟进记录', { exact: true }).inputValue(), '要300米，下周签。')
    await dialog.getByLabel('状态').selectOption('signed')
    await dialog.getByLabel('负责人').fill('小刘')
    await dialog.getByLabel('下次联系').fill('2020-01-02')
    await dialog.getByRole('button', { name: '保存跟进' }).click()
    await toast(dialog.page(), '跟进已保存')
    assert.match(
      await dialog.locator('.lead-notes').innerText(),
      /^admin · \d{4}-\d\d-\d\d \d\d:\d\d\s+要300米，下周签。$/,
    )
    await page.keyboard.press('Escape')
    await row(page, '王工').getByText('已过 01-02').waitFor()
    await eventually(async () => (await menu(page).locator('.menu-count').count()) === 0, 'nothing is new')

    await page.getByRole('combobox', { name: '状态', exact: true }).selectOption('signed')
    await page.getByRole('searchbox', { name: '查找' }).fill('138 0000 0001')
    await page.keyboard.press('Enter')
    await ready(page)
    assert.deepEqual(await titles(page, 'agentName'), ['王工'])
    await page.getByRole('button', { name: '其他格式' }).click()
    const [plain] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^供其他系统导入/ }).click(),
    ])
    assert.match(await readFile((await plain.path()) ?? '', 'utf8'), /^"序号".*\r\n1,.*"13800000001",/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    const [, only, end] = (await readFile((await file.path()) ?? '', 'utf8')).split('\r\n')
    assert.match(
      only ?? '',
      /"咨询","报价","王工","","13800000001\t","防护栏杆一米多少钱？","标准化防护栏杆","已签约","小刘","2020-01-02\t",.*admin：要300米.*"手机","首页（\/mobile）"/,
    )
    assert.equal(end, '')
    await page.getByRole('combobox', { name: '状态', exact: true }).selectOption('new')
    await page.getByText('没有符合条件的内容').waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'the applications of dealers are found by their number; a link to an inquiry leads to the inquiries',
  async (t) => {
    const server = await ownServer(t)
    for (const [agentName, phone] of [
      ['赵工', '13900000009'],
      ['于经理', '13900000008'],
    ]) {
      await server.post('/v1/agent/saveAgent', { agentInfo: `${agentName}的公司`, agentName, phone })
    }
    await server.post('/v1/inquiry/save', {
      topic: '报价',
      name: '王工',
      phone: '13800000001',
      question: '多少钱？',
      page: '/',
    })
    const { page, complaints } = await staff(t, '/AdminAgenttoJoin', {
      server,
      viewport: { width: 1920, height: 1080 },
    })
    await row(page, '赵工').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '代理加盟')
    assert.deepEqual(await page.locator('.admin-crumbs li').allTextContents(), ['首页', '菜单', '代理加盟'])
    assert.equal(await menu(page).locator('[aria-current=page]').innerText(), '代理加盟\n2\n2条新加盟申请')
    await strip(page).getByRole('link', { name: '代理加盟' }).waitFor()
    await page.getByLabel('查找').fill('139 0000 0009')
    await page.keyboard.press('Enter')
    await row(page, '于经理').waitFor({ state: 'detached' })

    // As messages of earlier releases have it.
    const {
      data: {
        data: [inquiry],
      },
    } = await server.post('/v1/agent/list', { kind: 'inquiry' }, { headers: await server.signIn() })
    await follow(page, `/AdminAgenttoJoin?open=${inquiry.agentId}`)
    await page.waitForURL(/\/AdminInquiry$/)
    await page.getByRole('dialog', { name: '王工' }).getByText('多少钱？').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1, includeHidden: true }).textContent(), '客户咨询')
    await page.goto(`/AdminAgenttoJoin?open=${inquiry.agentId}`)
    await page.waitForURL(/\/AdminInquiry$/)
    await page.getByRole('dialog', { name: '王工' }).getByText('多少钱？').waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'a day of sales on a phone: what is due, the own ones, a note, tomorrow, and Back to the next',
  async (t) => {
    const server = await ownServer(t)
    const headers = await server.signIn()
    const call = async (path: string, body: object) => (await server.post(`/v1/${path}`, body, { headers })).data
    const leads: [name: string, changes: object][] = [
      ['李工', { owner: '小王', nextAt: '2026-01-01' }],
      ['张工', { owner: '小林', nextAt: '2026-01-02' }],
      ['赵工', { owner: '小林', nextAt: '2999-01-02' }],
      ['周工', {}],
    ]
    for (const [index, [name, changes]] of leads.entries()) {
      await server.post('/v1/inquiry/save', {
        topic: '应聘',
        name,
        phone: `1380000000${index}`,
        company: '恒信',
        page: '/',
      })
      const { data } = await call('agent/list', { agentName: name })
      await call('agent/update', { agentId: data[0].agentId, ...changes })
    }
    const { password } = await call('account/save', { name: '小林', role: 'service' })
    const { page, complaints } = await staff(t, '/dashboard', { server, phone: true, name: '小林', password })
    const due = page.getByRole('region', { name: '今天要联系（2）' })
    await due.getByRole('listitem').first().getByText('张工（恒信） 应聘').waitFor()
    await due.getByRole('link', { name: '客户咨询' }).tap()
    await row(page, '李工').waitFor()
    await ready(page)
    assert.deepEqual(await titles(page, 'agentName'), ['李工', '张工'], 'in the order of their days')
    await row(page, '张工').getByText('恒信').filter({ visible: true }).waitFor()
    await page.getByRole('button', { name: '我的' }).tap()
    await row(page, '李工').waitFor({ state: 'detached' })
    await row(page, '张工').getByRole('button', { name: '张工', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: '张工' })
    await dialog.getByLabel('跟进记录', { exact: true }).fill('下周来面试')
    assert.equal(await dialog.getByLabel('状态').inputValue(), 'contacted')
    for (const name of ['明天', '三天后', '下周一', '保存跟进']) {
      const box = await dialog.getByRole('button', { name }).boundingBox()
      assert.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, `${name}: ${box?.width}x${box?.height}`)
    }
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await row(page, '张工').getByText('没写完').waitFor()
    await row(page, '张工').getByRole('button', { name: '张工', exact: true }).tap()
    assert.equal(await dialog.getByLabel('跟进记录', { exact: true }).inputValue(), '下周来面试')
    await dialog.getByRole('button', { name: '明天' }).tap()
    await dialog.getByRole('button', { name: '保存跟进' }).tap()
    await toast(page, '跟进已保存')
    await page.evaluate(() => history.back())
    await dialog.waitFor({ state: 'detached' })
    await row(page, '张工').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '全部', exact: true }).tap()
    await row(page, '张工').getByText('明天').waitFor()
    assert.deepEqual(await titles(page, 'agentName'), ['赵工', '张工'], 'still the own ones')
    assert.deepEqual(complaints, [])
  },
)

browserTest('a mail to a customer begins with the rows, is kept while it is not sent, and says why', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off', NOTIFY_PRIVATE: 'on' } })
  const headers = await server.signIn()
  // Nobody listens there.
  const channel = { kind: 'mail', label: '邮件', on: true, host: 'localhost', port: 1, user: 'a@example.com' }
  await server.post('/v1/channel/save', { ...channel, password: 'secret-code', to: 'b@example.com' }, { headers })
  const items = [{ productId: 'jzbh-guardrail', quantity: 3, unit: '套' }]
  const asked = { topic: '报价', name: '王工', phone: 'wang@customer.example', items }
  await server.post('/v1/inquiry/save', asked)
  const { page } = await staff(t, '/AdminInquiry', { server })
  const open = () => row(page, '王工').getByRole('button', { name: '王工', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '王工' })
  const letter = dialog.getByLabel('发给 wang@customer.example')
  await open()
  await dialog.getByText('写邮件回复').click()
  assert.match(await letter.inputValue(), /^王工，您好！\n[^]*\n1\. 标准化防护栏杆 ×3套$/)
  await letter.fill('王工，您好！每套200元。')
  await dialog.getByRole('button', { name: '发送邮件' }).click()
  await dialog.getByRole('alert').getByText('邮件未能发送（对方拒绝连接').waitFor()
  await page.keyboard.press('Escape')
  await row(page, '王工').getByText('没写完').waitFor()
  await page.reload()
  await open()
  assert.equal(await letter.inputValue(), '王工，您好！每套200元。')
})
