import assert from 'node:assert/strict'
import type { TestServer } from '../../server.ts'
import { eventually } from '../../eventually.ts'
import { pdf } from '../../media/documents.ts'
import { onePixel } from '../../media/pictures.ts'
import { allFaults, browserTest, hydrated, sharedServer, visit, visitPage } from '../../browser/browser.ts'
import { holdScripts } from '../../browser/waiting.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** Of the files' names in the newest inquiry of this address. */
async function filesOf(server: TestServer, word: string): Promise<string[]> {
  const { data } = await server.post('/v1/agent/list', { kind: 'all', word }, { headers: await server.signIn() })
  return (data.data[0].files ?? []).map(({ name }: { name: string }) => name)
}

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
  await input.setInputFiles(file('图纸.pdf', pdf()))
  await field.locator('progress').waitFor()
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
  const many = Array.from({ length: 3 }, (_, n) => file(`${n}.pdf`, pdf()))
  await input.setInputFiles(many)
  await field.getByText('最多3个文件').last().waitFor()
  await field.getByRole('button', { name: '移除1.pdf' }).waitFor()
  await field.getByRole('button', { name: '移除2.pdf' }).click()
  await page.click('text=提交咨询')
  await page.locator('[role=status] >> text=/已收到3个文件（照片.png、0.pdf、1.pdf），.*前回复邮件/').waitFor()
  assert.doesNotMatch(await page.locator('.apply-done').innerText(), /文件没有收到/)
  assert.equal(await field.locator('li').count(), 0)
  assert.deepEqual(await filesOf(server, 'zhou@example.com'), ['照片.png', '0.pdf', '1.pdf'])
})

browserTest(
  'a phone that has to load the page anew, as for its camera, keeps what has gone up until it is sent',
  async (t) => {
    const server = await sharedServer()
    const { page } = await visitPage(t, '/zixun', { phone: true, server })
    const field = page.locator('.field.files')
    await field.locator('input').setInputFiles(file('图纸.pdf', pdf()))
    await field.getByRole('button', { name: '移除图纸.pdf' }).waitFor()
    await field.locator('input').setInputFiles(file('照片.png', onePixel))
    await field.getByRole('button', { name: '移除照片.png' }).click()

    await page.reload()
    await field.getByRole('button', { name: '移除图纸.pdf' }).waitFor()
    assert.equal(await field.locator('li').count(), 1, 'what was removed stays away')
    // They count among the three that are taken.
    await field.locator('input').setInputFiles([1, 2, 3].map((n) => file(`${n}.pdf`, pdf())))
    await field.getByText('最多3个文件').waitFor()
    await field.getByRole('button', { name: '移除3.pdf' }).click()
    for (const n of [1, 2]) await field.getByRole('button', { name: `移除${n}.pdf` }).waitFor()
    await page.fill('[name=name]', '周工')
    await page.fill('[name=phone]', 'xiangji@example.com')
    await page.click('text=提交咨询')
    await page.locator('[role=status] >> text=/已收到/').waitFor()
    assert.deepEqual(await filesOf(server, 'xiangji@example.com'), ['图纸.pdf', '1.pdf', '2.pdf'])

    await page.reload()
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    assert.equal(await field.locator('li').count(), 0)
  },
)

browserTest('where a file cannot be taken the words go all the same, and it is said', async (t) => {
  const server = await sharedServer()
  const { page } = await visitPage(t, '/zixun', { server, bypassCSP: true })
  await page.fill('[name=name]', '周工')
  await page.fill('[name=phone]', 'li@example.com')
  const full = { code: 507, msg: '暂时收不了文件，文字可以照常提交', data: null }
  await page.route('**/v1/inquiry/file', (route) => route.fulfill({ status: 507, json: full }))
  await page.setInputFiles('.field.files input', file('图纸.pdf', pdf()))
  await page.getByRole('alert').getByText(full.msg).waitFor()
  for (const width of [1920, 320]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await allFaults(page), [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no wider than ${width}`)
  }
  await page.click('text=提交咨询')
  await page.getByText('“图纸.pdf”没有传上，请重试或移除；再提交一次，就不带它').waitFor()
  assert.equal(
    (await server.post('/v1/agent/list', { kind: 'all', word: 'li@example.com' }, { headers: await server.signIn() }))
      .data.count,
    0,
  )
  await page.click('text=提交咨询')
  await page.locator('[role=status] >> text=/已收到，.*。“图纸.pdf”没有收到，请在联系时再发给我们/').waitFor()
  assert.deepEqual(await filesOf(server, 'li@example.com'), [])
})

browserTest('a file that was chosen before the script ran is sent, too', async (t) => {
  const { page, server } = await visit(t)
  const release = await holdScripts(page)
  await page.goto('/zixun', { waitUntil: 'commit' })
  await page.setInputFiles('.field.files input', file('早.pdf', pdf()))
  release()
  await hydrated(page)
  await page.getByRole('button', { name: '移除早.pdf' }).waitFor()
  await page.fill('[name=name]', '周工')
  await page.fill('[name=phone]', 'zao@example.com')
  await page.click('text=提交咨询')
  await page.locator('[role=status] >> text=/已收到/').waitFor()
  assert.deepEqual(await filesOf(server, 'zao@example.com'), ['早.pdf'])
})
