import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Page } from 'playwright-core'
import { browserTest, ownServer } from './browser.ts'
import { ready, titles } from './lists.ts'
import { menu, row, staff, toast } from './staff.ts'
import { bytesOf } from './waiting.ts'

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
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    const [, only, end] = String(await bytesOf(file)).split('\r\n')
    assert.match(
      only ?? '',
      /"咨询","报价","王工","","13800000001\t","防护栏杆一米多少钱？","标准化防护栏杆 ZZ-L2000等2个型号","已签约","小刘","2020-01-02\t",.*admin：要300米.*"手机","首页（\/mobile）"/,
    )
    assert.equal(end, '')
    await page.getByRole('combobox', { name: '状态', exact: true }).selectOption('new')
    await page.getByText('没有符合条件的内容').waitFor()
    assert.deepEqual(complaints, [])
  },
)
