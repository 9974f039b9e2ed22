import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { SiteField } from '../../contract/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../contract/siteFields.ts'
import { fakeService, robotAddresses } from '../outbox/fakeService.ts'
import { admin, startServer } from '../server.ts'
import { mp4 } from '../uploads/films.ts'
import { browserTest, visit } from './browser.ts'
import { lastWidth, nextNumber, nextPicture, nextText, owner } from './owner.ts'
import { groupSaved, menu, question, save, staff, toast } from './staff.ts'
import { found, publicTexts, shipped, starterPieces, textsIn, unescaped } from './starterTexts.ts'
import { allLoaded } from './waiting.ts'

/** What the owner types into a field of each kind. */
const typed: Partial<Record<SiteField['kind'], () => string>> = {
  text: nextText,
  paragraph: nextText,
  phone: () => `0531-8${String(nextNumber()).padStart(6, '0')}`,
  mailbox: () => `post${nextNumber()}@haiyou.cn`,
  timeSpan: () => '8:10-17:40',
  icp: () => '鲁ICP备20261121号-3',
  police: () => '鲁公网安备37010202000001号',
  baiduId: () => 'abcdef0123456789abcdef0123456789',
  laId: () => 'KqXo1c2GzP8dWmTf',
  wecomLink: () => 'https://work.weixin.qq.com/kfid/kfc0123456789abcdef',
  creditCode: () => '91370102MA94PB1X01',
  titlePattern: () => `{页面} | ${nextText()}`,
  rootFile: () => `verify-${nextNumber()}.txt`,
  // A certificate is valid until then.
  day: () => '2046-11-21',
  tiles: () => 'https://wprd02.is.autonavi.com/appmaptile?style=7&x={x}&y={y}&z={z}',
  accent: () => '#1565c0',
}

function fieldAt(path: string): SiteField {
  const [first = '', ...steps] = path.split('.')
  let field = (siteFields as Readonly<Record<string, SiteField>>)[first]
  for (const step of steps) {
    if (field?.kind === 'list') field = field.of
    else field = field?.kind === 'object' ? field.fields[step] : undefined
  }
  if (!field) throw new Error(`no field at ${path}`)
  return field
}

async function fillControl(page: Page, control: Locator, path: string): Promise<void> {
  const field = fieldAt(path)
  // A document may be missing.
  if (field.kind === 'sections' || field.kind === 'document') return
  if (field.kind === 'picture') {
    const file = nextPicture()
    await control.setInputFiles(file)
    await control.locator('xpath=..').locator(`img[src*=".${lastWidth()}x200."]`).waitFor()
  } else if (field.kind === 'film') {
    await control.locator('xpath=..').getByRole('button', { name: '从素材库选择' }).click()
    await page
      .getByRole('dialog', { name: '从素材库选择视频' })
      .getByRole('button', { name: '海右施工.mp4', exact: true })
      .click()
    await page.getByRole('dialog', { name: '从素材库选择视频' }).waitFor({ state: 'detached' })
  } else if (field.kind === 'product') {
    await control.fill('海右')
    await control.locator('xpath=..').getByRole('option').first().click()
  } else if (field.kind === 'menuTarget') {
    await control.selectOption('产品中心')
  } else if (field.kind === 'choice') {
    await control.selectOption({ index: 1 })
  } else if (field.kind === 'number') {
    const before = Number(await control.inputValue())
    await control.fill(String(before < field.max ? before + 1 : before - 1))
  } else {
    await control.fill(typed[field.kind]?.() ?? assert.fail(`nothing to type into ${path}`))
  }
}

