import assert from 'node:assert/strict'
import { test } from 'node:test'
import { switchablePages } from '../../../contract/site/sitePages.ts'
import { startServer, type TestServer } from '../../server.ts'
import { browserTest } from '../../browser/browser.ts'
import { fakeService, robotAddresses } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'
import { staff } from '../../browser/staff.ts'
import { framesPass } from '../../browser/waiting.ts'

const words = /加盟|代理|展厅|参观|合作伙伴|一站式|产品中心|新闻动态|项目案例|应用场景|关于我们|资质与检测/
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const desktop = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0'

/** Everything that can be closed is, of a company that has taken the examples away. */
async function close(server: TestServer): Promise<void> {
  const headers = await server.signIn()
  await server.post('/v1/act/clear', {}, { headers })
  const { data: site } = await server.post('/v1/site/detail')
  const off = (sections: object[]) => sections.map((section) => ({ ...section, on: false }))
  const { code, msg } = await server.post(
    '/v1/site/update',
    {
      pagesOn: Object.fromEntries(switchablePages.map((page) => [page, false])),
      homeSections: off(site.homeSections),
      phoneSections: off(site.phoneSections),
      aboutSections: off(site.aboutSections),
      partners: [{ image: site.introImage, name: '某合作伙伴' }],
      showroom: [{ image: site.introImage, name: '某展厅' }],
      oneStop: [{ icon: 'phone', title: '一站式', desc: '一站式' }],
    },
    { headers },
  )
  assert.equal(code, 200, msg)
}

test('what is closed is in no word of a public page, on either device', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  const open = async (path: string, agent: string) => {
    const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
    return { status: response.status, text: await response.text() }
  }
  assert.match((await open('/', desktop)).text, words)
  await close(server)
  const { text: sitemap } = await open('/sitemap.xml', desktop)
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const more = [
    '/zixun',
    '/zixun?topic=预约参观',
    '/search',
    '/search?word=电话',
    '/agreement',
    '/map',
    '/404',
    '/nothing',
  ]
  for (const agent of [desktop, phone])
    for (const path of new Set([...listed, ...more, '/sitemap.xml', '/robots.txt', '/rss.xml'])) {
      const { text } = await open(path, agent)
      const read = text.replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')
      assert.deepEqual(read.match(words)?.[0], undefined, `${path} ${agent}`)
    }
  const { data: found } = await server.post('/v1/search/site', { word: '预约' })
  assert.deepEqual(found.data, [])
})

browserTest('what is closed is in no word of the office but where it is opened', async (t) => {
  const wecom = await fakeService(t)
  const { server, call, channel } = await siteWith(t, { wecom })
  await close(server)
  await call('channel/test', {
    channelId: await channel({ kind: 'wecom', label: '群', address: robotAddresses.wecom }),
  })
  assert.doesNotMatch(wecom.texts()[0] ?? '加盟', words)
  const { page } = await staff(t, '/dashboard', { server })
  await page.locator('.dashboard-counts .count-value').first().waitFor()
  await page.locator('.dashboard-empty').waitFor()
  assert.doesNotMatch(await page.locator('.dashboard').innerText(), /加盟|代理/)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog').getByRole('combobox')
  for (const word of ['加盟', '展厅', '合作伙伴', '一站式']) {
    await Promise.all([page.waitForResponse('**/v1/search/titles'), palette.fill(word)])
    await framesPass(page)
    for (const option of await page.getByRole('dialog').getByRole('option').allInnerTexts())
      assert.match(option, /页面与栏目|菜单|网页|没有/, `${word}: ${option}`)
  }
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !history.state?.dialogs)

  await page.goto('/settings?group=home')
  const preview = page.getByLabel('预览的页面')
  await preview.waitFor()
  assert.doesNotMatch((await preview.locator('option').allInnerTexts()).join(), words)
  const groups = page.getByRole('navigation', { name: '设置分组' }).getByRole('link')
  const titles = await groups.allInnerTexts()
  assert.doesNotMatch(titles.join(), /加盟|展厅|应用场景/)
  for (const [index, title] of titles.entries()) {
    if (/页面与栏目|菜单|备案|旧地址|搬家/.test(title)) continue
    await groups.nth(index).click()
    const form = page.locator('form.settings-form[aria-busy=false]:visible')
    await form.waitFor()
    assert.doesNotMatch(await form.innerText(), /加盟|展厅|参观|合作伙伴|一站式/, title)
  }
})
