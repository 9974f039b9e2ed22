import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { fakeService, json, robotAddresses, succeed } from '../outbox/fakeService.ts'
import { siteWith } from '../outbox/site.ts'
import { browserTest } from './browser.ts'
import { staff } from './staff.ts'

browserTest(
  'a WeCom robot is added and tested; a wrong key pauses it, which the dashboard says until a test succeeds',
  async (t) => {
    const robot = await fakeService(t)
    const { server, ask, call } = await siteWith(t, { wecom: robot })
    const { page, complaints } = await staff(t, '/settings?group=channels', { server })
    await page.getByText('没有渠道时，新的咨询只能在列表里看到').waitFor()
    await page.getByRole('button', { name: '企业微信群机器人' }).click()
    const dialog = page.getByRole('dialog', { name: '添加渠道' })
    await dialog.getByRole('textbox', { name: '名称' }).fill('销售群')
    await dialog.getByRole('textbox', { name: 'Webhook地址' }).fill(robotAddresses.wecom)
    await dialog.getByRole('button', { name: '保存' }).click()
    const saved = page.getByRole('dialog', { name: '渠道已保存' })
    await saved.getByRole('button', { name: '发送测试' }).click()
    await saved.getByText('已发送，请查看是否收到').waitFor()
    assert.match(robot.texts()[0] ?? '', /“销售群”可以收到通知/)
    await saved.getByRole('button', { name: '完成' }).click()

    robot.reply = json({ errcode: 93000, errmsg: 'invalid webhook url' })
    await ask('王工')
    await eventually(async () => (await call('dashboard/summary')).data.channels !== undefined, 'the channel is paused')
    await page.goto('/dashboard')
    const warning = page
      .getByRole('alert')
      .filter({ hasText: '通知渠道“销售群”已暂停：机器人的地址不对，或机器人已从群里移除（93000）' })
    await warning.getByRole('link', { name: '通知' }).click()
    const channel = page.getByRole('listitem').filter({ hasText: '销售群' })
    await channel.getByText('已暂停：机器人的地址不对').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '发送测试：销售群')
    await channel.getByRole('button', { name: '发送测试：销售群' }).click()
    await channel.getByRole('status').getByText('请在群里重新复制Webhook地址').waitFor()

    robot.reply = succeed
    await channel.getByRole('button', { name: '发送测试：销售群' }).click()
    await channel.getByText('正常').waitFor()
    const look = await channel.getByRole('switch').evaluate((element) => getComputedStyle(element).appearance)
    assert.equal(look, 'none', 'it is drawn as every switch')
    await eventually(
      () => robot.texts().filter((text) => text.includes('王工')).length > 1,
      'what was held back is sent',
    )
    await page.goto('/dashboard')
    await page.locator('.dashboard-counts').waitFor()
    assert.equal(await warning.count(), 0)
    assert.deepEqual(complaints, [])
  },
)