/** Fills everything that is shown, and all items of lists. Of each list one starter item stays and is changed, and one is added. */
async function fillAll(page: Page, scope: Locator): Promise<void> {
  const closed = scope.locator('.setting-advanced:not([open]) > summary').filter({ visible: true })
  while ((await closed.count()) > 0) await closed.first().click()
  for (const list of await scope.locator('.setting-list:not(.setting-sections)').all()) {
    // The last figures are fields of their own.
    const items = list.locator('> ol > li').filter({ hasNot: page.locator('.setting-count') })
    const remove = items.nth(1).locator('> .setting-item').getByRole('button', { name: '移除' })
    while ((await items.count()) > 1 && (await remove.isEnabled())) await remove.click()
    const add = list.locator('> .button')
    if (await add.isEnabled()) await add.click()
  }
  const unfolded = scope.locator('.setting-fold[aria-expanded=true]')
  while ((await unfolded.count()) > 0) await unfolded.first().click()

  for (const control of await scope.locator('[name]').all())
    await fillControl(page, control, (await control.getAttribute('name')) ?? '')
  for (const icon of await scope.locator('.icon-choice').all()) {
    await icon.click()
    await page.getByRole('dialog', { name: '选择图标' }).getByRole('button', { pressed: false }).first().click()
  }
  for (const editor of await scope.locator('[contenteditable=true]').all()) {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(nextText())
  }

  // An item that is closed again leaves the others at their places.
  for (const item of await scope.locator('.setting-fold').all()) {
    await item.click()
    await fillAll(page, item.locator('xpath=../..').locator('> .setting-inner'))
    await item.click()
  }
}

async function fillGroup(page: Page, id: string, title: string): Promise<void> {
  await page.goto(`/settings?group=${id}`)
  const form = page.getByRole('form', { name: title })
  await form.and(page.locator('[aria-busy=false]')).waitFor()
  await fillAll(page, form)
  if (id === 'contact') await page.getByRole('textbox', { name: '粘贴坐标或地图链接' }).fill('117.020359, 36.668530')
  await form.getByRole('button', { name: '保存' }).click()
  await form.locator('button[type=submit][aria-disabled=true][aria-busy=false]').waitFor()
  await toast(page, groupSaved)
}

