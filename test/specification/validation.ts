import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { choose, chosen, chosenRow, pdfFile } from '../browser/materials.ts'
import { publishAsItIs } from '../browser/staff.ts'
import {
  type AnyWorld,
  becomes,
  callsOf,
  errors,
  form,
  formOf,
  fromMenu,
  inDialog,
  list,
  noPicture,
  pictureOf,
  press,
  recordsOf,
  says,
} from './office.ts'
import { chooseSized } from './officeForms.ts'
import type { Row, Section } from './row.ts'

async function errorOf(field: Locator): Promise<string> {
  const note = await field.getAttribute('aria-describedby')
  return (await field.page().locator(`[id="${note}"]`).textContent()) ?? ''
}
/** What a field says of a value a second after it was left. */
async function errorAfter(field: Locator, value: string): Promise<string> {
  await field.fill(value)
  await field.blur()
  await field.page().clock.runFor(1000)
  return errorOf(field)
}
async function errorsOf(
  world: AnyWorld,
  path: '/dljm' | '/dailijiameng',
  label: string,
  values: string[],
): Promise<string[]> {
  const page = await form(world, path)
  const all: string[] = []
  for (const value of values) all.push(await errorAfter(page.getByLabel(label), value))
  return all
}
/** A field of a form of visitors says this of these values, and nothing of others. */
const refuses = (
  sentence: string,
  path: '/dljm' | '/dailijiameng',
  label: string,
  message: string,
  wrong: string[],
  right: string[] = [],
): Row => ({
  sentence,
  asks: 'site',
  async check(world) {
    const wanted = [...wrong.map(() => message), ...right.map(() => '')]
    assert.deepEqual(await errorsOf(world, path, label, [...wrong, ...right]), wanted)
  },
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

const megabytes = 1_048_576
/** A file of these bytes is not sent, with this message; one of a byte less is. */
async function isUnder(
  page: Page,
  form: Locator,
  input: Locator,
  bytes: number,
  message: string | RegExp,
): Promise<void> {
  const calls = await callsOf(page, async () => {
    await input.setInputFiles(pictureOf(bytes))
    // What can be done about it follows.
    await says(form, new RegExp(message))
  })
  assert.deepEqual(calls, [])
  const sent = page.waitForResponse((reply) => /upload$/.test(reply.url()))
  await input.setInputFiles(pictureOf(bytes - 1))
  assert.equal((await sent).status(), 200)
}
const cover = (form: Locator): Locator => form.locator('input[type=file][accept*="image/"]:enabled').first()
const inText = (form: Locator): Locator => form.locator('.editor input[type=file]:enabled').first()

const newProduct = async <T>(world: AnyWorld, look: (form: Locator, page: Page) => T | Promise<T>): Promise<T> => {
  const page = await list(world, '/AdminProduct')
  return formOf(page, '新增', '新增产品', (form) => look(form, page))
}
const newArticle = async <T>(world: AnyWorld, look: (form: Locator, page: Page) => T | Promise<T>): Promise<T> => {
  const page = await list(world, '/AdminNews')
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

export const validation: Section = {
  section: '5 Validation rules',
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
    refuses('Dealers on desktops: without a company 请输入公司名称', '/dljm', '公司名称', '请输入公司名称', [' ']),
    refuses('Dealers on desktops: without a person 请输入联系人', '/dljm', '联系人', '请输入联系人', [' ']),
    refuses('Dealers on desktops: without a number 请输入手机号码', '/dljm', '手机号码', '请输入手机号码', ['']),
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
    refuses('Agents on phones: without a company 请输入公司名称', '/dailijiameng', '公司名称', '请输入公司名称', [' ']),
    refuses(
      'Agents on phones: a company has 4 to 20 characters, else 长度在 4 到 20 个字符',
      '/dailijiameng',
      '公司名称',
      '长度在 4 到 20 个字符',
      ['字'.repeat(3), '字'.repeat(21)],
      ['字'.repeat(4), '字'.repeat(20)],
    ),
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
    refuses('Agents on phones: without a name 请输入您的姓名', '/dailijiameng', '您的姓名', '请输入您的姓名', [' ']),
    refuses(
      'Agents on phones: a name has 2 to 10 characters, else 长度在 2 到 10 个字符',
      '/dailijiameng',
      '您的姓名',
      '长度在 2 到 10 个字符',
      ['字', '字'.repeat(11)],
      ['字'.repeat(2), '字'.repeat(10)],
    ),
    refuses('Agents on phones: an empty number is 手机号不能为空', '/dailijiameng', '手机号码', '手机号不能为空', ['']),
    refuses('Agents on phones: what is no number is 请输入数字', '/dailijiameng', '手机号码', '请输入数字', [
      '1380013800a',
    ]),
    refuses(
      'Agents on phones: any other number is 请正确输入11位手机号码',
      '/dailijiameng',
      '手机号码',
      '请正确输入11位手机号码',
      ['1380013800', '138001380001', '03800138000', '10800138000', '11800138000', '12800138000'],
    ),
    begins('13, with any digit after it', '13', '0123456789'),
    begins('14, with certain digits', '14', '01456789'),
    begins('15, except 154', '15', '012356789'),
    begins('16, with 2, 5, 6 or 7', '16', '2567'),
    begins('17, with 0 to 8', '17', '012345678'),
    begins('18, with any digit after it', '18', '0123456789'),
    begins('19, with some left out', '19', '012356789'),
    {
      sentence: 'Agents on phones: the number is checked a second late',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/dailijiameng')
        const number = page.getByLabel('手机号码')
        assert.equal(await errorAfter(number, '13800138000'), '')
        await number.fill('1')
        await page.clock.runFor(999)
        assert.equal(await errorOf(number), '')
        await page.clock.runFor(1)
        await becomes('请正确输入11位手机号码', () => errorOf(number))
      },
    },
    {
      sentence: 'The cover of a product is under 2 MB, else 上传封面图片大小不能超过2MB！ and no upload',
      check: (world) =>
        newProduct(world, (form, page) =>
          isUnder(page, form, form.locator('input[name=coverUrl]'), 2 * megabytes, '^上传封面图片大小不能超过2MB！'),
        ),
    },
    {
      sentence: 'A photo of the carousel is under 2 MB, with the same message and no upload',
      async check(world) {
        const page = await list(world, '/AdminCarousel')
        await formOf(page, '上传图片', '上传图片', (form) =>
          isUnder(page, form, cover(form), 2 * megabytes, '^上传封面图片大小不能超过2MB！'),
        )
      },
    },
    {
      sentence: 'The cover of an article is under 2 MB, else 封面图片不能超过2MB！',
      check: (world) =>
        newArticle(world, (form, page) =>
          isUnder(page, form, form.locator('input[name=newCover]'), 2 * megabytes, '^封面图片不能超过2MB！'),
        ),
    },
    {
      sentence: 'A picture in a text is under 2 MB, and is not sent otherwise',
      check: (world) =>
        newArticle(world, (form, page) => isUnder(page, form, inText(form), 2 * megabytes, '图片大小不能超过2MB！')),
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
            await form.locator('input[name=newCover]').setInputFiles(noPicture)
            await says(form, '只能上传jpg/png文件！')
          })
          assert.deepEqual(calls, [])
        }),
    },
    {
      sentence: 'A picture that could not be put into a text is 插入图片失败',
      check: (world) =>
        newArticle(world, async (form, page) => {
          await page.route('**/v1/file/upload', (route) => route.abort(), { times: 1 })
          await inText(form).setInputFiles(pictureOf(200))
          await says(form, /^插入图片失败/)
        }),
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
      sentence: 'System: without a logo 请上传LOGO',
      async check({ staff }) {
        const { page } = await staff('/dashboard')
        await page.route('**/v1/indexLogin/userInfo', async (route) => {
          const reply = await (await route.fetch()).json()
          await route.fulfill({ json: { ...reply, data: { ...reply.data, logo: '' } } })
        })
        await page.reload()
        await system(page, async (dialog) => {
          await named(dialog, '没有标志')
          await press(dialog, '确定')
          await says(dialog, '请上传LOGO')
        })
      },
    },
    {
      sentence: 'System: an incomplete form is 请填写完整信息',
      check: async ({ office }) => {
        const page = await office('/dashboard')
        await system(page, async (dialog) => {
          await named(dialog, '')
          await press(dialog, '确定')
          await says(page.locator('.toast.warning'), '请填写完整信息')
        })
      },
    },
    {
      sentence: 'System: a logo under 0.1 MB is accepted',
      check: async ({ office }) => {
        const page = await office('/dashboard')
        await system(page, async (dialog) => {
          await cover(dialog).setInputFiles(pictureOf(104_857))
          await says(page, '上传成功！')
        })
      },
    },
    {
      sentence: 'System: a larger logo is refused with 1 MB in the message',
      otherForm: 'The message about a logo says 0.1 MB',
      why: 'it is the true limit, and 1 MB would mislead',
      check: async ({ office }) => {
        const page = await office('/dashboard')
        await system(page, (dialog) => isUnder(page, dialog, cover(dialog), 104_858, '^上传LOGO大小不能超过0.1MB！'))
      },
    },
    {
      sentence: 'A material is under 5 MB, else 上传文件大小不能超过5MB！',
      async check(world) {
        const page = await list(world, '/profile')
        await formOf(page, '上传资料', '上传资料', async (dialog) => {
          await chooseSized(dialog.locator('input[type=file]'), {
            '大.zip': 5 * megabytes,
            '小.zip': 5 * megabytes - 1,
          })
          await says(chosenRow(dialog, '大.zip'), '上传文件大小不能超过5MB！')
          await says(chosenRow(dialog, '小.zip'), '待上传')
        })
      },
    },
    {
      sentence: 'Of the materials that are chosen the last three are kept',
      async check(world) {
        const page = await list(world, '/profile')
        await formOf(page, '上传资料', '上传资料', async (dialog) => {
          await choose(
            dialog,
            ['一', '二'].map((name) => pdfFile(`${name}.pdf`)),
          )
          await choose(
            dialog,
            ['三', '四'].map((name) => pdfFile(`${name}.pdf`)),
          )
          await becomes(['二.pdf', '三.pdf', '四.pdf'], () => chosen(dialog))
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
  ],
}
