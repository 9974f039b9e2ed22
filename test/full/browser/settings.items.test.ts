import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { desktop } from '../../leads/applications.ts'
import { newFolder, startServer } from '../../server.ts'
import { store } from '../../stored.ts'
import { onePixel } from '../../media/pictures.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { allSaved, drag, groupSaved, menu, question, save, staff } from '../../browser/staff.ts'

browserTest(
  'a shorter retention asks first, with the number of what it erases; an editor cannot change it',
  async (t) => {
    const folder = newFolder(t)
    await store(folder, 'agent', {
      id: 'old',
      createdAt: '2020-01-01T00:00:00.000+08:00',
      ...desktop,
      source: 'desktop',
    })
    const server = await startServer(t, { folder, env: { SEED: 'on' } })
    const { page } = await staff(t, '/settings?group=inquiry', { server })
    const months = page.getByRole('textbox', { name: '客户线索保存多久' })
    const stored = async () => (await server.post('/v1/site/detail')).data.inquiry
    await months.fill('12')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await question(page)
      .getByText(/彻底删除12个月没有跟进的1条客户线索，.*不能恢复/)
      .waitFor()
    await question(page).getByRole('button', { name: '取消' }).click()
    assert.equal((await stored()).retentionMonths, 0)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await question(page).getByRole('button', { name: '保存并删除' }).click()
    await allSaved(page, '客户咨询')
    await page.getByRole('textbox', { name: '横条的标题' }).fill('有问题就问')
    await page.keyboard.press('Control+s')
    await eventually(async () => (await stored()).bandTitle === '有问题就问', 'what erases nothing more asks nothing')
    assert.equal((await stored()).retentionMonths, 12)

    const { password } = (
      await server.post('/v1/account/save', { name: '小编', role: 'editor' }, { headers: await server.signIn() })
    ).data
    const { page: editors } = await staff(t, '/settings?group=inquiry', { server, name: '小编', password })
    await editors.getByText('您的账号不能修改这一项。').first().waitFor()
    for (const name of [/^客户线索保存多久/, '通知里隐藏电话的中间四位', '咨询表单']) {
      assert.equal(await editors.getByLabel(name).isDisabled(), true, `${name}`)
    }
    assert.deepEqual(await seriousFaults(editors), [])
  },
)

