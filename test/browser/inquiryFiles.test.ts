import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { pdf } from '../uploads/documents.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest, sharedServer, visitPage } from './browser.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

browserTest('somebody sends a drawing with a question on a phone, and nothing typed is lost', async (t) => {
  const server = await sharedServer()
  const { page } = await visitPage(t, '/zixun', { phone: true, server })
  const field = page.locator('.field.files')
  const message = field.locator('.field-error').last()
  const input = field.locator('input')
  await page.fill('[name=name]', '周工')
  await page.fill('[name=phone]', 'zhou@example.com')
  await page.getByText('前回复邮件').waitFor()

  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/inquiry/file', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await input.setInputFiles([file('图纸.pdf', pdf()), file('程序.exe', Buffer.from('MZ'))])
  await field.locator('progress').waitFor()
  assert.match(await message.innerText(), /^程序\.exe：只能发送PDF/)
  await page.click('text=提交咨询')
  await eventually(async () => (await message.innerText()).startsWith('文件还在上传'), 'it waits for the file')
  await field.getByRole('button', { name: '取消图纸.pdf' }).click()
  await eventually(async () => (await field.locator('li').count()) === 0, 'it is not sent')
  release()
  await page.unroute('**/v1/inquiry/file')

  await input.setInputFiles([file('假的.pdf', Buffer.from('<html>')), file('照片.png', onePixel)])
  await field.getByText('只能发送PDF').waitFor()
  await field.getByRole('button', { name: '移除假的.pdf' }).click()
  await field.getByRole('button', { name: '移除照片.png' }).waitFor()
  assert.equal(await page.inputValue('[name=name]'), '周工')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone.png`, fullPage: true })
  await page.waitForTimeout(1_100)
  await page.click('text=提交咨询')
  await page.locator('[role=status] >> text=/已收到，.*前回复邮件/').waitFor()
  assert.equal(await field.locator('li').count(), 0)
  const { data } = await server.post('/v1/agent/list', { word: 'zhou@example.com' }, { headers: await server.signIn() })
  assert.deepEqual(
    data.data[0].files.map(({ name }: { name: string }) => name),
    ['照片.png'],
  )
})
