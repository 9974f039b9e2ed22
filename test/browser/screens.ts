import type { Page } from 'playwright-core'
import { siteGroupTitles } from '../../contract/site/siteGroupTitles.ts'
import type { TestServer } from '../server.ts'
import { png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

/** A screen of the office, or what opens there: by a key, then by pressing these, which may be keys, too. */
export interface Screen {
  path: string
  title?: string
  key?: string
  press?: readonly string[]
  type?: string
  /** What is there then; without it a dialog. */
  shows?: string
}

const product = 'zhgd-cloud-platform'
const article = '20250514-dealer-conference'
const inDialog = (words: string): string => `dialog[open] >> role=button[name=${words}]`
const picture = '[role=group][aria-label=素材列表] button'
const lists = ['Product', 'News', 'Carousel', 'Case', 'Page', 'AgenttoJoin', 'Inquiry'].map((name) => `/Admin${name}`)

export const screens: readonly Screen[] = [
  ...['/dashboard', ...lists, '/AdminMedia', '/profile', '/visits', '/check'].map((path) => ({ path })),
  ...['/accounts', '/account', '/log', '/operations', '/begin', '/AdminNews?show=trash'].map((path) => ({ path })),
  ...Object.keys(siteGroupTitles).map((group) => ({ path: `/settings?group=${group}` })),
  { path: '/AdminProduct?coverName=nothing-has-this-name' },
  { path: '/dashboard', title: 'palette', key: 'Control+k' },
  { path: '/dashboard', title: 'palette-with-records', key: 'Control+k', type: 'jc', shows: '[role=option]' },
  {
    path: '/dashboard',
    title: 'palette-without-any',
    key: 'Control+k',
    type: '没有这样的东西',
    shows: 'text=没有找到与',
  },
  { path: '/dashboard', title: 'password', press: ['.user-button', 'role=menuitem[name=修改密码]'] },
  { path: '/dashboard', title: 'WeChat', press: ['.user-button', 'role=menuitem[name=扫码关注公众号]'] },
  { path: '/dashboard', title: 'system', press: ['.brand'] },
  { path: '/dashboard', title: 'user-menu', press: ['.user-button'], shows: 'role=menu' },
  { path: '/AdminProduct', title: 'columns', press: ['role=button[name=显示列]'], shows: 'role=menu' },
  {
    path: '/AdminProduct?add=1',
    title: 'a-new-product-refused',
    press: ['dialog[open] button[type=submit]'],
    shows: 'dialog[open] .bad',
  },
  { path: `/AdminProduct?edit=${product}`, title: 'a-product' },
  {
    path: `/AdminProduct?edit=${product}`,
    title: 'its-preview',
    press: [inDialog('预览页面')],
    shows: 'dialog[open] iframe',
  },
  { path: '/profile', title: 'upload', press: ['role=button[name=上传资料]'] },
  { path: '/AdminProduct', title: 'a-question', press: ['role=button[name=/^删除：/]'] },
  { path: `/AdminNews?edit=${article}`, title: 'an-article' },
  {
    path: '/AdminNews?add=1',
    title: 'a-new-article-with-its-fold',
    press: ['.fields-fold summary:has-text("搜索与分享")'],
    shows: '.fields-fold[open]',
  },
  { path: '/AdminCarousel?edit=robots', title: 'a-photo' },
  { path: '/AdminCase?edit=sdkaili', title: 'a-case' },
  { path: '/AdminCarousel?add=1', title: 'a-new-photo' },
  { path: '/AdminPage?add=1', title: 'a-new-page' },
  { path: '/AdminMedia', title: 'a-picture', press: [picture], shows: 'dialog[open] form' },
  {
    path: '/AdminCarousel?edit=robots',
    title: 'the-picker',
    press: [inDialog('/素材库/')],
    shows: `dialog[open] ${picture}`,
  },
  { path: '/AdminCarousel?edit=robots', title: 'the-cropper', press: [inDialog('裁切')], shows: 'dialog[open] canvas' },
  { path: '/AdminAgenttoJoin', title: 'a-lead', press: ['role=button[name=张三]'] },
  { path: '/AdminProduct?import=1', title: 'the-import' },
  { path: '/settings?group=inquiry&field=channels', title: 'a-channel', press: ['role=button[name=添加渠道]'] },
  {
    path: '/settings?group=home',
    title: 'a-refused-group',
    press: [
      '.settings-form input[type=text]',
      'key=ControlOrMeta+A',
      'key=Delete',
      '.settings-form button[type=submit]',
    ],
    shows: '.settings-form',
  },
]

export const nameOf = ({ path, title }: Screen): string => (title === undefined ? path : `${path}#${title}`)

/** Opens it in a page of the office. */
export async function openScreen(page: Page, { path, title, key, press = [], type, shows }: Screen): Promise<void> {
  await page.goto(path)
  // Views that are kept hidden may come before the one that is shown.
  await page.locator('h1:visible').first().waitFor()
  const opens = /[?&](add|edit|import)=/.test(path)
  if (opens) await page.locator('dialog[open]').waitFor()
  if (key !== undefined) await page.keyboard.press(key)
  for (const each of press) await pressOn(page, each)
  if (type !== undefined) await page.keyboard.type(type)
  if (title !== undefined)
    await page
      .locator(shows ?? 'dialog[open]')
      .last()
      .waitFor()
}

const pressOn = (page: Page, what: string): Promise<void> =>
  what.startsWith('key=')
    ? page.keyboard.press(what.slice(4))
    : page.locator(what).filter({ visible: true }).last().click()

/** Gives a server with the starter content what each list of the office shows. */
export async function fillOffice(server: TestServer): Promise<void> {
  const headers = await server.signIn()
  const agentInfo = '一家名字比较长的建筑工程有限公司'
  const [deleted, changed, ending] = (await server.post('/v1/news/list')).data.data
  const calls: [path: string, body: object][] = [
    ['agent/saveAgent', { agentName: '李四', agentInfo, phone: '13800000000' }],
    ['agent/saveAgent', { agentName: '张三', agentInfo, phone: '13800000000' }],
    ['draft/save', { kind: 'news', fields: { newTitle: '还没发布' } }],
    ['draft/save', { kind: 'news', fields: { newTitle: '以后发布' }, publishAt: '2099-11-23 09:00:00' }],
    ['draft/save', { kind: 'news', id: changed.newId, fields: { newIntro: '新的简介' } }],
    ['news/updateNews', { newId: ending.newId, unpublishAt: '2099-11-30 00:00:00' }],
    ['news/deleteNews', { newId: deleted.newId }],
  ]
  for (const [path, body] of calls) await server.post(`/v1/${path}`, body, { headers })
  await uploadPicture(server, headers, png(40, 30), { type: 'media', name: '没有用过的图片.png' })
}
