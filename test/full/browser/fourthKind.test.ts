import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '../../server.ts'
import { copySources } from '../../tools/copySources.ts'
import { browserTest, goTo, seriousFaults, visitPage } from '../../browser/browser.ts'
import { menu, question, row, save, staff } from '../../browser/staff.ts'

const entry = `
  fourthKind: kind({
    noun: '职位', screen: '/AdminFourthKind', icon: 'handshake',
    id: 'fourthId', title: 'fourthTitle', body: 'fourthText',
    fields: {
      fourthTitle: { kind: 'text', label: '职位名称', required: true, max: 200 },
      fourthPlace: { kind: 'text', label: '工作地点', max: 200, placeholder: '如淄博', fact: true, aside: 'first' },
      fourthIntro: { kind: 'paragraph', label: '一句话介绍', max: 200, aside: true },
      fourthText: { kind: 'richText', label: '要求', max: limits.richText },
    },
    options: { pinned, unpublishAt, unpublishTo, ...share },
    search: { fourthTitle: word, page, limit }, order: { ...sorting(['fourthTitle', 'createDate']), ...dateRange },
    paths: { list: '/v1/fourth/list', detail: '/v1/fourth/detail', save: '/v1/fourth/save', update: '/v1/fourth/update', delete: '/v1/fourth/delete' },
    columns: { fourthTitle: {}, fourthPlace: { width: '9rem' }, createDate: {} },
    page: { list: 'fourthKinds', route: '/disizhong/*', address: (id) => \`/disizhong/\${id}\`, text: 'fourthIntro' },
  }),
`
/** All of it, beside its section of docs/wire.md, which test/wire.test.ts prints. */
const edits = [
  {
    file: 'contract/kinds/kinds.ts',
    before: '} as const satisfies Readonly<Record<string, RecordKind>>',
    added: entry,
  },
  {
    file: 'contract/site/sitePages.ts',
    before: "  privacy: [['/privacy']],",
    added: "  fourthKinds: [['/disizhong'], ['/disizhong/*']],\n",
  },
  {
    file: 'contract/site/sitePages.ts',
    before: '} as const satisfies Record<SwitchablePage, string>',
    added: "  fourthKinds: '招聘职位',\n",
  },
]

