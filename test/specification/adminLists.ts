import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { choose, materials, ok, pdfFile, sheets } from '../browser/materials.ts'
import { animationEnds, row } from '../browser/staff.ts'
import {
  type AnyWorld,
  becomes,
  callsOf,
  formOf,
  found,
  freshList,
  heads,
  inDialog,
  list,
  made,
  measured,
  onList,
  press,
  removedAfter,
  rowForm,
  says,
  search,
  shown,
  texts,
  widthOf,
} from './office.ts'
import type { Section } from './row.ts'
import { inWindows } from './site.ts'

/** What a search finds: by these fields, with 查询; 重置 ends it. */
async function searched(page: Page, title: string, fill: (bar: Locator) => Promise<unknown>): Promise<string[]> {
  await fill(search(page))
  await press(search(page), '查询')
  await shown(page.locator('.data[aria-busy=false]')).waitFor()
  const names = await texts(page.locator(`td[data-column=${title}] .row-title`))
  await press(search(page), '重置')
  return names
}

const finds = (page: Page, title: string, names: string[], fill: (bar: Locator) => Promise<unknown>) =>
  becomes(names, () => searched(page, title, fill))

/** Ten rows of a list, and the eleventh on its next page. */
async function paged(page: Page): Promise<void> {
  const numbers = () => texts(page.locator('td[data-column=index]'))
  const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => `${first + at}`)
  await becomes(from(1, 10), numbers)
  await press(page, '下一页')
  await becomes('11', async () => (await numbers())[0])
  await press(page, '第 1 页')
  await becomes(from(1, 10), numbers)
}

const actions = async (page: Page): Promise<string[]> =>
  (await texts(shown(page.locator('.row-actions')).first().locator('> *'))).filter((words) => words !== '…')

const narrower = { width: 1366, height: 768 }

/** What part of each window a dialog takes. */
const partOf = (path: string, button: string, title: string) =>
  measured(async (world) => {
    const page = await list(world, path)
    const parts: number[] = []
    await formOf(page, button, title, async (form) => {
      await animationEnds(form)
      await inWindows(page, [narrower], async ({ width }) =>
        parts.push(Number(((await widthOf(form)) / width).toFixed(3))),
      )
    })
    return parts
  })
export const productFormIs = partOf('/AdminProduct', '新增', '新增产品')
export const photoFormIs = partOf('/AdminCarousel', '上传图片', '上传图片')

/** By how much the tables are lower than each window. */
export const tablesLeave = measured(async (world) => {
  const left = new Set<number>()
  for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile']) {
    const page = await list(world, path)
    const table = shown(page.locator('.data'))
    await inWindows(page, [narrower], async ({ height }) =>
      left.add(height - ((await table.boundingBox())?.height ?? 0)),
    )
  }
  return [...left]
})

const dealers = (world: AnyWorld, count = 1): Promise<void> =>
  made(
    world,
    'agent',
    '行的代理',
    ...Array.from({ length: count }, (_, at) => ({ agentInfo: '行的公司', phone: `${13800000001 + at}` })),
  )

