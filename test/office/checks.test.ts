import assert from 'node:assert/strict'
import { mendedPrivacy } from '../../contract/site/privacyText.ts'
import { after, test } from 'node:test'
import type { Check, Finding } from '../../contract/calls/checks.ts'
import { user } from '../accounts.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { fakeService, robotAddresses } from '../leads/fakeService.ts'
import { admin, filesOnly, newFolder, onPostgres, startServer, type TestServer } from '../server.ts'
import { jpg, pngOf } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const folder = newFolder({ after })
const robot = await fakeService({ after })
const clock = settableClock()
const followUrl = 'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&state={userId}'
const env = {
  SEED: 'on',
  RATE_LIMIT: 'off',
  NOTIFY_PRIVATE: 'on',
  NOTIFY_WECOM_ORIGIN: robot.origin,
  SITE_URL: 'https://www.haiyou.cn',
  FOLLOW_URL: followUrl,
  ...(!onPostgres && { BACKUP_DIR: `${folder}/backups` }),
}
const server = await startServer({ after }, { folder, env, now: clock.now })
let headers = await server.signIn()
const call = async (path: string, body: object = {}) => {
  const { code, msg, data } = await server.post(path, body, { headers })
  assert.ok(code === 200 || code === '', `${path}: ${msg}`)
  return data
}
const listOf = async (from: TestServer): Promise<Check[]> =>
  (await from.post('/v1/check/list', {}, { headers: from === server ? headers : await from.signIn() })).data
const check = async (id: string, from = server): Promise<Check> => {
  const found = (await listOf(from)).find((each) => each.id === id)
  assert.ok(found, id)
  return found
}
const texts = ({ findings = [] }: Check): string[] => findings.map(({ text }: Finding) => text)
const site = async () => call('/v1/site/detail')
const change = (fields: object) => call('/v1/site/update', fields)
const upload = async (bytes: Buffer): Promise<string> =>
  (await uploadPicture(server, headers, bytes, { type: 'media' })).data
const article = async (fields: object): Promise<string> =>
  (await call('/v1/news/saveNews', { newTitle: '题', newIntro: '引言', ...fields })).newId
const mediaIdOf = async (address: string): Promise<string> => (await call('/v1/media/detail', { address })).mediaId

interface Row {
  id: string
  /** Makes it wrong, where it is not. */
  spoil?(): Promise<unknown>
  state: Check['state']
  why: RegExp
  /** What is found. */
  finds?: RegExp
  mend(): Promise<unknown>
}

/** The server reads its clock's setting now and then. */
async function setClock(ms: number, state: Check['state']): Promise<void> {
  clock.advance(ms)
  await eventually(async () => (await check('clock')).state === state, 'the clock is noticed')
}

let newId = ''
const spoilWith = (newInfo: string) => async () => void (newId = await article({ newInfo }))
const mendWith = (newInfo: string) => () => call('/v1/news/updateNews', { newId, newInfo })

