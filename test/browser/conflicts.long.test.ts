import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { editing, save, toast } from './staff.ts'
import { body, form, pair, stored, typeAfter } from './twoPeople.ts'

browserTest(
  'I change the description, a colleague the body: both are saved without a prompt, and a message says so',
  async (t) => {
    const both = await pair(t)
    const { mine, theirs } = both
    await typeAfter(theirs.page, '第二段', '（新）')
    await save(form(theirs.page), '修改成功！')
    await form(mine.page).getByLabel('封面描述').fill('我的描述')
    await Promise.all([save(form(mine.page), '修改成功！'), toast(mine.page, '已与张三的修改合并：对方改了新闻内容')])
    const { newIntro, newInfo } = await stored(both)
    assert.equal(newIntro, '我的描述')
    assert.equal(newInfo, body.replace('第二段', '第二段（新）'))
    assert.deepEqual(
      mine.complaints.filter((each) => !each.includes('409')),
      [],
    )
  },
)

browserTest(
  'two people change paragraphs of one text: each has its own, and only the one that both changed is asked for',
  async (t) => {
    const both = await pair(t)
    const {
      mine: { page },
      theirs,
    } = both
    await typeAfter(theirs.page, '第三段', '（张三改）')
    await save(form(theirs.page), '修改成功！')
    await typeAfter(page, '第二段', '（我改）')
    await Promise.all([save(form(page), '修改成功！'), toast(page, '已与张三的修改合并：对方改了新闻内容')])
    assert.equal(
      (await stored(both)).newInfo,
      body.replace('第二段', '第二段（我改）').replace('第三段', '第三段（张三改）'),
    )

    for (const each of [page, theirs.page]) await editing(each, '编辑新闻', '一篇新闻')
    await typeAfter(theirs.page, '第一段', '（张三又改）')
    await typeAfter(theirs.page, '第三段', '（完）')
    await save(form(theirs.page), '修改成功！')
    await typeAfter(page, '第一段', '（我又改）')
    await form(page).getByRole('button', { name: '更新' }).click()
    const dialog = page.getByRole('dialog', { name: '内容已被修改' })
    await dialog.getByText('新闻内容：对方还改了 1 处，已合并。').waitFor()
    assert.deepEqual(await dialog.locator('ins').allTextContents(), ['（我又改）', '（张三又改）'])
    assert.deepEqual(
      await dialog.getByRole('radio').evaluateAll((all) => all.map((radio) => radio.getAttribute('aria-label'))),
      ['我的', '对方的（张三）', '两个都要'],
    )
    await dialog.getByRole('radio', { name: '两个都要' }).check()
    assert.deepEqual(await seriousFaults(page), [])
    await dialog.getByRole('button', { name: '保存' }).click()
    await form(page).waitFor({ state: 'detached' })
    const paragraphs = (await stored(both)).newInfo.match(/<p>.*?<\/p>/g)
    assert.deepEqual(paragraphs, [
      '<p>第一段（我又改），说的是开工。</p>',
      '<p>第一段（张三又改），说的是开工。</p>',
      '<p>第二段（我改），说的是塔机。</p>',
      '<p>第三段（完）（张三改），说的是验收。</p>',
    ])
  },
)
