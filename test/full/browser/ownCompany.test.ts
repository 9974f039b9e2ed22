import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import type { Check } from '../../../contract/calls/checks.ts'
import { newFolder, type TestServer } from '../../server.ts'
import { plainPng } from '../../media/pictures.ts'
import { box, company, emptyServer, linkOf, next, password, ready } from '../../browser/beginScreen.ts'
import { browserTest, visit } from '../../browser/browser.ts'
import { counting } from '../../browser/counting.ts'
import { oldAddresses, oldCase, oldNews, oldSite, ownGroups, productFiles, products } from '../../browser/ownCompany.ts'
import { allSaved, menu, toast, publishAll } from '../../browser/staff.ts'
import { found, publicTexts, starterWords } from '../../browser/starterTexts.ts'

/** Where a browser that asks for an address ends, and what is shown there. */
async function ledTo(server: TestServer, path: string): Promise<{ status: number; address: string; text: string }> {
  const headers = { 'User-Agent': 'Chrome' }
  const { status, headers: sent } = await fetch(server.url + path, { redirect: 'manual', headers })
  const address = sent.get('location') ?? ''
  const text = await (await fetch(server.url + address, { headers })).text()
  return { status, address, text: text.replaceAll(/<wbr[^>]*>/g, '') }
}

browserTest(
  'from an empty server to the company’s own site, with its products, its old site and its old addresses, in 60 actions',
  async (t) => {
    const server = await emptyServer(t)
    const { page, complaints } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
    const { counted, click, type, choose, open } = counting()
    const button = (name: string): Locator =>
      page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
    const toScreen = (name: string): Promise<void> => click(menu(page).getByRole('link', { name }))
    const groups = page.getByRole('navigation', { name: '设置分组' })
    let before = 0
    const step = (name: string): void => {
      t.diagnostic(`${name}: ${counted.actions - before} actions`)
      before = counted.actions
    }

    await open(page, linkOf(server))
    await click(button('开始'))
    await ready(page)
    await type(box(page, 'newPassword'), password)
    await click(next(page))
    for (const [name, text] of Object.entries(company)) await type(box(page, name), text)
    await type(page.getByRole('textbox', { name: '粘贴坐标或地图链接' }), '117.020359, 36.668530')
    await click(next(page))
    await choose(box(page, 'logo.light'), {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: plainPng(300, 200, [20, 90, 160]),
    })
    await click(button('蓝'))
    for (const name of ['代理加盟', '应用场景', '资质与检测'])
      await click(page.getByRole('switch', { name, exact: true }))
    await click(button('完成'))
    await page.waitForURL('/dashboard')
    step('the company')
    assert.ok(counted.actions <= 21, `${counted.actions} actions`)

    await toScreen('产品管理')
    await click(button('导入'))
    await choose(page.getByLabel('选择表格'), productFiles())
    await page.getByText('52个文件配上了').waitFor()
    const missing = page.getByRole('region', { name: '没有的分类' })
    for (const { above, group } of products)
      await missing.locator('b', { hasText: new RegExp(`^${above}/${group}$`) }).waitFor()
    await click(button('存为40份草稿'))
    await page.getByText(/40份产品存成了草稿/).waitFor()
    await publishAll(page, click)
    await toast(page, '已发布 40 条')
    await click(button('完成'))
    step('the products')

    await toScreen('网站设置')
    await click(groups.getByRole('link', { name: '搬家' }))
    const old = oldSite(newFolder(t))
    await choose(page.getByLabel('选择导出文件'), old.file)
    await page.getByRole('list', { name: '要导入的内容' }).waitFor()
    await choose(page.getByLabel('选择图片文件夹'), old.pictures)
    await page.getByText('图片4张；已放入4张').waitFor()
    await click(button('存为4份草稿'))
    await page.getByText(/4份内容存成了草稿/).waitFor()
    await publishAll(page, click)
    await toast(page, '已发布 4 条')
    await click(button('完成'))
    step('the old site')

    await click(groups.getByRole('link', { name: '旧地址' }))
    const pasted = oldAddresses.map(({ from, to }) => `${from}\t${to}`).join('\n')
    await click(page.getByRole('button', { name: '一次添加多个' }))
    await type(page.getByLabel('旧地址和新地址'), pasted)
    await click(button('保存3个旧地址'))
    await toast(page, '已保存3个旧地址')
    step('the old addresses')

    await toScreen('上线检查')
    await click(page.getByRole('link', { name: '去处理：隐私说明' }))
    await type(page.locator('[name="privacy.date"]'), '2026-11-24')
    await click(page.locator('button.primary:visible', { hasText: '保存' }))
    await allSaved(page, '备案与协议')
    await toScreen('上线检查')
    await page.locator('.checks[aria-busy=false] .check-group').first().waitFor()
    step('the check')
    t.diagnostic(`${counted.actions} actions`)
    assert.ok(counted.actions <= 60, `${counted.actions} actions`)
    assert.deepEqual(complaints, [])

    const headers = await server.signIn({ username: 'admin', password })
    const asked = async (path: string, body = {}) => (await server.post(path, body, { headers })).data
    const checks: Check[] = await asked('/v1/check/list')
    assert.deepEqual(
      checks.filter(({ state }) => state === 'problem').map(({ id }) => id),
      ['channels', 'address', 'backup'],
      'what is left is for the technician and for whom to notify',
    )

    const listed = (await asked('/v1/product/list', { limit: 100 })).data as ListedProduct[]
    const expected = products.map(({ group, name }) => [group, name])
    const namesOf = (list: readonly ListedProduct[]) =>
      list.map(({ productType, coverName }) => [productType, coverName])
    assert.deepEqual(namesOf(listed), expected, 'in the order of the sheet')
    const { groups: made } = await asked('/v1/site/detail')
    assert.deepEqual(
      made.map(({ name }: { name: string }) => name).sort(),
      [...ownGroups, '建筑标准化产品'].sort(),
      'groups of the starter that nobody uses give way',
    )
    for (const [title, address] of old.addresses) {
      const { status, text } = await ledTo(server, address)
      assert.deepEqual([status, text.includes(title)], [301, true], address)
    }
    for (const { to, asked: address } of oldAddresses) {
      const led = await ledTo(server, address)
      assert.deepEqual([led.status, led.address], [301, to], address)
    }

    const newsList = (await asked('/v1/news/list')).data as { newId: string; newTitle: string }[]
    const caseList = (await asked('/v1/cases/list')).data as { casePath: string; caseTitle: string }[]
    assert.deepEqual(
      [newsList.map(({ newTitle }) => newTitle).sort(), caseList.length],
      [oldNews.map(({ title }) => title).sort(), [oldCase].length],
    )
    const texts = await publicTexts(server, [
      ...listed.map(({ productId }) => `/productDet?productId=${productId}`),
      ...newsList.map(({ newId }) => `/xwdtDet?newId=${newId}`),
      ...caseList.map(({ casePath }) => casePath),
    ])
    const shown = new Map([...texts].map(([name, text]) => [name, text.replace(/<script[^]*?<\/script>/g, '')]))
    assert.deepEqual(found(shown, await starterWords(t)), [])
    for (const [name, html] of shown) {
      if (!name.startsWith('/') || /^\/(?:assets|login|rss|sitemap|robots)/.test(name)) continue
      const { siteName, hotline } = company
      const text = html.replaceAll(/<wbr[^>]*>/g, '')
      assert.ok(text.includes(siteName) && text.includes(hotline), name)
    }
  },
)

interface ListedProduct {
  productId: string
  productType: string
  coverName: string
}
