import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { hold } from '../../browser/waiting.ts'
import { type, writing } from '../../browser/writing.ts'
import { drawn } from '../../browser/drawing.ts'
import { transferFile } from '../../browser/transfer.ts'

browserTest('typing, Enter, Backspace and Delete in the middle of what is there do what people expect', async (t) => {
  const { page, paper, after, select, keys, saved } = await writing(
    t,
    '<table><tbody><tr><td>格</td></tr></tbody></table><p>一<strong>二三</strong>四</p><h2>大标题</h2>' +
      '<ul><li>甲</li><li>乙</li><li>丙</li></ul><p>见<a href="/product">产品</a></p><p>上一行</p><p>下一行</p><blockquote><p>引</p>' +
      '</blockquote><p>头</p><h3>中</h3><p>尾巴</p><p>末</p>',
  )
  await after('二')
  await type(page, '粗')
  await after('一')
  await type(page, '细')
  await after('大')
  await keys('Enter')
  await after('甲')
  await keys('ArrowDown', 'Home', 'Backspace')
  await after('产品')
  await type(page, '页面')
  await after('上一行')
  await keys('Delete', 'Shift+Enter')
  await after('引')
  await keys('Home', 'Backspace')
  await select('头', '尾')
  await type(page, '换')
  await after('末')
  await keys('Backspace')
  await type(page, '终')
  const before = await paper.innerHTML()
  await keys('Control+a', 'Delete')
  await type(page, '重写')
  assert.equal(await paper.innerHTML(), '<p>重写</p>')
  await keys('Control+z', 'Control+z')
  assert.equal(await paper.innerHTML(), before)
  assert.equal(
    await saved(),
    '<table><tbody><tr><td>格</td></tr></tbody></table><p>一细<strong>二粗三</strong>四</p><h2>大</h2><h2>标题</h2><ul><li>甲</li></ul>' +
      '<p>乙</p><ul><li>丙</li></ul><p>见<a href="/product">产品</a>页面</p>' +
      '<p>上一行<br>下一行</p><p>引</p><p>换巴</p><p>终</p>',
  )
})

browserTest('a table is inserted, walked through with Tab, enlarged, reduced, and undone', async (t) => {
  const { page, dialog, paper, tool, keys, after, saved } = await writing(t)
  const bar = dialog.getByRole('toolbar', { name: '表格' })
  const change = (name: string): Promise<void> => bar.getByRole('button', { name, exact: true }).click()
  const rows = (): Promise<string[]> =>
    paper
      .locator('tr')
      .evaluateAll((all) => all.map((each) => [...each.children].map((cell) => cell.textContent || '·').join('')))
  await tool('表格').click()
  const ask = page.getByRole('dialog', { name: '插入表格' })
  await ask.getByLabel('行数').fill('0')
  await keys('Enter')
  await ask.getByText('行数应为1到50').waitFor()
  await ask.getByLabel('行数').fill('2')
  await ask.getByLabel('列数').fill('21')
  await keys('Enter')
  await ask
    .getByRole('paragraph')
    .filter({ has: page.getByLabel('列数') })
    .getByText('列数应为1到20')
    .waitFor()
  assert.equal(
    await ask.getByLabel('列数').evaluate((input) => input === document.activeElement && input.ariaInvalid),
    'true',
  )
  await ask.getByLabel('列数').fill('2')
  await keys('Enter')
  for (const words of ['名', '量', '甲', '1', '乙']) {
    await type(page, words)
    await keys('Tab')
  }
  await type(page, '2')
  assert.deepEqual(await rows(), ['名量', '甲1', '乙2'])
  await keys('Shift+Tab')
  await type(page, '丙')
  await change('上加行')
  await change('下加行')
  await after('1')
  await change('左加列')
  await change('右加列')
  assert.deepEqual(await rows(), ['名·量·', '甲·1·', '····', '丙·2·', '····'])
  await keys('Tab')
  await type(page, '备注')
  await change('删列')
  await after('丙')
  await keys('ArrowDown')
  await change('删行')
  await after('名')
  await change('表头')
  assert.deepEqual(await rows(), ['名·量', '甲·1', '···', '丙·2'])
  await after('1')
  await keys('ArrowDown', 'ArrowDown')
  await type(page, '00')
  await keys('ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')
  await type(page, '数')
  assert.deepEqual(await rows(), ['名·量数', '甲·1', '···', '丙·002'])
  const before = await paper.innerHTML()
  for (const key of ['Control+z', 'Control+y']) for (let n = 0; n < 30; n++) await keys(key)
  assert.equal(await paper.innerHTML(), before)

  await after('数')
  await change('表前空行')
  await type(page, '表一')
  await after('甲')
  await keys('ArrowRight', 'Delete', 'Backspace')
  assert.equal(
    await saved(),
    '<p>表一</p><table><tbody><tr><td>名</td><td><br></td><td>量数</td></tr><tr><td>甲</td><td><br></td><td>1</td></tr>' +
      '<tr><td><br></td><td><br></td><td><br></td></tr><tr><td>丙</td><td><br></td><td>002</td></tr></tbody></table>',
  )
})

