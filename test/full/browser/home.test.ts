import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest, hydrated, ownServer, visit } from '../../browser/browser.ts'
import { faultsOf, type Rule } from '../../browser/looking.ts'
import { noneHidden, rows, shape } from '../../browser/lookRules.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  assert.ok(box, `${element} is drawn`)
  return box
}

const oneRow: Rule = { name: 'one row', desktop: ['/'], see: rows, of: '.product-strip li', is: '\\d+' }

browserTest('the products move, stand still for who wants no motion, and are reached with the keyboard', async (t) => {
  const strip = (page: Page) => page.locator('.product-strip')
  const moved = (page: Page): Promise<number> => strip(page).evaluate((element) => element.scrollLeft)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page, complaints } = await visit(t, { reducedMotion })
    await page.goto('/')
    await hydrated(page)
    assert.deepEqual(await faultsOf(page, 'desktop', '/', [oneRow]), [])
    await strip(page).scrollIntoViewIfNeeded()
    if (reducedMotion === 'no-preference') {
      await page.waitForFunction(() => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > 2)
      await page.getByRole('button', { name: '暂停滚动' }).click()
    } else {
      await page.getByRole('button', { name: '开始滚动' }).waitFor()
      assert.equal(await moved(page), 0)
    }
    const before = await moved(page)
    await strip(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(
      (start) => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > start + 10,
      before,
    )
    await page.getByRole('button', { name: '向后翻看产品' }).click()
    await page.waitForFunction(
      (start) => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > start + 500,
      before,
    )
    assert.deepEqual(complaints, [])
  }
})

browserTest('three products fill their row without buttons', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const { data } = await server.post('/v1/product/list', { page: 1, limit: 100 }, { headers })
  for (const { productId } of data.data.slice(3))
    await server.post('/v1/product/deleteProduct', { productId }, { headers })

  const { page } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  const [first, last, line] = await Promise.all([
    boxOf(page.locator('.product-strip li').first()),
    boxOf(page.locator('.product-strip li').last()),
    boxOf(page.locator('.strip-head .section-head')),
  ])
  assert.ok(Math.abs(first.x - line.x) < 2 && Math.abs(last.x + last.width - line.x - line.width) < 2)
  assert.equal(await page.locator('.strip-buttons').count(), 0)
})

browserTest(
  'four policies stand in one row or two by two at every width; three and five leave none alone in a row',
  async (t) => {
    const { page, server } = await visit(t, { own: true, reducedMotion: 'reduce' })
    const headers = await server.signIn()
    const { policies } = (await server.post('/v1/site/detail')).data
    const policy = (index: number) => ({ ...policies[index % 4], title: `政策${index + 1}` })
    for (const [count, right] of [
      [4, '4|2,2'],
      [3, '3'],
      [5, '5|3,2'],
    ] as const) {
      const sent = { policies: Array.from({ length: count }, (_, index) => policy(index)) }
      assert.equal((await server.post('/v1/site/update', sent, { headers })).code, 200)
      await page.goto('/dljm')
      const widths = Array.from({ length: 51 }, (_, step) => 1920 - 32 * step).join(' ')
      const stacked = Array.from({ length: count }, () => 1).join()
      const of = '.section.tinted .point'
      const rule = {
        name: `${count} policies`,
        desktop: ['/dljm', widths],
        see: rows,
        of,
        is: `${right}|${stacked}`,
      } as const
      assert.deepEqual(await faultsOf(page, 'desktop', '/dljm', [rule]), [])
    }
  },
)

browserTest('three logos, sixty, and pictures of another shape look right', async (t) => {
  const { page, server } = await visit(t, { own: true, reducedMotion: 'reduce' })
  const headers = await server.signIn()
  const { partners, showroom } = (await server.post('/v1/site/detail')).data
  const square = '/media/qr.png'
  for (const [count, inRows] of [
    [3, '3'],
    [60, '9,9,9,9,9,9,6'],
  ] as const) {
    const logos = Array.from({ length: count }, (_, index) => ({ ...partners[index % 27], name: `伙伴${index + 1}` }))
    const sent = {
      partners: [{ image: square, name: '方形' }, ...logos.slice(1)],
      showroom: [{ image: square, name: '方形' }, ...showroom],
    }
    assert.equal((await server.post('/v1/site/update', sent, { headers })).code, 200)
    await page.goto('/')
    const rules: Rule[] = [
      { name: 'logos in full rows', desktop: ['/'], see: rows, of: '.partners li', is: inRows },
      { name: 'all logos are seen', desktop: ['/'], see: noneHidden, of: '.partners', is: '.partners img' },
      { name: 'a square picture', desktop: ['/'], see: shape, of: '.showroom .carousel-slide img', is: '1.5' },
    ]
    assert.deepEqual(await faultsOf(page, 'desktop', '/', rules), [])
    const heights = await page
      .locator('.partners li')
      .evaluateAll((all) => new Set(all.map((each) => each.clientHeight)).size)
    assert.equal(heights, 1, 'a square logo makes its row no higher')
  }
})
