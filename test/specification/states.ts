import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { cookieNames, question, row, stored } from '../browser/staff.ts'
import { stopClock } from '../browser/waiting.ts'
import { admin } from '../server.ts'
import {
  type AnyWorld,
  becomes,
  callsOf,
  errors,
  form,
  formOf,
  found,
  fromMenu,
  list,
  made,
  officeOf,
  pictureOf,
  press,
  removedAfter,
  revealed,
  rowForm,
  says,
  search,
  texts,
  userMenu,
} from './office.ts'
import type { Section } from './row.ts'

/** A record of the row alone, in its list. */
async function listed(world: AnyWorld, kind: 'product' | 'news' | 'carousel', title: string): Promise<Page> {
  await made(world, kind, title, {})
  const paths = { product: '/AdminProduct', news: '/AdminNews', carousel: '/AdminCarousel' }
  const page = await list(world, paths[kind])
  await press(search(page), '重置')
  await row(page, title).waitFor()
  return page
}

/** The fields of what is only shown can be read, not changed, and nothing saves them. */
async function isReadOnly(form: Locator, title: string): Promise<void> {
  await becomes(title, () => form.locator('[name=coverName], [name=newTitle]').inputValue())
  const fields = form.locator('input:not([hidden]), select, textarea')
  assert.ok((await fields.count()) > 3)
  const enabled = await fields.evaluateAll((all) =>
    all.filter((each) => !each.matches(':disabled')).map((each) => each.outerHTML),
  )
  assert.deepEqual(enabled, [])
  assert.equal(await form.locator('[contenteditable=true]').count(), 0)
}
async function cannotSave(form: Locator): Promise<void> {
  await form.locator('form').waitFor()
  assert.equal(await form.getByRole('button', { name: /^(发布|更新|保存草稿|确定|取消)$/ }).count(), 0)
}

/** Opens the form of a record, which is asked for by its id first. */
async function loadsFirst(page: Page, title: string, form: string, id = 'none'): Promise<void> {
  const asked = page.waitForRequest((sent) => /detail/.test(sent.url()) && sent.postData()?.includes(id) === true)
  await rowForm(page, title, '编辑', form, async (form) => {
    await asked
    await becomes(title, () => form.locator('[name=coverName], [name=newTitle]').inputValue())
  })
}

/** A page that is opened again while the name of its user cannot be loaded for this reason. */
async function unknownUser({ staff }: AnyWorld, msg: string): Promise<Page> {
  const { page } = await staff('/AdminNews')
  const reply = { status: 500, json: { code: 500, msg, data: null } }
  await page.route('**/v1/indexLogin/userInfo', (route) => route.fulfill(reply))
  await page.reload()
  await page.waitForURL('**/login?**')
  return page
}

/** Signs out from a list of products; resolves to the calls that it makes. */
async function signsOut(page: Page, to: string): Promise<string[]> {
  return callsOf(page, async () => {
    await userMenu(page, '退出登录')
    await page.waitForURL((url) => url.pathname + url.search === to)
  })
}
const toProducts = '/login?redirect=%2FAdminProduct'

