import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import { onePixel } from '../../media/pictures.ts'
import { allSaved, drag, follow, menu, question, staff } from '../../browser/staff.ts'

browserTest('the settings', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const headers = await server.signIn()
  const saveAll = async (title: string): Promise<void> => {
    await page.keyboard.press('Control+s')
    await allSaved(page, title)
  }
  const stored = async () => (await server.post('/v1/site/detail')).data

  await t.test(
    'a name and a telephone number are changed, seen in the preview first, and on the pages at once',
    async () => {
      await menu(page).getByRole('link', { name: '网站设置' }).click()
      await page.getByRole('textbox', { name: '网站名称' }).fill('海右建科')
      const preview = page.frameLocator('.settings-preview iframe')
      await preview.getByText('海右建科').first().waitFor()
      await page.getByText('有未保存的修改').waitFor()
      assert.doesNotMatch(await (await fetch(server.url)).text(), /海右建科/)

      await saveAll('基本信息')
      const html = await (await fetch(server.url)).text()
      assert.match(html, /<title>[^<]*海右建科/)
      await page.getByRole('link', { name: /^联系方式/ }).click()
      await page.getByRole('textbox', { name: '服务热线' }).fill('0532-7654321')
      await saveAll('联系方式')
      assert.match(await (await fetch(server.url)).text(), /tel:0532-7654321/)
      await page.getByRole('link', { name: /^基本信息/ }).click()
      // The form stays open, and what follows is based on what was just saved.
      await page.getByRole('textbox', { name: '口号' }).fill('先看见，再动手')
      await saveAll('基本信息')
      assert.match(await (await fetch(server.url)).text(), /先看见，/)
    },
  )

  await t.test('one banner for all pages, one switch for all places that ask, and one list of figures', async () => {
    await follow(page, '/settings?group=banners')
    const before = await stored()
    const form = page.getByRole('form', { name: '横幅' })
    await form.getByRole('button', { name: '都改用这一张' }).click()
    const all = form.getByRole('group', { name: '其他页面' })
    await all
      .locator('input[type=file]:enabled')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(onePixel) })
    await all.getByRole('button', { name: /^查看大图/ }).waitFor()
    await saveAll('横幅')
    const { banners } = await stored()
    assert.deepEqual([banners.news.image, banners.about.image, banners.home], ['', '', before.banners.home])
    assert.equal(banners.news.lead, before.banners.news.lead)
    for (const path of ['/xwdt', '/gywm', '/dljm', '/zizhi'])
      assert.ok((await (await fetch(server.url + path)).text()).includes(banners.all.image), path)

    await follow(page, '/settings?group=inquiry')
    const one = page.getByRole('switch', { name: '各页的咨询按钮和咨询横条' })
    await page.getByText('例外', { exact: true }).click()
    await page.getByRole('switch', { name: '新闻页末尾的咨询横条' }).uncheck()
    await page.getByText('例外：1处不显示').waitFor()
    await one.uncheck()
    await saveAll('客户咨询')
    const places = async (): Promise<unknown[]> =>
      Object.entries((await stored()).inquiry).flatMap(([name, on]) => (/(Button|Band)$/.test(name) ? on : []))
    assert.deepEqual(new Set(await places()), new Set([false]))
    await one.check()
    await saveAll('客户咨询')
    assert.equal((await places()).filter((on) => on === false).length, 1, 'the exception is as before')

    await follow(page, '/settings?group=about')
    const figures = page.getByRole('group', { name: /^数字.*6项/ })
    await figures.getByRole('textbox', { name: '注册商标的名称' }).fill('商标')
    await figures.getByRole('group', { name: '软件著作权' }).getByRole('button', { name: '移除' }).click()
    await page.getByRole('group', { name: /^数字.*5项/ }).waitFor()
    await saveAll('关于我们')
    const { trademarks, copyrights, aboutTexts, figures: after } = await stored()
    assert.deepEqual([trademarks, copyrights, aboutTexts.trademarks, after], [5, 0, '商标', before.figures])
  })

  await t.test(
    'phones keep an order of their own, which a second handle changes; other changes leave it alone',
    async () => {
      const { phoneSections, menus } = (await server.post('/v1/site/detail')).data
      const own = [...phoneSections].reverse()
      assert.equal((await server.post('/v1/site/update', { phoneSections: own }, { headers })).code, 200)
      await page.goto('/settings?group=shape')
      const form = page.getByRole('form', { name: '页面与栏目' })
      await form.and(page.locator('[aria-busy=false]')).waitFor()
      await form.getByRole('switch', { name: '公司介绍视频', exact: true }).uncheck()
      await saveAll('页面与栏目')
      assert.deepEqual((await stored()).phoneSections, own, 'an unrelated change')
      const onPhone = form.getByRole('list', { name: '手机上的顺序' })
      await onPhone.getByRole('button', { name: '移动：手机：合作伙伴' }).press('Alt+ArrowDown')
      await saveAll('页面与栏目')
      assert.deepEqual((await stored()).phoneSections.map(({ name }: { name: string }) => name).slice(0, 2), [
        'scenarios',
        'partners',
      ])
      await form.getByRole('switch', { name: '手机上的顺序不同' }).uncheck()
      await onPhone.waitFor({ state: 'detached' })
      await saveAll('页面与栏目')
      assert.deepEqual((await stored()).phoneSections, phoneSections)

      await follow(page, '/settings?group=menu')
      const menuForm = page.getByRole('form', { name: '菜单' })
      const names = menuForm.getByRole('list', { name: '手机上的顺序' }).getByRole('textbox')
      await names.first().waitFor()
      assert.deepEqual(
        await names.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
        menus.flatMap(({ phone, name }: { phone: boolean; name: string }) => (phone ? name : [])),
      )
      await names.first().fill('主页')
      await saveAll('菜单')
      const after = (await stored()).menus as typeof menus
      const seen = (place: string, all: typeof menus): string[] =>
        all.flatMap((entry: Record<string, unknown>) => (entry[place] ? `${entry.name} ${entry.target}` : []))
      assert.deepEqual([seen('desktop', after), seen('footer', after)], [seen('desktop', menus), seen('footer', menus)])
      assert.deepEqual(seen('phone', after), ['主页 /', ...seen('phone', menus).slice(1)])
    },
  )

  await t.test('a page is switched off, and sections of the home page are switched off and moved', async () => {
    await follow(page, '/settings?group=shape')
    const form = page.getByRole('form', { name: '页面与栏目' })
    await form.and(page.locator('[aria-busy=false]')).waitFor()
    const list = form.getByRole('group', { name: '首页的栏目', exact: true })
    const switchOf = (scope: Locator, name: string): Locator => scope.getByRole('switch', { name, exact: true })
    const order = (): Promise<string[]> => list.locator('ol').first().locator('li > .fill').allTextContents()
    const section = (name: string): Locator => list.getByRole('group', { name, exact: true })
    await switchOf(form.getByRole('group', { name: '页面', exact: true }), '代理加盟').uncheck()
    await switchOf(section('智慧展厅'), '电脑').uncheck()
    await switchOf(section('合作伙伴'), '手机').uncheck()
    const handle = list.getByRole('button', { name: '移动：合作伙伴' })
    await handle.scrollIntoViewIfNeeded()
    await drag(page, handle, list.getByRole('listitem').nth(5))
    await eventually(
      async () =>
        (await order()).join() === '数字,一站式交付,产品,项目案例,技术支持,合作伙伴,智慧展厅,新闻动态,应用场景',
      'it is moved',
    )
    await handle.press('Alt+ArrowUp')
    await section('移动产品').getByRole('button', { name: '上移' }).click()
    assert.equal((await order()).join(), '数字,产品,一站式交付,项目案例,合作伙伴,技术支持,智慧展厅,新闻动态,应用场景')
    await page.frameLocator('.settings-preview iframe').getByText('申请加盟').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await question(page).getByRole('button', { name: '关闭并保存' }).click()
    await allSaved(page, '页面与栏目')
    const { homeSections, phoneSections, pagesOn } = (await server.post('/v1/site/detail')).data
    assert.deepEqual(homeSections.slice(1, 7), [
      { name: 'products', on: true },
      { name: 'oneStop', on: true },
      { name: 'cases', on: true },
      { name: 'partners', on: true },
      { name: 'support', on: true },
      { name: 'showroom', on: false },
    ])
    assert.deepEqual(
      phoneSections.map(({ name, on }: { name: string; on: boolean }) => (on ? name : `no ${name}`)),
      ['figures', 'products', 'cases', 'no partners', 'support', 'showroom', 'news', 'scenarios'],
      'phones follow',
    )
    assert.equal(pagesOn.agent, false)
    const led = await fetch(`${server.url}/dljm`, { redirect: 'manual' })
    assert.deepEqual([led.status, led.headers.get('location')], [302, '/'])
  })

  await t.test(
    'a menu is one list of entries: added, led elsewhere, moved, removed; each error is beside its field',
    async () => {
      const pagesOn = { product: true, news: false, agent: true, about: true, cases: true, scenarios: true }
      assert.equal((await server.post('/v1/site/update', { pagesOn }, { headers })).code, 200)
      const own = { pageTitle: '服务网点', pagePath: 'fwwd', pageBody: '<p>各地的服务网点</p>' }
      assert.equal((await server.post('/v1/pages/save', own, { headers })).code, 200)
      await page.goto('/settings?group=menu')
      const list = page.getByRole('group', { name: /^菜单.*\d+项/ })
      const entries = list.locator('ol').first().locator('> li')
      const news = entries.filter({ has: page.getByRole('button', { name: '移动：新闻动态' }) })
      await news.getByRole('button', { name: '新闻动态', expanded: false }).click()
      await news.getByText('此页面已关闭或没有内容，菜单里不显示').waitFor()
      const before = await entries.count()
      await list.getByRole('button', { name: '添加菜单项' }).click()
      const added = entries.nth(before)
      await added.getByRole('textbox', { name: '名称' }).fill('招聘')
      await added.getByRole('combobox', { name: '链接到' }).selectOption('外部网址')
      const address = added.getByRole('textbox', { name: '外部网址' })
      await address.fill('javascript:alert(1)')
      await page.getByRole('button', { name: '保存' }).click()
      await added.getByText('应为本站栏目或页面的地址，或https网址').waitFor()
      assert.equal(await address.inputValue(), 'javascript:alert(1)')
      await address.fill('https://jobs.example.com/a')
      await added.getByRole('switch', { name: '手机' }).uncheck()
      await added.getByRole('button', { name: '移动：招聘' }).press('Alt+ArrowUp')
      await entries
        .nth(before - 1)
        .getByRole('textbox', { name: '外部网址' })
        .waitFor()
      await entries.nth(1).getByRole('button', { expanded: false }).first().click()
      await entries.nth(1).getByRole('combobox', { name: '链接到' }).selectOption('服务网点')
      await entries.first().getByRole('button', { name: '移除' }).click()
      await saveAll('菜单')
      const { menus } = (await server.post('/v1/site/detail')).data
      const listed = menus.filter(({ desktop, footer }: { desktop: boolean; footer: boolean }) => desktop || footer)
      assert.deepEqual(
        [listed.length, listed[0].target, listed[before - 2]],
        [
          before,
          '/p/fwwd',
          {
            name: '招聘',
            target: 'https://jobs.example.com/a',
            desktop: true,
            under: false,
            phone: false,
            footer: true,
          },
        ],
      )
      assert.match(await (await fetch(server.url)).text(), /href="https:\/\/jobs\.example\.com\/a"/)
    },
  )

  await t.test('groups of products are added, hidden and moved; those with products stay', async () => {
    await follow(page, '/AdminProduct')
    await page.getByRole('link', { name: '分类', exact: true }).click()
    const form = page.getByRole('form', { name: '产品分类' })
    const list = form.getByRole('group', { name: /^产品分类/ }).first()
    const actions = (name: string): Locator => list.getByRole('group', { name, exact: true })
    const groups = async (): Promise<{ id: string; name: string; on: boolean }[]> =>
      (await server.post('/v1/site/detail')).data.groups
    assert.equal(
      await actions('建筑机器人').getByRole('button', { name: '这一项不能移除，可以关闭' }).isDisabled(),
      true,
    )
    await list.getByRole('button', { name: '添加分类' }).click()
    await list.getByRole('textbox', { name: '名称' }).fill('牙科设备')
    await actions('牙科设备').getByRole('button', { name: '上移' }).click()
    await list.getByRole('button', { name: '建筑机器人', exact: true }).click()
    await list.getByRole('switch', { name: '显示' }).uncheck()
    await list.getByText('已关闭').waitFor()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await question(page).getByRole('button', { name: '关闭并保存' }).click()
    await allSaved(page, '产品分类')
    const saved = await groups()
    assert.deepEqual(
      saved.map(({ name, on }) => [name, on]),
      [
        ['智慧工地产品', true],
        ['建筑机器人', false],
        ['牙科设备', true],
        ['建筑标准化产品', true],
      ],
    )
    const id = saved[2]?.id ?? ''

    // The id that the server has made is kept.
    await form.and(page.locator('[aria-busy=false]')).waitFor()
    await list.getByRole('button', { name: '牙科设备', exact: true }).click()
    await list.getByRole('textbox', { name: '名称' }).fill('口腔设备')
    await saveAll('产品分类')
    assert.deepEqual((await groups())[2], { ...saved[2], name: '口腔设备' })

    assert.equal(
      (await server.post('/v1/product/saveProduct', { coverName: '牙椅', locationId: id }, { headers })).code,
      200,
    )
    await actions('口腔设备').getByRole('button', { name: '移除' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await form.locator('.setting .field-note.bad').getByText('分类“口腔设备”里还有1个产品，请先移到别的分类').waitFor()
    await page.getByRole('button', { name: '撤销' }).last().click()
    await actions('口腔设备').waitFor()
  })
})