browserTest('items are added, moved by the keyboard, duplicated, and removed with an undo', async (t) => {
  const { page, server } = await staff(t, '/settings?group=agent', { own: true })
  const list = page.getByRole('group', { name: '扶持政策' }).last()
  const names = (): Promise<string[]> => list.locator('.setting-fold span').allTextContents()
  await list.locator('.setting-fold').first().waitFor()
  const [first, second, ...others] = await names()
  await list.getByRole('button', { name: first ?? '', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  assert.deepEqual(await names(), [second, first, ...others])
  const handle = list.getByRole('button', { name: `移动：${first}`, exact: true })
  await drag(page, handle, list.getByRole('listitem').first())
  assert.deepEqual(await names(), [first, second, ...others])
  await eventually(
    () => handle.evaluate((element) => element === document.activeElement),
    'what was moved keeps the focus',
  )
  await page.keyboard.press('Alt+ArrowDown')
  assert.deepEqual(await names(), [second, first, ...others])
  await list.getByRole('button', { name: '移除' }).first().click()
  assert.deepEqual(await names(), [first, ...others])
  await page.getByRole('button', { name: '撤销' }).click()
  assert.deepEqual(await names(), [second, first, ...others])
  await list.getByRole('button', { name: '复制一项' }).first().click()
  await list.getByRole('textbox', { name: '标题' }).fill('样板先行')
  await save(page, groupSaved)
  const { data } = await server.post('/v1/site/detail')
  assert.deepEqual(
    data.policies.map(({ title }: { title: string }) => title),
    [second, '样板先行', first, ...others],
  )
})

browserTest('the focus stays where a list ends, and after its last item is removed', async (t) => {
  const { page } = await staff(t, '/settings?group=shape')
  const focused = (words: string): Promise<void> =>
    eventually(
      () =>
        page.evaluate(
          (wanted) => (document.activeElement?.ariaLabel ?? document.activeElement?.textContent) === wanted,
          words,
        ),
      `the focus is on ${words}`,
    )
  const section = page.getByRole('group', { name: '首页的栏目', exact: true }).getByRole('listitem').nth(1)
  // Until the record is there its form is disabled.
  await section.getByRole('button', { name: '上移' }).and(page.locator(':enabled')).waitFor()
  const name = (await section.getByRole('group').last().getAttribute('aria-label')) ?? ''
  const arrow = page
    .getByRole('group', { name: '首页的栏目', exact: true })
    .getByRole('group', { name })
    .getByRole('button', { name: '上移' })
  await arrow.focus()
  await page.keyboard.press('Enter')
  await focused('上移')
  assert.equal(await arrow.getAttribute('aria-disabled'), 'true')
  assert.equal(await arrow.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.press('Enter')
  assert.equal(await section.first().getByRole('group', { name }).count(), 0, 'it is first, and stays there')

  await page.goto('/settings?group=about')
  const partners = page.getByRole('group', { name: /^合作伙伴/ }).last()
  await partners.locator('.setting-fold').first().waitFor()
  for (let left = await partners.getByRole('listitem').count(); left > 0; left--) {
    await partners.getByRole('button', { name: '移除' }).and(page.locator(':enabled')).last().focus()
    await page.keyboard.press('Enter')
    await eventually(async () => (await partners.getByRole('listitem').count()) === left - 1, 'it is removed')
    // Else the focus that comes in the next frame is taken from the next button.
    await page.waitForFunction(() => document.activeElement !== document.body)
  }
  await focused('添加合作伙伴')
})

browserTest('pictures that are dropped on a list, or chosen beside it, become an item each', async (t) => {
  const { page, server } = await staff(t, '/settings?group=about', { own: true })
  const list = page.getByRole('group', { name: /^合作伙伴/ }).last()
  await list.locator('.setting-fold').first().waitFor()
  // An item is called by its name, not by its unit.
  await page.getByRole('button', { name: '移动：创新积淀', exact: true }).waitFor()
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer()
      for (const name of ['海右建工.png', '泉城置业.png'])
        files.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      return files
    },
    [...onePixel],
  )
  await list.dispatchEvent('drop', { dataTransfer: transfer })
  await list.getByRole('button', { name: '泉城置业', exact: true }).waitFor()
  const chosen = { name: '泰山建设.png', mimeType: 'image/png', buffer: Buffer.from(onePixel) }
  await list.getByLabel('用几张图片添加').setInputFiles([chosen])
  await list.getByRole('button', { name: '泰山建设', exact: true }).waitFor()
  await save(page, groupSaved)
  const { partners } = (await server.post('/v1/site/detail')).data
  assert.deepEqual(
    partners.slice(-3).map(({ name, image }: { name: string; image: string }) => [name, image.startsWith('/uploads/')]),
    [
      ['海右建工', true],
      ['泉城置业', true],
      ['泰山建设', true],
    ],
  )
})

browserTest(
  'the preview follows while a field is empty, with what was there before, and its map reports no errors',
  async (t) => {
    const { page, complaints } = await staff(t, '/settings?group=contact')
    const preview = page.frameLocator('.settings-preview:visible iframe')
    const note = page.locator('.settings-preview [role=status]')
    const mailbox = page.getByRole('textbox', { name: '公司邮箱' })
    await preview.frameLocator('iframe[title^=地图]').getByText('山东省淄博市高新区筑站路1号').waitFor()
    await mailbox.fill('')
    await note.getByText('“公司邮箱”还没有填好，预览里是之前的内容').waitFor()
    await page.getByRole('textbox', { name: '公司地址' }).fill('济南市历下区示范路8号')
    await preview.frameLocator('iframe[title^=地图]').getByText('济南市历下区示范路8号').waitFor()
    await preview.getByText('service@example.com').first().waitFor()
    await mailbox.fill('sales@example.com')
    await note.getByText('预览包含还没有保存的修改').waitFor()
    await preview.getByText('sales@example.com').first().waitFor()
    assert.equal(await page.locator('.settings-preview .bad').count(), 0)

    // Of several parts only the invalid ones are kept; an item that is not complete yet is left out.
    await page.getByRole('link', { name: /^关于我们/ }).click()
    const form = page.getByRole('form', { name: '关于我们' })
    await form.getByRole('textbox', { name: '数字', exact: true }).fill('')
    await form.getByRole('textbox', { name: '公司简介' }).fill('我们是谁')
    await form.getByRole('button', { name: '添加荣誉' }).click()
    await preview.getByText('我们是谁').first().waitFor()
    await preview.getByText('用数字说话').first().waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest('what hardly anybody changes is folded, and opens when it is wrong', async (t) => {
  const { page, server } = await staff(t, '/settings?group=contact', { own: true })
  const form = page.getByRole('form', { name: '联系方式' })
  const marker = form.getByRole('textbox', { name: '标记的名称' })
  const rename = async (name: string): Promise<void> => {
    await page.goto('/settings?group=basics')
    await page.getByRole('textbox', { name: '公司全称' }).fill(name)
    await page.keyboard.press('Control+s')
    await allSaved(page, '基本信息')
    await page.goto('/settings?group=contact')
    await form.and(page.locator('[aria-busy=false]')).waitFor()
  }
  await rename('海右建科')
  assert.equal(await marker.inputValue(), '海右建科', 'it follows')
  await marker.fill('海右建科总部')
  await save(page, groupSaved)
  await rename('海右建科有限公司')
  assert.equal(await marker.inputValue(), '海右建科总部', 'it has its own words')
  const map = form.getByRole('group', { name: '地图', exact: true })
  const tiles = form.getByRole('textbox', { name: '地图瓦片' })
  assert.equal(await tiles.isVisible(), false)
  await map.getByText('不常改的：地图瓦片、地图版权', { exact: true }).click()
  await tiles.fill('http://tiles.example')
  await map.getByText('不常改的：地图瓦片、地图版权', { exact: true }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await form.getByText('应为https网址').waitFor()
  assert.equal(await tiles.isVisible(), true)
  assert.notEqual((await server.post('/v1/site/detail')).data.map.tiles, 'http://tiles.example')
})

browserTest(
  'a new case gets its address from its name, and a free one; a published one keeps its address',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    const paths = async (): Promise<string[]> =>
      (await server.post('/v1/cases/list')).data.data.map(({ casePath }: { casePath: string }) => casePath)
    const form = page.getByRole('dialog')
    const [name, address] = [form.getByLabel('案例名称', { exact: true }), form.getByLabel('地址', { exact: true })]
    const before = await paths()
    const taken = { caseName: '滨河公园', casePath: '/xiangmuanli/bhgy', caseIntro: '介绍', caseImage: '/media/og.png' }
    assert.equal((await server.post('/v1/cases/save', taken, { headers: await server.signIn() })).code, 200)
    await page.goto('/AdminCase?add=1')
    await eventually(async () => {
      await name.fill('滨河公')
      await name.fill('滨河公园')
      return (await address.inputValue()) === '/xiangmuanli/bhgy-2'
    }, 'free')
    await address.fill('/滨河')
    await form.getByRole('button', { name: '发布', exact: true }).click()
    await form.getByText('应为“/xiangmuanli/”加小写字母').waitFor()
    await address.fill('/xiangmuanli/binhe')
    await name.fill('滨河公园二期')
    assert.equal(await address.inputValue(), '/xiangmuanli/binhe')
    await form.getByLabel('介绍', { exact: true }).fill('介绍')
    await form.locator('input[type=file]:enabled[name=caseImage]').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from(onePixel),
    })
    await form.getByRole('button', { name: /^查看大图/ }).waitFor()
    await save(form, '添加成功！')
    assert.deepEqual(await paths(), ['/xiangmuanli/binhe', '/xiangmuanli/bhgy', ...before])

    await page.getByRole('button', { name: '编辑：滨河公园二期' }).click()
    await name.fill('滨河湿地')
    assert.equal(await address.inputValue(), '/xiangmuanli/binhe')
    await save(form, '修改成功！')
    await form.waitFor({ state: 'detached' })
    assert.deepEqual(await paths(), ['/xiangmuanli/binhe', '/xiangmuanli/bhgy', ...before])
    await page.getByRole('button', { name: '移动：滨河湿地' }).press('Alt+ArrowDown')
    await eventually(
      async () => (await paths()).join() === ['/xiangmuanli/bhgy', '/xiangmuanli/binhe', ...before].join(),
      'it is moved',
    )
  },
)

browserTest(
  'the group of a page that is off says so in place of a preview, and leads to where it is switched on',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    const { pagesOn } = (await server.post('/v1/site/detail')).data
    await server.post(
      '/v1/site/update',
      { pagesOn: { ...pagesOn, scenarios: false } },
      { headers: await server.signIn() },
    )
    await page.goto('/settings?group=scenarios')
    const preview = page.getByRole('region', { name: '预览' })
    await preview.getByText('这个页面已关闭，或者还没有内容').waitFor()
    assert.equal(await preview.locator('iframe').count(), 0)
    await preview.getByRole('link', { name: '看看开关' }).click()
    await page.getByRole('switch', { name: '应用场景', exact: true }).first().waitFor()
    const asked = page.getByRole('form', { name: '搜索与分享' }).getByRole('group', { name: '各页的介绍' })
    await page.goto('/settings?group=search')
    await asked.getByRole('textbox', { name: '应用场景' }).waitFor({ state: 'detached' })
    await asked.getByRole('textbox', { name: '项目案例' }).waitFor()
    await page.goto('/settings?group=shape')
    await page.getByRole('switch', { name: '应用场景', exact: true }).first().check()
  },
)

browserTest('statistics are in the menu after 50 visits', async (t) => {
  const folder = newFolder(t)
  await store(folder, 'visit', { id: '2026-01-02', createdAt: '2026-01-02T00:00:00.000+08:00', count: 50 })
  const { page } = await staff(t, '/dashboard', { server: await startServer(t, { folder, env: { SEED: 'on' } }) })
  await menu(page).getByRole('link', { name: '访问统计' }).waitFor()
})
