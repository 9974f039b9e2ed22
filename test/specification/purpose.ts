import assert from 'node:assert/strict'
import { question, row, save, toast } from '../browser/staff.ts'
import { onePixel } from '../media/pictures.ts'
import { changesPassword, freshList, signedIn } from './office.ts'
import { systemForm } from './officeForms.ts'
import { inFile, type Row, type Section } from './row.ts'
import {
  articles,
  at,
  attribute,
  drawn,
  everyPage,
  groups,
  hasTwoNumbers,
  inDrawer,
  pageChecks,
  read,
  site,
  aProduct,
  cases,
} from './site.ts'
import { renamed } from './wire.ts'
import type { World } from './world.ts'

const onDesktop = pageChecks('desktop')
const onPhone = pageChecks('phone')

/** A figure of the company, as both home pages show it. */
const figure = (wanted: string) =>
  site(async (world) => {
    for (const page of [await at(world, '/'), await at(world, '/mobile', 'phone')])
      assert.ok((await read(page.locator('.figures dl > div'))).includes(wanted), page.url())
  })

/** What a call has added is in the list, opens, and is deleted there. */
async function isManaged(world: World, path: string, title: string): Promise<void> {
  const page = await freshList(world, path)
  await row(page, title).locator('.row-title').first().click()
  const dialog = page.getByRole('dialog').filter({ has: page.locator('input:visible') })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row(page, title)
    .getByRole('button', { name: /^删除：/ })
    .click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await row(page, title).waitFor({ state: 'detached' })
}
const isAddedAndManaged = (path: string, button: string, call: string, input: object, title: string) => ({
  async check(world: World) {
    assert.equal((await world.asStaff(call, input)).code, 200)
    await isManaged(world, path, title)
    await (await world.office(path)).getByRole('button', { name: button, exact: true }).first().waitFor()
  },
})

const who: readonly Row[] = [
  {
    sentence: 'The site is in Chinese',
    ...site(async (world) => {
      const page = await at(world, '/')
      assert.match((await page.locator('html').getAttribute('lang')) ?? '', /^zh/)
      const letters = (await page.locator('body').innerText()).match(/\p{L}/gu) ?? []
      assert.ok(letters.filter((letter) => /\p{Script=Han}/u.test(letter)).length > 0.95 * letters.length)
    }),
  },
  {
    sentence: 'It presents smart-site products, construction robots and building-standardisation products',
    ...onDesktop.reads('/', '.product-strip', /智慧工地产品 .*建筑机器人 .*建筑标准化产品 /),
  },
  {
    sentence: 'It has a layout for desktops and one for phones',
    ...site(async (world) => {
      for (const [path, device, laidOut, folded] of [
        ['/', 'desktop', '.menu', '.folded'],
        ['/mobile', 'phone', '.folded', '.menu'],
      ] as const) {
        const page = await at(world, path, device)
        const counts = [await drawn(page, laidOut).count(), await drawn(page, folded).count()]
        assert.deepEqual(counts, [1, 0], path)
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path)
      }
    }),
  },
  {
    sentence: 'Visitors read every public page without signing in',
    ...site(async (world) => {
      for (const { path, status } of await everyPage(world)) assert.equal(status, 200, path)
    }),
  },
]

const seen: readonly Row[] = [
  {
    sentence: 'They see who the company is',
    ...onDesktop.reads('/gywm', '.company', /^公司简介 .{100,}/),
  },
  {
    sentence: 'They see the products',
    ...site(async (world) => {
      const names = await read((await at(world, '/product')).locator('#catalogue h3'))
      assert.ok(names.length > 0)
      const { zhgdList = [] } = await groups(world)
      assert.deepEqual(names, zhgdList.map(({ coverName }) => coverName).slice(0, names.length))
    }),
  },
  {
    sentence: 'They see the rooms of the smart showroom',
    ...onPhone.reads('/mobile', '#showroom', /^智慧展厅 \S+ \S+ /),
  },
  {
    sentence: 'They see project cases',
    ...onDesktop.leads('/xiangmuanli', '.case-row h2 a', cases),
  },
  {
    sentence: 'They see the partners',
    ...onDesktop.reads('/', '#partners', /^合作伙伴/),
  },
  {
    sentence: 'They see icons of the technical support',
    ...onPhone.shows('/mobile', '#technique li > .icon', 5),
  },
  {
    sentence: 'They see the news',
    ...site(async (world) => {
      const [newest] = await articles(world)
      assert.deepEqual(await read((await at(world, '/xwdt')).locator('.news-first h2')), [newest?.newTitle])
    }),
  },
  {
    sentence: 'They see in which scenarios the products are used',
    ...onDesktop.shows('/yingyongchangjing', '.scenario-list article', 5),
  },
  {
    sentence: 'They see how to become a dealer',
    ...onDesktop.reads('/dljm', 'main h2', /盈利模式 扶持政策 加盟优势 申请加盟/),
  },
  {
    sentence: 'They see the page about the company with its honours',
    ...onDesktop.reads('/gywm', '.honours h2', ['荣誉资质']),
  },
  {
    sentence: 'They see how to reach the company',
    ...onDesktop.reads('/gywm', '.contact dt', ['商务电话', '公司邮箱', '公司地址']),
  },
]