browserTest(
  'a further kind of record is one entry and a row of the table of pages, has room in every budget, and the office and the public pages follow',
  async (t) => {
    const folder = copySources(t)
    for (const { file, before, added } of edits) {
      const source = readFileSync(join(folder, file), 'utf8')
      assert.equal(source.split(before).length, 2, file)
      writeFileSync(
        join(folder, file),
        source.replace(before, () => added + before),
      )
    }
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder, stdio: 'inherit' })
    execFileSync(process.execPath, ['build.mjs'], { cwd: folder })

    const server = await startProgram(t, { program: join(folder, 'dist', 'server.mjs') })
    const { page, complaints } = await staff(t, '/dashboard', { server })
    const published = async (): Promise<Record<string, string>[]> =>
      (await server.post('/v1/fourth/list', { fourthTitle: '塔吊' })).data.data

    await t.test('its list, form and columns', async () => {
      await menu(page).getByRole('link', { name: '职位管理' }).click()
      await page.getByText('还没有职位，点击“新增”添加第一个').waitFor()
      await page.getByRole('button', { name: '新增' }).click()
      const dialog = page.getByRole('dialog', { name: '新增职位' })
      await save(dialog, '请填写职位名称')
      await dialog.getByRole('textbox', { name: '职位名称' }).fill('塔吊监测工程师')
      assert.equal(await dialog.getByRole('group', { name: '照片' }).count(), 0, 'a kind may have no picture')
      await dialog.locator('.form-more').getByPlaceholder('如淄博').fill('张店')
      await dialog.locator('.form-text [contenteditable=true]').fill('熟悉现场')
      await save(dialog, '添加成功！')
      await row(page, '塔吊监测工程师').getByText('张店').waitFor()
      const heads = await page.getByRole('region', { name: '职位列表' }).locator('thead').innerText()
      assert.deepEqual(
        heads.split(/\s+/).filter((word) => word !== ''),
        ['序号', '职位名称', '工作地点', '时间', '操作'],
      )
      assert.deepEqual(
        (await published()).map(({ fourthTitle, fourthPlace }) => [fourthTitle, fourthPlace]),
        [['塔吊监测工程师', '张店']],
      )
      assert.equal((await server.post('/v1/fourth/save', { fourthTitle: '未登录' })).code, 401)
    })

    await t.test('the search of its list', async () => {
      const search = page.getByRole('searchbox', { name: '职位名称' })
      await search.fill('没有的')
      await search.press('Enter')
      await row(page, '塔吊监测工程师').waitFor({ state: 'detached' })
      await page.getByRole('search').getByRole('button', { name: '重置' }).click()
      await row(page, '塔吊监测工程师').waitFor()
    })

    const find = async (words: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '搜索内容、页面和操作' }).fill(words)
      await page.getByRole('option', { name: option }).first().click()
    }
    await t.test(
      'the palette finds one by pinyin, its screen, and what adds one; its versions are compared',
      async () => {
        await find('添加职位', /新增职位/)
        await page.getByRole('dialog', { name: '新增职位' }).getByRole('button', { name: '取消' }).click()
        await find('zwgl', /职位管理/)
        await find('tdjc', /塔吊监测工程师/)
        const dialog = page.getByRole('dialog', { name: '编辑职位' })
        await dialog.getByRole('textbox', { name: '工作地点' }).fill('桓台')
        await save(dialog, '修改成功！')
        await row(page, '桓台').locator('.row-title').click()
        await dialog.getByRole('button', { name: '历史版本' }).click()
        await page.getByRole('dialog', { name: '历史版本' }).getByText('后来改了工作地点').waitFor()
        await page.keyboard.press('Escape')
        await dialog.getByRole('button', { name: '取消' }).click()
      },
    )

    await t.test('the log says what was done, and the trash has what was deleted', async () => {
      await row(page, '桓台')
        .getByRole('button', { name: /^删除：/ })
        .press('Enter')
      await question(page).getByText('是否确认删除职位“塔吊监测工程师”？').waitFor()
      await question(page).getByRole('button', { name: '删除' }).click()
      await row(page, '桓台').waitFor({ state: 'detached' })
      await page.getByRole('group', { name: '显示哪些内容' }).getByRole('button', { name: '已删除' }).click()
      await row(page, '塔吊监测工程师').getByRole('button', { name: /^恢复/ }).click()
      await row(page, '塔吊监测工程师').waitFor({ state: 'detached' })
      assert.equal((await published()).length, 1)
      await page.goto('/log')
      const log = page.getByRole('region', { name: '操作记录' })
      for (const words of ['发布职位', '删除职位', '恢复职位'])
        await log.getByText(words, { exact: true }).first().waitFor()
      await log.getByText('工作地点').first().waitFor()
    })

    const get = async (path: string, agent = 'Mozilla/5.0 (Windows NT 10.0)') => {
      const response = await fetch(server.url + path, { headers: { 'User-Agent': agent }, redirect: 'manual' })
      return { status: response.status, html: await response.text() }
    }
    const headers = await server.signIn()
    const call = async (path: string, body: object) => (await server.post(path, body, { headers })).data
    const list = '/disizhong'
    const [{ fourthId = '' } = {}] = await published()
    const detail = `${list}/${fourthId}`

    await t.test('its public list and page, on a desktop and on a phone', async () => {
      await call('/v1/fourth/update', { fourthId, fourthIntro: '到工地上去' })
      await page.goto(list)
      assert.equal(await page.title(), '招聘职位 - 筑站科技')
      await page.getByRole('heading', { level: 1, name: '招聘职位' }).waitFor()
      await page.getByRole('link', { name: '查看职位：塔吊监测工程师' }).click()
      await page.getByRole('heading', { level: 1, name: '塔吊监测工程师' }).waitFor()
      assert.equal(new URL(page.url()).pathname, detail)
      for (const words of ['到工地上去', '工作地点', '桓台', '熟悉现场'])
        await page.locator('article').getByText(words).waitFor()
      await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '招聘职位' }).click()
      await page.getByText('到工地上去').waitFor()
      const phone = await visitPage(t, detail, { server, phone: true })
      await phone.page.getByRole('heading', { level: 1, name: '塔吊监测工程师' }).waitFor()
      assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      assert.deepEqual(await seriousFaults(phone.page), [])
      await goTo(phone.page, list)
      await phone.page.getByText('到工地上去').waitFor()
      assert.deepEqual(await seriousFaults(phone.page), [])
      assert.deepEqual(phone.complaints, [])
    })

    await t.test('search, sitemap, structured data, and what a draft will look like', async () => {
      const found = async (word: string): Promise<string[]> =>
        (await server.post('/v1/search/site', { word })).data.data.map(({ address }: { address: string }) => address)
      assert.deepEqual([(await found('塔吊监测'))[0], (await found('招聘职位'))[0]], [detail, list])
      const { html: sitemap } = await get('/sitemap.xml')
      assert.ok(sitemap.includes(`${list}</loc>`) && sitemap.includes(`${detail}</loc>`))
      const { html } = await get(detail)
      assert.match(html, /"@type":"BreadcrumbList".*"name":"招聘职位".*"name":"塔吊监测工程师"/)
      assert.match(html, /<meta name="description" content="到工地上去">/)
      const sent = { kind: 'fourthKind', device: 'phone', fourthTitle: '还没有保存的' }
      assert.match((await call('/v1/page/preview', sent)).html, /<title>还没有保存的 /)
    })

    await t.test('off or empty it is nowhere, and back again', async () => {
      const { pagesOn, menus } = await call('/v1/site/detail', {})
      const entry = { name: '招贤纳士', target: list, desktop: true, under: false, phone: true, footer: true }
      await call('/v1/site/update', { menus: [...menus, entry] })
      const state = async () => {
        const pages = await Promise.all([list, detail].map((path) => get(path)))
        const { html: home } = await get('/')
        const { html: sitemap } = await get('/sitemap.xml')
        return [...pages.map(({ status }) => status), home.includes('招贤纳士'), sitemap.includes(list)]
      }
      const there = [200, 200, true, true]
      const gone = [404, 404, false, false]
      assert.deepEqual(await state(), there)
      await call('/v1/site/update', { pagesOn: { ...pagesOn, fourthKinds: false } })
      assert.deepEqual(await state(), gone, 'off')
      await call('/v1/site/update', { pagesOn })
      assert.deepEqual(await state(), there)
      await call('/v1/fourth/delete', { fourthId })
      assert.deepEqual(await state(), gone, 'empty')
      const sent = { kind: 'fourthKind', device: 'phone', fourthTitle: '第一个' }
      assert.match((await call('/v1/page/preview', sent)).html, /<title>第一个 /, 'its first draft can be looked at')
      await call('/v1/act/restore', { kind: 'fourthKind', ids: [fourthId] })
      assert.deepEqual(await state(), there)
    })
    assert.deepEqual(complaints, [])
  },
)
