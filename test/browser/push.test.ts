import assert from 'node:assert/strict'
import { fakeService, json } from '../outbox/fakeService.ts'
import { siteWith } from '../outbox/site.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { staff } from './staff.ts'

browserTest(
  'Baidu and IndexNow are switched on and tested, a wrong token is said in words, and all pages are pushed',
  async (t) => {
    const baidu = await fakeService(t, json({ error: 401, message: 'token is not valid' }, 401))
    const indexnow = await fakeService(t, (res) => void res.writeHead(202).end())
    const { server, call } = await siteWith(t, { baidu, indexnow })
    await call('news/saveNews', { newTitle: '一篇新闻' })
    const { page, complaints } = await staff(t, '/settings?group=push', { server })
    const group = page.getByRole('region', { name: '搜索引擎推送' })
    const itemOf = (hasText: string) => group.getByRole('listitem').filter({ hasText })
    const [first, second] = [itemOf('API提交'), itemOf('Yandex')]
    assert.equal(await first.getByRole('switch').count(), 0, 'without a token there is nothing to switch on')
    await first.getByRole('textbox', { name: '站点' }).fill('https://www.example.com')
    await first.getByRole('button', { name: '保存' }).click()
    await first.getByText('请填写推送密钥').waitFor()
    await first.getByLabel('推送密钥', { exact: true }).fill('abcdefgh12345678')
    await first.getByRole('button', { name: '保存' }).click()
    await first.getByText('正常').waitFor()
    await first.getByRole('button', { name: '发送测试：百度' }).click()
    await first.getByRole('status').getByText('百度的推送密钥不对').waitFor()
    await first.getByText('上次失败').waitFor()
    baidu.reply = json({ remain: 9, success: 0, not_same_site: [], not_valid: ['*'] })
    await first.getByRole('button', { name: '发送测试：百度' }).click()
    await first.getByText('连接成功，今天还可以推送9个网址').waitFor()
    await first.getByText('正常').waitFor()
    assert.ok(!(await page.content()).includes('abcdefgh12345678'))

    await second.getByRole('switch', { name: '启用：IndexNow' }).click()
    const file = await second.getByRole('link', { name: /^\/[0-9a-f]{32}\.txt$/ }).textContent()
    assert.equal(`/${await (await fetch(server.url + file)).text()}.txt`, file)
    await group.getByRole('button', { name: '推送全部页面' }).click()
    await page.getByRole('button', { name: '推送全部', exact: true }).click()
    for (const each of [first, second]) await each.getByText('1个网址待推送').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(
      complaints.filter((each) => !/422|400/.test(each)),
      [],
    )
  },
)
