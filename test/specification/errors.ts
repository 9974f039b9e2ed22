import assert from 'node:assert/strict'
import { question, row } from '../browser/staff.ts'
import { openForm, sentApplication } from './applying.ts'
import { inFile, type Section } from './row.ts'
import { complaint, failing, nextMessage, opened, quietScreen, savedProduct } from './officeForms.ts'
import { closeDialogs, form as formAt, freshList, sendPassword, userMenu } from './office.ts'
import { unknownUser } from './states.ts'
import {
  articleCoverLimit,
  chosenMaterials,
  coverLimit,
  incompleteSystem,
  logoLimit,
  notInserted,
  photoLimit,
} from './validation.ts'
import { added, carousel, type Kind, news, product } from './wire.ts'
import type { World } from './world.ts'

/** The question before a record is deleted, which is cancelled. */
async function askedBefore(world: World, path: string, kind: Kind, title: string): Promise<string> {
  await added(world, kind, { [kind.title]: title })
  const page = await freshList(world, path)
  await row(page, title)
    .getByRole('button', { name: /^删除：/ })
    .click()
  const words = await question(page).locator('.question').innerText()
  await question(page).getByRole('button', { name: '取消' }).click()
  return words
}

export const errors: Section = {
  section: '8 Error catalogue',
  file: 'forms',
  rows: [
    {
      sentence: 'An upload succeeds with 上传成功！',
      async check(world) {
        for (const limit of [coverLimit, articleCoverLimit, photoLimit, logoLimit])
          assert.equal((await limit(world)).said, '上传成功！')
      },
    },
    {
      sentence: 'A picture that is too large has its message',
      check: async (world) => assert.match((await photoLimit(world)).message, /^上传封面图片大小不能超过2MB！/),
    },
    {
      sentence: 'A picture that cannot be put into a text has its message',
      check: async (world) => assert.match(await notInserted(world), /^插入图片失败：存不下/),
    },
    {
      sentence: 'A logo that is too large has its message',
      check: async (world) => assert.match((await logoLimit(world)).message, /^上传LOGO大小不能超过0.1MB！/),
    },
    {
      sentence: 'An incomplete form of the system has its message',
      check: async (world) => assert.equal(await incompleteSystem(world), '请填写完整信息'),
    },
    {
      sentence: 'A material over 5 MB has its message',
      check: async (world) => assert.match((await chosenMaterials(world)).large, /上传文件大小不能超过5MB！/),
    },
    {
      sentence: 'A browser that cannot fill the screen is warned about',
      async check(world) {
        const page = await quietScreen(world, '/dashboard')
        await page.evaluate(() =>
          Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }),
        )
        await page.getByRole('button', { name: '全屏' }).click()
        assert.equal(await nextMessage(page, '.toast.warning'), '您的浏览器不支持全屏！')
        await page.evaluate(() => Reflect.deleteProperty(document, 'fullscreenEnabled'))
      },
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
      sentence: 'A photo that was not deleted shows the message of the reply',
      async check(world) {
        const page = await quietScreen(world, '/AdminCarousel')
        world.t.after(() => closeDialogs(page))
        await failing(world.t, page, '/v1/operation/start', '这张图片删不掉')
        await page
          .getByRole('button', { name: /^删除：/ })
          .filter({ visible: true })
          .first()
          .click()
        await question(page).getByRole('button', { name: '删除' }).click()
        assert.equal(await nextMessage(page), '这张图片删不掉')
      },
    },
    {
      sentence: 'A detail that cannot be loaded leaves the form empty',
      async check({ t, office }) {
        const page = await office('/AdminProduct')
        t.after(() => closeDialogs(page))
        for (const path of ['/v1/draft/detail', product.detail]) await failing(t, page, path, '读不到')
        await page.locator('.row-title').filter({ visible: true }).first().click()
        const form = page.getByRole('dialog')
        assert.match(await complaint(form), /^读不到/)
        await form.getByRole('textbox').first().waitFor()
        const typed = await form
          .locator('input[type=text], textarea')
          .evaluateAll((all) => all.map((each) => Object(each).value))
        assert.deepEqual([...new Set(typed)], [''])
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
        await failing(world.t, page, '/v1/draft/publish', '保存失败了')
        await form.getByRole('button', { name: '发布', exact: true }).click()
        assert.match(await complaint(form), /^保存失败了/)
        assert.equal(await form.getByLabel('标题').inputValue(), '没有保存')
        await closeDialogs(page)

        await failing(world.t, page, news.list, '列表坏了')
        await freshList(world, '/AdminNews')
        assert.match(await complaint(page.locator('.data')), /列表坏了/)
      },
    },
    {
      sentence: 'Failures of the login and of a new password are logged or ignored',
      otherForm: 'Failures of the login and of a new password are shown',
      why: 'who is not let in must know whether the name, the password or the line was it',
      async check(world) {
        const { t } = world
        const page = await formAt(world, '/login')
        await failing(t, page, '/v1/indexLogin/loginAuth', '登录坏了')
        await page.getByLabel('登录账号').fill('admin')
        await page.getByLabel('登录密码', { exact: true }).fill('whatever')
        await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
        await page.getByRole('button', { name: '立即登录' }).click()
        assert.equal(await complaint(page.locator('form')), '登录坏了')

        const own = await quietScreen(world, '/dashboard')
        t.after(() => closeDialogs(own))
        await userMenu(own, '修改密码')
        await failing(t, own, '/service-basics-item/sys/users/getAssignRole', '密码坏了')
        await sendPassword(own.getByRole('dialog', { name: '修改密码' }), 'an-old-secret')
        assert.equal(await nextMessage(own), '密码坏了')
      },
    },
    {
      sentence: 'A failure of the guard shows its message or Has Error',
      check: async (world) =>
        assert.deepEqual(
          (await unknownUser(world)).map(({ message }) => message),
          ['Has Error', '账号资料读不出来'],
        ),
    },
    {
      sentence: 'A failure is passed on to who has made the call',
      async check(world) {
        const { page, form, field } = await openForm(world, 'desktop')
        await failing(world.t, page, '/v1/agent/saveAgent', '没有收下')
        await field('company').fill('失败的公司')
        await field('person').fill('败先生')
        await field('phone').fill('13900000501')
        await form.locator('button[type=submit]').click()
        assert.match(await complaint(form), /没有收下/)
      },
    },
    ...inFile(
      'phonesAndCalls',
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
        sentence: 'Deleting asks under the title 提示',
        check: async (world) => assert.equal((await savedProduct(world)).asked.title, '提示'),
      },
      {
        sentence: 'Product: 是否确认删除名称为：X 的数据？',
        check: async (world) =>
          assert.match((await savedProduct(world)).asked.words, /^是否确认删除名称为：走完了的产品 的数据？/),
      },
      {
        sentence: 'Cancelling does nothing',
        check: async (world) => assert.equal((await savedProduct(world)).leftByCancelling, 1),
      },
    ),
  ],
  mutants: [
    { from: '上传成功！', to: '好了', breaks: ['An upload succeeds with 上传成功！'] },
    { from: '添加成功！', to: '好了', breaks: ['What is added succeeds with 添加成功！'] },
    { from: '修改成功！', to: '好了', breaks: ['What is changed succeeds with 修改成功！'] },
    { from: '删除成功！', to: '好了', breaks: ['What is deleted succeeds with 删除成功！'] },
    { from: '申请成功！', to: '好了', breaks: ['An application succeeds with 申请成功！'] },
    { from: '上传封面图片大小', to: '图片大小', breaks: ['A picture that is too large has its message'] },
    { from: '插入图片失败', to: '没有插入', breaks: ['A picture that cannot be put into a text has its message'] },
    { from: '不能超过0.1MB！', to: '不能超过1MB！', breaks: ['A logo that is too large has its message'] },
    { from: '请填写完整信息', to: '不完整', breaks: ['An incomplete form of the system has its message'] },
    { from: '不能超过5MB！', to: '不能超过10MB！', breaks: ['A material over 5 MB has its message'] },
    { from: '您的浏览器不支持全屏！', to: '不支持', breaks: ['A browser that cannot fill the screen is warned about'] },
    { from: '是否确认删除名称为：', to: '删除', breaks: ['Product: 是否确认删除名称为：X 的数据？'] },
    { from: '是否确认删除当前标题为 ', to: '删除', breaks: ['Carousel: 是否确认删除当前标题为 X 的图片？'] },
    { from: '是否确认删除当前标题为：', to: '删除', breaks: ['News: 是否确认删除当前标题为：X 的数据？'] },
    // The message of a failed call is lost.
    {
      from: /(new [\w$]+\(\w+\.status,)\w+\.msg,/g,
      to: '$1"失败",',
      breaks: [
        'A photo that was not deleted shows the message of the reply',
        'A detail that cannot be loaded leaves the form empty',
        'Other failures of lists and saves are ignored',
        'Failures of the login and of a new password are logged or ignored',
        'A failure of the guard shows its message or Has Error',
        'A failure is passed on to who has made the call',
      ],
    },
  ],
}
