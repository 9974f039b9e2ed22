import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { fakeService, robotAddresses } from '../outbox/fakeService.ts'
import { admin, startServer } from '../server.ts'
import { pdf } from '../uploads/documents.ts'
import { browserTest, visit } from './browser.ts'
import { lastWidth, nextPicture } from './owner.ts'
import { menu, question, toast } from './staff.ts'
import { found, publicTexts, starterPieces } from './starterTexts.ts'
import { paste as pasteInto } from './transfer.ts'

/** As far as one presses Tab before one takes the mouse. */
const maxTabs = 4

/** Words of the shipped texts that fit any company, such as its headings. */
const anyCompany = new Set(
  '我们会在1个工作日内致电您 项目案例 项目介绍 公司简介 用数字说话 荣誉资质 点按可查看大图 联系我们 新闻动态 关于我们 资质与检测 了解产品 的产品发布 项目交付 行业活动与服务动态 检测报告与知识产权 写明编号 颁发机构和有效期'.split(
    ' ',
  ),
)
/** Two or three characters are a word of the language. */
const isOfStarter = (piece: string): boolean =>
  (piece.length > 3 || piece.includes('筑站') || piece.includes('工地')) && !anyCompany.has(piece)

/**
 * Counts as a person works who has a mouse and a keyboard: what is pressed is a click, a choice from a list is two. The next fields of a form
 * are reached by Tab, if they are near. Files that are dropped together are one act.
 */
