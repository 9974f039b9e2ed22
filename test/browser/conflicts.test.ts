import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { save, toast } from './staff.ts'
import { body, form, pair, stored, typeAfter } from './twoPeople.ts'

browserTest(
  'where both changed the same, one chooses field by field, and nothing of either is lost unnoticed',
  async (t) => {
    const both = await pair(t)
    const { mine, theirs } = both
    await typeAfter(theirs.page, '第二段', '（张三改）')
    await form(theirs.page).getByLabel('新闻标题').fill('张三的标题')
    await form(theirs.page).getByLabel('封面描述').fill('张三的描述')
    await save(form(theirs.page), '修改成功！')

    const { page } = mine
    await typeAfter(page, '第三段', '（我改）')
    await typeAfter(page, '第二段', '（我也改）')
    await form(page).getByLabel('新闻标题').fill('我的标题')
    await form(page).getByRole('button', { name: '更新' }).click()
    const dialog = page.getByRole('dialog', { name: '内容已被修改' })
    await dialog.getByText(/张三 于 \d{4}-.* 也修改了“新闻标题”、“新闻内容”/).waitFor()
    assert.equal(await dialog.getByRole('group').count(), 2)
    assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0, 'nothing is preselected')
    await dialog.getByText('封面描述 对方已改，将保留').waitFor()
    const content = dialog.getByRole('group', { name: '新闻内容' })
    await content.locator('.version').nth(1).waitFor()
    assert.deepEqual(await content.locator('ins').allTextContents(), ['（我也改）', '（张三改）'])
    assert.equal(await content.locator('del').count(), 0)

    await dialog.getByRole('button', { name: '保存' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(
      await dialog
        .getByRole('radio')
        .first()
        .evaluate((radio) => radio === document.activeElement),
      true,
      'led to what is not chosen yet',
    )
    await dialog.getByText('还有 2 项没有选择：“新闻标题”、“新闻内容”').waitFor()
    assert.equal((await stored(both)).newTitle, '张三的标题')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await form(page).getByLabel('新闻标题').inputValue(), '我的标题')
    await page.locator('[type=submit][aria-disabled=false]').click()

    await dialog
      .getByRole('group', { name: '新闻标题' })
      .getByRole('radio', { name: /对方的/ })
      .check()
    await content.getByRole('radio', { name: /我的/ }).focus()
    await page.keyboard.press('Space')
    await save(dialog, '修改成功！')
    const { newTitle, newIntro, newInfo } = await stored(both)
    assert.deepEqual([newTitle, newIntro], ['张三的标题', '张三的描述'])
    assert.equal(newInfo, body.replace('第二段', '第二段（我也改）').replace('第三段', '第三段（我改）'))
  },
)

browserTest('what a colleague keeps as a draft is published with one’s own only when one says so', async (t) => {
  const both = await pair(t)
  const [my, their] = [both.mine.page, both.theirs.page]
  await form(their).getByLabel('封面描述').fill('别发')
  await form(their).getByRole('button', { name: '保存草稿' }).click()
  await toast(their, '草稿已保存')
  await form(my).getByLabel('新闻标题').fill('我的标题')
  const ask = my
    .getByRole('dialog')
    .getByText(/^张三还有没发布的修改（\d\d-\d\d \d\d:\d\d）：封面描述，发布以后访客看得到$/)
  await form(my).getByRole('button', { name: '更新' }).click()
  await ask.waitFor()
  await my.keyboard.press('Escape')
  await ask.waitFor({ state: 'detached' })
  assert.deepEqual([(await stored(both)).newTitle, (await stored(both)).newIntro], ['一篇新闻', '原来的描述'])

  await form(my).locator('[type=submit][aria-disabled=false]').click()
  await my.getByRole('button', { name: '一起发布' }).click()
  await toast(my, '修改成功！')
  assert.deepEqual([(await stored(both)).newTitle, (await stored(both)).newIntro], ['我的标题', '别发'])
})
