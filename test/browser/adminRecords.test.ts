import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest } from './browser.ts'
import { menu, row, staff, strip, toast } from './staff.ts'
import { holdUploads } from './waiting.ts'

browserTest('a product is added with a picture and a text, seen, changed and deleted', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置').selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('测试机器人')
  await dialog.locator('input[name=coverUrl]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: '查看大图：封面图' }).waitFor()
  await dialog.locator('[contenteditable=true]').click()
  await page.keyboard.type('第一段文字')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '添加成功！')
  await dialog.waitFor({ state: 'detached' })
  await row(page, '测试机器人').waitFor()

  const list = await server.post('/v1/product/list', { coverName: '测试机器人' })
  const [saved] = list.data.data
  assert.match(saved.coverUrl, /^\/uploads\/product\//)
  const { data } = await server.post('/v1/product/detailProduct', { productId: saved.productId })
  assert.equal(data.productCon, '<p>第一段文字</p>')

  await row(page, '测试机器人').getByRole('button', { name: /^查看：/ }).click()
  const view = page.getByRole('dialog', { name: '查看产品' })
  await view.getByLabel('产品名称').waitFor()
  assert.equal(await view.getByLabel('产品名称').isDisabled(), true)
  assert.equal(await view.getByRole('button', { name: '确定' }).count(), 0)
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'detached' })

  await row(page, '测试机器人').getByRole('button', { name: /^编辑：/ }).click()
  const edit = page.getByRole('dialog', { name: '编辑产品' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=coverName]')?.value === '测试机器人')
  await edit.getByLabel('产品名称').fill('改名机器人')
  await page.keyboard.press('Control+s')
  await toast(page, '修改成功！')

  await row(page, '改名机器人').getByRole('button', { name: /^删除：/ }).click()
  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByText('是否确认删除名称为：改名机器人 的数据？').waitFor()
  await prompt.getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '改名机器人').count(), 1)
  await row(page, '改名机器人').getByRole('button', { name: /^删除：/ }).click()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await row(page, '改名机器人').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

browserTest('lists are searched, reset and paged', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const rows = page.locator('tbody tr')
  await rows.nth(9).waitFor()
  await page.getByRole('button', { name: /下一页/ }).click()
  await page.locator('tbody').getByText('11', { exact: true }).waitFor()
  await page.getByLabel('新闻标题').fill('安全帽')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  await page.getByRole('button', { name: '重置' }).first().click()
  await rows.nth(9).waitFor()
  assert.equal(await page.getByLabel('新闻标题').inputValue(), '')
})

browserTest('a carousel photo is uploaded; what is no picture, or too large, is refused at once', async (t) => {
  const { page, calls } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await dialog.getByText('只能上传jpg/png文件！').first().waitFor()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) })
  await dialog.getByText('上传封面图片大小不能超过2MB！').first().waitFor()
  assert.equal(calls.includes('/v1/file/upload'), false)
  await dialog.getByLabel('标题').fill('新轮播')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: /查看大图/ }).waitFor()
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '添加成功！')
  await row(page, '新轮播').getByRole('button', { name: /^删除：/ }).click()
  await page.getByText('是否确认删除当前标题为 新轮播 的图片？').waitFor()
})

browserTest('unsaved work is asked after, and offered again after a crash', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').fill('写了一半')
  await page.keyboard.press('Escape')
  await page.getByText('有未保存的修改，确定关闭吗？').waitFor()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('zhuzhan.draft.')))

  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto('/AdminCarousel')
  await again.getByRole('button', { name: '上传图片' }).first().click()
  await again.getByText(/发现未保存的草稿/).waitFor()
  await again.getByRole('button', { name: '恢复' }).click()
  assert.equal(await again.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写了一半')
})

