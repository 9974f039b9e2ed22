import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { browserTest, hydrated, sharedServer, visit, visitPage } from '../../browser/browser.ts'
import { restsAt, scrollSaved } from '../../browser/waiting.ts'

browserTest(
  'the chosen group is in the address: Back returns to it, a reload stays on it, and the arrow keys go on',
  async (t) => {
    const path = '/product'
    const { page, complaints } = await visitPage(t, path)
    const chosen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor()
    const cards = page.locator('#catalogue a.card:visible')
    await page.getByRole('tab', { name: '建筑机器人' }).click()
    await page.waitForURL(`**${path}?locationId=cpxt`)
    await chosen('建筑机器人')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(`**${path}?locationId=jzbh`)
    await chosen('建筑标准化产品')
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-selected')),
      'true',
      'the focus stays on the tab',
    )

    // Only a page that is loaded saves how far it is scrolled.
    await page.waitForLoadState('networkidle')
    const last = cards.last()
    await last.scrollIntoViewIfNeeded()
    const left = await scrollSaved(page)
    const words = await last.innerText()
    await last.click()
    await page.locator('.rich').first().waitFor()
    await page.goBack()
    await chosen('建筑标准化产品')
    assert.equal(await cards.last().innerText(), words)
    await restsAt(page, left)
    await last.click()
    await page.locator('.rich').first().waitFor()
    await page.locator('.crumbs a').click()
    await page.waitForURL(`**${path}?locationId=jzbh`)
    await chosen('建筑标准化产品')
    await restsAt(page, left)
    await page.goBack()
    await page.goBack()
    await chosen('建筑标准化产品')
    await page.goBack()
    await chosen('建筑机器人')
    await page.reload()
    await chosen('建筑机器人')
    await page.goBack()
    await chosen('智慧工地产品')
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'six groups are one line that scrolls, with the chosen one in view, which has a frame in forced colours',
  async (t) => {
    const server = await sharedServer()
    const headers = await server.signIn()
    const { groups } = (await server.post('/v1/site/detail')).data
    const more = ['安全防护与标识', '临时用电设施', '口腔综合治疗台'].map((name) => ({
      id: '',
      name,
      intro: '',
      on: true,
    }))
    assert.equal((await server.post('/v1/site/update', { groups: [...groups, ...more] }, { headers })).code, 200)
    const { groups: saved } = (await server.post('/v1/site/detail')).data
    for (const { id, name } of saved.slice(3)) {
      await server.post(
        '/v1/product/saveProduct',
        { coverName: name, coverDescribe: '', jumpUrl: '', coverUrl: '', locationId: id },
        { headers },
      )
    }
    const { page } = await visit(t, { server, phone: true, forcedColors: 'active' })
    await page.goto(`/zhuyingyewu?locationId=${saved[5].id}`)
    await hydrated(page)
    const line = await page.locator('.tab-list').boundingBox()
    const chosen = page.getByRole('tab', { selected: true })
    const isInView = async (): Promise<boolean> => {
      const { x = -1, width = 0 } = (await chosen.boundingBox()) ?? {}
      return x >= (line?.x ?? 0) && x + width <= (line?.x ?? 0) + (line?.width ?? 0)
    }
    assert.match(await chosen.innerText(), /口腔综合治疗台/)
    await eventually(isInView, 'the chosen tab is in view')
    assert.ok((line?.height ?? 99) < 60, 'no name is broken')
    const outline = (selected: boolean): Promise<string> =>
      page
        .getByRole('tab', { selected })
        .first()
        .evaluate((tab) => getComputedStyle(tab).outlineStyle)
    assert.deepEqual([await outline(true), await outline(false)], ['solid', 'none'])
    await page.getByRole('tab').first().click()
    await eventually(isInView, 'the first one is in view')
  },
)
