import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../server.ts'
import { copySources } from '../tools/copySources.ts'
import { browserTest } from './browser.ts'
import { menu, question, row, save, staff } from './staff.ts'

const end = '} as const satisfies Readonly<Record<string, RecordKind>>'
const entry = `
  job: kind({
    noun: '职位', screen: '/AdminJob', icon: 'handshake',
    id: 'jobId', title: 'jobTitle', cover: 'jobPicture', body: 'jobText',
    fields: {
      jobTitle: { kind: 'text', label: '职位名称', required: true, max: 200 },
      jobPlace: { kind: 'text', label: '工作地点', max: 200, placeholder: '如淄博', aside: 'first' },
      jobPicture: { kind: 'picture', label: '照片', aside: true },
      jobText: { kind: 'richText', label: '要求', max: limits.richText },
    },
    options: { pinned, unpublishAt },
    search: { jobTitle: word, page, limit }, order: { ...sorting(['jobTitle', 'createDate']), ...dateRange },
    paths: { list: '/v1/job/list', detail: '/v1/job/detail', save: '/v1/job/save', update: '/v1/job/update', delete: '/v1/job/delete' },
    columns: { jobTitle: {}, jobPicture: { width: '5.5rem', spare: 1 }, jobPlace: { width: '9rem' }, createDate: {} },
  }),
`

browserTest(
  'a further kind of record is one entry: menu, list, form, search, palette, log, history and trash follow',
  async (t) => {
    const folder = copySources(t)
    const kinds = join(folder, 'contract/kinds.ts')
    const source = readFileSync(kinds, 'utf8')
    assert.equal(source.split(end).length, 2)
    writeFileSync(
      kinds,
      source.replace(end, () => entry + end),
    )
    // The budget is decided with the kind.
    const budgets = join(folder, 'tools/budgets.mjs')
    writeFileSync(budgets, readFileSync(budgets, 'utf8').replaceAll(/limit: \d+/g, 'limit: 1000'))
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder, stdio: 'inherit' })
    execFileSync(process.execPath, ['build.mjs'], { cwd: folder })

    const server = await startServer(t, { program: join(folder, 'dist', 'server.mjs') })
    const { page, complaints } = await staff(t, '/dashboard', { server })
    const published = async (): Promise<Record<string, string>[]> =>
      (await server.post('/v1/job/list', { jobTitle: '塔吊' })).data.data

    await t.test('its list, form and columns', async () => {
      await menu(page).getByRole('link', { name: '职位管理' }).click()
      await page.getByText('还没有职位，点击“新增”添加第一个').waitFor()
      await page.getByRole('button', { name: '新增' }).click()
      const dialog = page.getByRole('dialog', { name: '新增职位' })
      await save(dialog, '请填写职位名称')
      await dialog.getByRole('textbox', { name: '职位名称' }).fill('塔吊监测工程师')
      await dialog.getByRole('group', { name: '照片' }).waitFor()
      await dialog.locator('.form-more').getByPlaceholder('如淄博').fill('张店')
      await dialog.locator('.form-text [contenteditable=true]').fill('熟悉现场')
      await save(dialog, '添加成功！')
      await row(page, '塔吊监测工程师').getByText('张店').waitFor()
      const heads = await page.getByRole('region', { name: '职位列表' }).locator('thead').innerText()
      assert.deepEqual(
        heads.split(/\s+/).filter((word) => word !== ''),
        ['序号', '职位名称', '照片', '工作地点', '时间', '操作'],
      )
      assert.deepEqual(
        (await published()).map(({ jobTitle, jobPlace }) => [jobTitle, jobPlace]),
        [['塔吊监测工程师', '张店']],
      )
      assert.equal((await server.post('/v1/job/save', { jobTitle: '未登录' })).code, 401)
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
    assert.deepEqual(complaints, [])
  },
)
