import assert from 'node:assert/strict'
import * as clips from '../../editor/clips.ts'
import { browserTest } from '../../browser/browser.ts'
import { drawn } from '../../browser/drawing.ts'
import { signInAgain } from '../../browser/staff.ts'
import { paste } from '../../browser/transfer.ts'
import { hold } from '../../browser/waiting.ts'
import { type, writing } from '../../browser/writing.ts'

browserTest(
  'a picture that cannot be loaded says so, can be retried or given up, and is never left out silently',
  async (t) => {
    const { page, dialog, paper, tool, keys, saved } = await writing(t, '<p>文</p>')
    let broken = true
    await page.route('**/v1/file/upload', (route) => (broken ? route.abort() : route.continue()))
    const insert = async (name: string): Promise<void> => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').click()])
      await chooser.setFiles({
        name,
        mimeType: 'image/png',
        buffer: await drawn(page, { width: 40, height: 20, type: 'image/png' }),
      })
    }
    const status = dialog.getByRole('status').filter({ hasText: '插入图片失败' })
    await insert('一.png')
    await status.waitFor()
    assert.match((await status.textContent()) ?? '', /^插入图片失败：网络连接失败/)
    await dialog.getByRole('button', { name: '更新' }).click()
    await dialog.getByText('有图片没有上传成功，请重试或放弃后再保存').waitFor()
    broken = false
    await status.getByRole('button', { name: '重试' }).click()
    await paper.locator('img[src^="/uploads/quill/"]').waitFor()
    await status.waitFor({ state: 'detached' })

    broken = true
    await insert('二.png')
    await status.waitFor()
    await keys('Control+z')
    await status.waitFor({ state: 'detached' })
    await keys('Control+y')
    await status.getByRole('button', { name: '放弃' }).click()
    assert.equal(await paper.locator('img').count(), 1)
    assert.equal(await paper.locator('p:empty').count(), 0)
    await page.unroute('**/v1/file/upload')
    await page.context().clearCookies()
    await insert('三.png')
    await signInAgain(page)
    await paper.locator('img[src^="/uploads/quill/"]').nth(1).waitFor()
    const html = await saved()
    assert.equal(html.match(/<img src="\/uploads\/quill\//g)?.length, 2)
  },
)

browserTest(
  'what is imported over a slow connection arrives late, but where the caret was, and nothing before or after it is lost',
  async (t) => {
    const { page, dialog, paper, choose, select, after, saved } = await writing(t, '<p>甲乙</p><p>丙丁</p>')
    const release = await hold(page, '**/v1/richtext/markdown')
    await after('甲')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose('更多', '导入 Markdown 文件')])
    await chooser.setFiles({ name: '粗.md', mimeType: 'text/markdown', buffer: Buffer.from('**粗**') })
    await after('乙')
    await paste(paper, { 'text/plain': '素' })
    await select('丙')
    await type(page, '换')
    await dialog.getByLabel('新闻标题').focus()
    release()
    await paper.getByText('甲粗乙素').waitFor()
    await type(page, '题')
    assert.match(await dialog.getByLabel('新闻标题').inputValue(), /题/)
    assert.equal(await saved(), '<p>甲<strong>粗</strong>乙素</p><p>换丁</p>')
  },
)

