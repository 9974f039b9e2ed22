import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { fakeService, json, robotAddresses, succeed } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { question, staff, toast } from '../../browser/staff.ts'
import { hold } from '../../browser/waiting.ts'

const path = '/settings?group=inquiry&field=channels'
const channelOf = (page: Page, label: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) })
const openForm = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '添加渠道' }).click()
  return page.getByRole('dialog', { name: '添加渠道' })
}
const addHasFocus = (page: Page): Promise<void> =>
  eventually(
    () => page.evaluate(() => document.activeElement?.textContent === '添加渠道'),
    'the focus is on the button that adds one',
  )

browserTest('each kind asks only for what it needs, and keeps what was typed when another is looked at', async (t) => {
  const { server } = await siteWith(t, {})
  const { page } = await staff(t, path, { server, bypassCSP: true })
  const dialog = await openForm(page)
  await dialog.getByRole('textbox', { name: 'Webhook地址' }).fill('https://example.com/typed')
  const labels = (): Promise<string[]> => dialog.locator('.field-label').allTextContents()
  const wanted: Record<string, string[]> = {
    企业微信群机器人: ['Webhook地址'],
    钉钉群机器人: ['Webhook地址', '加签密钥'],
    飞书群机器人: ['Webhook地址', '签名密钥'],
    Webhook: ['接收地址', '签名密钥'],
    邮件: ['发件邮箱', '授权码', 'SMTP服务器', '端口', '收件人'],
  }
  // The arrow keys choose.
  await dialog.getByRole('radio', { name: '企业微信群机器人' }).focus()
  for (const [kind, fields] of Object.entries(wanted)) {
    assert.ok(await dialog.getByRole('radio', { name: kind }).isChecked(), kind)
    assert.deepEqual(await labels(), ['通知方式', '名称', ...fields])
    assert.deepEqual(await seriousFaults(page), [], kind)
    await page.keyboard.press('ArrowDown')
  }
  assert.equal(await dialog.getByRole('textbox', { name: 'Webhook地址' }).inputValue(), 'https://example.com/typed')
})

browserTest(
  'what is missing or refused has its message beside its field, and closing asks before it is lost',
  async (t) => {
    const { server } = await siteWith(t, {})
    const { page } = await staff(t, path, { server })
    const dialog = await openForm(page)
    const save = (): Promise<void> => dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByRole('radio', { name: '邮件' }).check()
    await dialog.getByRole('textbox', { name: '端口' }).fill('很多')
    await save()
    assert.deepEqual(await dialog.locator('.field-note.bad').allTextContents(), [
      '请输入名称',
      '请填写发件邮箱',
      '请填写授权码',
      '请填写SMTP服务器',
      '应为1到65535之间的整数',
      '请填写收件人',
    ])
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'label')

    // What another kind has wrong stops nothing.
    await dialog.getByRole('radio', { name: '企业微信群机器人' }).check()
    await dialog.getByRole('textbox', { name: '名称' }).fill('销售群')
    const address = dialog.getByRole('textbox', { name: 'Webhook地址' })
    await address.fill(robotAddresses.dingtalk)
    await save()
    await dialog.getByText('请粘贴机器人的Webhook地址，它以https://qyapi.weixin.qq.com/').waitFor()
    assert.equal(await address.getAttribute('aria-invalid'), 'true')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'address')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: '继续填写' }).click()
    assert.equal(await address.inputValue(), robotAddresses.dingtalk)
    await dialog.getByRole('radio', { name: '钉钉群机器人' }).check()
    assert.equal(await dialog.locator('.field-note.bad').count(), 0)
    await page.waitForFunction(() => !document.querySelector('dialog button[type=submit]:disabled'))
    await save()
    await page.getByRole('dialog', { name: '渠道已保存' }).waitFor()
  },
)

browserTest('a channel is switched off and on, tested once and deleted by the keyboard', async (t) => {
  const robot = await fakeService(t)
  const { server, channel } = await siteWith(t, { wecom: robot })
  await channel({ kind: 'wecom', label: '销售群', address: robotAddresses.wecom })
  const { page } = await staff(t, path, { server })
  const row = channelOf(page, '销售群')
  await page.getByRole('switch', { name: '启用：销售群' }).press('Space')
  await row.getByText('已停用').waitFor()
  await page.getByRole('switch', { name: '启用：销售群' }).press('Space')
  await row.getByText('已启用', { exact: true }).waitFor()

  const release = await hold(page, '**/v1/channel/test')
  const test = page.getByRole('button', { name: '发送测试：销售群' })
  await test.press('Enter')
  await row.getByText('正在发送测试…').waitFor()
  await test.press('Enter')
  release()
  await row.getByText('已发送，请查看是否收到').waitFor()
  assert.equal(robot.received.length, 1)
  assert.ok(await test.evaluate((button) => button === document.activeElement))

  await page.getByRole('button', { name: '删除：销售群' }).press('Enter')
  await question(page).getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await row.waitFor({ state: 'detached' })
  await addHasFocus(page)
})

browserTest('when the list does not load, it says so and is tried again', async (t) => {
  const { server } = await siteWith(t, {})
  const { page } = await staff(t, '/dashboard', { server })
  await page.route('**/v1/channel/list', (route) => route.abort())
  await page.goto(path)
  await page.getByRole('alert').getByText('网络连接失败').waitFor()
  await page.unroute('**/v1/channel/list')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('没有渠道时').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

browserTest('the dashboard says that a channel is paused and why, until a test succeeds', async (t) => {
  const robot = await fakeService(t, json({ errcode: 93000, errmsg: 'invalid webhook url' }))
  const { server, ask, call, channel } = await siteWith(t, { wecom: robot })
  await channel({ kind: 'wecom', label: '销售群', address: robotAddresses.wecom })
  await ask('王工')
  await eventually(async () => (await call('dashboard/summary')).data.channels !== undefined, 'the channel is paused')
  const { page } = await staff(t, '/dashboard', { server })
  const warning = page.getByRole('alert').filter({ hasText: '通知渠道“销售群”已暂停：机器人的地址不对' })
  await warning.getByRole('link', { name: '通知' }).click()
  const row = channelOf(page, '销售群')
  await row.getByText('已暂停：机器人的地址不对').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '发送测试：销售群')
  await page.keyboard.press('Enter')
  await row.getByRole('status').getByText('请在群里重新复制Webhook地址').waitFor()
  robot.reply = succeed
  await row.getByRole('button', { name: '发送测试：销售群' }).click()
  await row.getByText('已启用', { exact: true }).waitFor()
  await page.goto('/dashboard')
  await page.locator('.dashboard-counts').waitFor()
  assert.equal(await warning.count(), 0)
})