browserTest(
  'every step is undone and redone, emphasis is cleared, and the text beside the selection does not change',
  async (t) => {
    const { page, paper, tool, choose, select, after, keys, saved } = await writing(
      t,
      '<h2>题</h2><p>一二三四</p><p>别处<strong>粗</strong></p>',
    )
    const states = [await paper.innerHTML()]
    const step = async (act: () => Promise<unknown>): Promise<void> => {
      await act()
      states.push(await paper.innerHTML())
    }
    await select('二三')
    await step(() => tool('加粗').click())
    await step(() => choose('文字颜色', '绿色'))
    await step(() => keys('Control+i'))
    await step(() => choose('更多', '引用'))
    await step(() => choose('段落样式', '标题三'))
    await step(() => choose('对齐方式', '居中'))
    await after('四')
    await step(() => type(page, '五六七'))
    await step(() => keys('Enter'))
    await step(() => choose('更多', '分隔线'))
    await step(() => tool('编号列表').click())
    await step(() => type(page, '八'))
    assert.equal(new Set(states).size, states.length, 'each was a step')
    for (const state of states.slice(0, -1).reverse()) {
      await keys('Control+z')
      assert.equal(await paper.innerHTML(), state)
    }
    assert.equal(await tool('撤销').getAttribute('aria-disabled'), 'true')
    for (const state of states.slice(1)) {
      await tool('重做').click()
      assert.equal(await paper.innerHTML(), state)
    }
    assert.equal(await tool('重做').getAttribute('aria-disabled'), 'true')
    await select('一', '七')
    await tool('清除格式').click()
    assert.equal(
      await saved(),
      '<h2>题</h2><blockquote><p>一二三四五六七</p><hr><ol><li class="align-center">八</li></ol></blockquote><p>别处<strong>粗</strong></p>',
    )
  },
)

browserTest(
  'an input method composes undisturbed, and its Enter neither sends the form nor splits the paragraph',
  async (t) => {
    const { page, paper, keys, after, select, tool, saved, calls } = await writing(
      t,
      '<p>前后<a href="/b">旧链</a></p><p>换掉</p><p>也换</p>',
    )
    const cdp = await page.context().newCDPSession(page)
    const compose = async (...texts: string[]): Promise<void> => {
      for (const text of texts)
        await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    /** A key that the input method handles; the page gets its event nevertheless. */
    const press = async (key: string): Promise<void> => {
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: 229 })
    }
    await after('前')
    await compose('t', 'ta', 'ta ji')
    await press('Enter')
    await press('Tab')
    await cdp.send('Input.insertText', { text: '塔机' })
    assert.equal(await paper.locator('p').first().innerHTML(), '前塔机后<a href="/b">旧链</a>')
    await keys('Control+b')
    await compose('j', 'jian')
    await cdp.send('Input.insertText', { text: '监测' })
    await type(page, 'v2')
    await select('旧链')
    for (const text of ['新', '链接']) {
      await compose('x', 'xi')
      await cdp.send('Input.insertText', { text })
    }
    await select('掉', '也')
    await compose('x', 'xin')
    await cdp.send('Input.insertText', { text: '新' })

    await tool('链接').click()
    const ask = page.getByRole('dialog', { name: '链接' })
    await ask.getByLabel('文字').focus()
    await compose('shou', 'shou ce')
    await press('Enter')
    await cdp.send('Input.insertText', { text: '手册' })
    // Safari ends composing before the Enter that did it.
    await press('Enter')
    assert.equal(await ask.isVisible(), true)
    await ask.getByLabel('地址').fill('/a')
    await keys('Enter')
    assert.equal(calls.includes('/v1/draft/publish'), false)

    await paper.focus()
    await keys('Control+z', 'Control+z')
    assert.equal(
      await paper.innerHTML(),
      '<p>前塔机<strong>监测v2</strong>后<a href="/b">新链接</a></p><p>换掉</p><p>也换</p>',
    )
    await keys('Control+y', 'Control+y')
    assert.equal(
      await saved(),
      '<p>前塔机<strong>监测v2</strong>后<a href="/b">新链接</a></p><p>换新<a href="/a">手册</a>换</p>',
    )
  },
)

