import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { png } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { save, staff, toast } from '../../browser/staff.ts'
import { paste, pastePicture } from '../../browser/transfer.ts'

browserTest('pictures and technical data are put on a product, pasted, moved and removed', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct', { own: true })
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('焊接机器人')

  await dialog.locator('summary', { hasText: '参数' }).click()
  await dialog.getByRole('button', { name: '添加一项' }).click()
  const first = dialog.getByRole('textbox', { name: '第1项的名称' })
  await eventually(
    () => first.evaluate((input) => input === document.activeElement),
    'the focus is on the name of the new item',
  )
  const pasteTable = (): Promise<void> =>
    page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '重量\t120kg\r\n续航\t4h\t约\r\n\r\n电压\t48V\r\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
  await pasteTable()
  const row = (number: number) =>
    Promise.all(
      ['名称', '值'].map((part) => dialog.getByRole('textbox', { name: `第${number}项的${part}` }).inputValue()),
    )
  await dialog.getByRole('textbox', { name: '第3项的名称' }).waitFor()
  assert.deepEqual(
    [await row(1), await row(2), await row(3)],
    [
      ['重量', '120kg'],
      ['续航', '4h'],
      ['电压', '48V'],
    ],
  )
  await page.locator('.toast').filter({ hasText: '已粘贴 3 行' }).getByRole('button', { name: '撤销' }).click()
  assert.deepEqual(await row(1), ['', ''], 'the row that was empty is so again')
  assert.equal(await dialog.getByRole('textbox', { name: '第2项的名称' }).count(), 0)
  await first.focus()
  await pasteTable()
  await dialog.getByRole('textbox', { name: '第3项的名称' }).waitFor()
  const [title, body, table] = await Promise.all(
    [dialog.getByLabel('产品名称'), dialog.locator('.editor'), dialog.getByRole('group', { name: '参数' })].map(
      (part) => part.boundingBox(),
    ),
  )
  assert.ok(title && body && table && table.y >= body.y + body.height && table.x - title.x < 40, 'it is under the text')
  await dialog.getByRole('button', { name: '移动：电压' }).focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Alt+ArrowUp')
  await page.locator('[aria-label="移动：电压"]:focus').waitFor()
  await dialog.getByRole('button', { name: '移除：续航' }).click()
  assert.deepEqual(
    [await row(1), await row(2)],
    [
      ['电压', '48V'],
      ['重量', '120kg'],
    ],
  )
  await first.fill('')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('第1项：请填写参数名称').waitFor()
  await first.fill('额定电压')
  await dialog.getByRole('switch', { name: '第1项的突出' }).click()

  const gallery = dialog.locator('summary', { hasText: '图集' })
  await gallery.click()
  await pastePicture(page, gallery)
  await dialog.getByRole('button', { name: '移除：第1张' }).click()
  // The focus is in the form after the last picture was removed.
  await page.waitForFunction(() => /^图集/.test(document.activeElement?.textContent ?? ''))
  const file = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: png(width, 30) })
  await dialog.locator('input[type=file][aria-label=图集]').setInputFiles([file('a.png', 40), file('b.png', 50)])
  await dialog.getByText('第2张').waitFor()
  await dialog.getByRole('button', { name: '从素材库选择' }).last().waitFor()
  const [before, after] = await dialog
    .locator('.setting-number img')
    .evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  await dialog.getByRole('button', { name: '下移：第1张' }).click()
  assert.deepEqual(await seriousFaults(page), [])
  await save(dialog, '添加成功！')

  const { productId } = (await server.post('/v1/product/list', { coverName: '焊接机器人' })).data.data[0]
  const { specs, pictures } = (await server.post('/v1/product/detailProduct', { productId })).data
  assert.deepEqual(specs, [
    { term: '额定电压', value: '48V', key: true },
    { term: '重量', value: '120kg', key: false },
  ])
  assert.deepEqual(pictures, [after, before])
  assert.deepEqual(
    complaints.filter((each) => !each.includes('422')),
    [],
  )
})

