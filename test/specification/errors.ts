import assert from 'node:assert/strict'
import { call } from '../../client/lib/call.ts'
import { visit } from '../browser/browser.ts'
import { question, row, staff } from '../browser/staff.ts'
import { onePixel, png, pngOf } from '../uploads/pictures.ts'
import { sentApplication } from './applying.ts'
import type { Section } from './row.ts'
import { chooseSized, failing, nextMessage, opened, savedProduct, systemForm } from './officeForms.ts'
import { closeDialogs } from './office.ts'
import { added, carousel, type Kind, news, product } from './wire.ts'
import type { World } from './world.ts'

const picture = (bytes: Buffer) => ({ name: 'a.png', mimeType: 'image/png', buffer: bytes })

/** The question before a record is deleted, which is cancelled. */
async function askedBefore(world: World, path: string, kind: Kind, title: string): Promise<string> {
  await added(world, kind, { [kind.title]: title })
  const page = await world.office(path)
  await page.reload()
  await row(page, title)
    .getByRole('button', { name: /^删除：/ })
    .click()
  const words = await question(page).locator('.question').innerText()
  await question(page).getByRole('button', { name: '取消' }).click()
  return words
}

export const errors: Section = {
  section: '8 Error catalogue',
  rows: [
    {
      sentence: 'An upload succeeds with 上传成功！',
      async check(world) {
        const form = await systemForm(world)
        await form.locator('input[type=file]:enabled').setInputFiles(picture(png(9, 8)))
        assert.equal(await nextMessage(form.page()), '上传成功！')
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'What is added succeeds with 添加成功！',
      check: async (world) => assert.equal((await savedProduct(world)).added, '添加成功！'),
    },
    {
      sentence: 'What is changed succeeds with 修改成功！',
      check: async (world) => assert.equal((await savedProduct(world)).changed, '修改成功！'),
    },
    {
      sentence: 'What is deleted succeeds with 删除成功！',
      check: async (world) => assert.equal((await savedProduct(world)).deleted, '删除成功！'),
    },
    {
      sentence: 'An application succeeds with 申请成功！',
      async check(world) {
        for (const device of ['desktop', 'phone'] as const)
          assert.match((await sentApplication(world, device)).message, /^申请成功！/, device)
      },
    },
    {
      sentence: 'A picture that is too large has its message',
      async check(world) {
        const form = await opened(world, '/AdminCarousel', '上传图片')
        await chooseSized(form.locator('input[type=file]:enabled'), { 'a.png': 2_097_152 })
        await form.getByText('上传封面图片大小不能超过2MB！').first().waitFor()
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'A picture that cannot be put into a text has its message',
      async check(world) {
        const form = await opened(world, '/AdminNews', '新增')
        const page = form.page()
        await page.route('**/v1/file/upload', (route) => route.abort())
        await form.locator('.editor input[type=file]:enabled').first().setInputFiles(picture(onePixel))
        await form.getByText(/^插入图片失败/).waitFor()
        await page.unroute('**/v1/file/upload')
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'A logo that is too large has its message',
      async check(world) {
        const form = await systemForm(world)
        await form.locator('input[type=file]:enabled').setInputFiles(picture(pngOf(104_858)))
        await form.getByText('上传LOGO大小不能超过0.1MB！').waitFor()
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'An incomplete form of the system has its message',
      async check(world) {
        const form = await systemForm(world)
        await form.getByLabel('系统名称').fill('')
        await form.getByRole('button', { name: '确定' }).click()
        assert.equal(await nextMessage(form.page(), '.toast.warning'), '请填写完整信息')
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'A material over 5 MB has its message',
      async check(world) {
        const form = await opened(world, '/profile', '上传资料')
        await chooseSized(form.locator('input[type=file]'), { '大.zip': 5_242_881 })
        await form.getByText('上传文件大小不能超过5MB！').waitFor()
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'A browser that cannot fill the screen is warned about',
      async check({ office }) {
        const page = await office('/dashboard')
        await page.evaluate(() =>
          Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }),
        )
        await page.getByRole('button', { name: '全屏' }).click()
        assert.equal(await nextMessage(page, '.toast.warning'), '您的浏览器不支持全屏！')
        await page.evaluate(() => Reflect.deleteProperty(document, 'fullscreenEnabled'))
      },
    },
    {
      sentence: 'Deleting asks under the title 提示',
      check: async (world) => assert.equal((await savedProduct(world)).asked.title, '提示'),
    },
    {
      sentence: 'Product: 是否确认删除名称为：X 的数据？',
      check: async (world) =>
        assert.match((await savedProduct(world)).asked.words, /^是否确认删除名称为：走完了的产品 的数据？/),
    },
    {
      sentence: 'Carousel: 是否确认删除当前标题为 X 的图片？',
      check: async (world) =>
        assert.match(
          await askedBefore(world, '/AdminCarousel', carousel, '问到的图片'),
          /^是否确认删除当前标题为 问到的图片 的图片？/,
        ),
    },
    {
      sentence: 'News: 是否确认删除当前标题为：X 的数据？',
      check: async (world) =>
        assert.match(
          await askedBefore(world, '/AdminNews', news, '问到的新闻'),
          /^是否确认删除当前标题为：问到的新闻 的数据？/,
        ),
    },
    {
      sentence: 'Cancelling does nothing',
      check: async (world) => assert.equal((await savedProduct(world)).leftByCancelling, 1),
    },
    {
      sentence: 'A photo that was not deleted shows the message of the reply',
      async check(world) {
        const page = await world.office('/AdminCarousel')
        await failing(page, '/v1/operation/start', '这张图片删不掉')
        await page
          .getByRole('button', { name: /^删除：/ })
          .filter({ visible: true })
          .first()
          .click()
        await question(page).getByRole('button', { name: '删除' }).click()
        assert.equal(await nextMessage(page), '这张图片删不掉')
        await page.unroute('**/v1/operation/start')
      },
    },
    {
      sentence: 'A detail that cannot be loaded leaves the form empty',
      async check(world) {
        const page = await world.office('/AdminProduct')
        const details = '/v1/draft/detail'
        await failing(page, details, '读不到')
        await failing(page, product.detail, '读不到')
        await page.locator('.row-title').filter({ visible: true }).first().click()
        const form = page.getByRole('dialog')
        await form.getByText('读不到').first().waitFor()
        const typed = await form
          .locator('input[type=text], textarea')
          .evaluateAll((all) => all.map((each) => Object(each).value))
        assert.deepEqual([...new Set(typed)], [''])
        for (const path of [details, product.detail]) await page.unroute(`**${path}`)
        await closeDialogs(form.page())
      },
    },
    {
      sentence: 'Other failures of lists and saves are ignored',
      otherForm: 'Failures of lists and saves are shown',
      why: 'silence loses what people have typed, and shows old rows as if they were new',
      async check(world) {
        const form = await opened(world, '/AdminCarousel', '上传图片')
        const page = form.page()
        await form.getByLabel('标题').fill('没有保存')
        await failing(page, '/v1/draft/publish', '保存失败了')
        await form.getByRole('button', { name: '发布', exact: true }).click()
        await page.getByText('保存失败了').first().waitFor()
        assert.equal(await form.getByLabel('标题').inputValue(), '没有保存')
        await page.unroute('**/v1/draft/publish')
        await closeDialogs(form.page())

        await failing(page, news.list, '列表坏了')
        await world.office('/AdminNews')
        await page.reload()
        await page.locator('.data').getByRole('alert').getByText('列表坏了').waitFor()
        await page.unroute(`**${news.list}`)
        await page.reload()
      },
    },
    {
      sentence: 'Failures of the login and of a new password are logged or ignored',
      otherForm: 'Failures of the login and of a new password are shown',
      why: 'who is not let in must know whether the name, the password or the line was it',
      async check({ t, server, office }) {
        const { page } = await visit(t, { server })
        await page.goto('/login')
        await failing(page, '/v1/indexLogin/loginAuth', '登录坏了')
        await page.getByLabel('登录账号').fill('admin')
        await page.getByLabel('登录密码', { exact: true }).fill('whatever')
        await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
        await page.getByRole('button', { name: '立即登录' }).click()
        await page.getByText('登录坏了').waitFor()

        const own = await office('/dashboard')
        await own.locator('.user-button').click()
        await own.getByRole('menuitem', { name: '修改密码' }).click()
        const form = own.getByRole('dialog', { name: '修改密码' })
        await failing(own, '/service-basics-item/sys/users/getAssignRole', '密码坏了')
        for (const label of ['旧密码', '新密码', '确认密码'])
          await form.getByLabel(label, { exact: true }).fill(`${label}很长很长的密码`.replace('确认', '新'))
        await form.getByRole('button', { name: '确定' }).click()
        await own.getByText('密码坏了').first().waitFor()
        await own.unroute('**/service-basics-item/sys/users/getAssignRole')
        await own.keyboard.press('Escape')
      },
    },
    {
      sentence: 'A failure of the guard shows its message or Has Error',
      async check({ t, server }) {
        for (const [msg, shown] of [
          ['', 'Has Error'],
          ['门坏了', '门坏了'],
        ] as const) {
          const { page } = await staff(t, '/dashboard', { server })
          await failing(page, '/v1/indexLogin/userInfo', msg)
          await page.reload()
          await page.waitForURL(/\/login/)
          assert.equal(await nextMessage(page), shown)
        }
      },
    },
    {
      sentence: 'A failure is passed on to who has made the call',
      async check({ t }) {
        const reply = Response.json({ code: 404, msg: '没有它', data: null }, { status: 404 })
        t.mock.method(globalThis, 'fetch', async () => reply)
        await assert.rejects(call('newsDetail', { newId: 'gone' }), { code: 404, message: '没有它' })
      },
    },
  ],
}