browserTest('it fills the screen, shows the page as on a desktop and on a phone, and Escape closes both', async (t) => {
  const table = '<table><tbody><tr><td>一</td><td>二</td><td>三</td><td>四</td><td>五</td></tr></tbody></table>'
  const { page, dialog, tool, keys, saved, complaints } = await writing(t, `<h2>题</h2>${table}`)
  const inside = (selector: string): Promise<boolean> =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await tool('全屏').click()
  assert.deepEqual(
    await dialog.locator('.editor').evaluate((element) => [element.clientWidth, element.clientHeight]),
    [1440, 900],
  )
  await keys('Control+End')
  for (let n = 0; n < 30; n++) await keys('Enter')
  await type(page, '最后一行')
  assert.deepEqual(
    [await inside('.editor-tools'), await inside('.editor-foot'), await inside('.editor-count')],
    [true, true, true],
  )
  assert.equal(await dialog.locator('.editor-count').textContent(), '10 字')

  await tool('预览').click()
  const preview = page.getByRole('dialog', { name: '预览' })
  await preview.frameLocator('iframe').getByText('最后一行').waitFor()
  await preview.getByRole('button', { name: '手机' }).click()
  await keys('Escape')
  await preview.waitFor({ state: 'detached' })
  assert.equal(await tool('全屏').getAttribute('aria-pressed'), 'true')
  await keys('Escape')
  assert.equal(await tool('全屏').getAttribute('aria-pressed'), 'false')
  await type(page, '！')
  assert.match(await saved(), /<p>最后一行！<\/p>$/)
  assert.deepEqual(complaints, [])
})

browserTest(
  'the toolbar stays while a form is saved, with its buttons disabled, so that the text does not move',
  async (t) => {
    const { page, dialog, paper, tool, select, keys } = await writing(t, '<p>文字</p>')
    const release = await hold(page, '**/v1/draft/publish')
    await keys('Control+End')
    await type(page, '新')
    const [top, html] = [(await paper.boundingBox())?.y, await paper.innerHTML()]
    await select('文字')
    await dialog.getByRole('button', { name: /^段落样式/ }).click()
    await dialog.getByRole('button', { name: '更新' }).click()
    await dialog.getByText('正在保存…').waitFor()
    assert.equal((await paper.boundingBox())?.y, top)
    assert.equal(await dialog.getByRole('menuitemradio').count(), 0)
    for (const name of ['撤销', '加粗', '链接']) {
      assert.equal(await tool(name).getAttribute('aria-disabled'), 'true', name)
      await tool(name).click({ force: true })
    }
    await dialog.getByRole('button', { name: /^段落样式/ }).click({ force: true })
    assert.equal(await dialog.getByRole('menuitemradio').count(), 0)
    assert.deepEqual([await paper.innerHTML(), await page.getByRole('dialog', { name: '链接' }).count()], [html, 0])
    release()
    await dialog.waitFor({ state: 'detached' })
  },
)