const rows: readonly Row[] = [
  { id: 'icp', state: 'problem', why: /还是示例/, mend: () => change({ icp: '鲁ICP备12345678号' }) },
  {
    id: 'icp',
    spoil: () => change({ icp: '' }),
    state: 'problem',
    why: /还没有填写/,
    mend: () => change({ icp: '鲁ICP备12345678号-1' }),
  },
  { id: 'police', state: 'warning', why: /30天内/, mend: () => change({ police: '鲁公网安备37030302000001号' }) },
  {
    id: 'privacy',
    state: 'problem',
    why: /^没有填写生效日期。$/,
    async mend() {
      await change({ privacy: { ...(await site()).privacy, date: '2026-12-01' } })
    },
  },
  {
    id: 'privacy',
    async spoil() {
      await change({
        privacy: {
          ...(await site()).privacy,
          body: '<p>我们收集姓名和电话，用于回电。由某某公司保存，可以查询、更正。</p>',
        },
      })
    },
    state: 'problem',
    why: /没有写明：由谁处理、怎样查询.*空白：某某/,
    async mend() {
      const body =
        '<p>{公司全称}收集姓名和电话，用于回电，保存24个月。请致电{服务热线}查询、更正、删除，或撤回同意。</p>'
      await change({ privacy: { ...(await site()).privacy, body } })
    },
  },
  {
    id: 'retention',
    state: 'warning',
    why: /一直保存/,
    async mend() {
      await change({ inquiry: { ...(await site()).inquiry, retentionMonths: 24 } })
    },
  },
  {
    id: 'privacy',
    async spoil() {
      const { privacy } = await site()
      await change({ privacy: { ...privacy, body: privacy.body.replace('24个月', '到处理完毕为止') } })
    },
    state: 'problem',
    why: /^写着保存到“处理完毕”，设置里是24个月。$/,
    async mend() {
      const { privacy } = await site()
      await change({ privacy: { ...privacy, body: privacy.body.replace('到处理完毕为止', '两年，即24个月') } })
    },
  },
  {
    id: 'privacy',
    async spoil() {
      const { privacy, pagesOn } = await site()
      const asOnce = '<p>提交咨询或加盟申请时收集。您的信息保存到处理完毕、不再需要联系为止。</p>'
      await change({ privacy: { ...privacy, body: privacy.body + asOnce }, pagesOn: { ...pagesOn, agent: false } })
      assert.equal((await check('privacy')).mend, '去掉加盟')
    },
    state: 'problem',
    why: /^写着加盟，代理加盟已经关闭。$/,
    async mend() {
      const { privacy, pagesOn } = await site()
      const body = mendedPrivacy(privacy.body)
      assert.equal(mendedPrivacy(body), body, 'mended twice is mended once')
      await change({ privacy: { ...privacy, body } })
      assert.equal((await check('privacy')).state, 'ok')
      assert.match(
        await (await fetch(`${server.url}/privacy`)).text(),
        /提交咨询时收集。您的信息从最后一次联系起保存24个月/,
      )
      await change({ pagesOn: { ...pagesOn, agent: true } })
      assert.match(await (await fetch(`${server.url}/privacy`)).text(), /提交咨询或加盟申请时收集/)
    },
  },
  {
    id: 'map',
    state: 'problem',
    why: /示例的位置/,
    async mend() {
      await change({ map: { ...(await site()).map, lng: 120.38 } })
    },
  },
  {
    id: 'map',
    async spoil() {
      const {
        showroom: [first, ...others],
      } = await site()
      await change({ showroom: [{ ...first, name: '全国服务网点分布图' }, ...others] })
    },
    state: 'warning',
    why: /审图号/,
    finds: /智慧展厅·全国服务网点分布图/,
    async mend() {
      const {
        showroom: [first, ...others],
      } = await site()
      await change({ showroom: [{ ...first, name: '全国服务网点分布图 审图号：GS京(2023)1234号' }, ...others] })
    },
  },
  {
    id: 'share',
    state: 'warning',
    why: /示例图片/,
    mend: async () => change({ shareImage: await upload(jpg(1200, 630)) }),
  },
  {
    id: 'share',
    async spoil() {
      await change({ shareImage: await upload(jpg(200, 100)) })
    },
    state: 'warning',
    why: /只有200像素宽/,
    mend: async () => change({ shareImage: await upload(jpg(1200, 631)) }),
  },
  {
    id: 'links',
    spoil: spoilWith(
      '<p><a href="/p/weiwancheng">招聘</a><a href="/productDet?productId=x">塔机</a><a href="/gywm">我们</a></p>',
    ),
    state: 'problem',
    why: /404/,
    finds: /^新闻“题”：\/p\/weiwancheng 新闻“题”：\/productDet\?productId=x$/,
    async mend() {
      await change({ rootFiles: [{ name: 'baidu_verify_a.html', content: 'a' }] })
      const files = [
        'favicon.ico',
        'apple-touch-icon.png',
        'site.webmanifest',
        'robots.txt',
        'sitemap.xml',
        'rss.xml',
        'baidu_verify_a.html',
      ]
      const links = files.map((name) => `<a href="/${name}">${name}</a>`).join('')
      await mendWith(`<p>${links}</p>`)()
      assert.equal((await check('links')).state, 'ok', 'files that answer')
      await change({ rootFiles: [] })
      await mendWith(
        '<p><a href="/xwdt?page=2">新闻</a><a href="https://www.haiyou.cn/zixun">咨询</a><a href="tel:0532">电话</a></p>',
      )()
    },
  },
  {
    id: 'links',
    async spoil() {
      const { pagesOn, menus } = await site()
      newId = await article({ newTitle: '二', newInfo: '<p><a href="/dljm">加盟</a></p>' })
      await change({
        pagesOn: { ...pagesOn, agent: false },
        menus: menus.filter(({ target }: { target: string }) => target !== '/dljm'),
      })
    },
    state: 'problem',
    why: /已关闭/,
    finds: /^新闻“二”：\/dljm$/,
    async mend() {
      await change({ pagesOn: { ...(await site()).pagesOn, agent: true } })
    },
  },
  {
    id: 'titles',
    spoil: () => article({ newTitle: '二', newIntro: '' }),
    state: 'warning',
    why: /排在后面/,
    finds: /新闻“二”：标题与别的重复.*没有描述/s,
    async mend() {
      const { data } = await call('/v1/news/list', { limit: 9999 })
      const own = (data as { newId: string; newTitle: string }[]).filter(({ newTitle }) => /^[题二]$/.test(newTitle))
      for (const [index, each] of own.entries()) {
        await call('/v1/news/updateNews', { newId: each.newId, newTitle: `第${index}篇`, newIntro: `引言${index}` })
      }
    },
  },
  {
    id: 'titles',
    spoil: () => call('/v1/product/saveProduct', { coverName: '没有分类的', coverDescribe: '没有分类的描述' }),
    state: 'warning',
    why: /没有产品位置的产品/,
    finds: /^产品“没有分类的”：没有产品位置，列表里没有它$/,
    async mend() {
      const { data } = await call('/v1/product/list', { coverName: '没有分类的' })
      await call('/v1/product/updateProduct', { productId: data[0].productId, locationId: 'zhgd' })
    },
  },
  {
    id: 'alt',
    async spoil() {
      newId = await article({
        newTitle: '图',
        newIntro: '图的引言',
        newInfo: `<p><img src="${await upload(jpg(800, 600))}" alt=""></p>`,
      })
    },
    state: 'warning',
    why: /替代文字/,
    finds: /^新闻“图”里的a\.png$/,
    async mend() {
      const address = /src="([^"]+)"/.exec((await call('/v1/news/detailNews', { newId })).newInfo)?.[1] ?? ''
      await call('/v1/media/update', { mediaId: await mediaIdOf(address), alt: '塔机全景' })
    },
  },
  {
    id: 'heavy',
    async spoil() {
      newId = await article({ newTitle: '大图', newIntro: '大图的引言', newCover: await upload(pngOf(600 * 1024)) })
    },
    state: 'warning',
    why: /500 KB/,
    finds: /^新闻“大图”里的a\.png（/,
    mend: () => call('/v1/news/updateNews', { newId, newCover: '' }),
  },
  {
    id: 'outside',
    spoil: spoilWith('<p><img src="https://img.example.net/a.jpg" alt="图"></p>'),
    state: 'warning',
    why: /从别的网站加载/,
    finds: /https:\/\/img\.example\.net\/a\.jpg/,
    mend: mendWith('<p>文字</p>'),
  },
  {
    id: 'outside',
    spoil: () => call('/v1/news/updateNews', { newId, newCover: 'http://img.example.net/b.jpg' }),
    state: 'problem',
    why: /http:\/\//,
    mend: () => call('/v1/news/updateNews', { newId, newCover: '' }),
  },
  {
    id: 'channels',
    state: 'problem',
    why: /没有开启的通知渠道/,
    async mend() {
      const { channelId } = await call('/v1/channel/save', {
        kind: 'wecom',
        label: '销售群',
        on: true,
        address: robotAddresses.wecom,
      })
      assert.match((await check('channels')).why, /没有测试过：“销售群”/)
      await call('/v1/channel/test', { channelId })
    },
  },
  {
    id: 'password',
    state: 'problem',
    why: /第一次启动/,
    async mend() {
      await call('/service-basics-item/sys/users/getAssignRole', {
        password: admin.password,
        newPassword: 'tajinanquan-2026',
      })
    },
  },
  {
    id: 'password',
    async spoil() {
      await user(folder, ['password', 'admin', '--password-stdin'], `${admin.password}\n`)
      headers = await server.signIn()
    },
    state: 'problem',
    why: /第一次启动/,
    async mend() {
      await call('/service-basics-item/sys/users/getAssignRole', {
        password: admin.password,
        newPassword: 'tajinanquan-2027',
      })
    },
  },
  {
    id: 'clock',
    spoil: () => setClock(-3_600_000, 'problem'),
    state: 'problem',
    why: /时钟慢了/,
    mend: () => setClock(0, 'ok'),
  },
]