browserTest('a table of models is pasted at once, put in order and mended at its cells', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct', { own: true })
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('焊接机器人')
  await dialog.locator('summary', { hasText: '型号' }).click()
  await dialog.getByRole('button', { name: '添加型号' }).click()
  const table = dialog.getByRole('group', { name: '型号' })
  const cell = (number: number, row: string) => table.getByRole('textbox', { name: `第${number}个的${row}` })
  const names = () =>
    table
      .getByRole('textbox', { name: /^第.个的型号$/ })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  await paste(cell(1, '价格'), {
    'text/plain': '型号\tW-1\tW-2\tW-3\r\n价格\t3万元\t\t5万元\r\n焊枪\t一把\t两把\t\r\n',
  })
  await cell(3, '型号').waitFor()
  assert.deepEqual(await names(), ['W-1', 'W-2', 'W-3'])
  assert.equal(await cell(2, '焊枪').inputValue(), '两把')
  await table.getByRole('button', { name: '左移：W-3' }).click()
  await table.getByRole('button', { name: '移除：W-2' }).click()
  assert.deepEqual(await names(), ['W-1', 'W-3'])
  await page.locator('.toast').filter({ hasText: '已移除W-2' }).getByRole('button', { name: '撤销' }).click()
  assert.deepEqual(await names(), ['W-1', 'W-3', 'W-2'])
  await cell(2, '焊枪').fill('长'.repeat(201))
  await cell(3, '型号').fill('')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('第3个：请填写型号').waitFor()
  const noteOf = (number: number, row: string) => cell(number, row).locator('xpath=..').locator('.field-note')
  assert.equal(await noteOf(3, '型号').textContent(), '第3个：请填写型号')
  assert.match((await noteOf(2, '焊枪').textContent()) ?? '', /200/)
  await cell(2, '焊枪').fill('')
  await cell(3, '型号').fill('W-2')
  assert.deepEqual(await seriousFaults(page), [])
  await save(dialog, '添加成功！')

  const { productId } = (await server.post('/v1/product/list', { coverName: '焊接机器人' })).data.data[0]
  const { models } = (await server.post('/v1/product/detailProduct', { productId })).data
  assert.deepEqual(models, [
    { model: 'W-1', note: '', price: '3万元', specs: [{ term: '焊枪', value: '一把' }] },
    { model: 'W-3', note: '', price: '5万元', specs: [] },
    { model: 'W-2', note: '', specs: [{ term: '焊枪', value: '两把' }] },
  ])
  assert.deepEqual(
    complaints.filter((each) => !each.includes('422')),
    [],
  )
})

browserTest('pasted rows without room are left out with a message; what was removed returns by an undo', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const specs = Array.from({ length: 39 }, (_, index) => ({ term: `名称${index + 1}`, value: '值' }))
  const headers = await server.signIn()
  const product = { coverName: '焊接机器人', locationId: 'cpxt', specs }
  const { productId } = (await server.post('/v1/product/saveProduct', product, { headers })).data
  await page.goto(`/AdminProduct?edit=${productId}`)
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  const terms = dialog.getByRole('textbox', { name: /^第\d+项的名称$/ })
  const undo = page.locator('.toast').getByRole('button', { name: '撤销' }).last()
  await terms.first().focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '重量\t120kg\n电压\t48V\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await toast(page, '参数最多40项')
  assert.deepEqual(
    [await terms.nth(1).inputValue(), await terms.last().inputValue(), await terms.count()],
    ['重量', '名称39', 40],
  )
  assert.equal(await dialog.getByRole('button', { name: '添加一项' }).isDisabled(), true)
  await dialog.getByRole('button', { name: '移除：重量' }).click()
  assert.equal(await terms.count(), 39)
  await undo.click()
  assert.equal(await terms.nth(1).inputValue(), '重量')

  await dialog.getByRole('button', { name: '移除：名称1', exact: true }).click()
  await undo.waitFor()
  await save(dialog, '修改成功！')
  assert.equal(await undo.count(), 0)
  const saved = (await server.post('/v1/product/detailProduct', { productId })).data.specs
  assert.deepEqual(
    saved,
    [{ term: '重量', value: '120kg' }, ...specs.slice(1)].map((each) => ({ ...each, key: false })),
  )
})
