import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { chosen, chosenRow } from '../browser/materials.ts'
import { publishAsItIs } from '../browser/staff.ts'
import {
  type AnyWorld,
  becomes,
  callsOf,
  errors,
  type FormPath,
  form,
  formOf,
  fromMenu,
  inDialog,
  list,
  formPage,
  press,
  recordsOf,
  says,
} from './office.ts'
import { chooseSized, complaint, failing, nextMessage, quietScreen } from './officeForms.ts'
import { once } from './once.ts'
import type { Row, Section } from './row.ts'
import { site } from './site.ts'

const errorOf = (field: Locator): Promise<string> =>
  field.evaluate((input) => document.getElementById(`${input.getAttribute('aria-describedby')}`)?.textContent ?? '')
/** What a field says of a value a second after it was left. */
async function errorAfter(field: Locator, value: string): Promise<string> {
  await field.fill(value)
  await field.blur()
  await field.page().clock.runFor(1000)
  return errorOf(field)
}
async function errorsOf(world: AnyWorld, path: FormPath, label: string, values: string[]): Promise<string[]> {
  const field = (await formPage(world, path)).getByLabel(label)
  const all: string[] = []
  for (const value of values) all.push(await errorAfter(field, value))
  return all
}
/** A field of a form of visitors says this of these values, and nothing of others. */
const refuses = (
  sentence: string,
  path: FormPath,
  label: string,
  message: string,
  wrong: string[],
  right: string[] = [],
): Row => {
  const said = once((world: AnyWorld) => errorsOf(world, path, label, [...wrong, ...right]))
  return {
    sentence,
    ...site(async (world) =>
      assert.deepEqual(await said(world), [...wrong.map(() => message), ...right.map(() => '')]),
    ),
  }
}

/** Left empty, a field says this, also of a form that somebody sends, and nothing is sent. */
const requires = (sentence: string, path: FormPath, label: string, message: string): Row => ({
  sentence,
  ...site(async (world) => {
    assert.deepEqual(await errorsOf(world, path, label, [' ']), [message])
    const page = await form(world, path)
    const calls = await callsOf(page, async () => {
      await press(page, /^(提交申请|重试)$/)
      await page.clock.runFor(1000)
    })
    assert.deepEqual(calls, [])
    assert.equal(await errorOf(page.getByLabel(label)), message)
  }),
})

/** The numbers that begin so may have these third digits, and no others. */
const begins = (words: string, two: string, thirds: string): Row => ({
  sentence: `Agents on phones: a number may begin with ${words}`,
  asks: 'site',
  async check(world) {
    const digits = [...'0123456789']
    const messages = await errorsOf(
      world,
      '/dailijiameng',
      '手机号码',
      digits.map((third) => `${two}${third}00138000`),
    )
    assert.equal(digits.filter((_, at) => messages[at] === '').join(''), thirds)
    assert.ok(messages.every((words) => words === '' || words === '请正确输入11位手机号码'))
  },
})

export const companyLength = refuses(
  'Agents on phones: a company has 4 to 20 characters, else 长度在 4 到 20 个字符',
  '/dailijiameng',
  '公司名称',
  '长度在 4 到 20 个字符',
  ['字'.repeat(3), '字'.repeat(21)],
  ['字'.repeat(4), '字'.repeat(20)],
)
export const personLength = refuses(
  'Agents on phones: a name has 2 to 10 characters, else 长度在 2 到 10 个字符',
  '/dailijiameng',
  '您的姓名',
  '长度在 2 到 10 个字符',
  ['字', '字'.repeat(11)],
  ['字'.repeat(2), '字'.repeat(10)],
)
export const phoneLength = refuses(
  'Agents on phones: any other number is 请正确输入11位手机号码',
  '/dailijiameng',
  '手机号码',
  '请正确输入11位手机号码',
  ['1380013800', '138001380001', '03800138000', '10800138000', '11800138000', '12800138000'],
  ['13800138000'],
)
/** What is said 999 ms after the first keys, 999 ms after the last one, and a millisecond later. */
const saidLate = once(async (world: AnyWorld) => {
  const page = await form(world, '/dailijiameng')
  const number = page.getByLabel('手机号码')
  const said: string[] = [await errorAfter(number, '13800138000')]
  await number.fill('1')
  for (const step of [999, 999, 1]) {
    await page.clock.runFor(step)
    said.push(await errorOf(number))
    if (said.length === 2) await number.press('3')
  }
  return said
})
export const checkedLate = site(async (world) =>
  assert.deepEqual(await saidLate(world), ['', '', '', '请正确输入11位手机号码']),
)