function counting(t: TestContext, page: Page) {
  const counted = { clicks: 0, clickedFields: 0, fields: 0, files: 0 }
  const hasFocus = (field: Locator): Promise<boolean> => field.evaluate((element) => element === document.activeElement)

  const textOf = (field: Locator): Promise<string> =>
    field.evaluate((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : (element.textContent ?? ''),
    )

  async function click(target: Locator): Promise<void> {
    await target.click()
    counted.clicks += 1
  }
  async function focus(field: Locator): Promise<void> {
    await field.waitFor()
    // What was opened gives the focus a few frames later.
    await field.evaluate(async (element) => {
      for (let frame = 0; frame < 6 && element !== document.activeElement; frame += 1)
        await new Promise(requestAnimationFrame)
    })
    for (let tabs = 0; tabs <= maxTabs; tabs += 1) {
      if (await hasFocus(field)) return
      if (tabs < maxTabs) await page.keyboard.press('Tab')
    }
    await field.click()
    counted.clickedFields += 1
  }
  return {
    counted,
    /** Says how much has been counted until now. */
    part: (name: string): void =>
      t.diagnostic(
        `${name}: ${counted.clicks} clicks and ${counted.clickedFields} into fields; ${counted.fields} fields, ${counted.files} files`,
      ),
    click,
    async choose(target: Locator, label: string): Promise<void> {
      await target.selectOption({ label })
      counted.clicks += 2
    },
    async dropPicture(field: Locator): Promise<void> {
      await field.setInputFiles(nextPicture())
      await field.locator('xpath=..').locator(`img[src*=".${lastWidth()}x200."]`).waitFor()
      counted.clicks += 1
      counted.files += 1
    },
    async drop(list: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
      const dataTransfer = await page.evaluateHandle(
        (dropped) => {
          const data = new DataTransfer()
          for (const { name, type, base64 } of dropped) {
            const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
            data.items.add(new File([bytes], name, { type }))
          }
          return data
        },
        files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
      )
      await list.dispatchEvent('drop', { dataTransfer })
      counted.clicks += 1
      counted.files += files.length
    },
    async type(field: Locator, text: string): Promise<void> {
      await focus(field)
      if (await field.evaluate((element) => element.matches('[contenteditable]'))) {
        await page.keyboard.press('Control+a')
        await page.keyboard.insertText(text)
      } else {
        await field.fill(text)
      }
      assert.ok((await textOf(field)).includes(text), `${text} is in its field`)
      counted.fields += 1
    },
    async paste(field: Locator, text: string): Promise<void> {
      await focus(field)
      await pasteInto(field, { text })
      counted.fields += 1
    },
  }
}

interface Product {
  name: string
  kind: string
  text: string
  specs?: [term: string, value: string][]
}
const product = (kind: string, name: string, specs?: Product['specs']): Product => ({
  name,
  kind,
  text: `${name}由海澜消防生产，通过强制性产品认证，两年质保。`,
  ...(specs && { specs }),
})
const products: Product[] = [
  product('火灾报警设备', 'HL-201感烟探测器', [
    ['工作电压', '24V'],
    ['保护面积', '60平方米'],
  ]),
  product('火灾报警设备', 'HL-202感温探测器', [
    ['工作电压', '24V'],
    ['保护面积', '30平方米'],
  ]),
  product('火灾报警设备', 'HL-301手动报警按钮', [
    ['工作电压', '24V'],
    ['防护等级', 'IP65'],
  ]),
  product('火灾报警设备', 'HL-901报警主机', [
    ['工作电压', '220V'],
    ['回路', '8路'],
  ]),
  product('自动灭火设备', 'HLQ-70七氟丙烷柜'),
  product('自动灭火设备', 'HLF-6悬挂干粉'),
  product('自动灭火设备', 'HLP-15水喷淋头'),
  product('自动灭火设备', 'HLX-2消防箱'),
  product('应急照明', 'HLY-3应急灯'),
  product('应急照明', 'HLY-5疏散标志'),
  product('应急照明', 'HLY-8集中电源'),
  product('应急照明', 'HLY-9地埋灯'),
]

browserTest('an owner makes the whole site another company’s within 130 clicks', async (t) => {
  const robot = await fakeService(t)
  const server = await startServer(t, {
    env: {
      SEED: 'on',
      RATE_LIMIT: 'off',
      NOTIFY_PRIVATE: 'on',
      NOTIFY_WECOM_ORIGIN: robot.origin,
      SITE_URL: 'https://www.hailan-fire.cn',
    },
  })
  const { page, complaints } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
  const { counted, part, click, choose, drop, dropPicture, type, paste } = counting(t, page)
  const button = (name: string | RegExp): Locator =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true })
  const field = (name: string): Locator => page.locator(`[name="${name}"]`).filter({ visible: true })
  const file = (name: string): Locator => page.locator(`input[type=file][name="${name}"]:enabled`)
  const groups = page.getByRole('navigation', { name: '设置分组' })
  const toGroup = (name: string): Promise<void> => click(groups.getByRole('link', { name, exact: true }))
  const to = (name: string): Promise<void> => click(menu(page).getByRole('link', { name, exact: true }))
  const preview = page.frameLocator('.settings-preview:visible iframe')
  /** Clicks a text of the previewed page, which opens its field. A page that is just being replaced loses the click. */
  const onPage = async (place: Locator, opened: Locator): Promise<void> => {
    await eventually(async () => {
      await place.click()
      return opened.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      )
    }, 'its field is opened')
    counted.clicks += 1
  }
  const saved = async (): Promise<void> => {
    await click(page.locator('button.primary:visible', { hasText: '保存' }))
    await page.locator('form button[type=submit][aria-disabled=true][aria-busy=false]:visible').waitFor()
  }

  const savedAll = async (): Promise<void> => {
    await click(page.getByRole('button', { name: '全部保存' }))
    await page.getByText('和网站上现在的一样').filter({ visible: true }).waitFor()
  }

  await page.goto('/login')
  await type(page.getByLabel('登录账号'), admin.username)
  await type(page.getByLabel('登录密码', { exact: true }), admin.password)
  await click(page.getByRole('checkbox', { name: /我已阅读并同意/ }))
  await page.keyboard.press('Enter')
  part('sign in')

  await to('上线检查')
  await click(button('清空示例内容'))
  await click(question(page).getByRole('button', { name: '清空' }))
  await page.getByText(/^已清空示例内容/).waitFor()
  await click(page.getByRole('link', { name: '去处理：栏目' }))
  const pages = page.getByRole('group', { name: '页面', exact: true })
  for (const name of ['代理加盟', '应用场景']) await click(pages.getByRole('switch', { name, exact: true }))
  part('clear, pages')
  await onPage(preview.locator('header').getByText('筑站').first(), field('siteName'))
  await type(field('siteName'), '海澜消防')
  await type(field('slogan'), '火情早一分钟知道')
  await type(field('companyName'), '青岛海澜消防设备有限公司')
  await type(field('intro.0'), '青岛海澜消防设备有限公司2004年成立，生产火灾报警、自动灭火和应急照明设备。')
  const paragraphs = page.getByRole('group', { name: /^公司简介/ })
  for (const _ of [3, 2]) await click(paragraphs.getByRole('button', { name: '移除' }).last())
  await dropPicture(file('logo.light'))
  await dropPicture(file('logo.dark'))
  await type(page.getByRole('textbox', { name: '颜色的值' }), '#c8102e')
  part('names, logos, colour')

  await onPage(preview.locator('header a[href^="tel:"]').first(), field('hotline'))
  await type(field('hotline'), '0532-80001234')
  await type(field('phones.0'), '0532-80001234')
  await type(field('phones.1'), '13800005678')
  await type(field('mailbox'), 'sales@hailan-fire.cn')
  await type(field('address'), '青岛市城阳区锦宏西路12号')
  await type(page.getByRole('textbox', { name: '粘贴坐标或地图链接' }), '120.396424, 36.307064')
  await toGroup('备案与协议')
  await type(field('icp'), '鲁ICP备20261121号')
  await type(field('privacy.date'), '2026-11-24')
  await click(page.getByRole('button', { name: '全部保存' }))
  await click(question(page).getByRole('button', { name: '关闭并保存' }))
  await page.getByText('和网站上现在的一样').filter({ visible: true }).waitFor()
  part('telephone, map, filing')

  await to('产品管理')
  await click(page.getByRole('link', { name: '分类', exact: true }))
  const kinds = [
    ['火灾报警设备', '探测器、手动报警按钮和报警主机。'],
    ['自动灭火设备', '气体、干粉和水喷淋灭火。'],
    ['应急照明', '断电以后，照亮逃生的路。'],
  ] as const
  for (const [index, [name, intro]] of kinds.entries()) {
    await click(page.locator('.setting-fold:visible').nth(index))
    await type(field(`groups.${index}.name`), name)
    await type(field(`groups.${index}.intro`), intro)
  }
  await saved()
  part('groups')

  await click(page.getByRole('link', { name: '列表', exact: true }))
  const form = page.getByRole('dialog', { name: /^(新增|编辑)产品$/ })
  const body = form.locator('[contenteditable=true]')
  const published = async (): Promise<void> => {
    await click(form.getByRole('button', { name: '发布', exact: true }))
    await form.waitFor({ state: 'detached' })
  }
  for (const [index, { name, kind, text, specs }] of products.entries()) {
    const before = products[index - 1]
    const isCopy = before !== undefined && (before.specs !== undefined) === (specs !== undefined)
    if (isCopy) {
      await click(form.getByRole('button', { name: '复制', exact: true }))
      await page.waitForFunction(
        (title) => document.querySelector<HTMLInputElement>('dialog [name=coverName]')?.value === title,
        `${before.name}（副本）`,
      )
    } else {
      if (before) await published()
      await click(button('新增').first())
    }
    await type(form.locator('[name=coverName]'), name)
    await type(body, text)
    if (specs && !isCopy) {
      await click(form.locator('summary', { hasText: '参数' }))
      await click(form.getByRole('button', { name: '添加一项' }))
      await paste(form.getByRole('textbox', { name: '第1项的名称' }), specs.map((row) => row.join('\t')).join('\n'))
    } else if (specs) {
      for (const [row, [term, value]] of specs.entries()) {
        await type(form.getByRole('textbox', { name: `第${row + 1}项的名称` }), term)
        await type(form.getByRole('textbox', { name: `第${row + 1}项的值` }), value)
      }
    }
    if (!isCopy || kind !== before.kind) await choose(form.getByLabel('产品位置', { exact: true }), kind)
    await type(form.locator('[name=coverDescribe]'), `${name}，现货供应。`)
    await dropPicture(form.locator('input[type=file][name=coverUrl]'))
    if (specs) {
      const documents = form.locator('.list-fold').filter({ hasText: '资料下载' })
      if (isCopy) await click(documents.getByRole('button', { name: '移除' }))
      await drop(documents.locator('.setting-list'), [
        { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(name) },
      ])
      await documents.getByRole('textbox', { name: '第1份资料的名称' }).waitFor()
    }
    part(name)
  }
  await published()
  await click(button('草稿'))
  await page.getByText('共 10 条').filter({ visible: true }).waitFor()
  await click(page.getByRole('checkbox', { name: '全选本页' }))
  await click(page.getByRole('button', { name: '发布 (10)' }))
  await click(question(page).getByRole('button', { name: '发布' }))
  await toast(page, '已发布 10 条')
  part('products published')

  await to('网站设置')
  await toGroup('首页')
  await type(field('homeTexts.hero'), '报警、灭火、应急照明，青岛三百多座厂房在用。')
  part('home')
  await toGroup('关于我们')
  await type(field('aboutTexts.visit'), '想看看设备怎样做出来？提前打个电话，我们在厂里等您。')
  await type(field('contactTitle'), '到厂里来看看')
  await dropPicture(file('introImage'))
  const figures = page.getByRole('group', { name: /^数字\d/ })
  for (const [index, [value, unit, label]] of [
    ['22', '年', '只做消防'],
    ['300', '座', '厂房'],
    ['60', '人', '团队'],
    ['9', '项', '专利'],
  ].entries()) {
    await click(figures.getByRole('button', { name: '添加数字' }))
    await type(field(`figures.${index}.value`), value ?? '')
    await type(field(`figures.${index}.suffix`), unit ?? '')
    await type(field(`figures.${index}.label`), label ?? '')
  }
  await drop(page.getByRole('group', { name: /^荣誉\d/ }), [1, 2, 3, 4, 5, 6].map(nextPicture))
  await page
    .getByRole('group', { name: /^荣誉\d/ })
    .getByRole('listitem')
    .nth(5)
    .waitFor()
  part('about')
  await toGroup('横幅')
  await dropPicture(file('banners.home.image'))
  await dropPicture(file('banners.all.image'))
  part('banners')
  await toGroup('搜索与分享')
  await dropPicture(file('shareImage'))
  await type(field('descriptions.product'), '火灾报警、自动灭火和应急照明设备的型号与规格。')
  await type(field('descriptions.cases'), '海澜消防做过的厂房、仓库和学校。')
  part('search')
  await toGroup('客户咨询')
  await type(field('inquiry.bandLead'), '说说厂房多大、放什么，一天内给您方案。')
  await savedAll()
  await click(button('企业微信群机器人'))
  const channel = page.getByRole('dialog', { name: '添加渠道' })
  await type(channel.getByRole('textbox', { name: '名称' }), '销售群')
  await type(channel.getByRole('textbox', { name: 'Webhook地址' }), robotAddresses.wecom)
  await click(channel.getByRole('button', { name: '保存' }))
  const madeChannel = page.getByRole('dialog', { name: '渠道已保存' })
  await click(madeChannel.getByRole('button', { name: '发送测试' }))
  await madeChannel.getByText('已发送，请查看是否收到').waitFor()
  await click(madeChannel.getByRole('button', { name: '完成' }))
  part('inquiries')

  await to('新闻管理')
  const article = page.getByRole('dialog', { name: '新增新闻' })
  for (const title of ['海澜消防通过认证', '新车间投产', '参加消防展']) {
    await click(button('新增').first())
    await type(article.locator('[name=newTitle]'), title)
    await type(article.locator('[contenteditable=true]'), `${title}，详情请来电。`)
    await type(article.locator('[name=newIntro]'), `${title}。`)
    await dropPicture(article.locator('input[type=file][name=newCover]'))
    await click(article.getByRole('button', { name: '发布', exact: true }))
    await article.waitFor({ state: 'detached' })
  }
  part('news')
  await to('案例管理')
  const work = page.getByRole('dialog', { name: '新增案例' })
  for (const name of ['城阳物流仓库', '即墨第九中学']) {
    await click(button('新增').first())
    await type(work.locator('[name=caseName]'), name)
    await type(work.locator('[contenteditable=true]'), `${name}的报警和喷淋由海澜消防设计和安装。`)
    await type(work.locator('[name=caseIntro]'), `${name}，三个月完工。`)
    await dropPicture(work.locator('input[type=file][name=caseImage]'))
    await click(work.getByRole('button', { name: '发布', exact: true }))
    await work.waitFor({ state: 'detached' })
  }
  part('cases')
  await to('页面管理')
  await click(button('新增').first())
  const custom = page.getByRole('dialog', { name: '新增页面' })
  await type(custom.locator('[name=pageTitle]'), '招聘')
  await type(custom.locator('[contenteditable=true]'), '招装配工两名、调试工程师一名，五险一金。')
  await click(custom.getByRole('button', { name: '发布', exact: true }))
  await click(page.getByRole('button', { name: '加到菜单' }))
  await toast(page, '已把“招聘”加到菜单的最后')
  part('page')
  const total = counted.clicks + counted.clickedFields
  assert.ok(total <= 130, `${total} clicks`)

  await to('上线检查')
  await page.locator('.check-group').first().waitFor()
  await page.locator('.check-group').first().locator('.of-ok').nth(4).waitFor()
  const checks = page.locator('.check-group li')
  for (const title of ['示例的文字与图片', '地图', '分享图片', '隐私说明'])
    await checks.and(page.locator('.of-ok')).filter({ hasText: title }).waitFor()

  const [shown] = (await server.post('/v1/product/list')).data.data
  const [news] = (await server.post('/v1/news/list')).data.data
  const cases = (await server.post('/v1/cases/list')).data.data
  const texts = await publicTexts(server, [
    `/productDet?productId=${shown.productId}`,
    `/cpDeatail?productId=${shown.productId}`,
    `/xwdtDet?newId=${news.newId}`,
    ...cases.map(({ casePath }: { casePath: string }) => casePath),
  ])
  const seen = new Map(
    [...texts]
      .filter(([name]) => !name.startsWith('/assets/'))
      .map(([name, text]) => [name, text.replace(/<script[^]*?<\/script>/g, '')] as const),
  )
  // The privacy text and the agreement are the law's.
  const companyPages = new Map([...seen].filter(([name]) => !/^\/(?:privacy|agreement)/.test(name)))
  const pieces = [...starterPieces()].filter((piece) => isOfStarter(piece))
  assert.deepEqual(found(companyPages, pieces), [])
  const pictures = [...seen].flatMap(([name, html]) =>
    (html.match(/(?<!\/uploads)\/media\/(?!police\.svg)[\w/-]+\.[\w.-]+/g) ?? []).map((each) => `${each}: ${name}`),
  )
  assert.deepEqual(pictures, [])
  // Groups are parts of one record: the second that is saved meets the first, and is merged with it.
  assert.deepEqual(
    complaints.filter((each) => !each.includes('409')),
    [],
  )
})
