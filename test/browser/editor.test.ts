import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { row, staff } from './staff.ts'
import { type, writing } from './writing.ts'

browserTest(
  'an article is written from the first heading to the last line, and the site shows it as it was written',
  async (t) => {
    const { page, newId, dialog, choose, tool, keys, select, saved, complaints } = await writing(t)
    await choose('段落样式', '标题二')
    await type(page, '安全月活动')
    await keys('Enter')
    await type(page, '本月在')
    await keys('Control+b')
    await type(page, '三个工地')
    await keys('Control+b')
    await type(page, '开展，见通知。')
    await keys('Enter')
    await tool('项目列表').click()
    await type(page, '塔机')
    await keys('Enter', 'Tab')
    await type(page, '司机')
    await keys('Enter')
    await type(page, '吊钩')
    await keys('Enter', 'Shift+Tab')
    await type(page, '升降机')
    await keys('Enter', 'Enter')
    await tool('编号列表').click()
    await type(page, '签到')
    await keys('Enter', 'Enter')
    await choose('更多', '引用')
    await type(page, '安全第一')
    await keys('Enter', 'Enter')
    await choose('段落样式', '代码块')
    await type(page, 'a < b')
    await keys('Enter')
    await type(page, '  c')
    await keys('Enter', 'Enter')
    await type(page, '右下角')
    await choose('对齐方式', '右对齐')
    await choose('更多', '分隔线')
    await type(page, '完')

    await select('本月')
    await keys('Control+i')
    await select('开展')
    await keys('Control+u')
    await choose('更多', '删除线')
    await select('通知')
    await choose('文字颜色', '红色')
    assert.equal(await dialog.locator('.editor-count').textContent(), '42 字')
    const html = await saved()
    assert.equal(
      html,
      '<h2>安全月活动</h2><p><em>本月</em>在<strong>三个工地</strong><u><s>开展</s></u>，见<span class="color-red">通知</span>。</p>' +
        '<ul><li>塔机<ul><li>司机</li><li>吊钩</li></ul></li><li>升降机</li></ul><ol><li>签到</li></ol><blockquote><p>安全第一</p></blockquote>' +
        '<pre>a &lt; b\n  c</pre><p class="align-right">右下角</p><hr><p>完</p>',
    )
    await page.goto(`/xwdtDet?newId=${newId}`)
    assert.equal(await page.locator('.rich').innerHTML(), html)
    assert.deepEqual(complaints, [])
  },
)

browserTest('what is typed as soon as the toolbar is there stays, and the caret behind it', async (t) => {
  const { page, server } = await staff(t, '/AdminNews')
  const news = { newTitle: '刚打开就写', newIntro: '', newInfo: '<p>第一段</p>' }
  await server.post('/v1/news/saveNews', news, { headers: await server.signIn() })
  await page.reload()
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const paper = document.querySelector<HTMLElement>('.editor-tools ~ * [contenteditable=true]')
      if (!paper) return
      observer.disconnect()
      paper.focus()
      getSelection()?.collapse(paper.firstElementChild?.firstChild ?? null, 3)
      document.execCommand('insertText', false, '写')
    }).observe(document, { childList: true, subtree: true })
  })
  await row(page, '刚打开就写')
    .getByRole('button', { name: /^编辑：/ })
    .click()
  const paper = page.locator('[contenteditable=true]', { hasText: '写' })
  await paper.waitFor()
  await type(page, '了')
  assert.equal(await paper.textContent(), '第一段写了')
})

browserTest(
  'a link is prompted for, corrected, changed and removed, and Enter in its dialog does not submit the form',
  async (t) => {
    const { page, dialog, paper, select, after, keys, tool, saved, calls } = await writing(
      t,
      '<p>请看说明书和手册，或者致电</p>',
    )
    const ask = page.getByRole('dialog', { name: '链接' })
    await select('说明书')
    await keys('Control+k')
    await ask.getByLabel('地址').fill('javascript:alert(1)')
    await keys('Enter')
    await ask.getByText('请输入正确的链接地址').waitFor()
    assert.equal(await ask.getByLabel('地址').evaluate((input) => input === document.activeElement), true)
    await ask.getByLabel('地址').fill('www.example.com/a?b=1&c=2')
    await ask.getByLabel('在新窗口打开').check()
    await keys('Enter')
    await ask.waitFor({ state: 'detached' })
    await type(page, '新说明')
    await after('新说')
    await keys('ArrowRight', 'ArrowRight')
    await type(page, '书')

    await select('手册')
    await tool('链接').click()
    await ask.getByLabel('地址').fill('/product')
    await ask.getByRole('button', { name: '确定' }).click()
    await after('手')
    assert.equal(await tool('链接').getAttribute('aria-pressed'), 'true')
    await keys('Control+k')
    assert.equal(await ask.getByLabel('地址').inputValue(), '/product')
    await ask.getByLabel('地址').fill('/news')
    await keys('Enter')

    await after('致电')
    await keys('Control+k')
    await ask.getByLabel('地址').fill('400-123-4567')
    await ask.getByLabel('文字').fill('总机')
    await keys('Enter')
    await type(page, '。')
    const opened = await paper.innerHTML()
    assert.ok(
      opened.startsWith(
        '<p>请看<a href="https://www.example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">新说明</a>和书<a',
      ),
      opened,
    )
    await after('新说')
    await keys('Control+k')
    await ask.getByRole('button', { name: '移除链接' }).click()
    await ask.waitFor({ state: 'detached' })
    await select('手册')
    await keys('Control+k', 'Escape')
    await ask.waitFor({ state: 'detached' })
    assert.equal(await dialog.isVisible(), true)
    assert.equal(calls.includes('/v1/draft/publish'), false)
    assert.equal(
      await saved(),
      '<p>请看新说明和书<a href="/news">手册</a>，或者致电<a href="tel:400-123-4567">总机</a>。</p>',
    )
  },
)