const megabytes = 1_048_576
/** What is said of a picture of these bytes, and which calls are made; and the status of the upload of one that is a byte smaller. */
async function limitOf(page: Page, form: Locator, input: Locator, bytes: number) {
  let message = ''
  const calls = await callsOf(page, async () => {
    await chooseSized(input, { 'a.png': bytes })
    message = await complaint(form)
  })
  const sent = page.waitForResponse((reply) => /upload$/.test(reply.url()))
  await chooseSized(input, { 'a.png': bytes - 1 })
  // What the page asks for by itself meanwhile is none of it.
  const uploads = calls.filter((path) => path.endsWith('upload'))
  return { message, uploads, status: (await sent).status() }
}
/** The same, and what is said of the smaller one. */
async function saidOf(page: Page, form: Locator, input: Locator, bytes: number) {
  const limit = await limitOf(page, form, input, bytes)
  return { ...limit, said: await nextMessage(page) }
}
/** What can be done about it follows the message. */
function isUnder({ message, uploads, status }: Awaited<ReturnType<typeof limitOf>>, words: string): void {
  assert.ok(message.startsWith(words), message)
  assert.deepEqual([uploads, status], [[], 200])
}
const cover = (form: Locator): Locator => form.locator('input[type=file][accept*="image/"]:enabled').first()
const inText = (form: Locator): Locator => form.locator('.editor input[type=file]:enabled').first()

const newProduct = async <T>(world: AnyWorld, look: (form: Locator, page: Page) => T | Promise<T>): Promise<T> => {
  await list(world, '/AdminProduct')
  const page = await quietScreen(world, '/AdminProduct')
  return formOf(page, '新增', '新增产品', (form) => look(form, page))
}
const newArticle = async <T>(world: AnyWorld, look: (form: Locator, page: Page) => T | Promise<T>): Promise<T> => {
  await list(world, '/AdminNews')
  const page = await quietScreen(world, '/AdminNews')
  return formOf(page, '新增', '新增新闻', (form) => look(form, page))
}

/** A form that nothing was typed into is published. */
async function publishesNothing(world: AnyWorld, kind: 'product' | 'news', open: typeof newProduct): Promise<void> {
  const before = await recordsOf(world, kind)
  await open(world, async (form, page) => {
    await press(form, '发布')
    await publishAsItIs(page, '添加成功！')
  })
  const added = (await recordsOf(world, kind)).filter((id) => !before.includes(id))
  assert.equal(added.length, 1)
  await recordsOf(world, kind, added)
}

/** What the dialog of the password says of these values once 确定 is pressed. */
const password = (sentence: string, message: string, values: Readonly<Record<string, string>>): Row => ({
  sentence,
  check: async ({ office }) =>
    fromMenu(await office('/dashboard'), '修改密码', '修改密码', async (dialog) => {
      for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value)
      await press(dialog, '确定')
      await says(dialog, message)
    }),
})
const filled = { 旧密码: 'an-old-secret', 新密码: 'a-new-secret', 确认密码: 'a-new-secret' }

const system = async <T>(page: Page, look: (dialog: Locator) => T | Promise<T>): Promise<T> =>
  inDialog(page, '系统名称和LOGO', () => page.locator('.brand').click(), look)
const named = (dialog: Locator, name: string): Promise<void> => dialog.getByLabel('系统名称').fill(name)

