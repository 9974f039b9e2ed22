import assert from 'node:assert/strict'
import * as clips from '../editor/clips.ts'
import { browserTest } from './browser.ts'
import { paste } from './transfer.ts'
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

browserTest(
  'what Word, WPS, Excel, WeChat and web pages put on the clipboard becomes an article in the site’s own format',
  async (t) => {
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
    const html = await saved(1)
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
    ])
      assert.ok(html.includes(piece), `${piece} is not in ${html}`)
    assert.doesNotMatch(html, /mso|xl65|style|script|onclick|onerror|只有没有别的/i)
    // The pictures of other sites are asked for where they are; here nothing leaves the machine.
    assert.deepEqual(
      complaints.filter((each) => !/left the site: https:\/\/(mmbiz|img\.example)|ERR_NAME_NOT_RESOLVED/.test(each)),
      [],
    )
  },
)
