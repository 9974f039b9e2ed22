import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { head, ready, rows, titles } from './lists.ts'
import { staff } from './staff.ts'

browserTest('a title opens its record, numbers stand alone, columns are hidden by choice', async (t) => {
  const { page, complaints } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  assert.deepEqual((await page.locator('td[data-column=index]').allTextContents()).slice(0, 2), ['1', '2'])
  const [first = ''] = await titles(page, 'coverName')
  await rows(page).first().locator('td[data-column=coverName]').getByText('示例', { exact: true }).waitFor()
  await rows(page).first().getByText(first, { exact: true }).click()
  await page.getByRole('dialog', { name: '编辑产品' }).waitFor()
  await page.keyboard.press('Escape')

  const path = head(page, '跳转路径')
  await page.getByRole('button', { name: '显示列' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: '跳转路径' })
  await choice.click()
  await path.waitFor({ state: 'detached' })
  await page.reload()
  await rows(page).first().waitFor()
  assert.equal(await path.count(), 0)
  await page.getByRole('button', { name: '显示列' }).click()
  await choice.click()
  await path.waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/AdminCarousel')
  const last = rows(page).last()
  await last.waitFor()
  assert.deepEqual((await page.getByRole('columnheader').allTextContents()).filter(Boolean), [
    '序号',
    '标题',
    '描述',
    '图片',
    '操作',
  ])
  for (const name of [/^编辑：/, /^删除：/]) await last.getByRole('button', { name }).waitFor()
  await page.getByRole('searchbox', { name: '标题' }).waitFor()
  await page.getByRole('button', { name: '上传图片' }).waitFor()
  assert.deepEqual(complaints, [])
})

browserTest(
  'the table of every list is as high as the window without 219 px, with ten rows, with four and with none',
  async (t) => {
    const { page } = await staff(t, '/dashboard', { viewport: { width: 1920, height: 1080 } })
    const places = async (path: string) => {
      await page.goto(path)
      await ready(page)
      return page.evaluate(() => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length > 0)
        const [table, pages, view] = [shown('.data'), shown('.list-foot'), shown('.view')]
        const { top = NaN, height = NaN, bottom = NaN } = table?.getBoundingClientRect() ?? {}
        return {
          top: Math.round(top),
          height,
          bottom: Math.round(bottom),
          pages: pages && Math.round(pages.getBoundingClientRect().top),
          scrolls: view === undefined || view.scrollHeight > view.clientHeight,
        }
      })
    }
    const first = await places('/AdminProduct')
    assert.equal(first.height, 1080 - 219)
    assert.equal(first.bottom, first.pages, 'the frame closes above the pages')
    assert.equal(first.scrolls, false)
    const lists = [
      '/AdminNews',
      '/AdminCarousel',
      '/AdminCase',
      '/AdminPage',
      '/AdminAgenttoJoin',
      '/AdminInquiry',
      '/profile',
      '/log',
      '/AdminNews?show=trash',
    ]
    for (const path of lists) assert.deepEqual(await places(path), first, path)
    assert.deepEqual(await places('/accounts'), { ...first, pages: undefined }, 'the accounts, which have one page')

    // What an empty list says is in the middle of its frame, in a low window, too.
    await page.goto('/AdminNews?show=trash')
    const message = page.getByText('回收站是空的').filter({ visible: true })
    const table = page.locator('.data').filter({ visible: true })
    for (const height of [1080, 500]) {
      await page.setViewportSize({ width: 1440, height })
      await message.waitFor()
      const [words, frame] = [await message.boundingBox(), await table.boundingBox()]
      assert.ok(
        words && frame && words.y > frame.y + 100 && words.y + words.height < frame.y + frame.height - 40,
        `${height} px`,
      )
      assert.equal(frame.height, height - 219)
      assert.equal(
        await page
          .locator('.data-box')
          .filter({ visible: true })
          .evaluate((box) => box.scrollHeight > box.clientHeight),
        false,
      )
    }
  },
)