export const photoLimit = once(async (world: AnyWorld) => {
  await list(world, '/AdminCarousel')
  const page = await quietScreen(world, '/AdminCarousel')
  return formOf(page, '上传图片', '上传图片', (form) => saidOf(page, form, cover(form), 2 * megabytes))
})
export const coverLimit = once((world: AnyWorld) =>
  newProduct(world, (form, page) => saidOf(page, form, form.locator('input[name=coverUrl]'), 2 * megabytes)),
)
export const articleCoverLimit = once((world: AnyWorld) =>
  newArticle(world, (form, page) => saidOf(page, form, form.locator('input[name=newCover]'), 2 * megabytes)),
)
/** The same of the logo, and what is said then. */
export const logoLimit = once(async (world: AnyWorld) => {
  const page = await quietScreen(world, '/dashboard')
  return system(page, (dialog) => saidOf(page, dialog, cover(dialog), 104_858))
})
/** What is said when a picture cannot be uploaded into a text, since there is no room. */
export const notInserted = once((world: AnyWorld) =>
  newArticle(world, async (form, page) => {
    await failing(world.t, page, '/v1/file/upload', '存不下')
    await chooseSized(inText(form), { 'a.png': 200 })
    return complaint(form)
  }),
)
export const incompleteSystem = once(async (world: AnyWorld) => {
  const page = await quietScreen(world, '/dashboard')
  return system(page, async (dialog) => {
    await named(dialog, '')
    await press(dialog, '确定')
    return nextMessage(page, '.toast.warning')
  })
})

/** Of four that are chosen, two at a time, the names of those that are kept, and the rows of the one that is too large and of one a byte smaller. */
export const chosenMaterials = once(async (world: AnyWorld) =>
  formOf(await list(world, '/profile'), '上传资料', '上传资料', async (dialog) => {
    const input = dialog.locator('input[type=file]')
    await chooseSized(input, { '一.zip': 1, '二.zip': 2 })
    await chooseSized(input, { '小.zip': 5 * megabytes - 1, '大.zip': 5 * megabytes })
    await says(chosenRow(dialog, '大.zip'), /不能超过/)
    const [small = '', large = ''] = await Promise.all(
      ['小.zip', '大.zip'].map((name) => chosenRow(dialog, name).innerText()),
    )
    return { kept: await chosen(dialog), small, large }
  }),
)

