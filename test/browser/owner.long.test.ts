import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { SiteField } from '../../contract/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../contract/siteFields.ts'
import { mp4 } from '../uploads/films.ts'
import { browserTest } from './browser.ts'
import { lastWidth, nextNumber, nextPicture, nextText } from './owner.ts'
import { groupSaved, question, save, staff, toast } from './staff.ts'
import { found, publicTexts, shipped, starterPieces, textsIn } from './starterTexts.ts'
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
  } else if (field.kind === 'groupAbove') {
    // A group that lies in another one has another place in the list.
    assert.equal(await control.inputValue(), '')
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
  if (['choice', 'icon', 'number', 'flag', 'sections', 'menuTarget', 'groupId', 'groupAbove'].includes(field.kind))
    return []
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
    // Its words are in mails only.
    const { receipt: _receipt, ...inquiry } = site.inquiry
    const shown: Readonly<Record<string, unknown>> = { ...site, groups: site.groups.slice(0, 1), banners, inquiry }
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