browserTest(
  'all of it can be reached by keyboard, and it is accessible, in both colour schemes and at every width',
  async (t) => {
    const faults: string[] = []
    for (const options of [{}, { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } }]) {
      const content = '<p>文字</p><p><img src="/media/touch-icon.png" alt=""></p>'
      const { page, dialog, paper, keys, saved } = await writing(t, content, {
        bypassCSP: true,
        reducedMotion: 'reduce',
        ...options,
      })
      const focused = (): Promise<string | null> =>
        page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
        )
      const look = async (what: string): Promise<void> => {
        faults.push(...(await seriousFaults(page)).map((fault) => `${what} ${JSON.stringify(options)} ${fault}`))
        const sideways = await dialog
          .locator('.modal-body')
          .evaluate((element) => element.scrollWidth - element.clientWidth)
        if (sideways > 0) faults.push(`${what} ${JSON.stringify(options)} is ${sideways} px too wide`)
      }
      await keys('Control+Home', 'Shift+End', 'Alt+F10')
      assert.equal(await focused(), '撤销')
      await keys('ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown')
      await look('the menu')
      assert.equal(await focused(), '标题二')
      await keys('Enter')
      assert.equal(await focused(), '新闻内容')
      await keys('Alt+F10', 'End', 'ArrowLeft', 'ArrowDown', 'End', 'ArrowUp')
      await look('the menu of other tools')
      assert.equal(await focused(), '下标')
      await keys('Escape', 'Escape', 'End', 'Shift+ArrowRight')
      await paper.locator('img').click()
      await look('the picture')
      await keys('Alt+F10')
      assert.equal(await focused(), '原宽')
      await keys('Tab', 'Tab', 'Enter')
      await keys('Control+End')
      await keys('Alt+F10', 'Home')
      for (let n = 0; n < 40 && (await focused()) !== '表格'; n++) await keys('ArrowRight')
      assert.equal(await focused(), '表格')
      await keys('Enter')
      await look('the question')
      await keys('Enter')
      await look('the table')
      await type(page, '格')
      await keys('Escape', 'Tab')
      assert.notEqual(await focused(), '新闻内容')
      await page.keyboard.press('Shift+Tab')
      assert.equal(await focused(), '新闻内容')
      assert.match(
        await saved(),
        /^<h2>文字<\/h2><p><img src="\/media\/touch-icon.png" alt="" class="width-50"><\/p><table><thead><tr><th>格<\/th>/,
      )
    }
    assert.deepEqual(faults, [])
  },
)

browserTest(
  'pictures come from the disk, the desktop and the clipboard, and get a width, a side and words; films come by address',
  async (t) => {
    const { page, dialog, paper, tool, keys, after, saved, complaints } = await writing(t, '<p>图前</p><p>图后</p>')
    const arrived = (n: number): Promise<void> =>
      paper
        .locator('img[src^="/uploads/quill/"]')
        .nth(n - 1)
        .waitFor()
    const bar = dialog.getByRole('toolbar', { name: '图片' })
    await after('图前')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('图片').click()])
    assert.equal(chooser.isMultiple(), true)
    await chooser.setFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await drawn(page, { width: 40, height: 20, type: 'image/png' }),
    })
    await arrived(1)
    await type(page, '插在中间')
    await transferFile(paper, 'paste', 'b.png', await drawn(page, { width: 30, height: 30, type: 'image/png' }))
    await arrived(2)
    await transferFile(
      paper.getByText('图后'),
      'drop',
      'c.png',
      await drawn(page, { width: 20, height: 10, type: 'image/png' }),
    )
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
    const refused = {
      'http://example.com/a.mp4': '请输入以“/”开头',
      'https://v.qq.com/x/page/a.html': '视频网站的页面无法在这里播放',
      '': '请输入以“/”开头',
    }
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
    assert.deepEqual(
      complaints.filter((each) => !each.includes('404')),
      [],
    )
  },
)

browserTest(
  'what is written is previewed on its real page at the width of either device, and is still there unsaved afterwards',
  async (t) => {
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
    const inside = () =>
      frame.locator('html').evaluate(() => [innerWidth, getComputedStyle(document.body).fontFamily.length > 0])
    const box = async () => (await preview.locator('iframe').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    assert.deepEqual(await inside(), [1280, true])
    assert.ok((await frame.locator('.site-header').boundingBox())?.height, 'the style sheet has come')
    const stage = await preview.locator('.page-preview').boundingBox()
    assert.ok(stage && (await box()).width <= stage.width + 1)
    assert.equal(await preview.getByRole('button', { name: '电脑' }).getAttribute('aria-pressed'), 'true')
    await preview.getByRole('button', { name: '手机' }).click()
    await frame.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLIFrameElement>('iframe')?.contentWindow?.innerWidth === 390,
    )
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
  },
)