const telephones: readonly Row[] = [
  {
    sentence: 'A button that floats over public pages opens a drawer with two telephone numbers',
    otherForm: 'on a product the bar below it or the panel beside it opens the drawer',
    why: 'a second round button over the bar or beside the panel would cover what it repeats',
    ...site(async (world) => {
      for (const { path, html } of (await everyPage(world)).filter(({ isOfPhones }) => isOfPhones))
        assert.match(html, /class="[^"]*phone-button/, path)
      await inDrawer(await at(world, '/mobile', 'phone'), hasTwoNumbers)
      const page = await at(world, aProduct)
      await inDrawer(page, hasTwoNumbers, page.locator('.floating button'))
    }),
  },
  {
    sentence: 'A tap on one of them dials it',
    ...site(async (world) => {
      await inDrawer(await at(world, '/mobile', 'phone'), async (drawer) => {
        const numbers = drawer.locator('a[href^="tel:"]')
        const words = await read(numbers)
        assert.ok(words.length > 0)
        assert.deepEqual(
          await attribute(numbers, 'href'),
          words.map((number) => `tel:${number}`),
        )
      })
    }),
  },
  {
    sentence: 'The header shows the hotline',
    ...onDesktop.reads('/', '.site-header .hotline', /^服务热线 [\d-]{7,}$|^[\d-]{7,} 服务热线$/),
  },
]

const staffRows: readonly Row[] = [
  {
    sentence: 'Staff sign in',
    check: async (world) => assert.equal((await signedIn(world)).path, '/dashboard'),
  },
  {
    sentence: 'Staff manage the products',
    ...isAddedAndManaged(
      '/AdminProduct',
      '新增',
      '/v1/product/saveProduct',
      { coverName: '样例产品甲', locationId: 'cpxt', productCon: '<p>正文</p>' },
      '样例产品甲',
    ),
  },
  {
    sentence: 'Staff manage the articles',
    ...isAddedAndManaged(
      '/AdminNews',
      '新增',
      '/v1/news/saveNews',
      { newTitle: '样例新闻甲', newInfo: '<p>正文</p>' },
      '样例新闻甲',
    ),
  },
  {
    sentence: 'Staff manage the photos of the carousel',
    ...isAddedAndManaged(
      '/AdminCarousel',
      '上传图片',
      '/v1/carousel/saveCarousel',
      { photoTitle: '样例照片甲', photoInfo: '', photoUrl: '/media/og.png' },
      '样例照片甲',
    ),
  },
  {
    sentence: 'Staff manage the applications of dealers',
    async check(world) {
      const sent = { agentInfo: '样例公司', agentName: '样例代理甲', phone: '13800000001' }
      assert.equal((await world.ask('/v1/agent/saveAgent', sent)).code, 200)
      await isManaged(world, '/AdminAgenttoJoin', '样例代理甲')
    },
  },
  {
    sentence: 'Staff change their password',
    check: changesPassword,
  },
  {
    sentence: 'Staff with the permission change name and logo of the system',
    async check(world) {
      const { sysName, logo } = (await world.asStaff('/v1/indexLogin/userInfo')).data
      world.t.after(() => renamed(world, { sysName, logo }))
      const dialog = await systemForm(world)
      const page = dialog.page()
      await dialog.getByLabel('系统名称').fill('样例后台')
      await dialog
        .locator('input[type=file]:enabled')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
      await toast(page, '上传成功！')
      await save(dialog, '修改成功！')
      await page.locator('.sidebar, aside, nav').getByText('样例后台').first().waitFor()
    },
  },
]

const facts: readonly Row[] = [
  { sentence: 'Ten years of innovation are shown', ...figure('创新积淀 10年') },
  { sentence: 'An elite team of 100+ is shown', ...figure('精英团队 100+') },
  { sentence: '500+ customers are shown', ...figure('服务客户 500+') },
  { sentence: '1000+ projects are shown', ...figure('落地项目 1000+') },
  { sentence: 'Five registered trademarks are shown', ...figure('注册商标 5项') },
  { sentence: '25 software copyrights are shown', ...figure('软件著作权 25项') },
  {
    sentence: 'Only 15 % of the country’s sites are said to have such equipment',
    ...onDesktop.reads('/dljm', 'main h2', /全国只有 ?15 ?% ?的工地 ?装上了智慧工地设备/),
  },
  {
    sentence: 'Dealers who exceed their targets get back up to 8 %',
    ...onDesktop.reads('/dljm', 'main', /超额完成销售目标，返利可达 ?8 ?%/),
  },
  {
    sentence: 'The hotline for business is shown',
    ...onDesktop.reads('/gywm', '.contact dl > div', /商务电话 [\d-]{7,}/),
  },
]

export const purpose: Section = {
  section: '1 What the product does and for whom',
  file: 'desktops',
  rows: [...who, ...seen, ...telephones, ...inFile('office', ...staffRows), ...facts],
  mutants: [
    { from: '精英团队', to: '精锐团队', breaks: ['An elite team of 100+ is shown'] },
    { from: '服务热线', to: '客服热线', breaks: ['The header shows the hotline'] },
    {
      from: '超额完成销售目标',
      to: '完成销售目标',
      breaks: ['Dealers who exceed their targets get back up to 8 %'],
    },
    {
      from: '商务电话',
      to: '业务电话',
      breaks: ['They see how to reach the company', 'The hotline for business is shown'],
    },
    { from: '.phone-drawer{', to: '#partners{display:none}.phone-drawer{', breaks: ['They see the partners'] },
  ],
}
