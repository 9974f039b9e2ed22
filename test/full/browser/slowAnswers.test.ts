import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { onePixel } from '../../media/pictures.ts'
import { browserTest } from '../../browser/browser.ts'
import { groupSaved, pick, staff, toast } from '../../browser/staff.ts'
import { hold } from '../../browser/waiting.ts'

browserTest(
  'what is typed while a group of settings is being saved stays, and is saved by the next click',
  async (t) => {
    const { page, server } = await staff(t, '/settings?group=basics', { own: true })
    const slogan = page.getByRole('textbox', { name: '口号' })
    const release = await hold(page, '**/v1/site/update')
    await slogan.fill('先看见')
    await page.keyboard.press('Control+s')
    await page.getByText('正在保存…').waitFor()
    await page.keyboard.type('，再动手')
    release()
    await toast(page, groupSaved)
    await page.getByText('有未保存的修改').waitFor()
    assert.equal(await slogan.inputValue(), '先看见，再动手')
    assert.equal(await slogan.evaluate((field) => field === document.activeElement), true)
    assert.equal((await server.post('/v1/site/detail')).data.slogan, '先看见')
    await page.keyboard.press('Control+s')
    await eventually(
      async () => (await server.post('/v1/site/detail')).data.slogan === '先看见，再动手',
      'the rest is saved',
    )
  },
)

browserTest(
  'a product that was just chosen is named at once, and one whose name cannot be loaded is not called deleted',
  async (t) => {
    const { page } = await staff(t, '/settings?group=scenarios')
    const list = page.getByRole('group', { name: /^应用场景/ }).last()
    await list.locator('.setting-fold').first().click()
    const field = list.getByRole('combobox').first()
    await eventually(async () => (await field.inputValue()) !== '', 'the product is named')
    await page.route('**/v1/record/matches', (route) => route.abort())
    await field.fill('机器人')
    const hit = list.getByRole('listbox').getByRole('option').first()
    const name = await hit.textContent()
    await hit.click()
    assert.equal(await field.inputValue(), name)

    await list.locator(':scope > ol > li > .setting-item .setting-fold').nth(1).click()
    const other = list.getByRole('combobox').first()
    await eventually(async () => (await other.inputValue()) === '（没有读取到名称）', 'it says what happened')
  },
)

browserTest('the name of the system is saved as it is shown: nothing can be typed into it meanwhile', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true })
  const brand = page.getByRole('button', { name: /官网后台管理系统|海右/ })
  await brand.click()
  const name = page.getByRole('dialog', { name: '系统名称和LOGO' }).getByRole('textbox')
  const address = '**/service-basics-item/item/item'
  await page.route(address, (route) => route.abort())
  await name.fill('海右后台')
  await page.keyboard.press('Enter')
  await page.getByText(/网络连接失败/).waitFor()
  // The button is locked for the rest of a second; Esc does not wait for it.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await page.keyboard.type('二')
  assert.equal(await name.inputValue(), '海右后台二')
  await page.unroute(address)

  const release = await hold(page, address)
  await page.locator('dialog button[type=submit][aria-disabled=false]').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('dialog input[name=sysName]:read-only').waitFor()
  await page.keyboard.type('三')
  assert.equal(await name.inputValue(), '海右后台二')
  release()
  await toast(page, '修改成功！')
  await page.getByRole('button', { name: '海右后台二', exact: true }).waitFor()
})

browserTest('a new password is the one that was sent: nothing can be typed into its fields meanwhile', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await pick(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const fields = ['旧密码', '新密码', '确认密码'].map((label) => dialog.getByLabel(label, { exact: true }))
  for (const field of fields) await field.fill('fresh-secret')
  const release = await hold(page, '**/service-basics-item/sys/users/getAssignRole')
  await page.keyboard.press('Enter')
  await dialog.locator('input[name=again][readonly]').waitFor()
  await page.keyboard.type('x')
  release()
  await dialog.getByText('旧密码不正确').waitFor()
  for (const field of fields) assert.equal(await field.inputValue(), 'fresh-secret')
  await fields[0]?.fill('old')
  assert.equal(await fields[0]?.inputValue(), 'old')
})

browserTest(
  'the dialog for the name of the system can be closed while its logo is being uploaded, which ends the upload',
  async (t) => {
    const { page } = await staff(t, '/dashboard')
    const brand = page.getByRole('button', { name: /官网后台管理系统|海右/ })
    await brand.click()
    const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
    const address = '**/service-basics-item/basic/common/upload'
    await page.route(address, () => {})
    const requested = page.waitForRequest(address)
    const aborted = page.waitForEvent('requestfailed')
    await dialog
      .locator('input[type=file]:enabled')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
    await requested
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.match((await aborted).url(), /upload$/)
    await brand.click()
    await dialog.getByText('上传LOGO').waitFor()
  },
)
