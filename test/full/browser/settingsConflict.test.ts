import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { eventually } from '../../eventually.ts'
import { groupSaved, save, staff, toast } from '../../browser/staff.ts'

browserTest('of two who change one block of the settings, each text is asked about by itself', async (t) => {
  const { page, server } = await staff(t, '/settings?group=inquiry', { bypassCSP: true })
  const headers = await server.signIn()
  const form = page.locator('form[aria-label="客户咨询"]')
  const title = form.getByLabel('横条的标题')
  await title.fill('我的标题')
  const stored = async () => (await server.post('/v1/site/detail')).data.inquiry
  const inquiry = { ...(await stored()), bandTitle: '对方的标题', bandLead: '对方的说明', callBack: '对方的回电' }
  await server.post('/v1/site/update', { inquiry }, { headers })

  await form.getByRole('button', { name: '保存' }).click()
  const dialog = page.getByRole('dialog', { name: '内容已被修改' })
  await dialog.getByRole('group', { name: '咨询与申请 › 横条的标题' }).getByRole('radio', { name: '我的' }).check()
  assert.equal(await dialog.locator('fieldset').count(), 1)
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('heading', { name: '咨询与申请 › 横条的说明' }).waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await toast(page, groupSaved)
  const { bandTitle, bandLead, callBack } = await stored()
  assert.deepEqual([bandTitle, bandLead, callBack], ['我的标题', '对方的说明', '对方的回电'])
  assert.equal(await form.getByLabel('横条的说明').inputValue(), '对方的说明')

  // Two texts of one block are no question at all.
  await title.fill('另一个标题')
  await server.post('/v1/site/update', { inquiry: { ...(await stored()), bandLead: '又一个说明' } }, { headers })
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText(/^已与.*的修改合并，对方改的是“咨询与申请 › 横条的说明”$/).waitFor()
  const after = await stored()
  assert.deepEqual([after.bandTitle, after.bandLead], ['另一个标题', '又一个说明'])
})

browserTest('a save is undone from its message, and what somebody has changed since stays', async (t) => {
  const { page, server } = await staff(t, '/settings?group=contact')
  const form = page.getByRole('form', { name: '联系方式' })
  const [address, mailbox] = [form.getByLabel('公司地址'), form.getByLabel('公司邮箱')]
  const before = (await server.post('/v1/site/detail')).data
  await address.fill('济南市历下区示范路8号')
  await mailbox.fill('new@example.com')
  await save(page, '“联系方式”修改成功！')
  assert.equal(await page.locator('.toast').getByRole('link', { name: '在网站上查看' }).count(), 1)
  await server.post('/v1/site/update', { address: '同事改的地址' }, { headers: await server.signIn() })
  await form.getByLabel('服务热线').fill('400-111-2222')
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await toast(page, '公司邮箱已改回；后来又有人修改过，没有动：公司地址')
  const after = (await server.post('/v1/site/detail')).data
  assert.deepEqual([after.address, after.mailbox], ['同事改的地址', before.mailbox])
  await eventually(async () => (await mailbox.inputValue()) === before.mailbox, 'the form shows it')
  assert.equal(await address.inputValue(), '同事改的地址')
  assert.equal(await form.getByLabel('服务热线').inputValue(), '400-111-2222', 'what was typed meanwhile stays')
})
