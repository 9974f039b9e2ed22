import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { fakeService, robotAddresses } from '../outbox/fakeService.ts'
import { siteWith } from '../outbox/site.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { question, resize, staff, toast } from './staff.ts'
import { hold } from './waiting.ts'

const path = '/settings?group=channels'
const secret = 'SEC0123456789abcdef'
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

browserTest('secrets are in no reply and on no page, and stay when a channel is saved without them', async (t) => {
  const robot = await fakeService(t)
  const { server, channel } = await siteWith(t, { dingtalk: robot })
  await channel({ kind: 'dingtalk', label: '招商群', address: robotAddresses.dingtalk, secret })
  const { page } = await staff(t, path, { server })
  const replies: string[] = []
  await page.route('**/v1/channel/**', async (route) => {
    const response = await route.fetch()
    replies.push(await response.text())
    await route.fulfill({ response })
  })
  await page.reload()
  await channelOf(page, '招商群').getByText('钉钉群机器人 · …5f5f').waitFor()
  await page.getByRole('button', { name: '编辑：招商群' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑：招商群' })
  for (const [name, type] of [
    ['Webhook地址', 'text'],
    ['加签密钥', 'password'],
  ] as const) {
    const field = dialog.getByLabel(name, { exact: true })
    assert.deepEqual([await field.inputValue(), await field.getAttribute('placeholder')], ['', '已保存，不修改请留空'])
    assert.equal(await field.getAttribute('type'), type)
  }
  await dialog.getByRole('textbox', { name: '名称' }).fill('招商一组')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '发送测试：招商一组' }).click()
  await channelOf(page, '招商一组').getByText('已发送').waitFor()
  assert.match(robot.received[0]?.path ?? '', /access_token=(5f){32}&timestamp=\d+&sign=./)
  const all = [await page.content(), ...replies].join()
  assert.ok(all.includes('招商一组') && !all.includes(secret) && !all.includes('5f'.repeat(8)))
})

browserTest('the secret that was made for a webhook is shown once, to copy', async (t) => {
  const receiver = await fakeService(t)
  const { server } = await siteWith(t, {})
  const { page } = await staff(t, path, { server, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Webhook' }).click()
  const dialog = page.getByRole('dialog', { name: '添加渠道' })
  assert.ok(await dialog.getByRole('radio', { name: 'Webhook' }).isChecked())
  await dialog.getByRole('textbox', { name: '名称' }).fill('CRM')
  await dialog.getByRole('textbox', { name: '接收地址' }).fill(`${receiver.origin}/inquiries`)
  await dialog.getByRole('button', { name: '保存' }).click()
  const saved = page.getByRole('dialog', { name: '渠道已保存' })
  const shown = (await saved.locator('code').textContent()) ?? ''
  assert.match(shown, /^whsec_[\w+/]+=*$/)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), '发送测试')
  await saved.getByRole('button', { name: '复制密钥' }).click()
  await saved.getByText('已复制').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown)
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('dialog').count(), 0, 'nothing is unsaved')
  await addHasFocus(page)
  await page.getByRole('button', { name: '编辑：CRM' }).click()
  assert.ok(!(await page.content()).includes(shown))
})

browserTest(
  'a channel is switched off and on, tested and deleted by the keyboard, on phones and in the dark too',
  async (t) => {
    const robot = await fakeService(t)
    const { server, channel } = await siteWith(t, { wecom: robot })
    await channel({ kind: 'wecom', label: '销售群', address: robotAddresses.wecom })
    const sender = { user: 'a-long-name-of-a-company@example.com', password: 'x' }
    await channel({ kind: 'mail', label: '总经理的邮箱', host: 'smtp.example.com', ...sender, to: 'boss@example.com' })
    const { page } = await staff(t, path, { server, bypassCSP: true, colorScheme: 'dark' })
    const row = channelOf(page, '销售群')
    await page.getByRole('switch', { name: '启用：销售群' }).press('Space')
    await row.getByText('已停用').waitFor()
    await page.getByRole('switch', { name: '启用：销售群' }).press('Space')
    await row.getByText('正常').waitFor()

    const release = await hold(page, '**/v1/channel/test')
    const test = page.getByRole('button', { name: '发送测试：销售群' })
    await test.press('Enter')
    await row.getByText('正在发送…').waitFor()
    await test.press('Enter')
    release()
    await row.getByText('已发送，请查看是否收到').waitFor()
    assert.equal(robot.received.length, 1)
    assert.ok(await test.evaluate((button) => button === document.activeElement))

    for (const width of [768, 390, 320]) {
      await resize(page, { width, height: 844 })
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`)
      assert.deepEqual(await seriousFaults(page), [], `${width}`)
    }
    await page.getByRole('button', { name: '删除：销售群' }).press('Enter')
    await question(page).getByRole('button', { name: '删除' }).click()
    await toast(page, '删除成功！')
    await row.waitFor({ state: 'detached' })
    await addHasFocus(page)
  },
)

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
