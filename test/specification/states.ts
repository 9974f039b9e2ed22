import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { cookieNames, question, row, stored } from '../browser/staff.ts'
import { stopClock } from '../browser/waiting.ts'
import { admin } from '../server.ts'
import { openForm } from './applying.ts'
import { chooseSized, nextMessage } from './officeForms.ts'
import { once } from './once.ts'
import {
  type AnyWorld,
  becomes,
  callsOf,
  errors,
  form,
  formOf,
  found,
  freshList,
  fromMenu,
  leads,
  list,
  made,
  officeOf,
  onList,
  press,
  removedAfter,
  revealed,
  rowForm,
  says,
  sendPassword,
  texts,
  userMenu,
} from './office.ts'
import { inFile, type Section } from './row.ts'
import { inDrawer, openToAll, site } from './site.ts'
import type { Device, World } from './world.ts'

/** A record of the row alone, in its list. */
async function listed(world: AnyWorld, kind: 'product' | 'news' | 'carousel', title: string): Promise<Page> {
  await made(world, kind, title, {})
  const paths = { product: '/AdminProduct', news: '/AdminNews', carousel: '/AdminCarousel' }
  const page = await freshList(world, paths[kind])
  await row(page, title).waitFor()
  return page
}

/** What one sees of a record that is only shown: its title, in how many fields, and what can be changed and pressed to save it. */
const onlyShown = (kind: 'product' | 'news', form: string) =>
  once(async (world: AnyWorld) => {
    const page = await listed(world, kind, '只看的')
    return rowForm(page, '只看的', '查看', form, async (form) => {
      const title = form.locator('[name=coverName], [name=newTitle]')
      await becomes(true, async () => (await title.inputValue()) !== '')
      const fields = form.locator('input:not([hidden]), select, textarea')
      return {
        title: await title.inputValue(),
        fields: await fields.count(),
        changeable: await form
          .locator('input:not([hidden]):enabled, :is(select, textarea):enabled, [contenteditable=true]')
          .count(),
        saving: await form.getByRole('button', { name: /^(发布|更新|保存草稿|确定|取消)$/ }).count(),
      }
    })
  })
const shownProduct = onlyShown('product', '查看产品')
const shownArticle = onlyShown('news', '查看新闻')

/** Opens the form of a record, which is asked for by its id first. */
async function loadsFirst(page: Page, title: string, form: string, id = 'none'): Promise<void> {
  const asked = page.waitForRequest((sent) => /detail/.test(sent.url()) && sent.postData()?.includes(id) === true)
  await rowForm(page, title, '编辑', form, async (form) => {
    await asked
    await becomes(title, () => form.locator('[name=coverName], [name=newTitle]').inputValue())
  })
}

/** What is left and shown when a page is opened again while the name of its user cannot be loaded, for no reason that is known and for one. */
export const unknownUser = once(async ({ staff, server }) => {
  const seen = []
  for (const msg of ['', '账号资料读不出来']) {
    const page = await staff('/AdminNews')
    const cookies = await page.context().cookies()
    const session = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    await page.route('**/v1/indexLogin/userInfo', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg, data: null } }),
    )
    await page.goto('/AdminNews')
    await page.waitForURL('**/login?**')
    const { pathname, search } = new URL(page.url())
    seen.push({
      stored: await stored(page),
      session: await server.post('/v1/indexLogin/userInfo', {}, { headers: { Cookie: session } }),
      path: pathname + search,
      message: await nextMessage(page),
    })
  }
  return seen
})

/** Where /login leads who is signed in, and the calls that load the user. */
const cameBack = once(async ({ office }) => {
  const page = await office('/AdminNews')
  const calls = await callsOf(page, async () => {
    // The name that the browser knows is shown at once, before it is asked for.
    const asked = page.waitForRequest('**/indexLogin/userInfo').catch(() => undefined)
    await page.goto('/login')
    await page.locator('.user-button').getByText(admin.username).waitFor()
    await asked
  })
  return { path: new URL(page.url()).pathname, calls }
})

/** Signs out from a list of products; resolves to the calls that it makes. */
async function signsOut(page: Page, to: string): Promise<string[]> {
  return callsOf(page, async () => {
    await userMenu(page, '退出登录')
    await page.waitForURL((url) => url.pathname + url.search === to)
  })
}
const toProducts = '/login?redirect=%2FAdminProduct'

