import assert from 'node:assert/strict'
import { productPage } from '../../contract/kinds/recordPages.ts'
import { eventually } from '../eventually.ts'
import { browserTest } from './browser.ts'
import { follow, question, staff, toast } from './staff.ts'

browserTest(
  'deleting, taking off and closing ask where visitors are led instead, and each is taken back',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminProduct')
    const headers = await server.signIn()
    const led = async (path: string): Promise<string | number> => {
      const { status, headers } = await fetch(server.url + path, { redirect: 'manual' })
      return headers.get('location') ?? status
    }
    const { data: list } = await server.post('/v1/product/list', { limit: 2 })
    const [first, second] = (list.data as { productId: string; locationId: string }[]).map(
      ({ productId, locationId }) => ({
        page: productPage(productId),
        list: `/product?locationId=${locationId}`,
      }),
    )
    assert.ok(first && second)
    const undo = page.locator('.toast').getByRole('button', { name: '撤销' })
    const whereTo = question(page).getByLabel('打开旧地址的访客，跳转到')

    await page
      .getByRole('button', { name: /^删除：/ })
      .first()
      .click()
    assert.equal(await whereTo.inputValue(), first.list, 'the list of its group')
    await question(page).getByRole('button', { name: '删除' }).click()
    await toast(page, '删除成功！')
    assert.equal(await led(first.page), first.list)
    await undo.click()
    await toast(page, '已撤销删除')
    assert.equal(await led(first.page), 200)

    for (const box of [1, 2]) await page.getByRole('checkbox').nth(box).check()
    await page.getByRole('button', { name: '下线 (2)' }).click()
    await whereTo.selectOption({ label: '关于我们' })
    await question(page).getByRole('button', { name: '下线' }).click()
    await toast(page, '已下线 2 条')
    assert.deepEqual([await led(first.page), await led(second.page)], ['/gywm', '/gywm'])
    await undo.click()
    await toast(page, '已撤销下线 2 条')
    assert.deepEqual([await led(first.page), await led(second.page)], [200, 200])
    assert.equal((await server.post('/v1/redirect/list', {}, { headers })).data.count, 0)

    await page
      .getByRole('button', { name: /^编辑：/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('button', { name: '发布设置' }).click()
    const settings = page.getByRole('dialog', { name: '发布设置' })
    await settings.locator('summary').click()
    await settings.getByRole('button', { name: '下线' }).click()
    await whereTo.selectOption('')
    await question(page).getByRole('button', { name: '下线' }).click()
    await toast(page, '已下线')
    assert.equal(await led(first.page), 404, 'as it was chosen')
    await undo.click()
    await eventually(async () => (await led(first.page)) === 200, 'the page is there again')

    await follow(page, '/settings?group=products')
    const form = page.locator('form[aria-label="产品分类"]')
    await form.getByRole('button', { name: '建筑机器人', expanded: false }).click()
    await form.getByRole('switch', { name: '显示' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    assert.equal(await whereTo.inputValue(), '/product')
    await question(page).getByRole('button', { name: '关闭并保存' }).click()
    await toast(page, '“产品分类”修改成功！')
    const robots = (await server.post('/v1/redirect/list', { word: 'productDet' }, { headers })).data
    assert.ok(robots.count > 0)
    assert.equal(await led(robots.data[0].from), '/product')
    await undo.click()
    await toast(page, '已撤销修改设置')
    assert.equal(await led(robots.data[0].from), 200)
    assert.equal((await server.post('/v1/redirect/list', {}, { headers })).data.count, 0)

    const { data: cases } = await server.post('/v1/cases/list', {})
    const [oneCase] = cases.data as { casePath: string }[]
    const addresses = ['/xiangmuanli', oneCase?.casePath ?? '', first.page, first.list, '/product']
    await follow(page, '/settings?group=shape')
    for (const name of ['产品中心', '项目案例'])
      await page.getByRole('form', { name: '页面与栏目' }).getByRole('switch', { name, exact: true }).first().click()
    await page.getByRole('form', { name: '页面与栏目' }).getByRole('button', { name: '保存' }).click()
    const places = await whereTo.locator('option').allTextContents()
    assert.deepEqual([places.includes('产品中心'), places.includes('项目案例')], [false, false])
    await question(page)
      .getByText(/关闭“产品中心”、“项目案例”以后，\d\d个页面打不开了/)
      .waitFor()
    await whereTo.selectOption({ label: '关于我们' })
    await question(page).getByRole('button', { name: '关闭并保存' }).click()
    await toast(page, '“页面与栏目”修改成功！')
    assert.deepEqual(await Promise.all(addresses.map(led)), Array(5).fill('/gywm'))
    await undo.click()
    await toast(page, '已撤销修改设置')
    assert.deepEqual(await Promise.all(addresses.map(led)), Array(5).fill(200))
    assert.equal((await server.post('/v1/redirect/list', {}, { headers })).data.count, 0)
    assert.deepEqual(complaints, [])
  },
)