browserTest('a form that is open goes and comes back with its view, and the page behind is free meanwhile', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  const edit = page.getByRole('button', { name: /^编辑：/ }).first()
  await edit.click()
  const title = page.getByRole('dialog', { name: '编辑新闻' }).getByLabel('新闻标题')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=newTitle]')?.value !== '')
  await title.fill('写了一半')
  await page.goBack()
  await page.getByRole('button', { name: '刷新' }).click()
  await strip(page).getByRole('button', { name: '关闭新闻管理' }).click()
  const question = page.getByRole('dialog', { name: '提示' })
  await question.getByText('有内容尚未保存，确定关闭吗？').waitFor()
  await question.getByRole('button', { name: '取消' }).click()
  await page.goForward()
  await title.waitFor()
  assert.equal(await title.inputValue(), '写了一半')
  await page.keyboard.press('Control+s')
  await toast(page, '修改成功！')
  await row(page, '写了一半').waitFor()
  await page.waitForFunction(() => document.activeElement !== document.body)
})

browserTest('what was typed into a record that somebody deleted meanwhile is saved as a new one', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  await row(page, '标准化防护栏杆').getByRole('button', { name: /^编辑：/ }).click()
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=coverName]')?.value !== '')
  await dialog.getByLabel('产品名称').fill('没有白写')
  await server.post('/v1/product/deleteProduct', { productId: 'jzbh-guardrail' }, { headers: await server.signIn() })
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('这条内容已被删除，可以另存为新的一条').waitFor()
  await dialog.getByRole('button', { name: '另存为新的一条' }).click()
  await toast(page, '添加成功！')
  const { data } = (await server.post('/v1/product/list', { coverName: '没有白写' })).data
  assert.equal(data[0].locationId, 'jzbh')
})

browserTest('a save whose answer was lost is tried again without adding twice', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  let lost = 0
  await page.route('**/v1/carousel/saveCarousel', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: '上传图片' }).click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  await dialog.getByLabel('标题').fill('只此一张')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.locator('.form-message.bad').waitFor()
  assert.equal(await dialog.getByLabel('标题').inputValue(), '只此一张')
  // The button rests a second after a click.
  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await toast(page, '添加成功！')
  assert.equal((await server.post('/v1/carousel/list', { photoTitle: '只此一张' })).data.count, 1)
})

browserTest('several selected rows are deleted after one confirmation; failures are reported', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews')
  const bulk = page.getByRole('button', { name: /^删除所选/ })
  const boxes = page.getByRole('checkbox', { name: /^选择：/ })
  await boxes.first().waitFor()
  assert.equal(await bulk.isVisible(), false)
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
  await bulk.click()
  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByText('是否确认删除所选的 3 条数据？').waitFor()
  await prompt.getByRole('button', { name: '取消' }).click()
  assert.equal((await server.post('/v1/news/list')).data.count, 24)

  const [first] = (await server.post('/v1/news/list')).data.data
  await server.post('/v1/news/deleteNews', { newId: first.newId }, { headers: await server.signIn() })
  await bulk.click()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '已删除 2 条，1 条未能删除：记录不存在或已被删除')
  await page.getByText('共 21 条').waitFor()
  await bulk.waitFor({ state: 'hidden' })
  assert.equal((await server.post('/v1/news/list')).data.count, 21)

  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await bulk.click()
  await prompt.getByText('是否确认删除所选的 10 条数据？').waitFor()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await page.getByText('共 11 条').waitFor()
  assert.deepEqual(complaints.filter((each) => !each.includes('404')), [])
})

