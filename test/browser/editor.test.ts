import assert from 'node:assert/strict'
import * as clips from '../editor/clips.ts'
import { browserTest } from './browser.ts'
import { drawn } from './drawing.ts'
import { paste, transferFile } from './transfer.ts'
import { type, writing } from './writing.ts'

browserTest('an article is written from the first heading to the last line, and the site shows it as it was written', async (t) => {
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
})

browserTest('pictures come from the disk, the desktop and the clipboard, and get a width, a side and words; films come by address', async (
  t,
) => {
  const { page, dialog, paper, tool, keys, after, saved, complaints } = await writing(t, '<p>图前</p><p>图后</p>')
  const arrived = (n: number): Promise<void> => paper.locator('img[src^="/uploads/quill/"]').nth(n - 1).waitFor()
  const bar = dialog.getByRole('toolbar', { name: '图片' })
  await after('图前')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').click()])
  assert.equal(chooser.isMultiple(), true)
  await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawn(page, { width: 40, height: 20, type: 'image/png' }) })
  await arrived(1)
  await type(page, '插在中间')
  await transferFile(paper, 'paste', 'b.png', await drawn(page, { width: 30, height: 30, type: 'image/png' }))
  await arrived(2)
  await transferFile(paper.getByText('图后'), 'drop', 'c.png', await drawn(page, { width: 20, height: 10, type: 'image/png' }))
  await arrived(3)

  await paper.locator('img').first().click()
  await bar.getByRole('button', { name: '50%' }).click()
  await bar.getByRole('button', { name: '居右' }).click()
  await bar.getByRole('button', { name: '替代文字' }).click()
  await page.getByRole('dialog', { name: '替代文字' }).getByLabel('图片内容的文字说明').fill('塔机“一号”')
  await keys('Enter')
  assert.equal(await bar.getByRole('button', { name: '50%' }).getAttribute('aria-pressed'), 'true')
  await paper.locator('img').nth(1).click()
  await keys('Delete')
  assert.equal(await paper.locator('img').count(), 2)

  await after('图后')
  const prompt = page.getByRole('dialog', { name: '插入视频' })
  await tool('视频').click()
  const refused = { 'http://example.com/a.mp4': '请输入以“/”开头', 'https://v.qq.com/x/page/a.html': '视频网站的页面无法在这里播放', '': '请输入以“/”开头' }
  for (const [address, message] of Object.entries(refused)) {
    await prompt.getByLabel('视频文件地址').fill(address)
    await keys('Enter')
    await prompt.getByText(message).waitFor()
  }
  await prompt.getByLabel('视频文件地址').fill('/video/a.mp4')
  await keys('Enter')
  await type(page, '片尾')
  const html = (await saved()).replace(/quill\/[\w/.-]+\.png/g, 'quill/…')
  assert.equal(
    html,
    '<p>图前</p><p><img src="/uploads/quill/…" alt="塔机“一号”" width="40" height="20" class="width-50 align-right"></p><p>插在中间</p><p><br></p>' +
      '<p>图后</p><p><video src="/video/a.mp4" preload="metadata" controls=""></video></p><p>片尾</p>' +
        '<p><img src="/uploads/quill/…" alt="" width="20" height="10"></p>',
  )
  assert.deepEqual(complaints.filter((each) => !each.includes('404')), [])
})