/** Somebody has just changed a password, and the time of the page stands still. */
async function changed(world: AnyWorld, name: string): Promise<Page> {
  const { page, login } = await officeOf(world, name, 'editor')
  await page.clock.install()
  await page.reload()
  await userMenu(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码', { exact: true }).fill(login.password)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
  await stopClock(page)
  const reply = page.waitForResponse('**/getAssignRole')
  await press(dialog, '确定')
  assert.equal((await (await reply).json()).code, '')
  await dialog.waitFor({ state: 'detached' })
  return page
}

/** The form of phones, filled in and sent. */
async function applied(world: AnyWorld, company: string, person: string, phone: string): Promise<Page> {
  const page = await form(world, '/dailijiameng')
  await page.getByLabel('公司名称').fill(company)
  await page.getByLabel('您的姓名').fill(person)
  await page.getByLabel('手机号码').fill(phone)
  await press(page, /^(提交申请|重试)$/)
  return page
}
const valid = (world: AnyWorld, person: string): Promise<Page> => {
  removedAfter(world, 'agent', person)
  return applied(world, '行的公司', person, '13800000009')
}

export const states: Section = {
  section: '4 States and transitions',
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
          await form.locator('input[name=coverUrl]').setInputFiles(pictureOf(200))
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
      async check(world) {
        const page = await listed(world, 'product', '看的产品')
        await rowForm(page, '看的产品', '查看', '查看产品', (form) =>
          becomes('看的产品', () => form.getByLabel('产品名称').inputValue()),
        )
      },
    },
    {
      sentence: 'Product dialog: what is only shown has its fields disabled',
      async check(world) {
        const page = await listed(world, 'product', '只看的产品')
        await rowForm(page, '只看的产品', '查看', '查看产品', (form) => isReadOnly(form, '只看的产品'))
      },
    },
    {
      sentence: 'Product dialog: what is only shown has no buttons to save',
      async check(world) {
        const page = await listed(world, 'product', '不存的产品')
        await rowForm(page, '不存的产品', '查看', '查看产品', cannotSave)
      },
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
      asks: 'office',
      check: async (world) =>
        formOf(await list(world, '/AdminCarousel'), '上传图片', '上传图片', async (form) =>
          assert.equal(await form.getByRole('heading').first().textContent(), '上传图片'),
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
      asks: 'office',
      check: async (world) =>
        formOf(await list(world, '/AdminNews'), '新增', '新增新闻', async (form) => {
          assert.equal(await form.getByLabel('新闻标题').inputValue(), '')
          await form.getByRole('button', { name: '发布', exact: true }).waitFor()
        }),
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
        const page = await listed(world, 'news', '只看的新闻')
        await rowForm(page, '只看的新闻', '查看', '查看新闻', async (form) => {
          await isReadOnly(form, '只看的新闻')
          await cannotSave(form)
        })
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
    {
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
    },
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
        await page.locator('.phone-button').tap()
        const drawer = page.getByRole('dialog', { name: '拨打电话' })
        await drawer.waitFor()
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'hidden' })
      },
    },
    { sentence: 'A password can be shown and hidden', asks: 'site', check: revealed },
    {
      sentence: 'Guard: who is signed in is led from /login to the dashboard',
      async check({ staff }) {
        const { page } = await staff('/AdminNews')
        await page.goto('/login')
        await page.waitForURL('**/dashboard')
      },
    },
    {
      sentence: 'Guard: a user whose name is not loaded is loaded',
      async check({ staff }) {
        const { page } = await staff('/AdminNews')
        const calls = await callsOf(page, async () => {
          await page.reload()
          await page.locator('.user-button').getByText(admin.username).waitFor()
        })
        assert.ok(calls.includes('/v1/indexLogin/userInfo'))
      },
    },
    {
      sentence: 'Guard: when that fails the token is removed',
      otherForm: 'A failed guard removes the token that scripts see, not the cookie item_token',
      why: 'no script can remove an HttpOnly cookie, and a server that cannot answer cannot end the session either',
      async check(world) {
        const page = await unknownUser(world, '')
        const { token, userId } = await stored(page)
        assert.deepEqual([token, userId], [undefined, undefined])
        assert.deepEqual(await cookieNames(page), ['item_token'])
      },
    },
    {
      sentence: 'Guard: the error is shown',
      check: async (world) => says(await unknownUser(world, '账号资料读不出来'), '账号资料读不出来'),
    },
    {
      sentence: 'Guard: an error without words is shown as Has Error',
      check: async (world) => says(await unknownUser(world, ''), 'Has Error'),
    },
    {
      sentence: 'Guard: then /login opens, with the path to return to',
      async check(world) {
        const { pathname, search } = new URL((await unknownUser(world, '')).url())
        assert.equal(pathname + search, '/login?redirect=%2FAdminNews')
      },
    },
    {
      sentence: 'Guard: without a token all public pages are open',
      otherForm: 'Without a token the back office leads to the login',
      why: 'screens that nobody may use would open, and all of their calls fail',
      asks: 'site',
      async check({ server }) {
        const get = (path: string) => fetch(server.url + path, { redirect: 'manual' })
        for (const path of ['/', '/product', '/xwdt', '/dljm', '/gywm', '/xiangmuanli', '/yingyongchangjing', '/map'])
          assert.equal((await get(path)).status, 200, path)
        const office = await get('/AdminNews')
        assert.equal(office.headers.get('location'), '/login?redirect=%2FAdminNews')
      },
    },
    {
      sentence:
        'Signing out with isDeadlineToken 0 makes the call, clears the storage and the token, and leads to /login with the path',
      async check({ staff }) {
        const { page } = await staff('/AdminProduct')
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
        const { page } = await staff('/AdminProduct', { remember: true })
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
        const { page } = await staff('/AdminProduct')
        await page.evaluate(() => localStorage.removeItem('isDeadlineToken'))
        assert.ok((await signsOut(page, '/login')).includes('/item/user/logout'))
        assert.notEqual((await stored(page)).userId, undefined, 'nothing is cleared')
      },
    },
    {
      sentence: 'New password: the reply with an empty code closes the dialog with a message',
      check: async (world) => says(await changed(world, '换密码一'), '修改成功！'),
    },
    {
      sentence: 'New password: after 2,000 ms the storage and the token are gone and the page is loaded again',
      async check(world) {
        const page = await changed(world, '换密码二')
        await page.clock.runFor(1999)
        assert.notEqual((await stored(page)).token, undefined)
        await page.clock.runFor(1)
        await page.waitForURL('**/login?**')
        assert.deepEqual(await stored(page), {})
        assert.deepEqual(await cookieNames(page), [])
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
        const page = await applied(world, '', '', '')
        await becomes(['请输入公司名称', '请输入您的姓名', '手机号不能为空'], () => errors(page))
      },
    },
    {
      sentence: 'Application: a valid one is sent',
      async check(world) {
        await valid(world, '行的申请')
        await becomes(['行的公司'], async () =>
          (await found(world, 'agent', '行的申请')).map(({ agentInfo = '' }) => agentInfo),
        )
      },
    },
    {
      sentence: 'Application: 申请成功！ is shown',
      check: async (world) => says(await valid(world, '成功的申请'), /^申请成功！/),
    },
    {
      sentence: 'Application: then the form is empty',
      async check(world) {
        const page = await valid(world, '清空的申请')
        await says(page, /^申请成功！/)
        for (const label of ['公司名称', '您的姓名', '手机号码'])
          assert.equal(await page.getByLabel(label).inputValue(), '', label)
      },
    },
    {
      sentence: 'Application: an invalid one is not sent',
      async check(world) {
        const page = await form(world, '/dailijiameng')
        const calls = await callsOf(page, async () => {
          await applied(world, '行的公司', '王', '1380000000')
          await becomes(2, async () => (await errors(page)).length)
        })
        assert.deepEqual(calls, [])
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
  ],
}