export const validation: Section = {
  section: '5 Validation rules',
  file: 'forms',
  rows: [
    {
      sentence: 'Login: without an account 请输入登录账号',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/login')
        await page.getByLabel('登录密码', { exact: true }).fill('123456')
        await press(page, '立即登录')
        await becomes('请输入登录账号', async () => (await errors(page))[0])
      },
    },
    {
      sentence: 'Login: a password under 6 characters is 密码不能少于6位',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/login')
        await page.getByLabel('登录账号').fill('somebody')
        for (const [value, message] of [
          ['', '密码不能少于6位'],
          ['12345', '密码不能少于6位'],
          ['123456', '请勾选用户协议'],
        ] as const) {
          await page.getByLabel('登录密码', { exact: true }).fill(value)
          await press(page, '立即登录')
          await becomes(message, async () => (await errors(page))[0])
        }
      },
    },
    {
      sentence: 'Login: without the agreement 请勾选用户协议, and nothing is sent',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/login')
        await page.getByLabel('登录账号').fill('somebody')
        await page.getByLabel('登录密码', { exact: true }).fill('123456')
        const calls = await callsOf(page, async () => {
          await press(page, '立即登录')
          await says(page, '请勾选用户协议')
        })
        assert.deepEqual(calls, [])
      },
    },
    requires('Dealers on desktops: without a company 请输入公司名称', '/dljm', '公司名称', '请输入公司名称'),
    requires('Dealers on desktops: without a person 请输入联系人', '/dljm', '联系人', '请输入联系人'),
    requires('Dealers on desktops: without a number 请输入手机号码', '/dljm', '手机号码', '请输入手机号码'),
    refuses(
      'Dealers on desktops: a wrong number is 请输入正确的手机号码',
      '/dljm',
      '手机号码',
      '请输入正确的手机号码',
      ['12', '1380013800a'],
    ),
    refuses(
      'Dealers on desktops: a number has 11 digits and begins with 1',
      '/dljm',
      '手机号码',
      '请输入正确的手机号码',
      ['1380013800', '138001380000', '23800138000'],
      ['10000000000', '13800138000'],
    ),
    requires('Agents on phones: without a company 请输入公司名称', '/dailijiameng', '公司名称', '请输入公司名称'),
    companyLength,
    {
      sentence: 'Agents on phones: fields are checked when they are left',
      asks: 'site',
      async check(world) {
        const company = (await form(world, '/dailijiameng')).getByLabel('公司名称')
        assert.equal(await errorAfter(company, '够长的名称'), '')
        await company.fill('三个字')
        assert.equal(await errorOf(company), '')
        await company.blur()
        assert.equal(await errorOf(company), '长度在 4 到 20 个字符')
      },
    },
    requires('Agents on phones: without a name 请输入您的姓名', '/dailijiameng', '您的姓名', '请输入您的姓名'),
    personLength,
    requires('Agents on phones: an empty number is 手机号不能为空', '/dailijiameng', '手机号码', '手机号不能为空'),
    refuses('Agents on phones: what is no number is 请输入数字', '/dailijiameng', '手机号码', '请输入数字', [
      '1380013800a',
    ]),
    phoneLength,
    begins('13, with any digit after it', '13', '0123456789'),
    begins('14, with certain digits', '14', '01456789'),
    begins('15, except 154', '15', '012356789'),
    begins('16, with 2, 5, 6 or 7', '16', '2567'),
    begins('17, with 0 to 8', '17', '012345678'),
    begins('18, with any digit after it', '18', '0123456789'),
    begins('19, with some left out', '19', '012356789'),
    { sentence: 'Agents on phones: the number is checked a second late', ...checkedLate },
    {
      sentence: 'The cover of a product is under 2 MB, else 上传封面图片大小不能超过2MB！ and no upload',
      check: async (world) => isUnder(await coverLimit(world), '上传封面图片大小不能超过2MB！'),
    },
    {
      sentence: 'A photo of the carousel is under 2 MB, with the same message and no upload',
      check: async (world) => isUnder(await photoLimit(world), '上传封面图片大小不能超过2MB！'),
    },
    {
      sentence: 'The cover of an article is under 2 MB, else 封面图片不能超过2MB！',
      check: async (world) => isUnder(await articleCoverLimit(world), '封面图片不能超过2MB！'),
    },
    {
      sentence: 'A picture in a text is under 2 MB, and is not sent otherwise',
      check: (world) =>
        newArticle(world, async (form, page) =>
          isUnder(await limitOf(page, form, inText(form), 2 * megabytes), '图片大小不能超过2MB！'),
        ),
    },
    {
      sentence: 'The hint says that only jpg and png are accepted',
      asks: 'office',
      check: (world) => newProduct(world, (form) => says(form, '只能上传jpg/png文件，且小于2MB')),
    },
    {
      sentence: 'The editor accepts jpg, jpeg and png',
      asks: 'office',
      check: (world) =>
        newArticle(world, async (form) =>
          // Chromium offers .jpg and .jpeg for the first.
          assert.equal(await inText(form).getAttribute('accept'), 'image/jpeg,image/png'),
        ),
    },
    {
      sentence: 'The cover of an article is checked for its size only',
      otherForm: 'The cover of an article is checked by its type, too',
      why: 'by size alone anything could be stored',
      check: (world) =>
        newArticle(world, async (form, page) => {
          const calls = await callsOf(page, async () => {
            await chooseSized(form.locator('input[name=newCover]'), { 'a.txt': 4 })
            await says(form, '只能上传jpg/png文件！')
          })
          assert.deepEqual(calls, [])
        }),
    },
    {
      sentence: 'A picture that could not be put into a text is 插入图片失败',
      check: async (world) => assert.match(await notInserted(world), /^插入图片失败/),
    },
    {
      sentence: 'No field of a product is required',
      otherForm: 'A path of a product that leads nowhere is refused',
      why: 'visitors would follow it to an error',
      async check(world) {
        await publishesNothing(world, 'product', newProduct)
        await newProduct(world, async (form) => {
          await form.getByLabel('跳转路径').fill('about.html')
          await press(form, '发布')
          await says(form, '应为以“/”开头的站内地址或http(s)网址')
        })
      },
    },
    { sentence: 'No field of an article is required', check: (world) => publishesNothing(world, 'news', newArticle) },
    password('Password: without the old one 请输入旧密码', '请输入旧密码', { ...filled, 旧密码: '' }),
    password('Password: without a new one 请输入新密码', '请输入新密码', { ...filled, 新密码: '' }),
    password('Password: without the repetition 请再次输入密码', '请再次输入密码', { ...filled, 确认密码: '' }),
    password('Password: two different ones are 两次输入密码不一致！', '两次输入密码不一致！', {
      ...filled,
      确认密码: 'another-secret',
    }),
    {
      ...password('Password: nothing else is asked of the new one', '新密码不能少于10位', {
        ...filled,
        新密码: 'nine-char',
        确认密码: 'nine-char',
      }),
      otherForm: 'A new password has at least 10 characters',
      why: 'any shorter one can be guessed',
    },
    {
      sentence: 'System: without a name 请输入系统名称',
      check: async ({ office }) =>
        system(await office('/dashboard'), async (dialog) => {
          await named(dialog, ' ')
          await press(dialog, '确定')
          await says(dialog, '请输入系统名称')
        }),
    },
    {
      sentence: 'System: a name has at most 30 characters',
      check: async ({ office }) =>
        system(await office('/dashboard'), async (dialog) => {
          await named(dialog, '名'.repeat(31))
          await press(dialog, '确定')
          await says(dialog, '系统名称不能超过30个字符')
          await named(dialog, '名'.repeat(30))
          await becomes([], () => errors(dialog))
        }),
    },
    {
      sentence: 'System: an incomplete form is 请填写完整信息',
      check: async (world) => assert.equal(await incompleteSystem(world), '请填写完整信息'),
    },
    {
      sentence: 'System: a logo under 0.1 MB is accepted',
      async check(world) {
        const { status, said } = await logoLimit(world)
        assert.deepEqual([status, said], [200, '上传成功！'])
      },
    },
    {
      sentence: 'System: a larger logo is refused with 1 MB in the message',
      otherForm: 'The message about a logo says 0.1 MB',
      why: 'it is the true limit, and 1 MB would mislead',
      check: async (world) => isUnder(await logoLimit(world), '上传LOGO大小不能超过0.1MB！'),
    },
    {
      sentence: 'A material is under 5 MB, else 上传文件大小不能超过5MB！',
      async check(world) {
        const { small, large } = await chosenMaterials(world)
        assert.match(small, /待上传/)
        assert.match(large, /上传文件大小不能超过5MB！/)
      },
    },
    {
      sentence: 'Of the materials that are chosen the last three are kept',
      check: async (world) => assert.deepEqual((await chosenMaterials(world)).kept, ['二.zip', '小.zip', '大.zip']),
    },
    {
      sentence: 'System: without a logo 请上传LOGO',
      async check({ t, office }) {
        const page = await office('/dashboard')
        await page.route('**/v1/indexLogin/userInfo', async (route) => {
          const reply = await (await route.fetch()).json()
          await route.fulfill({ json: { ...reply, data: { ...reply.data, logo: '' } } })
        })
        await page.reload()
        t.after(async () => {
          await page.unroute('**/v1/indexLogin/userInfo')
          await page.reload()
        })
        await system(page, async (dialog) => {
          await named(dialog, '没有标志')
          await press(dialog, '确定')
          await says(dialog, '请上传LOGO')
        })
      },
    },
  ],
  mutants: [
    { from: '5[0-35-9]', to: '5\\d', breaks: ['Agents on phones: a number may begin with 15, except 154'] },
    {
      from: 'min:[4,"长度',
      to: 'min:[3,"长度',
      breaks: [
        'Agents on phones: a company has 4 to 20 characters, else 长度在 4 到 20 个字符',
        'Agents on phones: fields are checked when they are left',
      ],
    },
    {
      from: 'phoneCheckMs:1e3',
      to: 'phoneCheckMs:500',
      breaks: ['Agents on phones: the number is checked a second late'],
    },
    { from: '["image/jpeg","image/png"]', to: '["image/png"]', breaks: ['The editor accepts jpg, jpeg and png'] },
    // On desktops alone.
    {
      from: /if\((\w+)\)(return \w+\(\{phase:"open"\}\),)/g,
      to: 'if($1&&innerWidth<992)$2',
      breaks: [
        'Dealers on desktops: without a company 请输入公司名称',
        'Dealers on desktops: without a person 请输入联系人',
        'Dealers on desktops: without a number 请输入手机号码',
      ],
    },
    {
      from: '请输入正确的手机号码',
      to: '号码不正确',
      breaks: [
        'Dealers on desktops: a wrong number is 请输入正确的手机号码',
        'Dealers on desktops: a number has 11 digits and begins with 1',
      ],
    },
    {
      from: '长度在 2 到 10 个字符',
      to: '2 到 10 个字符',
      breaks: ['Agents on phones: a name has 2 to 10 characters, else 长度在 2 到 10 个字符'],
    },
    { from: '请输入您的姓名', to: '请输入姓名', breaks: ['Agents on phones: without a name 请输入您的姓名'] },
    { from: '手机号不能为空', to: '不能为空', breaks: ['Agents on phones: an empty number is 手机号不能为空'] },
    { from: '请输入数字', to: '不是数字', breaks: ['Agents on phones: what is no number is 请输入数字'] },
    { from: '4[014-9]', to: '4\\d', breaks: ['Agents on phones: a number may begin with 14, with certain digits'] },
    { from: '6[2567]', to: '6\\d', breaks: ['Agents on phones: a number may begin with 16, with 2, 5, 6 or 7'] },
    { from: '7[0-8]', to: '7\\d', breaks: ['Agents on phones: a number may begin with 17, with 0 to 8'] },
    { from: '9[0-35-9]', to: '9\\d', breaks: ['Agents on phones: a number may begin with 19, with some left out'] },
    {
      from: '上传封面图片大小不能超过2MB！',
      to: '图片过大',
      breaks: [
        'The cover of a product is under 2 MB, else 上传封面图片大小不能超过2MB！ and no upload',
        'A photo of the carousel is under 2 MB, with the same message and no upload',
      ],
    },
    {
      from: '封面图片不能超过2MB！',
      to: '图片过大',
      breaks: ['The cover of an article is under 2 MB, else 封面图片不能超过2MB！'],
    },
    { from: '插入图片失败', to: '没有插入', breaks: ['A picture that could not be put into a text is 插入图片失败'] },
    { from: '请填写完整信息', to: '不完整', breaks: ['System: an incomplete form is 请填写完整信息'] },
    {
      from: '不能超过0.1MB！',
      to: '不能超过1MB！',
      breaks: ['System: a larger logo is refused with 1 MB in the message'],
    },
    {
      from: '不能超过5MB！',
      to: '不能超过10MB！',
      breaks: ['A material is under 5 MB, else 上传文件大小不能超过5MB！'],
    },
    {
      from: 'materialsKept:3',
      to: 'materialsKept:4',
      breaks: ['Of the materials that are chosen the last three are kept'],
    },
  ],
}