browserTest('applications are deleted one by one or several in one call, each after a question', async (t) => {
  const { page, server, calls, complaints } = await staff(t, '/dashboard')
  for (let n = 1; n <= 6; n++) await server.post('/v1/agent/saveAgent', { agentInfo: '样例公司', agentName: `访客${n}`, phone: `1380000000${n}` })
  await menu(page).getByRole('link', { name: '代理加盟' }).click()
  const bulk = page.getByRole('button', { name: /^删除所选/ })
  const prompt = page.getByRole('dialog', { name: '提示' })
  await row(page, '访客6').getByRole('button', { name: '删除：访客6' }).click()
  await prompt.getByText('是否确认删除名称为：访客6 的数据？').waitFor()
  await prompt.getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '访客6').count(), 1)
  await row(page, '访客6').getByRole('button', { name: '删除：访客6' }).click()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await row(page, '访客6').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.className === 'data-box')

  assert.equal(await bulk.isVisible(), false)
  for (const n of [5, 3, 1]) await page.getByRole('checkbox', { name: `选择：访客${n}` }).check()
  const before = calls.filter((path) => path.endsWith('/deleteAgent')).length
  // Somebody else was quicker with one of them.
  const { data } = (await server.post('/v1/agent/list', { agentName: '访客3' }, { headers: await server.signIn() })).data
  await server.post('/v1/agent/deleteAgent', { agentId: data[0].agentId }, { headers: await server.signIn() })
  await bulk.click()
  await prompt.getByText('是否确认删除所选的 3 条数据？').waitFor()
  await prompt.getByRole('button', { name: '删除' }).click()
  await row(page, '访客5').waitFor({ state: 'detached' })
  assert.equal(calls.filter((path) => path.endsWith('/deleteAgent')).length, before + 1)
  await page.getByText('共 2 条').waitFor()
  await bulk.waitFor({ state: 'hidden' })

  await page.route('**/v1/agent/deleteAgent', (route) => route.fulfill({ status: 500, json: { code: 500, msg: '保存失败，请稍后重试', data: null } }))
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await bulk.click()
  await prompt.getByRole('button', { name: '删除' }).click()
  await toast(page, '保存失败，请稍后重试')
  assert.equal(await row(page, '访客').count(), 2)
  assert.deepEqual(complaints.filter((each) => !each.includes('500')), [])
})

browserTest('an article is seen with every field at rest and nothing to save it by; a photo in full', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByRole('button', { name: /^查看：/ }).first().click()
  const view = page.getByRole('dialog', { name: '查看新闻' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog input[name=newTitle]')?.value !== '')
  for (const label of ['新闻标题', '封面描述']) assert.equal(await view.getByLabel(label).isDisabled(), true, label)
  assert.equal(await view.locator('[contenteditable=true], [role=toolbar], .modal-foot').count(), 0)
  assert.equal(await view.getByRole('button', { name: /更换图片|移除|确定|取消/ }).count(), 0)
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'detached' })

  await page.goto('/AdminCarousel')
  const shot = page.getByRole('button', { name: /^查看大图：/ }).first()
  await shot.click()
  const preview = page.getByRole('dialog')
  await preview.getByRole('img').first().waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('button', { name: /^查看：/ }).filter({ visible: true }).count(), 0, 'photos are edited and deleted alone')
})

/** Drops or pastes a picture. */
function bring(target: Locator, by: 'drop' | 'paste'): Promise<void> {
  return target.evaluate(
    (element, { by, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      const event =
        by === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
    },
    { by, bytes: [...onePixel] },
  )
}

browserTest('a picture is dragged in or pasted, its progress shown, and tried again after a failure', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  const release = await holdUploads(page)
  await page.getByRole('button', { name: '上传图片' }).click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  await bring(dialog.locator('.picture'), 'drop')
  await dialog.getByRole('progressbar', { name: '图片上传进度' }).waitFor()
  await dialog.getByLabel('标题').fill('拖进来的')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await release('abort')
  await dialog.getByText('网络连接失败，上传未完成，请重试', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '重试' }).click()
  await release('continue')
  await toast(page, '上传成功！')
  await dialog.getByRole('button', { name: '移除' }).click()

  // With the focus in a text field, as after typing.
  await bring(dialog.getByLabel('标题'), 'paste')
  await release('continue')
  await dialog.getByRole('button', { name: '查看大图：图片' }).waitFor()
  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await toast(page, '添加成功！')
  const [saved] = (await server.post('/v1/carousel/list', { photoTitle: '拖进来的' })).data.data
  assert.match(saved.photoUrl, /^\/uploads\/carousel\//)
})