browserTest('what Word, WPS, Excel, WeChat and web pages put on the clipboard becomes an article in the site’s own format', async (t) => {
  const { dialog, paper, keys, saved, complaints } = await writing(t)
  const status = dialog.getByRole('status')
  const pasted = async (data: Readonly<Record<string, string>>, last: string): Promise<void> => {
    await paste(paper, { 'text/plain': '只有没有别的时候才用', ...data })
    await paper.getByText(last).last().waitFor()
    await keys('Control+End', 'Enter')
  }
  await pasted({ 'text/html': clips.wordText }, '筑站科技')
  await pasted({ 'text/html': clips.wordPictures, 'text/rtf': clips.wordPicturesRtf }, '图一')
  await paper.locator('img[src^="/uploads/quill/"]').waitFor()
  await pasted({ 'text/html': clips.wordPictures }, '图一')
  await status.getByText('有1处图片或视频未能粘贴，已用红字标出，请重新插入').waitFor()
  await status.getByRole('button', { name: '关闭提示' }).click()
  await pasted({ 'text/html': clips.wps }, '数量')
  await pasted({ 'text/html': clips.excel }, '球机')
  await pasted({ 'text/html': clips.weChat }, '来源：筑站')
  await pasted({ 'text/html': clips.webPage }, '红字')
  await keys('Enter')
  await pasted({ 'text/html': clips.wordLists }, '接着')
  const html = await saved(2)
  for (const piece of [
    '<h1 class="align-center">塔机监测方案</h1><h1>一、概述</h1><p><strong><span class="color-red">重要</span></strong>：设备须经<u>验收</u>',
    '<p class="align-right"><em>筑站科技</em><s>旧名</s><mark>标出</mark><sup>2</sup></p>',
    'alt="塔机外观" width="1" height="1"></p><p>图一</p><p>图一</p>',
    '<h2>安装要求</h2><p><span class="color-red">注意：</span><strong>断电</strong><s>带电</s><u>作业</u></p><ul><li>第一项</li><li>第二项</li></ul><table>',
    '<tr><td colspan="2" class="align-center"><strong>设备</strong></td><td class="align-center"><strong>单价</strong></td></tr>' +
      '<tr><td rowspan="2">塔机<br>监测</td>',
    '<p class="align-center"><img src="https://mmbiz.qpic.cn/mmbiz_jpg/AbCd/640?wx_fmt=jpeg"></p>',
    '<p>第二段 <strong>重点<span class="color-red">红字</span></strong></p><p class="align-center"><a href="https://example.com/a">链接</a></p>',
    '<ul><li>进场检查<ol><li>外观</li><li>接地<ol><li>电阻</li></ol></li></ol></li><li>调试</li></ul><p>正文</p><ol start="3"><li>从三开始</li><li>接着</li>',
  ]) assert.ok(html.includes(piece), `${piece} is not in ${html}`)
  assert.doesNotMatch(html, /mso|xl65|style|script|onclick|onerror|只有没有别的/i)
  // The pictures of other sites are asked for where they are; here nothing leaves the machine.
  assert.deepEqual(complaints.filter((each) => !/left the site: https:\/\/(mmbiz|img\.example)|ERR_FAILED/.test(each)), [])
})

browserTest('what is written is previewed on its real page at the width of either device, and is still there unsaved afterwards', async (
  t,
) => {
  const { page, server, newId, dialog, tool, keys, complaints } = await writing(t, '<p>已经保存的正文</p>')
  await dialog.getByLabel('新闻标题').fill('还没有保存的标题')
  await dialog.getByRole('textbox', { name: '新闻内容' }).focus()
  await keys('Control+End')
  await type(page, '和刚写的字')
  assert.equal(await tool('预览').count(), 0, 'the dialog has it already')
  await dialog.getByRole('button', { name: '预览页面' }).click()

  const preview = page.getByRole('dialog', { name: '预览' })
  const frame = page.frameLocator('iframe[title="页面预览"]')
  await frame.getByRole('heading', { level: 1, name: '还没有保存的标题' }).waitFor()
  await frame.getByText('已经保存的正文和刚写的字').waitFor()
  await frame.locator('time').waitFor()
  await frame.locator('.site-header').waitFor()
  await frame.locator('footer').waitFor()
  const inside = () => frame.locator('html').evaluate(() => [innerWidth, getComputedStyle(document.body).fontFamily.length > 0])
  const box = async () => (await preview.locator('iframe').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  assert.deepEqual(await inside(), [1280, true])
  assert.ok((await frame.locator('.site-header').boundingBox())?.height, 'the style sheet has come')
  const stage = await preview.locator('.page-preview').boundingBox()
  assert.ok(stage && (await box()).width <= stage.width + 1)
  assert.equal(await preview.getByRole('button', { name: '电脑' }).getAttribute('aria-pressed'), 'true')
  await preview.getByRole('button', { name: '手机' }).click()
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLIFrameElement>('iframe')?.contentWindow?.innerWidth === 390)
  assert.equal(await frame.locator('html').evaluate((element) => element.clientWidth), 390)

  await keys('Escape')
  await preview.waitFor({ state: 'detached' })
  await dialog.getByRole('textbox', { name: '新闻内容' }).focus()
  await keys('Control+End')
  await type(page, '，接着写')
  await dialog.getByText('已经保存的正文和刚写的字，接着写').waitFor()
  assert.equal(await dialog.getByLabel('新闻标题').inputValue(), '还没有保存的标题')
  const { newTitle } = (await server.post('/v1/news/detailNews', { newId })).data
  assert.equal(newTitle, '一篇新闻', 'nothing is saved by it')
  assert.deepEqual(complaints, [])
})