test('each check names what is wrong, and is quiet once it is put right', async () => {
  for (const { id, spoil, state, why, finds, mend } of rows) {
    await spoil?.()
    const before = await check(id)
    assert.equal(before.state, state, `${id}: ${before.why}`)
    assert.match(before.why, why)
    if (finds) assert.match(texts(before).join(' '), finds)
    await mend()
    const mended = await check(id)
    assert.equal(mended.state, 'ok', `${id}: ${mended.why} ${texts(mended).join(' ')}`)
  }
  for (const id of ['address', 'follow']) assert.equal((await check(id)).state, 'ok', id)
  await eventually(async () => (await check('backup')).state === 'ok', 'the first backup is made')
})

test('the first hour is done step by step, each when it is true, and names what is left', async (t) => {
  const own = await startServer(t, { env: { SEED: 'on' } })
  const signedIn = await own.signIn()
  const post = async (path: string, body: object = {}) => {
    const { code, msg, data } = await own.post(path, body, { headers: signedIn })
    assert.equal(code, 200, msg)
    return data
  }
  const of = (id: string) => check(id, own)
  assert.deepEqual(
    (await listOf(own)).flatMap(({ id, first }) => (first ? [id] : [])),
    ['names', 'clear', 'pages', 'product', 'channels'],
  )
  assert.match(
    (await of('names')).why,
    /^网站名称、公司全称、服务热线、手机页的电话、公司邮箱、公司地址还不是自己的，访客联系不到您。$/,
  )
  await post('/v1/site/update', {
    siteName: '海右建科',
    hotline: '0532-7654321',
    phones: ['0532-7654321'],
    mailbox: 'a@haiyou.cn',
    address: '青岛市市南区',
  })
  assert.equal((await of('names')).why, '公司全称还不是自己的。')
  await post('/v1/site/update', { companyName: '海右建科有限公司' })
  assert.equal((await of('names')).state, 'ok', 'a picture has no part in it')

  assert.ok(texts(await of('clear')).includes('示例产品（20）'))
  assert.equal((await of('product')).state, 'problem', 'those of the program do not count')
  assert.match((await of('clear')).why, /一次清空，之后能撤销/, 'and no backup is promised where none is made')
  const [shipped] = (await post('/v1/product/list')).data
  const { productId } = shipped
  const fields = await post('/v1/product/detailProduct', { productId })
  const update = (changes: object) => post('/v1/product/updateProduct', { ...fields, ...changes })
  await update({ pinned: true })
  assert.equal((await of('product')).state, 'problem', 'nor pinned')
  assert.ok(texts(await of('clear')).includes('示例产品（20）'), 'and it can be cleared')
  assert.match(texts(await of('starter')).join(' '), /\d+个产品的价格，如“.+”的.+：请确认，或者改成面议/)
  await update({ coverName: `${fields.coverName}2` })
  assert.equal((await of('product')).state, 'problem', 'nor with another digit')
  await update({ coverName: '综合治疗台', coverDescribe: '自己的介绍', coverUrl: '/favicon.ico' })
  assert.equal((await of('product')).state, 'ok', 'but with another name, picture and text')
  await post('/v1/product/deleteProduct', { productId })
  await post('/v1/product/saveProduct', { coverName: '', locationId: 'zhgd' })
  assert.equal((await of('product')).state, 'problem', 'nor does one without a name')
  await post('/v1/product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })
  assert.equal((await of('product')).state, 'ok')
  await post('/v1/act/clear')
  assert.equal((await of('clear')).state, 'ok', texts(await of('clear')).join(' '))

  assert.deepEqual(texts(await of('pages')), ['代理加盟', '关于我们'])
  const { pagesOn } = await post('/v1/site/detail')
  await post('/v1/site/update', {
    pagesOn: { ...pagesOn, agent: false, cases: false, scenarios: false, news: false },
    intro: ['我们做塔机。'],
  })
  assert.equal((await of('pages')).state, 'ok')
  const left = texts(await of('starter')).join(' ')
  assert.doesNotMatch(left, /代理加盟|价格/, 'what nobody sees is not left to do')
  assert.doesNotMatch(
    left,
    /隐私|案例|何时回电|荣誉|应用场景|一站式/,
    'nor are the law’s words and those of no company',
  )
  assert.doesNotMatch(
    left,
    /各页的介绍|参观/,
    'nor what clearing has written, nor what stands beside a film that is gone',
  )
  assert.doesNotMatch(left, /横幅|照片|分享图片/, 'no picture of the starter’s stays but its logo')
  assert.doesNotMatch(texts(await of('links')).join(' '), /菜单/, 'the site leaves these entries out')
  const { html, off } = await post('/v1/site/preview', { path: '/dljm' })
  assert.deepEqual([html, off], ['', true])
})

test('a superlative is a warning until somebody who may edit the site records its evidence; another sentence asks again', async () => {
  assert.equal((await check('claims')).state, 'ok')
  const found = async () => (await check('claims')).findings ?? []
  const sentence = '我们的塔机监测行业领先，是全国第一品牌。'
  newId = await article({
    newTitle: '荣誉',
    newIntro: '荣誉的引言',
    newInfo: `<p>最大荷载2吨，唯一标识写在铭牌上，最佳使用温度20度，最好提前预约。</p><p>${sentence}</p><p>独家代理。</p>`,
  })
  const [first, second, ...others] = await found()
  const { claim } = first ?? {}
  assert.deepEqual([claim?.sentence, claim?.words, claim?.level], [sentence, ['领先', '全国第一'], 'A'])
  assert.deepEqual([second?.claim?.sentence, second?.claim?.level, others], ['独家代理。', 'B', []])
  assert.equal(first?.link, `/AdminNews?edit=${newId}`)

  const key = claim?.key
  await user(folder, ['add', 'li.gong', '--role', 'service', '--password-stdin'], 'first-secret\n')
  const other = await server.signIn({ username: 'li.gong', password: 'first-secret' })
  assert.equal((await server.post('/v1/check/evidence', { key, note: '依据' }, { headers: other })).status, 403)
  const blank = await server.post('/v1/check/evidence', { key, note: ' ' }, { headers })
  assert.deepEqual([blank.status, blank.data.field], [400, 'note'])
  assert.equal((await server.post('/v1/check/evidence', { key: 'x', note: '依据' }, { headers })).status, 404)

  const note = '2025年中国工程机械协会排名，证书在档案室'
  for (const each of [key, second?.claim?.key]) await call('/v1/check/evidence', { key: each, note })
  const proven = await check('claims')
  assert.equal(proven.state, 'ok')
  assert.deepEqual(
    proven.findings?.map(({ claim }) => [claim?.evidence?.note, claim?.evidence?.by]),
    [
      [note, 'admin'],
      [note, 'admin'],
    ],
  )
  await call('/v1/check/evidence', { key, note: '' })
  assert.equal((await check('claims')).state, 'warning')
  await call('/v1/check/evidence', { key, note })
  await call('/v1/news/updateNews', { newId, newInfo: `<p>${sentence.replace('全国', '全省')}</p>` })
  const [changed] = await found()
  assert.deepEqual([changed?.claim?.evidence, changed?.claim?.level], [undefined, 'A'])
})

test('the list says what the settings of the server are', filesOnly, async (t) => {
  const own = await startServer(t, { env: { SEED: 'on' } })
  const list = await listOf(own)
  assert.deepEqual(
    list.filter(({ id }) => ['address', 'backup', 'follow'].includes(id)).map(({ state }) => state),
    ['warning', 'problem', 'problem'],
  )
  await own.stop()
  const again = await startServer(t, {
    folder: own.folder,
    env: { FOLLOW_URL: followUrl, SITE_URL: 'http://10.0.0.5' },
  })
  const of = async (wanted: string) => (await listOf(again)).find(({ id }) => id === wanted)
  assert.equal((await of('follow'))?.state, 'ok')
  const address = await of('address')
  assert.equal(address?.state, 'problem')
  assert.match(address?.why ?? '', /^网址是 http:\/\/10\.0\.0\.5，请换成备案的域名/)
})