browserTest(
  'Markdown is offered its form when it is pasted, and imported from a file, also after the login has ended',
  async (t) => {
    const { page, dialog, paper, choose, keys, saved, calls } = await writing(t, '<p>前</p>')
    const status = dialog.getByRole('status')
    await keys('Control+End', 'Enter')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() =>
      navigator.clipboard.writeText('## 步骤\n\n1. **断电**\n2. 检查 `QF1`\n\n| 项 | 值 |\n|---|---|\n| 甲 | 1 |'),
    )
    await keys('Control+v')
    await status.getByText('识别到 Markdown').waitFor()
    await type(page, '字')
    await status.getByText('识别到 Markdown').waitFor({ state: 'detached' })
    await keys('Control+z', 'Control+z', 'Control+v')
    await status.getByText('识别到 Markdown').waitFor()
    assert.match(await paper.innerText(), /## 步骤/)
    await status.getByRole('button', { name: '转换为格式' }).click()
    await paper.locator('h2').waitFor()
    assert.equal(await status.getByText('识别到 Markdown').count(), 0)
    await keys('Control+z')
    assert.match(await paper.innerText(), /## 步骤/)
    await keys('Control+y')

    await page.context().clearCookies()
    await keys('Control+End')
    const file = async () =>
      (await Promise.all([page.waitForEvent('filechooser'), choose('更多', '导入 Markdown 文件')]))[0]
    await (await file()).setFiles({
      name: '太长.md',
      mimeType: 'text/markdown',
      buffer: Buffer.alloc(200 * 1024 + 1, '长'),
    })
    await status.getByText('Markdown内容不能超过200KB').waitFor()
    const chooser = await file()
    const text = '---\ntitle: 说明\n---\n> 引用\n\n![图](img/a.png)\n\n结束<script>alert(1)</script>\n'
    await chooser.setFiles({ name: '说明.md', mimeType: 'text/markdown', buffer: Buffer.from(text) })
    await signInAgain(page)
    await status.getByText('有1处图片或视频未能粘贴').waitFor()
    assert.equal(calls.filter((path) => path === '/v1/richtext/markdown').length, 3)
    await keys('Control+End')
    await type(page, '。')
    assert.equal(
      await saved(1),
      '<p>前</p><h2>步骤</h2><ol><li><strong>断电</strong></li><li>检查 <code>QF1</code></li></ol>' +
        '<table><thead><tr><th>项</th><th>值</th></tr></thead><tbody><tr><td>甲</td><td>1</td></tr></tbody></table>' +
        '<blockquote><p>引用</p></blockquote><p>结束。</p>',
    )
  },
)

browserTest(
  'what is copied, cut or dragged here keeps its form, and is only text where only text was asked for',
  async (t) => {
    const { page, paper, keys, select, after, saved } = await writing(
      t,
      '<h2>标题</h2><p>一<strong>二三</strong>四</p><ul><li>甲</li><li>乙</li></ul><p class="align-justify">齐</p><p>末</p>',
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await select('二', '四')
    await keys('Control+c')
    await after('末')
    await keys('Control+v')
    await paper.getByText('末二三四').waitFor()
    await keys('Enter', 'Control+Shift+v')
    await paper.locator('p', { hasText: /^二三四$/ }).waitFor()
    await select('甲', '乙')
    await keys('Control+x', 'Control+End', 'Enter', 'Control+v')
    await paper.locator('p + ul').last().waitFor()
    // Word writes justified text that nobody chose; here somebody chose it.
    await select('齐', '末')
    await keys('Control+c', 'Control+End', 'Enter', 'Enter', 'Control+v')
    await paper.getByText('齐').nth(1).waitFor()

    await paper.evaluate((element) => element.closest('.editor')?.scrollTo(0, 0))
    await select('标题')
    const from = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON())
    const to = await paper.locator('p').first().boundingBox()
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(from.x + 20, from.y + 30, { steps: 3 })
    await page.mouse.move((to?.x ?? 0) + 1, (to?.y ?? 0) + 15, { steps: 3 })
    await page.mouse.up()
    await paper.getByText('标题一').waitFor()
    assert.equal(
      await saved(),
      '<h2><br></h2><p>标题一<strong>二三</strong>四</p><ul><li><br></li></ul><p class="align-justify">齐</p><p>末<strong>二三</strong>四</p><p>二三四</p>' +
        '<ul><li>甲</li><li>乙</li></ul><p class="align-justify">齐</p><p>末</p>',
    )
  },
)

browserTest(
  'pictures of Word come by its RTF, those without are named, and a table of Excel keeps its cells',
  async (t) => {
    const { dialog, paper, keys, saved } = await writing(t)
    const pasted = async (data: Readonly<Record<string, string>>, last: string): Promise<void> => {
      await paste(paper, { 'text/plain': '只有没有别的时候才用', ...data })
      await paper.getByText(last).last().waitFor()
      await keys('Control+End', 'Enter')
    }
    await pasted({ 'text/html': clips.wordPictures, 'text/rtf': clips.wordPicturesRtf }, '图一')
    await paper.locator('img[src^="/uploads/quill/"]').waitFor()
    await pasted({ 'text/html': clips.wordPictures }, '图一')
    const status = dialog.getByRole('status')
    await status.getByText('有1处图片或视频未能粘贴，已用红字标出，请重新插入').waitFor()
    await status.getByRole('button', { name: '关闭提示' }).click()
    await pasted({ 'text/html': clips.excel }, '球机')
    const html = await saved(1)
    for (const piece of [
      'alt="塔机外观" width="1" height="1"></p><p>图一</p><p>图一</p>',
      '<tr><td colspan="2" class="align-center"><strong>设备</strong></td>',
    ])
      assert.ok(html.includes(piece), `${piece} is not in ${html}`)
    assert.doesNotMatch(html, /mso|xl65|style|只有没有别的/i)
  },
)
