import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { type, writing } from '../../browser/writing.ts'

const table = '<table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>'

for (const width of [320, 768]) {
  browserTest(
    `at ${width} px the tools are one row that scrolls and says so, and their menus come from below`,
    async (t) => {
      const { page, dialog, paper, tool, keys, choose, select, saved } = await writing(t, '<p>一二三</p>', {
        viewport: { width, height: 700 },
        hasTouch: true,
      })
      const bar = dialog.getByRole('toolbar', { name: '格式工具' })
      const facts = () =>
        bar.evaluate((element) => ({
          height: element.getBoundingClientRect().height,
          more: element.hasAttribute('data-more'),
          at: element.scrollLeft,
          beyond: element.scrollWidth > element.clientWidth,
        }))
      assert.deepEqual(await facts(), { height: 53, more: true, at: 0, beyond: true })
      for (const name of ['加粗', '全屏']) {
        const { width: wide, height } = (await tool(name).boundingBox()) ?? { width: 0, height: 0 }
        assert.ok(wide >= 44 && height >= 44, `${name} is too small for a finger`)
      }
      await paper.evaluate((element) => element.closest('.editor')?.scrollIntoView())
      const [top, lines] = [(await bar.boundingBox())?.y ?? 0, (await paper.boundingBox())?.y ?? 0]
      assert.ok(lines - top < 90, `the first line is ${lines - top} px below the tools' upper edge`)

      await select('二')
      await dialog.getByRole('button', { name: /^段落样式/ }).click()
      const box = await dialog.getByRole('menu', { name: '段落样式' }).boundingBox()
      assert.deepEqual([box?.x, Math.round((box?.y ?? 0) + (box?.height ?? 0)), box?.width], [0, 700, width])
      await keys('Escape')
      await choose('段落样式', '标题二')
      await keys('Alt+F10', 'End')
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), '全屏')
      await page.waitForFunction(() => !document.querySelector('.editor-tools')?.hasAttribute('data-more'))
      await keys('Home')
      await page.waitForFunction(() => document.querySelector('.editor-tools')?.hasAttribute('data-more'))
      assert.equal(await saved(), '<h2>一二三</h2>')
    },
  )
}

browserTest('in full screen the tools stay above a text that is longer than a phone', async (t) => {
  const { page, dialog, tool } = await writing(t, '<p>一行字</p>'.repeat(60), {
    phone: true,
    viewport: { width: 390, height: 700 },
  })
  await tool('全屏').click()
  const bar = dialog.getByRole('toolbar', { name: '格式工具' })
  assert.equal((await bar.boundingBox())?.height, 53)
  await tool('全屏').click()
  await page.locator('.editor.full').waitFor({ state: 'detached' })
})

browserTest('the buttons of the prompts have one line each on the narrowest phone', async (t) => {
  const { page, tool } = await writing(t, '<p>一</p>', { phone: true, viewport: { width: 320, height: 640 } })
  await tool('视频').click()
  const buttons = page.getByRole('dialog', { name: '插入视频' }).getByRole('button')
  for (const button of await buttons.all())
    assert.equal((await button.boundingBox())?.height, 40, (await button.textContent()) ?? '')
})

browserTest('on a phone the table tools are a sheet, apply at the caret, and return the focus', async (t) => {
  const { page, dialog, paper, keys, after, saved } = await writing(t, `<p>前</p>${table}<p>后</p>`, {
    phone: true,
    viewport: { width: 390, height: 844 },
    bypassCSP: true,
  })
  const opener = dialog.getByRole('button', { name: '表格工具' })
  const sheet = page.getByRole('dialog', { name: '表格工具' })
  assert.equal(await opener.count(), 0)
  await after('甲')
  await opener.click()
  const box = await sheet.boundingBox()
  assert.deepEqual([box?.x, Math.round((box?.y ?? 0) + (box?.height ?? 0)), box?.width], [0, 844, 390])
  assert.deepEqual(await seriousFaults(page), [])
  await sheet.getByRole('button', { name: '下加行' }).click()
  await sheet.getByRole('button', { name: '右加列' }).click()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), '右加列')
  await sheet.getByRole('button', { name: '完成' }).click()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'textbox')
  await opener.click()
  await keys('Escape')
  await sheet.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), '表格工具')
  assert.ok(await dialog.isVisible())
  await opener.click()
  await page.mouse.click(200, 100)
  await sheet.waitFor({ state: 'hidden' })
  await paper.getByText('甲').click()
  await keys('End')
  await type(page, '格')
  await after('乙')
  await opener.click()
  await sheet.getByRole('button', { name: '删列' }).click()
  await keys('Escape')
  assert.equal(await paper.locator('tr').count(), 2)
  await after('后')
  await opener.waitFor({ state: 'detached' })
  await after('甲格')
  await opener.click()
  await sheet.getByRole('button', { name: '删表' }).click()
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'textbox')
  await keys('Control+z')
  assert.equal(
    await saved(),
    '<p>前</p><table><tbody><tr><td>甲格</td><td><br></td></tr><tr><td><br></td><td><br></td></tr></tbody></table><p>后</p>',
  )
})

browserTest('on a wide screen the tools are in rows as before, with those of a table in the bar below', async (t) => {
  const { dialog, after } = await writing(t, `${table}<p>后</p>`)
  await after('甲')
  const bar = dialog.getByRole('toolbar', { name: '格式工具' })
  assert.equal(await bar.evaluate((element) => element.hasAttribute('data-more')), false)
  assert.ok(await dialog.getByRole('toolbar', { name: '表格' }).getByRole('button', { name: '下加行' }).isVisible())
  assert.equal(await dialog.getByRole('button', { name: '表格工具' }).count(), 0)
})