/** Deletes all starter records of a kind and adds one. */
async function replaceRecords(
  page: Page,
  path: string,
  add: string,
  fill: (form: Locator) => Promise<void>,
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('每页条数').selectOption('100')
  await page.locator('tbody tr').first().waitFor()
  await allLoaded(page)
  await page.locator('thead').getByRole('checkbox').check()
  await page.getByRole('button', { name: /^删除所选/ }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await toast(page, '删除成功！')
  await page.getByRole('button', { name: add, exact: true }).first().click()
  const form = page.getByRole('dialog')
  const pictures = form.locator('input[type=file]:enabled[name]:not([name^=share])')
  await pictures.first().waitFor({ state: 'attached' })
  for (const [index, picture] of (await pictures.all()).entries()) {
    await picture.setInputFiles(nextPicture())
    await form
      .getByRole('button', { name: /^查看大图/ })
      .nth(index)
      .waitFor()
  }
  for (const name of ['搜索与分享', '价格与交付']) {
    const fold = form.getByText(name, { exact: true })
    if ((await fold.count()) > 0) await fold.click()
  }
  for (const control of await form.locator('input[name]:not([type=file]), textarea[name]').all()) {
    const address = { jumpUrl: '/xwdt', casePath: '/xiangmuanli/haiyou' }[(await control.getAttribute('name')) ?? '']
    await control.fill(address ?? nextText())
  }
  await fill(form)
  await save(form, '添加成功！')
}

async function write(form: Locator): Promise<void> {
  await form.locator('[contenteditable=true]').click()
  await form.page().keyboard.type(nextText())
}

async function addFilm(page: Page): Promise<void> {
  await page.goto('/AdminMedia')
  await page
    .locator('.media-screen input[type=file]:enabled')
    .setInputFiles({ name: '海右施工.mp4', mimeType: 'video/mp4', buffer: mp4() })
  await page.getByRole('region', { name: '上传列表' }).getByText('已上传 1 个文件').waitFor()
}

/** The paths of texts and files in the saved record that are still as shipped. */
function unchanged(field: SiteField, value: unknown, starter: ReadonlySet<string>, path: string): string[] {
  if (field.kind === 'list')
    return (value as unknown[]).flatMap((item, index) => unchanged(field.of, item, starter, `${path}.${index}`))
  if (field.kind === 'object')
    return Object.entries(field.fields).flatMap(([name, each]) =>
      unchanged(each, (value as Record<string, unknown>)[name], starter, `${path}.${name}`),
    )
  if (['choice', 'icon', 'number', 'flag', 'sections', 'menuTarget', 'groupId'].includes(field.kind)) return []
  if (field.kind === 'document' && value === '') return []
  return value === '' || starter.has(value as string) ? [path] : []
}

browserTest(
  'in the browser alone the starter site becomes another company’s, and no page keeps anything of the starter company',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/dashboard', { own: true })
    page.on('dialog', (dialog) => void dialog.accept())
    await replaceRecords(page, '/AdminProduct', '新增', async (form) => {
      await form.getByLabel('产品位置', { exact: true }).selectOption('zhgd')
      await write(form)
    })
    await replaceRecords(page, '/AdminNews', '新增', write)
    await replaceRecords(page, '/AdminCase', '新增', write)
    await replaceRecords(page, '/AdminCarousel', '上传图片', async () => {})
    await addFilm(page)
    // Of the shape of the site nothing is typed.
    for (const { id, title } of siteGroups.filter((group) => group.id !== 'shape')) await fillGroup(page, id, title)

    const { data: site } = await server.post('/v1/site/detail')
    const starter = new Set(textsIn(shipped('site')))
    assert.deepEqual(
      Object.entries<SiteField>(siteFields).flatMap(([name, field]) => unchanged(field, site[name], starter, name)),
      [],
    )
    assert.deepEqual([site.map.lng, site.map.lat], [117.020359, 36.66853])

    const [product] = (await server.post('/v1/product/list')).data.data
    const [news] = (await server.post('/v1/news/list')).data.data
    const [{ casePath }] = (await server.post('/v1/cases/list')).data.data
    const texts = await publicTexts(server, [
      `/productDet?productId=${product.productId}`,
      `/cpDeatail?productId=${product.productId}`,
      `/xwdtDet?newId=${news.newId}`,
      casePath,
    ])
    assert.deepEqual(found(texts, starterPieces()), [])
    const shippedFiles = new Set(
      [...texts].flatMap(([name, text]) =>
        (text.match(/(?<!\/uploads)\/media\/(?!police\.svg)[\w/-]+\.[\w.-]+/g) ?? []).map((file) => `${file}: ${name}`),
      ),
    )
    assert.deepEqual([...shippedFiles], [])
    assert.equal(new URL((await fetch(`${server.url}/favicon.ico`)).url).pathname, site.favicon)

    const rootFile = site.rootFiles[0].name
    assert.equal(await (await fetch(`${server.url}/${rootFile}`)).text(), site.rootFiles[0].content)
    const all = [...texts.values(), ...textsIn(site.rootFiles), site.look.accent].join('\n')
    // Only the first group has a product; visitors do not see the others.
    // The banner for all pages is seen where a page has none of its own, and here each has one.
    const { all: _all, ...banners } = site.banners
    const shown: Readonly<Record<string, unknown>> = { ...site, groups: site.groups.slice(0, 1), banners }
    const nowhere = Object.keys(siteFields)
      .filter((name) => name !== 'synonyms')
      .flatMap((name) =>
        textsIn(shown[name])
          .filter((text) => !all.includes(text))
          .map((text) => `${name}: ${text}`),
      )
    assert.deepEqual(nowhere, [], 'what was entered is shown somewhere')

    // Meanwhile the preview of an unfinished item was refused, with its reason.
    complaints.length = 0
    for (const path of ['/', '/gywm', casePath]) {
      await page.goto(path)
      const pictures = page.locator('img')
      for (const picture of await pictures.all()) {
        await picture.evaluate((image: HTMLImageElement) => {
          image.loading = 'eager'
          return image.decode()
        })
      }
      assert.ok((await pictures.count()) > 1, path)
    }
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'a cable maker follows the check: within 115 clicks its first part is done, and visitors see nothing of the starter',
  async (t) => {
    const robot = await fakeService(t)
    const server = await startServer(t, {
      env: {
        SEED: 'on',
        RATE_LIMIT: 'off',
        NOTIFY_PRIVATE: 'on',
        NOTIFY_WECOM_ORIGIN: robot.origin,
        SITE_URL: 'https://www.haiyou.cn',
      },
    })
    const { page, complaints } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
    const { counted, click, choose, file, type, paste } = owner()
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
    const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
    const toCheck = (): Promise<void> => click(menu(page).getByRole('link', { name: '上线检查' }))
    const finding = (name: string): Promise<void> =>
      click(page.locator('.checks').getByRole('link', { name, exact: true }).first())
    const saved = async (): Promise<void> => {
      await click(page.locator('button.primary:visible', { hasText: '保存' }))
      await page.locator('form button[type=submit][aria-disabled=true][aria-busy=false]:visible').waitFor()
    }

    await page.goto('/login')
    await type(page.getByLabel('登录账号'), admin.username)
    await type(page.getByLabel('登录密码', { exact: true }), admin.password)
    await click(page.getByRole('checkbox', { name: /我已阅读并同意/ }))
    await click(button('立即登录'))

    await click(page.getByRole('link', { name: /^名称与联系方式/ }))
    await type(box('网站名称'), '海右电缆')
    await type(box('口号'), '三十年，只做一根好电缆')
    await type(box('公司全称'), '山东海右电缆有限公司')
    await paste(
      page.locator('[name="intro.0"]'),
      '山东海右电缆有限公司1994年成立于济南，生产低压电力电缆、控制电缆和矿用电缆，年产两万千米。',
    )
    const paragraphs = page.getByRole('group', { name: /^公司简介/ })
    for (const _ of [3, 2]) await click(paragraphs.getByRole('button', { name: '移除' }).last())
    await file(page.locator('[name="logo.light"]'))
    await file(page.locator('[name="logo.dark"]'))
    await saved()
    const groups = page.getByRole('navigation', { name: '设置分组' })
    await click(groups.getByRole('link', { name: '联系方式' }))
    await type(box('服务热线'), '0531-88001234')
    await type(page.locator('[name="phones.0"]'), '0531-88001234')
    await type(box('公司邮箱'), 'sales@haiyou.cn')
    await type(box('公司地址'), '济南市历城区工业北路8号')
    await click(
      page
        .getByRole('group', { name: /^手机页的电话/ })
        .getByRole('button', { name: '移除' })
        .last(),
    )
    await paste(box('粘贴坐标或地图链接'), '117.020359, 36.668530')
    await saved()
    await click(groups.getByRole('link', { name: '备案与协议' }))
    await type(box('ICP备案号'), '鲁ICP备20261121号')
    await saved()

    await toCheck()
    await click(button('清空示例内容'))
    await click(question(page).getByRole('button', { name: '清空' }))
    await page.getByText(/^已清空示例内容/).waitFor()

    await click(page.getByRole('link', { name: '去处理：栏目' }))
    const pages = page.getByRole('group', { name: '页面', exact: true })
    for (const name of ['新闻动态', '代理加盟', '项目案例', '应用场景'])
      await click(pages.getByRole('switch', { name, exact: true }))
    await click(page.locator('button.primary:visible', { hasText: '保存' }))
    await click(question(page).getByRole('button', { name: '关闭并保存' }))
    await page.locator('form button[type=submit][aria-disabled=true][aria-busy=false]:visible').waitFor()

    await toCheck()
    await finding('产品分类')
    for (const [index, [name, intro]] of (
      [
        ['低压电力电缆', '0.6/1千伏，铜芯，交联聚乙烯绝缘。'],
        ['控制电缆', '从4芯到61芯，屏蔽与铠装。'],
        ['矿用电缆', '耐磨、阻燃，用在井下。'],
      ] as const
    ).entries()) {
      await click(page.locator('.setting-fold:visible').nth(index))
      await type(page.locator(`[name="groups.${index}.name"]`), name)
      await type(page.locator(`[name="groups.${index}.intro"]`), intro)
    }
    await saved()
    await click(menu(page).getByRole('link', { name: '网站设置' }))
    await click(groups.getByRole('link', { name: '首页', exact: true }))
    await type(box('口号下的一句话'), '低压电力电缆、控制电缆、矿用电缆，现货三百种，济南当天发。')
    await type(page.locator('[name="homeTexts.oneStop"]'), '从选型到敷设')
    await saved()
    await toCheck()
    await finding('关于我们 · 公司照片')
    await type(page.locator('[name="aboutTexts.visit"]'), '想看看电缆怎样做出来？提前打个电话，我们在厂里等您。')
    await file(page.locator('[name="introImage"]'))
    await saved()
    await toCheck()
    await click(page.getByRole('link', { name: '去处理：分享图片' }))
    await file(page.locator('[name="shareImage"]'))
    await type(page.locator('[name="descriptions.product"]'), '低压电力电缆、控制电缆与矿用电缆的型号和规格。')
    await saved()
    await toCheck()
    await click(page.getByRole('link', { name: '去处理：隐私说明' }))
    await type(page.locator('[name="privacy.date"]'), '2026-11-24')
    await saved()

    await toCheck()
    await click(page.getByRole('link', { name: '去处理：自己的产品' }))
    const form = page.getByRole('dialog', { name: '新增产品' })
    const cables = [
      ['低压电力电缆', 'YJV22 3×95+1×50'],
      ['控制电缆', 'KVVP 12×1.5'],
      ['矿用电缆', 'MYP 3×35'],
    ] as const
    for (const [index, [group, name]] of cables.entries()) {
      if (index > 0) await click(button('新增').first())
      await choose(form.getByLabel('产品位置', { exact: true }), group)
      await type(form.getByLabel('产品名称'), name)
      await file(form.locator('input[type=file][name=coverUrl]'))
      await form
        .getByRole('button', { name: /^查看大图/ })
        .first()
        .waitFor()
      await click(form.locator('[contenteditable=true]'))
      await page.keyboard.insertText('铜芯导体，交联聚乙烯绝缘，钢带铠装，聚氯乙烯护套。')
      await click(form.getByRole('button', { name: '发布', exact: true }))
      await form.waitFor({ state: 'detached' })
    }
    await toCheck()
    await click(page.getByRole('link', { name: '去处理：通知' }))
    await click(button('企业微信群机器人'))
    const channel = page.getByRole('dialog', { name: '添加渠道' })
    await type(channel.getByRole('textbox', { name: '名称' }), '销售群')
    await paste(channel.getByRole('textbox', { name: 'Webhook地址' }), robotAddresses.wecom)
    await click(channel.getByRole('button', { name: '保存' }))
    const made = page.getByRole('dialog', { name: '渠道已保存' })
    await click(made.getByRole('button', { name: '发送测试' }))
    await made.getByText('已发送，请查看是否收到').waitFor()
    await click(made.getByRole('button', { name: '完成' }))
    await toCheck()
    await page.locator('.check-group').first().locator('.of-ok').nth(4).waitFor()
    t.diagnostic(`${counted.clicks} clicks, ${counted.characters} characters`)
    assert.ok(counted.clicks <= 115, `${counted.clicks} clicks`)

    for (const path of ['/', '/product', '/gywm', '/mobile', '/zixun']) {
      const html = unescaped(await (await fetch(server.url + path)).text()).replace(/<script[^]*?<\/script>/g, '')
      assert.deepEqual(
        [...html.matchAll(/.{0,20}(?:筑站|智慧工地|建筑机器人)|<img[^>]* src=""/g)].map(([each]) => each),
        [],
        path,
      )
    }
    assert.deepEqual(complaints, [])
  },
)
