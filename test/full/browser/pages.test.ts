import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { browserTest, visit } from '../../browser/browser.ts'
import { menu, row, save, staff, toast } from '../../browser/staff.ts'

const starterPages = ['xiazai', 'jiaru']

browserTest('a page of questions and answers is written, gets an address, and visitors open its answers', async (t) => {
  const { page, server, complaints } = await staff(t, '/dashboard', { own: true })
  const found = async () =>
    (await server.post('/v1/pages/list', { limit: 9999 })).data.data.map(
      ({ pagePath }: { pagePath: string }) => pagePath,
    )
  await menu(page).getByRole('link', { name: '页面管理' }).click()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^(新增|编辑)页面$/ })
  const [title, address] = [dialog.getByLabel('页面标题'), dialog.getByLabel('地址')]
  await title.pressSequentially('常见')
  assert.equal(await address.inputValue(), 'cj')
  await title.pressSequentially('问题')
  assert.equal(await address.inputValue(), 'cjwt')

  const paper = dialog.getByRole('textbox', { name: '页面内容' })
  await paper.click()
  for (const [question, answer] of [
    ['保修多久？', '两 年。'],
    ['谁来安装？', '本地网点。'],
  ]) {
    await dialog.getByRole('button', { name: '更多', exact: true }).click()
    await dialog.getByRole('menuitem', { name: '折叠问答' }).click()
    await page.keyboard.type(question ?? '')
    await page.keyboard.press('Enter')
    await page.keyboard.type(answer ?? '')
    for (const _ of 'xx') await page.keyboard.press('Enter')
  }
  // A click in a question puts the caret there and does not close it; a space is a letter of it.
  await paper.locator('summary').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' 整机')
  assert.equal(await paper.locator('details[open]').count(), 2)
  for (const key of ['Control+z', 'Control+y']) await page.keyboard.press(key)
  await paper.getByText('保修多久？ 整机').waitFor()
  await save(dialog, '添加成功！')

  const link = page.getByRole('link', { name: '在网站上查看', exact: true })
  assert.equal(await link.getAttribute('href'), '/p/cjwt')
  await row(page, '常见问题').getByText('/p/cjwt').waitFor()
  const { data } = await server.post('/v1/pages/detail', { pagePath: 'cjwt' })
  const block = (question: string, answer: string): string =>
    `<details><summary>${question}</summary><p>${answer}</p></details>`
  assert.equal(data.pageBody, `${block('保修多久？ 整机', '两 年。')}${block('谁来安装？', '本地网点。')}`)

  const visitor = await visit(t, { server, bypassCSP: true })
  await visitor.page.goto('/p/cjwt')
  const answer = visitor.page.getByText('两 年。')
  assert.equal(await answer.isVisible(), false)
  await visitor.page.getByText('保修多久？').click()
  await answer.waitFor()
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.page.getByText('本地网点。').waitFor()
  assert.deepEqual(visitor.complaints, [])

  await t.test('another page gets another address, and one that is taken is refused beside its field', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).click()
    // The addresses that exist have arrived.
    await eventually(async () => {
      await title.fill('')
      await title.fill('常见问题')
      return (await address.inputValue()) === 'cjwt-2'
    }, 'the address differs')
    await address.fill('Cjwt')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.getByText('地址只能用小写字母、数字和短横线，并以字母或数字开头').waitFor()
    await address.fill('cjwt')
    await title.fill('售后')
    assert.equal(await address.inputValue(), 'cjwt', 'it was chosen')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.getByText('地址“cjwt”已被“常见问题”使用，请先修改其中一个').waitFor()
    assert.equal(await address.evaluate((field) => field === document.activeElement), true)
    assert.deepEqual(await found(), ['cjwt', ...starterPages])
    await address.fill('shouhou')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await found(), ['shouhou', 'cjwt', ...starterPages])
  })

  await t.test('a published page keeps its address when its title changes', async () => {
    await row(page, '售后')
      .getByRole('button', { name: /^编辑：/ })
      .click()
    const edit = page.getByRole('dialog', { name: '编辑页面' })
    await edit.getByLabel('地址').and(page.locator('[value=shouhou]')).waitFor()
    await edit.getByLabel('地址').fill('sh')
    await save(edit, '修改成功！')
    await row(page, '售后').getByText('/p/sh').waitFor()
    await row(page, '售后')
      .getByRole('button', { name: /^编辑：/ })
      .click()
    await edit.getByLabel('地址').and(page.locator('[value=sh]')).waitFor()
    await edit.getByLabel('页面标题').fill('售后服务')
    assert.equal(await edit.getByLabel('地址').inputValue(), 'sh')
  })
  assert.deepEqual(complaints, [
    'error: Failed to load resource: the server responded with a status of 400 (Bad Request)',
  ])
})

browserTest('a page that is published says that it is not in the menu, and is there after one click', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminPage')
  const menus = async (): Promise<{ name: string; target: string }[]> =>
    (await server.post('/v1/site/detail')).data.menus
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增页面' })
  await dialog.getByLabel('页面标题').fill('服务网点')
  await dialog.getByLabel('地址').fill('fuwu-wangdian')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  const offer = page.locator('.toast').filter({ hasText: '“服务网点”还不在菜单里' })
  await offer.getByRole('button', { name: '加到菜单' }).click()
  await toast(page, '已把“服务网点”加到菜单的最后')
  const [added] = (await menus()).slice(-1)
  assert.deepEqual([added?.name, added?.target], ['服务网点', '/p/fuwu-wangdian'])
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await toast(page, '已撤销修改设置')
  assert.equal(
    (await menus()).some(({ target }) => target === '/p/fuwu-wangdian'),
    false,
  )
  assert.deepEqual(complaints, [])
})
