import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest } from '../../browser/browser.ts'
import { fromMenu, rows } from '../../browser/lists.ts'
import { question, row, staff, toast } from '../../browser/staff.ts'
import type { TestServer } from '../../server.ts'

type Headers = Record<string, string>
const word = '批量护栏'

/** Products with this word in their names, as drafts; and the list of them. */
async function products(server: TestServer, headers: Headers, fields: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, each] of fields.entries()) {
    const { data } = await server.post(
      '/v1/draft/save',
      { kind: 'product', fields: { coverName: `${word}${index + 1}`, locationId: 'zhgd', ...each } },
      { headers },
    )
    ids.push(data.id)
  }
  return ids
}

async function listOf(page: Page, words = word): Promise<void> {
  await page.getByRole('searchbox', { name: '产品名称' }).fill(words)
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('tbody tr[data-id]')].every((each) => each.textContent.includes(text)),
    words,
  )
}

const selectAll = (page: Page) => page.getByRole('checkbox', { name: '全选本页' }).check()
const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: '撤销' }).last().click()

browserTest('a product is copied as a draft with an own name, and its form opens', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct')
  const headers = await server.signIn()
  const { data } = await server.post(
    '/v1/product/saveProduct',
    {
      coverName: '复制用的栏杆',
      coverDescribe: '说明',
      jumpUrl: '',
      coverUrl: '',
      productCon: '<p>正文</p>',
      locationId: 'cpxt',
    },
    { headers },
  )
  await listOf(page, '复制用的栏杆')
  await fromMenu(row(page, '复制用的栏杆').first(), /^复制：/)
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  await dialog.waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('dialog [name=coverName]')?.value === '复制用的栏杆（副本）',
  )
  await toast(page, '已复制为草稿，访客还看不到')
  assert.equal(await dialog.locator('[name=coverDescribe]').inputValue(), '说明')
  // The form copies, too, with what was typed into it.
  await dialog.locator('[name=coverName]').fill('复制用的栏杆二型')
  await dialog.getByRole('button', { name: '复制', exact: true }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('dialog [name=coverName]')?.value === '复制用的栏杆二型（副本）',
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (const name of ['复制用的栏杆二型', '复制用的栏杆二型（副本）'])
    await row(page, name).last().getByText('草稿', { exact: true }).waitFor()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const fresh = page.getByRole('dialog', { name: '新增产品' })
  await fresh.locator('[name=coverName]').waitFor()
  const copy = fresh.getByRole('button', { name: '复制', exact: true })
  assert.equal(await copy.getAttribute('aria-disabled'), 'true', 'there is nothing to copy')
  const { data: list } = await server.post('/v1/product/list', { coverName: '复制用的栏杆', page: 1, limit: 10 })
  assert.deepEqual(
    list.data.map(({ productId }: { productId: string }) => productId),
    [data.productId],
    'visitors see the original only',
  )
  assert.deepEqual(complaints, [])
})

browserTest(
  'selected products are published after one question, moved and taken offline, and all that undone',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminProduct')
    const headers = await server.signIn()
    const mark = '<p><span class="color-red">【图片未能粘贴】</span></p>'
    const [, second = ''] = await products(server, headers, [
      { productCon: `<p>一</p>${mark}` },
      { productCon: '<p>二<img src="https://img.example.com/a.png" alt=""></p>' },
      {},
    ])
    const publicCount = async (): Promise<number> =>
      (await server.post('/v1/product/list', { coverName: word, page: 1, limit: 10 })).data.count
    await listOf(page)
    await selectAll(page)
    await page.getByRole('button', { name: '发布 (3)' }).click()
    await question(page).getByText('其中 1 条的正文有未能粘贴的内容，标出它们的红字会去掉。').waitFor()
    await question(page).getByText('其中 1 条有站外图片，访客可能看不到。').waitFor()
    await question(page).getByRole('button', { name: '发布' }).click()
    await toast(page, '已发布 3 条')
    assert.equal(await page.locator('.toast').getByRole('link', { name: '在网站上查看' }).count(), 1)
    assert.equal(await publicCount(), 3)
    await undo(page)
    await toast(page, '已撤销发布 3 条')
    assert.equal(await publicCount(), 0)
    const { data: draft } = await server.post('/v1/draft/detail', { kind: 'product', id: second }, { headers })
    assert.match(draft.fields.productCon, /img\.example\.com/)

    await selectAll(page)
    await page.getByRole('button', { name: '发布 (3)' }).click()
    await question(page).getByRole('button', { name: '发布' }).click()
    await toast(page, '已发布 3 条')

    await selectAll(page)
    await page.getByRole('button', { name: '移到分类' }).click()
    await page.getByRole('menuitem').nth(1).click()
    await toast(page, '已移动 3 条')
    const groups = async () =>
      (await server.post('/v1/product/list', { coverName: word, page: 1, limit: 10 })).data.data.map(
        ({ locationId }: { locationId: string }) => locationId,
      )
    assert.equal((await groups()).includes('zhgd'), false)
    await undo(page)
    await toast(page, '已撤销移动 3 条')
    assert.deepEqual(await groups(), ['zhgd', 'zhgd', 'zhgd'])

    await selectAll(page)
    await page.getByRole('button', { name: '下线 (3)' }).click()
    await question(page).getByRole('button', { name: '下线' }).click()
    await toast(page, '已下线 3 条')
    assert.equal(await publicCount(), 0)
    await undo(page)
    await toast(page, '已撤销下线 3 条')
    assert.equal(await publicCount(), 3)
    assert.deepEqual(complaints, [])
  },
)

browserTest('where one of many fails, its row is named and stays selected, and the others stay done', async (t) => {
  const { page, server } = await staff(t, '/AdminCase')
  const headers = await server.signIn()
  const whole = { caseIntro: '介绍', caseImage: '/assets/a.jpg' }
  for (const fields of [
    { caseName: '会失败的甲', casePath: '/xiangmuanli/jia' },
    { caseName: '不会失败的乙', casePath: '/xiangmuanli/yi', ...whole },
  ])
    await server.post('/v1/draft/save', { kind: 'case', fields }, { headers })
  await page.getByRole('searchbox', { name: '案例名称' }).fill('会失败的')
  await page.getByRole('button', { name: '查询' }).click()
  await rows(page).nth(2).waitFor({ state: 'detached' })
  await selectAll(page)
  await page.getByRole('button', { name: '发布 (2)' }).click()
  await question(page).getByRole('button', { name: '发布' }).click()
  await page.getByText(/^已发布 1 条，1 条未能发布。“会失败的甲”：/).waitFor()
  await page.getByRole('button', { name: '发布 (1)' }).waitFor()
  assert.equal(await page.locator('tr.picked').count(), 1)
})
