import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { SiteField } from '../../contract/siteFieldKinds.ts'
import { siteFields } from '../../contract/siteFields.ts'
import { marked } from '../pages/marked.ts'
import type { TestServer } from '../server.ts'
import { pdf } from '../uploads/documents.ts'
import { browserTest, phoneAgent } from './browser.ts'
import { allSaved, question, save, staff, toast } from './staff.ts'

const seed = (folder: string): object[] => {
  const url = new URL(`../../data/seed/${folder}/`, import.meta.url)
  return readdirSync(url).map((name) => JSON.parse(readFileSync(new URL(name, url), 'utf8')) as object)
}
/** Titles and sentences of the starter content; shorter words are also those of the interface. */
const starterTexts = ['product', 'news', 'carousel', 'site']
  .flatMap((folder) => seed(folder).flatMap(textsIn))
  .map((text) => text.replace(/<[^>]*>/g, ' ').trim())
  .filter((text) => /[\u3400-\u9fff]/.test(text) && text.length > 8)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const settings = async (page: Page, group: string, title: string) => {
  await page.goto(`/settings?group=${group}`)
  const form = page.getByRole('form', { name: title })
  await form.and(page.locator('[aria-busy=false]')).waitFor()
  return form
}

/** The site as a maker of dental equipment wants it, step by step as in the staff guide. */
async function reshape(page: Page): Promise<void> {
  await page.goto('/check')
  await page.getByRole('button', { name: '清空示例内容' }).click()
  await question(page).getByRole('button', { name: '清空', exact: true }).click()
  await page.getByText(/^已清空示例内容/).waitFor()

  const shape = await settings(page, 'shape', '页面与栏目')
  const pages = shape.getByRole('group', { name: '页面', exact: true })
  for (const name of ['代理加盟', '项目案例', '应用场景'])
    await pages.getByRole('switch', { name, exact: true }).uncheck()
  const showroom = shape.getByRole('group', { name: '智慧展厅', exact: true })
  for (const device of ['电脑', '手机']) await showroom.getByRole('switch', { name: device }).uncheck()
  await page.keyboard.press('Control+s')
  await question(page).getByRole('button', { name: '关闭并保存' }).click()
  await allSaved(page, '页面与栏目')

  const groups = (await settings(page, 'products', '产品分类')).getByRole('group', { name: /^产品分类/ }).first()
  await groups.getByRole('button', { name: '建筑机器人', exact: true }).click()
  await groups.getByRole('switch', { name: '显示' }).uncheck()
  await page.keyboard.press('Control+s')
  await allSaved(page, '产品分类')

  for (const [location, name] of [
    ['智慧工地产品', '综合治疗台'],
    ['建筑标准化产品', '高速手机'],
  ] as const) {
    await page.goto('/AdminProduct')
    await page.getByRole('button', { name: '新增', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '新增产品' })
    await dialog.getByLabel('产品位置', { exact: true }).selectOption({ label: location })
    await dialog.getByLabel('产品名称').fill(name)
    const manual = { name: `${name}手册.pdf`, mimeType: '', buffer: pdf(location) }
    await dialog.locator('input[type=file][aria-label=资料下载]').setInputFiles([manual])
    await dialog.getByRole('textbox', { name: /份资料的名称$/ }).waitFor()
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await question(page).getByText('还没有图片、正文。').waitFor()
    await question(page).getByRole('button', { name: '仍然发布' }).click()
    await toast(page, '添加成功！')
  }

  await page.goto('/AdminPage')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const own = page.getByRole('dialog', { name: '新增页面' })
  await own.getByLabel('页面标题').pressSequentially('招聘')
  await own.getByRole('textbox', { name: '页面内容' }).click()
  await page.keyboard.type('维修工程师两名。')
  await save(own, '添加成功！')

  await settings(page, 'menu', '菜单')
  const list = page.getByRole('group', { name: /^菜单.*\d+项/ })
  await list.getByRole('button', { name: '添加菜单项' }).click()
  const entry = list.locator('ol').first().locator('> li').last()
  await entry.getByRole('textbox', { name: '名称' }).fill('招聘')
  await entry.getByRole('combobox', { name: '链接到' }).selectOption('招聘')
  await page.keyboard.press('Control+s')
  await allSaved(page, '菜单')
}

/** Every text of the site record is the company's own. */
async function reword(server: TestServer): Promise<void> {
  const { data: site } = await server.post('/v1/site/detail')
  const kept = new Set(['titlePattern', 'icp', 'police', 'creditCode', 'menus'])
  const own = Object.entries<SiteField>(siteFields)
    .filter(([name]) => !kept.has(name))
    .map(([name, field]) => [name, limited(field, marked(field, site[name], name))])
  const changes = { ...Object.fromEntries(own), icp: '鲁ICP备12345678号' }
  const { code, msg } = await server.post('/v1/site/update', changes, { headers: await server.signIn() })
  assert.equal(code, 200, msg)
}

/** Texts may be as long as their field allows; days stay days. */
function limited(field: SiteField, value: unknown): unknown {
  if (field.kind === 'list') return (value as unknown[]).map((item) => limited(field.of, item))
  if (field.kind === 'object') {
    const values = value as Readonly<Record<string, unknown>>
    return Object.fromEntries(Object.entries(field.fields).map(([name, each]) => [name, limited(each, values[name])]))
  }
  if (field.kind === 'day') return ''
  return typeof value === 'string' && 'max' in field ? value.slice(0, field.max) : value
}

browserTest(
  'the starter site becomes a company of another shape; nothing is empty, dead or the starter’s',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/settings?group=shape', { own: true })
    await reshape(page)
    await reword(server)
    assert.deepEqual(complaints, [])

    const text = await (await fetch(`${server.url}/sitemap.xml`)).text()
    const sitemap = [...text.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    )
    assert.ok(sitemap.includes('/p/zp') && !sitemap.includes('/dljm') && !sitemap.includes('/xiangmuanli'))
    for (const agent of ['Mozilla/5.0 (Windows NT 6.1)', phoneAgent]) {
      const open = (path: string): Promise<Response> => fetch(server.url + path, { headers: { 'User-Agent': agent } })
      const seen = new Set<string>()
      const next = ['/', ...sitemap]
      for (let path = next.pop(); path !== undefined; path = next.pop()) {
        if (seen.has(path)) continue
        seen.add(path)
        const response = await open(path)
        assert.equal(response.status, 200, `${path} is a dead link`)
        if (!response.headers.get('content-type')?.startsWith('text/html')) continue
        const html = (await response.text()).replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')
        assert.doesNotMatch(html, /<(section|ul|ol|dl|nav)[^>]*>\s*<\/\1>/, `something is empty on ${path}`)
        assert.deepEqual(
          starterTexts.filter((text) => html.includes(text)),
          [],
          path,
        )
        for (const [, link = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) next.push(link.replaceAll('&amp;', '&'))
      }
      assert.ok(
        seen.has('/p/zp') && [...seen].some((path) => path.startsWith('/uploads/document/')),
        'the page and the document are linked',
      )
      assert.ok(!seen.has('/dljm') && !seen.has('/xiangmuanli'))
    }
    const html = await (await fetch(`${server.url}/product`)).text()
    assert.equal([...html.matchAll(/role="tab"/g)].length, 2)
  },
)