/** Somebody has just changed a password, and the time of the page stands still. */
const changed = once(async (world) => {
  const { page, password } = await officeOf(world, '换密码的人', 'clock')
  await userMenu(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await stopClock(page)
  const reply = page.waitForResponse('**/getAssignRole')
  await sendPassword(dialog, password)
  const { code } = await (await reply).json()
  await dialog.waitFor({ state: 'detached' })
  return { page, code, message: await nextMessage(page) }
})
/** What is stored a millisecond before the page is loaded again, and then. */
export const loadedAgain = once(async (world) => {
  const { page } = await changed(world)
  await page.clock.runFor(1999)
  const before = await stored(page)
  await page.clock.runFor(1)
  await page.waitForURL('**/login?**')
  return { before, after: await stored(page), cookies: await cookieNames(page) }
})

const devices = ['desktop', 'phone'] as const
/** The form of a device, filled in and sent. */
async function applied(world: World, device: Device, company: string, person: string, phone: string) {
  const opened = await openForm(world, device)
  await opened.field('company').fill(company)
  await opened.field('person').fill(person)
  await opened.field('phone').fill(phone)
  await press(opened.form, /^(提交申请|重试)$/)
  return opened
}
/** The same with what is not valid, which is not sent; resolves to the form. */
async function refused(world: World, device: Device, ...values: readonly [string, string, string]): Promise<Locator> {
  const { page, form } = await openForm(world, device)
  const calls = await callsOf(page, async () => {
    await applied(world, device, ...values)
    await page.clock.runFor(1000)
  })
  assert.deepEqual(calls, [], device)
  return form
}
/** What comes of a valid one of each device. */
const valid = once(async (world) => {
  removedAfter(world, 'agent', '行的申请')
  const seen = []
  for (const device of devices) {
    const phone = `1380000000${device.length}`
    const { form, field } = await applied(world, device, '行的公司', '行的申请', phone)
    const status = form.getByRole('status').filter({ hasText: /./ })
    await status.waitFor()
    const stored = (await found(world, 'agent', '行的申请')).find((each) => each.phone === phone)
    const left = (['company', 'person', 'phone'] as const).map((name) => field(name).inputValue())
    seen.push({ company: stored?.agentInfo, message: await status.innerText(), left: await Promise.all(left) })
  }
  return seen
})

export const states: Section = {
  section: '4 States and transitions',
  file: 'forms',
  rows: [
    {
      sentence: 'Product dialog: adds',
      async check(world) {
        removedAfter(world, 'product', '加的产品')
        const page = await list(world, '/AdminProduct')
        await formOf(page, '新增', '新增产品', async (form) => {
          await form.getByLabel('产品名称').fill('加的产品')
          await form.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
          await form.getByLabel('跳转路径').fill('/product')
          await chooseSized(form.locator('input[name=coverUrl]'), { 'a.png': 200 })
          await form.getByRole('button', { name: '查看大图：封面图' }).waitFor()
          await form.locator('[contenteditable=true]').click()
          await page.keyboard.type('第一段文字')
          await press(form, '发布')
          await says(page, '添加成功！')
        })
        const [{ productId } = {}] = await found(world, 'product', '加的产品')
        const { data } = await world.ask('/v1/product/detailProduct', { productId })
        assert.deepEqual([data.locationId, data.jumpUrl, data.productCon], ['cpxt', '/product', '<p>第一段文字</p>'])
        assert.match(data.coverUrl, /^\/uploads\/product\//)
      },
    },
    {
      sentence: 'Product dialog: edits',
      async check(world) {
        const page = await listed(world, 'product', '改的产品')
        await rowForm(page, '改的产品', '编辑', '编辑产品', async (form) => {
          await becomes('改的产品', () => form.getByLabel('产品名称').inputValue())
          await form.getByLabel('产品描述').fill('改过')
          await press(form, '更新')
          await says(page, '修改成功！')
        })
        assert.equal((await found(world, 'product', '改的产品'))[0]?.coverDescribe, '改过')
      },
    },
    {
      sentence: 'Product dialog: shows',
      check: async (world) => assert.equal((await shownProduct(world)).title, '只看的'),
    },
    {
      sentence: 'Product dialog: what is only shown has its fields disabled',
      async check(world) {
        const { fields, changeable } = await shownProduct(world)
        assert.deepEqual([fields > 3, changeable], [true, 0])
      },
    },
    {
      sentence: 'Product dialog: what is only shown has no buttons to save',
      check: async (world) => assert.equal((await shownProduct(world)).saving, 0),
    },
    {
      sentence: 'Product dialog: editing first loads the product by its id',
      async check(world) {
        const page = await listed(world, 'product', '取的产品')
        const [product] = await found(world, 'product', '取的产品')
        await loadsFirst(page, '取的产品', '编辑产品', product?.productId)
      },
    },
    {
      sentence: 'Product dialog: once closed, the form is empty',
      async check(world) {
        const page = await listed(world, 'product', '关的产品')
        await rowForm(page, '关的产品', '编辑', '编辑产品', (form) =>
          becomes('关的产品', () => form.getByLabel('产品名称').inputValue()),
        )
        await formOf(page, '新增', '新增产品', async (form) => {
          await form.getByLabel('产品名称').waitFor()
          const fields = form.locator('input[type=text], select, textarea')
          const filled = await fields.evaluateAll((all) =>
            all.filter((each) => (each as HTMLInputElement).value !== ''),
          )
          assert.deepEqual(filled, [])
        })
      },
    },
    {
      sentence: 'Carousel dialog: adding is called 上传图片',
      ...onList('/AdminCarousel', (page) =>
        formOf(page, '上传图片', '上传图片', async (form) =>
          assert.equal(await form.getByRole('heading').first().textContent(), '上传图片'),
        ),
      ),
    },
    {
      sentence: 'Carousel dialog: editing is called 修改',
      async check(world) {
        const page = await listed(world, 'carousel', '改的图片')
        await rowForm(page, '改的图片', '编辑', '修改', async (form) =>
          assert.equal(await form.getByRole('heading').first().textContent(), '修改'),
        )
      },
    },
    {
      sentence: 'News dialog: adds',
      ...onList('/AdminNews', (page) =>
        formOf(page, '新增', '新增新闻', async (form) => {
          assert.equal(await form.getByLabel('新闻标题').inputValue(), '')
          await form.getByRole('button', { name: '发布', exact: true }).waitFor()
        }),
      ),
    },
    {
      sentence: 'News dialog: edits, and loads the article first',
      async check(world) {
        const page = await listed(world, 'news', '取的新闻')
        const [article] = await found(world, 'news', '取的新闻')
        await loadsFirst(page, '取的新闻', '编辑新闻', article?.newId)
      },
    },
    {
      sentence: 'News dialog: what is only shown is disabled, without buttons to save',
      async check(world) {
        const { fields, changeable, saving } = await shownArticle(world)
        assert.deepEqual([fields > 3, changeable, saving], [true, 0, 0])
      },
    },
    {
      sentence: 'A save refreshes the list',
      async check(world) {
        const page = await listed(world, 'news', '存的新闻')
        await rowForm(page, '存的新闻', '编辑', '编辑新闻', async (form) => {
          await becomes('存的新闻', () => form.getByLabel('新闻标题').inputValue())
          await form.getByLabel('新闻标题').fill('存的新闻，改了')
          await press(form, '更新')
        })
        await row(page, '存的新闻，改了').waitFor()
      },
    },
    {
      sentence: 'A removal refreshes the list',
      async check(world) {
        const page = await listed(world, 'news', '删的新闻')
        const calls = await callsOf(page, async () => {
          await press(row(page, '删的新闻'), '删除：删的新闻')
          await press(question(page), '删除')
          await row(page, '删的新闻').waitFor({ state: 'detached' })
        })
        assert.ok(calls.includes('/v1/news/list'))
      },
    },
    ...inFile('desktops', {
      sentence: 'The tabs show the products of their group',
      async check({ seen, ask }) {
        const page = await seen('/product')
        const { data } = await ask('/v1/product/selectAllList')
        for (const [tab, group] of [
          ['建筑机器人', 'cpxtList'],
          ['建筑标准化产品', 'jzbhList'],
          ['智慧工地产品', 'zhgdList'],
        ] as const) {
          await page.getByRole('tab', { name: tab }).click()
          const names = data[group].map(({ coverName }: { coverName: string }) => coverName).sort()
          await becomes(names, async () => (await texts(page.locator('#catalogue a.card h3'))).sort())
        }
      },
    }),
    ...inFile(
      'phonesAndCalls',
      {
        sentence: 'The product centre of phones begins with the first tab',
        asks: 'site',
        async check({ seen }) {
          const tabs = (await seen('/zhuyingyewu', 'phone')).getByRole('tab')
          assert.equal(await tabs.first().getAttribute('aria-selected'), 'true')
        },
      },
      {
        sentence: 'A tap on the floating telephone opens the drawer',
        asks: 'site',
        async check({ seen }) {
          const page = await seen('/mobile', 'phone')
          await inDrawer(page, async () => {}, page.locator('.phone-button'))
        },
      },
    ),
    { sentence: 'A password can be shown and hidden', asks: 'site', check: revealed },
    {
      sentence: 'Guard: who is signed in is led from /login to the dashboard',
      check: async (world) => assert.equal((await cameBack(world)).path, '/dashboard'),
    },
    {
      sentence: 'Guard: a user whose name is not loaded is loaded',
      check: async (world) => assert.ok((await cameBack(world)).calls.includes('/v1/indexLogin/userInfo')),
    },
    {
      sentence: 'Guard: when that fails the token is removed',
      async check(world) {
        for (const { stored, session } of await unknownUser(world)) {
          assert.deepEqual([stored.token, stored.userId], [undefined, undefined])
          assert.equal(session.code, 401, 'nor does the cookie that no script sees open anything')
        }
      },
    },
    {
      sentence: 'Guard: the error is shown',
      check: async (world) => assert.equal((await unknownUser(world))[1]?.message, '账号资料读不出来'),
    },
    {
      sentence: 'Guard: an error without words is shown as Has Error',
      check: async (world) => assert.equal((await unknownUser(world))[0]?.message, 'Has Error'),
    },
    {
      sentence: 'Guard: then /login opens, with the path to return to',
      check: async (world) => assert.equal((await unknownUser(world))[0]?.path, '/login?redirect=%2FAdminNews'),
    },
    {
      sentence: 'Guard: without a token all public pages are open',
      otherForm: 'Without a token the back office leads to the login',
      why: 'screens that nobody may use would open, and all of their calls fail',
      ...site(async (world) => {
        await openToAll.check(world)
        await leads(world.server.url, '/AdminNews', '/login?redirect=%2FAdminNews')
      }),
    },
    {
      sentence:
        'Signing out with isDeadlineToken 0 makes the call, clears the storage and the token, and leads to /login with the path',
      async check({ staff }) {
        const page = await staff('/AdminProduct')
        assert.equal((await stored(page)).isDeadlineToken, '0')
        assert.ok((await signsOut(page, toProducts)).includes('/item/user/logout'))
        assert.deepEqual(await stored(page), {})
        assert.deepEqual(await cookieNames(page), [])
      },
    },
    {
      sentence:
        'Signing out with isDeadlineToken 1 makes the call and leads to /login with the path, and clears nothing',
      async check({ staff }) {
        const page = await staff('/AdminProduct', { remember: true })
        const before = await stored(page)
        assert.equal(before.isDeadlineToken, '1')
        assert.ok((await signsOut(page, toProducts)).includes('/item/user/logout'))
        assert.deepEqual(await stored(page), before)
        assert.deepEqual(await cookieNames(page), [])
      },
    },
    {
      sentence: 'Signing out with any other value leads straight to /login',
      otherForm: 'Signing out with any other value makes the call where a session is left',
      why: 'a browser whose storage was emptied would stay signed in',
      async check({ staff }) {
        const page = await staff('/AdminProduct')
        await page.evaluate(() => localStorage.removeItem('isDeadlineToken'))
        assert.ok((await signsOut(page, '/login')).includes('/item/user/logout'))
        assert.notEqual((await stored(page)).userId, undefined, 'nothing is cleared')
      },
    },
    {
      sentence: 'New password: the reply with an empty code closes the dialog with a message',
      async check(world) {
        const { code, message } = await changed(world)
        assert.deepEqual([code, message], ['', '修改成功！'])
      },
    },
    {
      sentence: 'New password: after 2,000 ms the storage and the token are gone and the page is loaded again',
      async check(world) {
        const { before, after, cookies } = await loadedAgain(world)
        assert.notEqual(before.token, undefined)
        assert.deepEqual([after, cookies], [{}, []])
      },
    },
    {
      sentence: 'New password: a failure changes nothing and keeps what was typed',
      otherForm: 'A refused change of the password is shown',
      why: 'silence looks like success, and the next login fails',
      async check({ office, server }) {
        await fromMenu(await office('/dashboard'), '修改密码', '修改密码', async (dialog) => {
          for (const label of ['旧密码', '新密码', '确认密码'])
            await dialog.getByLabel(label, { exact: true }).fill('another-one')
          await press(dialog, '确定')
          await says(dialog, '旧密码不正确')
          const typed = await dialog
            .locator('input[type=password]')
            .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
          assert.deepEqual(typed, ['another-one', 'another-one', 'another-one'])
        })
        await server.signIn()
      },
    },
    {
      sentence: 'Application: it is checked when it is sent',
      async check(world) {
        const messages = {
          desktop: ['请输入公司名称', '请输入联系人', '请输入手机号码'],
          phone: ['请输入公司名称', '请输入您的姓名', '手机号不能为空'],
        }
        for (const device of devices) {
          const form = await refused(world, device, '', '', '')
          await becomes(messages[device], () => errors(form))
        }
      },
    },
    {
      sentence: 'Application: a valid one is sent',
      async check(world) {
        for (const { company } of await valid(world)) assert.equal(company, '行的公司')
      },
    },
    {
      sentence: 'Application: 申请成功！ is shown',
      async check(world) {
        for (const { message } of await valid(world)) assert.match(message, /^申请成功！/)
      },
    },
    {
      sentence: 'Application: then the form is empty',
      async check(world) {
        for (const { left } of await valid(world)) assert.deepEqual(left, ['', '', ''])
      },
    },
    {
      sentence: 'Application: an invalid one is not sent',
      async check(world) {
        for (const device of devices) {
          const form = await refused(world, device, '行的公司', ' ', '1380000000')
          await becomes(2, async () => (await errors(form)).length)
        }
      },
    },
    {
      sentence: 'A button with a guard is disabled for 1,000 ms after a click',
      async check(world) {
        const page = await form(world, '/login')
        await page.getByLabel('登录账号').fill(admin.username)
        await page.getByLabel('登录密码', { exact: true }).fill('another-one')
        await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
        await page.route('**/v1/indexLogin/loginAuth', (route) => route.abort(), { times: 1 })
        const button = page.locator('form button[type=submit]')
        await button.click()
        await page.getByText(/网络连接失败/).waitFor()
        await page.clock.runFor(999)
        assert.equal(await button.isDisabled(), true)
        await page.clock.runFor(1)
        await becomes(false, () => button.isDisabled())
      },
    },
  ],
  mutants: [
    {
      from: /=2e3,(\w+=\{password:)/g,
      to: '=1e3,$1',
      breaks: ['New password: after 2,000 ms the storage and the token are gone and the page is loaded again'],
    },
    {
      from: /\w+\(\)&&localStorage\.clear\(\),/g,
      to: '',
      breaks: [
        'Signing out with isDeadlineToken 0 makes the call, clears the storage and the token, and leads to /login with the path',
      ],
    },
    {
      from: '"isDeadlineToken":1',
      to: '"isDeadlineToken":2',
      breaks: [
        'Signing out with isDeadlineToken 1 makes the call and leads to /login with the path, and clears nothing',
      ],
    },
    { from: 'Has Error', to: 'Error', breaks: ['Guard: an error without words is shown as Has Error'] },
    { from: '申请成功！', to: '收到申请！', breaks: ['Application: 申请成功！ is shown'] },
    // On desktops alone.
    {
      from: /(\w+)\.value="";(\w+\?\.sent)/g,
      to: '$1.value=innerWidth>992?$1.value:"";$2',
      breaks: ['Application: then the form is empty'],
    },
    {
      from: /if\((\w+)\)(return \w+\(\{phase:"open"\}\),)/g,
      to: 'if($1&&innerWidth<992)$2',
      breaks: ['Application: it is checked when it is sent', 'Application: an invalid one is not sent'],
    },
  ],
}
