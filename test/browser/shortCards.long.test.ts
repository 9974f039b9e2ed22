import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { ready, rows } from './lists.ts'
import { staff } from './staff.ts'

const leadHeight = 118

browserTest(
  'on a phone the cards of records and of the log are as short as those of leads, without a number',
  async (t) => {
    const { page, complaints } = await staff(t, '/AdminProduct', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    for (const path of ['/AdminProduct', '/AdminNews', '/AdminCase', '/AdminCarousel', '/log']) {
      await page.goto(path)
      await ready(page)
      await rows(page).first().waitFor()
      const card = rows(page).first()
      const { height } = (await card.boundingBox()) ?? { height: NaN }
      assert.ok(height <= leadHeight, `${path}: ${height} px`)
      assert.equal(await card.getByText('序号').filter({ visible: true }).count(), 0)
      // A row that can be moved has its handle.
      const handle = card.locator('td[data-column=index]').filter({ visible: true })
      assert.doesNotMatch((await handle.allInnerTexts()).join(), /\d/, path)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(wide, 0, path)
    }
    assert.deepEqual(complaints, [])
  },
)

browserTest('names have more of the room than descriptions', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  await rows(page).first().waitFor()
  const widths = await page.evaluate(() => {
    const widthOf = (column: string): number =>
      document.querySelector(`th[data-column=${column}]`)?.getBoundingClientRect().width ?? NaN
    return { name: widthOf('coverName'), description: widthOf('coverDescribe') }
  })
  assert.ok(widths.name > 1.8 * widths.description, JSON.stringify(widths))
})

browserTest('a list that was left in the trash opens with what there is', async (t) => {
  const { page } = await staff(t, '/AdminNews?show=trash')
  await page.getByText('回收站是空的').waitFor()
  await page.goto('/AdminNews')
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: '已删除' }).click()
  await page.getByText('回收站是空的').waitFor()
  await page.getByRole('link', { name: '产品管理' }).first().click()
  await page.getByRole('searchbox', { name: '产品名称' }).waitFor()
  await page.getByRole('link', { name: '新闻管理' }).first().click()
  await page.getByRole('searchbox', { name: '新闻标题' }).waitFor()
  await rows(page).first().waitFor()
})