export const adminLists: Section = {
  section: '2 Screens and routes: the lists of the back office',
  file: 'office',
  rows: [
    {
      sentence: 'Products: searched by name and by place',
      async check(world) {
        const places = [{ locationId: 'zhgd' }, { locationId: 'cpxt' }]
        await made(world, 'product', '行的产品', ...places)
        const page = await list(world, '/AdminProduct')
        await finds(page, 'coverName', ['行的产品', '行的产品'], (bar) => bar.getByLabel('产品名称').fill('行的产'))
        await finds(page, 'coverName', ['行的产品'], async (bar) => {
          await bar.getByLabel('产品名称').fill('行的产')
          await bar.getByLabel('产品位置').selectOption({ label: '建筑机器人' })
        })
      },
    },
    {
      sentence: 'Products: the buttons 重置, 查询 and 新增',
      ...onList('/AdminProduct', async (page) => {
        const buttons = search(page).getByRole('button', { name: /^(重置|查询|新增)$/ })
        assert.deepEqual(await texts(buttons), ['重置', '查询', '新增'])
      }),
    },
    {
      sentence: 'Products: the columns are number, name, cover, place, description, path, time and actions',
      ...onList('/AdminProduct', async (page) => {
        const columns = ['序号', '产品名称', '封面图', '产品位置', '产品描述', '跳转路径', '时间', '操作']
        assert.deepEqual(await heads(page), columns)
      }),
    },
    {
      sentence: 'Products: the cover opens large',
      async check(world) {
        const page = await list(world, '/AdminProduct')
        const cover = shown(page.locator('.thumbnail:has(img)')).first()
        const address = (await cover.locator('img').getAttribute('src'))?.split('.')[0] ?? 'none'
        await inDialog(
          page,
          '查看大图',
          () => cover.click(),
          async (large) => {
            const picture = large.getByRole('img').first()
            assert.ok((await picture.getAttribute('src'))?.startsWith(address))
            await picture.evaluate((image: HTMLImageElement) => image.decode())
            assert.ok((await widthOf(picture)) > 3 * (await widthOf(cover)))
          },
        )
      },
    },
    {
      sentence: 'Products: the actions are 查看, 编辑 and 删除',
      async check(world) {
        assert.deepEqual(await actions(await list(world, '/AdminProduct')), ['查看', '编辑', '删除'])
      },
    },
    {
      sentence: 'Products: the list has pages',
      check: async (world) => paged(await list(world, '/AdminProduct')),
    },
    {
      sentence: 'Products: the dialog is 72 % wide',
      ...productFormIs([0.72, 0.72]),
    },
    {
      sentence: 'Carousel: searched by title',
      async check(world) {
        await made(world, 'carousel', '行的图片', {})
        const page = await list(world, '/AdminCarousel')
        await finds(page, 'photoTitle', ['行的图片'], (bar) => bar.getByLabel('标题').fill('行的'))
      },
    },
    {
      sentence: 'Carousel: the buttons 重置, 查询 and 上传图片',
      ...onList('/AdminCarousel', async (page) => {
        const buttons = search(page).getByRole('button')
        assert.deepEqual(await texts(buttons), ['重置', '查询', '上传图片'])
      }),
    },
    {
      sentence: 'Carousel: the columns are number, title, description, picture and actions',
      ...onList('/AdminCarousel', async (page) => {
        assert.deepEqual(await heads(page), ['序号', '标题', '描述', '图片', '操作'])
      }),
    },
    {
      sentence: 'Carousel: the actions are 编辑 and 删除',
      async check(world) {
        assert.deepEqual(await actions(await list(world, '/AdminCarousel')), ['编辑', '删除'])
      },
    },
    {
      sentence: 'Carousel: the list has pages',
      async check(world) {
        await made(world, 'carousel', '行的一张', ...Array(11).fill({}))
        const page = await freshList(world, '/AdminCarousel')
        await paged(page)
      },
    },
    {
      sentence: 'Carousel: the dialog is 50 % wide',
      ...photoFormIs([0.5, 0.5]),
    },
    {
      sentence: 'News: the list is searched',
      async check(world) {
        await made(world, 'news', '行的新闻', {})
        const page = await list(world, '/AdminNews')
        await finds(page, 'newTitle', ['行的新闻'], (bar) => bar.getByLabel('新闻标题').fill('行的'))
      },
    },
    {
      sentence: 'News: the list has pages',
      check: async (world) => paged(await list(world, '/AdminNews')),
    },
    {
      sentence: 'News: a dialog adds an article',
      async check(world) {
        removedAfter(world, 'news', '加的新闻')
        const page = await list(world, '/AdminNews')
        await formOf(page, '新增', '新增新闻', async (form) => {
          await form.getByLabel('新闻标题').fill('加的新闻')
          await press(form, '发布')
          await says(page, '添加成功！')
        })
        assert.equal((await found(world, 'news', '加的新闻')).length, 1)
      },
    },
    {
      sentence: 'News: a dialog edits an article',
      async check(world) {
        await made(world, 'news', '改的新闻', {})
        const page = await freshList(world, '/AdminNews')
        await rowForm(page, '改的新闻', '编辑', '编辑新闻', async (form) => {
          await becomes('改的新闻', () => form.getByLabel('新闻标题').inputValue())
          await form.getByLabel('封面描述').fill('改过')
          await press(form, '更新')
          await says(page, '修改成功！')
        })
        assert.equal((await found(world, 'news', '改的新闻'))[0]?.newIntro, '改过')
      },
    },
    {
      sentence: 'News: a dialog shows an article',
      async check(world) {
        await made(world, 'news', '看的新闻', { newIntro: '看的介绍' })
        const page = await freshList(world, '/AdminNews')
        await rowForm(page, '看的新闻', '查看', '查看新闻', async (form) => {
          await becomes('看的新闻', () => form.getByLabel('新闻标题').inputValue())
          assert.equal(await form.getByLabel('封面描述').inputValue(), '看的介绍')
        })
      },
    },
    {
      sentence: 'Dealers: searched by 代理名称, with 重置 and 查询',
      async check(world) {
        await dealers(world)
        const page = await list(world, '/AdminAgenttoJoin')
        await finds(page, 'agentName', ['行的代理'], (bar) => bar.getByLabel('代理名称').fill('行的'))
      },
    },
    {
      sentence: 'Dealers: the columns are number, name, description, telephone and time',
      async check(world) {
        const columns = await heads(await list(world, '/AdminAgenttoJoin'))
        assert.deepEqual(columns.slice(0, 5), ['序号', '代理名称', '代理描述', '联系方式', '时间'])
      },
    },
    {
      sentence: 'Dealers: the time is a date',
      async check(world) {
        await dealers(world)
        const page = await freshList(world, '/AdminAgenttoJoin')
        await says(row(page, '行的代理').locator('time'), /^20\d\d-\d\d-\d\d \d\d:\d\d$/)
      },
    },
    {
      sentence: 'Dealers: the list has pages',
      async check(world) {
        await dealers(world, 11)
        const page = await freshList(world, '/AdminAgenttoJoin')
        await paged(page)
      },
    },
    {
      sentence: 'Materials: searched by name',
      async check(world) {
        const page = await list(world, '/profile')
        const [, cloud = ''] = sheets
        await finds(page, 'name', [cloud], (bar) => bar.getByLabel('资料名称').fill('云平台'))
      },
    },
    {
      sentence: 'Materials: a table of name and time',
      ...onList('/profile', async (page) =>
        assert.deepEqual(await heads(page), ['序号', '资料名称', '创建时间', '操作']),
      ),
    },
    {
      sentence: 'Materials: some are shipped as samples',
      async check(world) {
        const page = await list(world, '/profile')
        await becomes(sheets, () => materials(page))
        await says(row(page, sheets[0] ?? '').locator('time'), /^20\d\d-/)
      },
    },
    {
      sentence: 'Materials: a dialog 上传资料',
      ...onList('/profile', (page) => formOf(page, '上传资料', '上传资料', (dialog) => says(dialog, '选择文件'))),
    },
    {
      sentence: 'Materials: the page is a stub without calls',
      otherForm: 'The page of materials works instead of being a stub',
      why: 'sample rows that save nothing mislead',
      async check(world) {
        const page = await list(world, '/profile')
        const calls = await callsOf(page, () =>
          formOf(page, '上传资料', '上传资料', async (dialog) => {
            await choose(dialog, [pdfFile('行的资料.pdf')])
            await ok(dialog).click()
            await says(page, '上传成功！')
          }),
        )
        assert.ok(calls.includes('/v1/media/list'))
        await row(page, '行的资料.pdf').waitFor()
        const { data } = (await world.asStaff('/v1/media/list', { word: '行的资料' })).data
        await world.asStaff('/v1/media/delete', { mediaIds: [data[0].mediaId] })
        await press(search(page), '重置')
        await row(page, '行的资料.pdf').waitFor({ state: 'detached' })
      },
    },
    { sentence: 'The tables are as high as the window less 219', ...tablesLeave([219]) },
  ],
  mutants: [
    {
      from: 'max(16rem,var(--window) - 219px)',
      to: '861px',
      breaks: ['The tables are as high as the window less 219'],
    },
    {
      from: '"50%":"72%"',
      to: '"960px":"1382px"',
      breaks: ['Products: the dialog is 72 % wide', 'Carousel: the dialog is 50 % wide'],
    },
    {
      from: '.preview .large-picture{',
      to: '.preview img{min-inline-size:0!important;inline-size:40px!important}.preview .large-picture{',
      breaks: ['Products: the cover opens large'],
    },
    {
      from: '联系方式',
      to: '电话',
      breaks: ['Dealers: the columns are number, name, description, telephone and time'],
    },
    {
      from: 'jumpUrl:{width:"6rem",spare:1},',
      to: '',
      breaks: ['Products: the columns are number, name, cover, place, description, path, time and actions'],
    },
    { from: 'title:"创建时间"', to: 'title:"上传时间"', breaks: ['Materials: a table of name and time'] },
  ],
}
