import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { routes } from '../../client/site/routes.ts'
import { type SignedInUser, visitorAt } from '../../server/call.ts'
import { siteCalls } from '../../server/site/siteCalls.ts'
import { createRichText } from '../../server/media/richText.ts'
import { adminPaths } from '../../server/site/addressBook.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import type { SiteRecord } from '../../server/store/records.ts'
import { shippedSite, starterContent } from '../../server/site/seed.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { keptNotice, store } from '../stored.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()
/** Nothing is stored in it. */
const bare = await startServer({ after })

test('the agreement is a page made from Markdown, with the company’s facts filled in', async () => {
  const { data } = await server.post('/v1/site/agreement')
  assert.match(data.html, /^<h1>后台管理系统用户协议<\/h1>/)
  assert.match(data.html, /山东筑站智慧科技有限公司/)
  assert.doesNotMatch(data.html, /[{}]/)
  assert.match(await (await fetch(`${server.url}/agreement`)).text(), /后台管理系统用户协议/)
})

const path = '/v1/site/update'
const page = async (url: string, at = '/'): Promise<string> => (await fetch(url + at)).text()

test('a program that is older than a field leaves it out', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const { data } = await server.post('/v1/site/detail')
  const { proofs: name, ...pageNames } = data.pageNames
  const { proofs: description, ...descriptions } = data.descriptions
  const { press, ...aboutTexts } = data.aboutTexts
  const { homeBand: _home, listBand: _list, ...inquiry } = data.inquiry
  const changes = { pageNames: { ...pageNames, cases: '工程案例' }, descriptions, aboutTexts, inquiry }
  assert.equal((await server.post('/v1/site/update', changes, { headers })).code, 200)
  const now = (await server.post('/v1/site/detail')).data
  assert.deepEqual(
    [now.pageNames, now.descriptions.proofs],
    [{ ...pageNames, cases: '工程案例', proofs: name }, description],
  )
  assert.deepEqual([now.aboutTexts.press, now.inquiry.homeBand, now.inquiry.listBand], [press, true, true])
})

test('a change is on every page at once, leaves other facts alone and outlives a restart', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' } })
  const headers = await first.signIn()
  const { data: before } = await first.post('/v1/site/detail')
  assert.ok((await page(first.url)).includes(before.hotline))

  const hotline = '0532-7654321'
  const { code, msg, data } = await first.post(
    path,
    { hotline, siteName: '  海右建科 ', basedOn: before.version, unknown: 1 },
    { headers },
  )
  assert.deepEqual([code, msg], [200, '修改成功！'])
  const html = await page(first.url)
  assert.ok(html.includes(hotline) && /<title>[^<]*海右建科/.test(html))
  assert.ok(!html.includes(before.hotline) || before.phones.includes(before.hotline))
  const { data: after } = await first.post('/v1/site/detail')
  assert.deepEqual(after, { ...before, hotline, siteName: '海右建科', version: data.version })
  await first.stop()
  const second = await startServer(t, { env: { SEED: 'on' }, folder: first.folder })
  assert.deepEqual((await second.post('/v1/site/detail')).data, after)
})

test('without a stored record the first change stores one', async () => {
  const { post, signIn } = bare
  const own = { headers: await signIn() }
  assert.equal((await post(path, { slogan: '先看见，再动手' }, own)).code, 200)
  const { data } = await post('/v1/site/detail')
  assert.deepEqual([data.slogan, data.partners.length], ['先看见，再动手', 27])
})

test('a company that has not stored its hours has none: those of the starter are not its own', async (t) => {
  const folder = newFolder(t)
  const { hours: _hours, ...older } = (await server.post('/v1/site/detail')).data
  await store(folder, 'site', { ...older, id: 'site', createdAt: '2026-01-01T00:00:00.000+08:00' })
  const own = await startServer(t, { folder, env: { SEED: 'on' } })
  const hoursNow = async () => {
    const { data } = await own.post('/v1/site/detail')
    return [data.hours, data.hoursText]
  }
  assert.deepEqual(await hoursNow(), [{ days: 'five', time: '', who: '' }, ''])
  assert.doesNotMatch(await page(own.url, '/xwdt'), /接听/)
  const headers = await own.signIn()
  const refused = await own.post(path, { hours: { days: 'five', time: '18:00-9:00', who: '' } }, { headers })
  assert.deepEqual([refused.code, refused.data.field], [400, 'hours'])
  assert.equal((await own.post(path, { hours: { days: 'seven', time: '9:00-18:00', who: '' } }, { headers })).code, 200)
  assert.deepEqual(await hoursNow(), [{ days: 'seven', time: '9:00-18:00', who: '' }, '每天 9:00-18:00'])
  assert.match(await page(own.url, '/xwdt'), /每天 9:00-18:00/)
})

test('what customers depend on needs the permission for them, however it is sent; what is unchanged passes', async (t) => {
  const folder = newFolder(t)
  const { inquiry, ...facts } = (await server.post('/v1/site/detail')).data
  const { maskPhone: _mask, consentBox: _box, ...older } = inquiry
  await store(folder, 'site', { ...facts, id: 'site', createdAt: '2026-01-01T00:00:00.000+08:00', inquiry: older })
  const own = await startServer(t, { folder, env: { SEED: 'on' } })
  const admin = await own.signIn()
  const { password } = (await own.post('/v1/account/save', { name: '小编', role: 'editor' }, { headers: admin })).data
  const editor = await own.signIn({ username: '小编', password })
  const send = (changes: object, headers = editor) =>
    own.post(path, { slogan: '口号', inquiry: { ...inquiry, ...changes } }, { headers })

  assert.equal(
    (await send({ bandTitle: '有问题就问' })).code,
    200,
    'also where the record of an older release lacks some of it',
  )
  const { data: before } = await own.post('/v1/site/detail')
  const locked: [object, string][] = [
    [{ retentionMonths: 1 }, '客户线索保存多久'],
    [{ maskPhone: false }, '通知里隐藏电话的中间四位'],
    [{ maskPhone: undefined }, '通知里隐藏电话的中间四位'],
    [{ hideQuestion: false }, '通知里不写问题的内容'],
    [{ form: false }, '咨询表单'],
    [{ dealer: false }, '加盟申请表（电脑版）'],
    [{ agent: false }, '加盟申请表（手机版）'],
    [{ consentBox: true }, '要求勾选同意隐私说明'],
  ]
  for (const [changes, label] of locked) {
    const { code, msg, data } = await send({ ...changes, bandLead: '不会保存' })
    assert.deepEqual([code, msg, data], [403, `没有权限修改“${label}”`, { field: 'inquiry' }])
  }
  assert.deepEqual((await own.post('/v1/site/detail')).data, before)
  assert.equal((await send({ retentionMonths: 24, maskPhone: false }, admin)).code, 200)
  const versions = (await own.post('/v1/history/list', { kind: 'site', id: 'site' }, { headers: editor })).data
  const wanted = { kind: 'site', id: 'site', version: versions[0].version }
  const { fields } = (await own.post('/v1/history/detail', wanted, { headers: editor })).data
  assert.equal(
    (await own.post(path, { inquiry: fields.inquiry }, { headers: editor })).code,
    403,
    'an older version is no way around',
  )
  assert.equal((await own.post(path, { inquiry: fields.inquiry }, { headers: admin })).code, 200)
})

test('invalid facts are refused with the field and words that name the place', async () => {
  const { honours, phones } = (await server.post('/v1/site/detail')).data
  const wrong: [object, string, string][] = [
    [
      { hotline: 'javascript:alert(1)' },
      'hotline',
      '服务热线：请填写电话号码，如0533-1234567、400-123-4567或13800138000',
    ],
    [{ siteName: '' }, 'siteName', '网站名称：请填写网站名称'],
    [{ phones: phones.slice(2) }, 'phones', '手机页的电话：至少需要1项电话'],
    [
      { honours: [{ ...honours[0], image: '//evil.example/a.jpg' }] },
      'honours',
      '荣誉第1项的图片：应为以“/”开头的站内地址或http(s)网址',
    ],
    [{ figures: Array.from({ length: 9 }, () => ({})) }, 'figures', '数字：数字最多8项'],
  ]
  for (const [sent, field, message] of wrong) {
    const { status, msg, data } = await server.post(path, sent, { headers })
    assert.deepEqual([status, msg, data.field], [400, message, field])
  }
})

test('a preview shows unsaved facts on any page and stores nothing', async () => {
  const { data: before } = await server.post('/v1/site/detail')
  const scenarios = [{ ...before.scenarios[0], name: '滨河学校' }]
  for (const at of ['/', '/mobile', '/yingyongchangjing']) {
    const { code, data } = await server.post('/v1/site/preview', { path: at, scenarios }, { headers })
    assert.equal(code, 200)
    assert.ok(data.html.includes('滨河学校') && !data.html.includes(before.scenarios[1].name), at)
    assert.doesNotMatch(data.html, /<script/)
    assert.ok(!(await page(server.url, at)).includes('滨河学校'))
  }
  assert.deepEqual((await server.post('/v1/site/detail')).data, before)
  assert.equal((await server.post('/v1/site/preview', { path: 'https://evil.example/' }, { headers })).status, 400)
})

test('the groups of products bear the company’s names on pages, in lists and in the back office', async () => {
  const { groups } = (await server.post('/v1/site/detail')).data
  const changed = groups.map((group: { id: string }) =>
    group.id === 'zhgd' ? { ...group, name: '工地物联', intro: '看得见的现场。' } : group,
  )
  assert.equal((await server.post(path, { groups: changed }, { headers })).code, 200)
  const { data: list } = await server.post('/v1/product/list', { locationId: 'zhgd' })
  assert.ok(
    list.data.length > 0 && list.data.every(({ productType }: { productType: string }) => productType === '工地物联'),
  )
  const [{ productId }] = list.data
  assert.equal((await server.post('/v1/product/detailProduct', { productId })).data.productType, '工地物联')
  assert.equal((await server.post('/v1/indexLogin/userInfo', {}, { headers })).data.productGroups.zhgd, '工地物联')
  for (const at of ['/product', `/productDet?productId=${productId}`, '/']) {
    const html = await page(server.url, at)
    assert.ok(html.includes('工地物联') && !html.replace(/<script[^]*?<\/script>/g, '').includes('>智慧工地产品<'), at)
  }
})

test('filing numbers are in the footer of every page, each with its register', async () => {
  assert.equal(
    (
      await server.post(
        path,
        { icp: '鲁ICP备12345678号-1', police: '鲁公网安备37030302000123号', support: '' },
        { headers },
      )
    ).code,
    200,
  )
  const html = await page(server.url, '/xwdt')
  assert.match(html, /href="https:\/\/beian\.miit\.gov\.cn\/"[^>]*>鲁ICP备12345678号-1</)
  assert.match(
    html,
    /href="https:\/\/beian\.mps\.gov\.cn\/#\/query\/webSearch\?code=37030302000123"[^>]*><img[^>]*>鲁公网安备37030302000123号</,
  )
  const { status, data } = await server.post(path, { police: '鲁公网安备123号' }, { headers })
  assert.deepEqual([status, data.field], [400, 'police'])
  const mistyped = await server.post(path, { creditCode: '911100001000017730' }, { headers })
  assert.deepEqual(
    [mistyped.status, mistyped.data.field],
    [400, 'creditCode'],
    'its last character belongs to another code',
  )
  const licence = { creditCode: '911100001000017739', licence: '/uploads/media/licence.png' }
  assert.equal((await server.post(path, licence, { headers })).code, 200)
  assert.match(
    await page(server.url, '/xwdt'),
    /统一社会信用代码：911100001000017739.*href="\/uploads\/media\/licence\.png"[^>]*>营业执照</,
  )
  assert.equal((await server.post(path, { icp: '', police: '', creditCode: '', licence: '' }, { headers })).code, 200)
  assert.doesNotMatch(await page(server.url, '/xwdt'), /beian|信用代码|营业执照/)
})

test('the menus follow their lists; the privacy notice names the company and runs nothing', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const { pageNames, privacy } = (await server.post('/v1/site/detail')).data
  const entry = (name: string, target: string) => ({ name, target, desktop: true, phone: false, footer: false })
  const body = '<h2>告知</h2><p onclick="a()">{公司全称}，{服务热线}，{没有}<script>alert(1)</script></p>'
  const sent = {
    companyName: '海右<b>建科</b>',
    pageNames: {
      ...pageNames,
      news: '动态',
    },
    menus: [entry('动态', '/xwdt'), entry('首页', '/'), entry('合作', 'https://example.com/a')],
    privacy: { ...privacy, body },
  }
  assert.equal((await server.post(path, sent, { headers })).code, 200)
  const html = await page(server.url, '/privacy')
  const links =
    '<a href="/xwdt">动态</a><a href="/">首页</a>' +
    '<a href="https://example\\.com/a" target="_blank" rel="noopener noreferrer">合作</a>'
  assert.match(html, new RegExp(`<nav class="menu"[^>]*>${links}</nav>`))
  assert.match(
    html,
    /<h2>告知<\/h2><p>海右&#60;b&#62;建科&#60;\/b&#62;，<a href="tel:400-000-0000">400-000-0000<\/a>，\{没有\}<\/p>/,
  )
})

test('the look is a sheet of its own, named by its colour; the shipped look needs none', async () => {
  const linked = async (): Promise<string | undefined> => /href="(\/look\.css[^"]*)"/.exec(await page(server.url))?.[1]
  assert.equal(await linked(), undefined)
  const look = { accent: '#0a6b5d', corners: 'square' }
  const { data } = await server.post('/v1/site/preview', { path: '/', look }, { headers })
  assert.match(data.html, /href="\/look\.css\?accent=0a6b5d&#38;corners=square&#38;bands=own&#38;edition=3"/)
  assert.equal((await server.post(path, { look }, { headers })).code, 200)
  const response = await fetch(server.url + (await linked())?.replaceAll('&#38;', '&'))
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
  assert.match(
    await response.text(),
    new RegExp(
      /^:root\{--orange:#0a6b5d;.*--on-orange:#ffffff;.*--r1:0;--r2:0\}/.source +
        /@media screen\{:root\{--night-fill:#[\da-f]{6};.*\}\}/.source +
        /@media screen and \(prefers-color-scheme:dark\)\{:root\{--orange:#[\da-f]{6};.*--wash-thin:#[\da-f]{8}\}\}$/
          .source,
    ),
  )
  const office = await fetch(`${server.url}/login`)
  assert.match(
    await office.text(),
    /href="\/look\.css\?accent=0a6b5d&#38;corners=square&#38;edition=3"/,
    'its bands stay as they are',
  )
  for (const wrong of [
    '',
    '?accent=0a6b5d',
    '?accent=0a6b5d&corners=none',
    '?accent=}body{}&corners=soft',
    '?accent=7f7f7&corners=soft',
  ]) {
    assert.equal((await fetch(`${server.url}/look.css${wrong}`)).status, 404, wrong)
  }
  const refused = await server.post(path, { look: { accent: 'red', corners: 'soft' } }, { headers })
  assert.deepEqual([refused.status, refused.msg], [400, '主色：应为#加6位十六进制数，如#ff6a13'])
})

test('the history of the settings has every state, the first one and legal texts included', async () => {
  const { privacy, slogan } = (await server.post('/v1/site/detail')).data
  const history = async (name: string, body: object = {}) =>
    (await server.post(`/v1/history/${name}`, { kind: 'site', id: 'site', ...body }, { headers })).data
  const before = (await history('list')).length
  const second = { ...privacy, body: '<p>第二版</p>', date: '2026-12-01' }
  for (const sent of [{ privacy: second }, { privacy: { ...second, body: '<p>第三版</p>' } }, { slogan: '新口号' }]) {
    assert.equal((await server.post(path, sent, { headers })).code, 200)
  }
  const rows = await history('list')
  assert.equal(rows.length, before + 3)
  assert.deepEqual(Object.keys(rows[0]), ['version', 'savedBy', 'savedAt'])
  const details = await Promise.all([0, 1, 2].map((n) => history('detail', { version: rows[n].version })))
  assert.deepEqual(
    details.map(({ fields }) => fields.privacy.body),
    ['<p>第三版</p>', '<p>第二版</p>', privacy.body],
  )
  assert.deepEqual([details[0].fields.slogan, details[0].savedBy, details[0].fields.id], [slogan, 'admin', undefined])
  assert.equal(
    (await server.post(path, { privacy: { ...second, body: '<p>没有保存</p>' }, basedOn: 'older' }, { headers }))
      .status,
    409,
  )
  assert.equal((await history('list')).length, before + 3)
})

test('the agreement names the day from which it applies', async () => {
  const agreement = { body: '<h2>使用</h2><p>{公司全称}</p>', date: '2026-12-01' }
  assert.equal((await server.post(path, { agreement }, { headers })).code, 200)
  assert.match(
    (await server.post('/v1/site/agreement')).data.html,
    /^<h1>用户协议<\/h1><p>生效日期：2026-12-01<\/p><h2>使用<\/h2><p>山东筑站/,
  )
})

test('what was shown before the first change is in the history, also where nothing was stored', async (t) => {
  const { post, signIn } = await startServer(t)
  const own = { headers: await signIn() }
  const { slogan } = (await post('/v1/site/detail')).data
  await post(path, { slogan: '新口号' }, own)
  const [first] = (await post('/v1/history/list', { kind: 'site', id: 'site' }, own)).data
  const { data } = await post('/v1/history/detail', { kind: 'site', id: 'site', version: first.version }, own)
  assert.deepEqual([data.fields.slogan, data.savedBy], [slogan, ''])
})

test('versions of legal texts that an earlier program has kept stay readable', async (t) => {
  const folder = newFolder(t)
  await store(folder, 'notice', keptNotice)
  const { post, signIn } = await startServer(t, { folder })
  const own = { headers: await signIn() }
  const { id: _id, createdAt: _createdAt, name, savedBy, ...text } = keptNotice
  const row = { version: `notice-${keptNotice.id}`, savedBy, savedAt: '2026-11-20 16:07:49' }
  assert.deepEqual((await post('/v1/history/list', { kind: 'site', id: 'site' }, own)).data, [row])
  const { data } = await post('/v1/history/detail', { kind: 'site', id: 'site', version: row.version }, own)
  assert.deepEqual(data, { ...row, fields: { agreement: text } })
})

test('of two saves of one version one is refused, and nothing of it is kept', async (t) => {
  const records = await openStore({ disk: newDisk(t, join(newFolder(t), 'data')), now: Date.now, log: () => {} })
  const shipped = shippedSite(fileURLToPath(new URL('../../data/seed', import.meta.url)))
  const { siteDetail, siteUpdate } = siteCalls({
    store: records,
    site: currentSite(records, shipped, Date.now),
    starter: starterContent(fileURLToPath(new URL('../../data/seed', import.meta.url))),
    richText: createRichText(),
    drawPreview: async () => '',
    redirects: { removeUnused: async () => {} },
    operations: { keepSettings: async () => '' },
    now: Date.now,
  })
  const caller = { ...visitorAt(''), signedIn: { user: { name: 'admin' } } as unknown as SignedInUser }
  const { version, privacy } = await siteDetail()
  const bodies = ['<p>甲</p>', '<p>乙</p>']
  const saves = await Promise.allSettled(
    bodies.map((body) =>
      siteUpdate({ privacy: { ...privacy, body }, basedOn: version } as Parameters<typeof siteUpdate>[0], caller),
    ),
  )
  assert.deepEqual(
    saves.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  const versions = await records.history.list('site', 'site')
  const kept = await Promise.all(versions.map((each) => records.history.read('site', 'site', each)))
  assert.deepEqual(
    [records.site.get('site'), ...kept].map((each) => (each as SiteRecord).privacy.body),
    ['<p>甲</p>', privacy.body],
  )
})

test('browsers that ask for an icon are led to the address of the company’s icon as it is written', async () => {
  for (const [favicon, location] of [
    ['/media/图.png', '/media/%E5%9B%BE.png'],
    ['https://cdn.example.com/%E5%9B%BE%20a.png', 'https://cdn.example.com/%E5%9B%BE%20a.png'],
  ]) {
    assert.equal((await server.post(path, { favicon }, { headers })).code, 200)
    assert.equal((await fetch(`${server.url}/favicon.ico`, { redirect: 'manual' })).headers.get('location'), location)
  }
})

test('search engines find the codes and files by which they check who owns the site; a file runs nothing', async () => {
  const verifications = [{ name: 'baidu-site-verification', content: 'codeva-"Ab1' }]
  const rootFiles = [
    { name: 'MP_verify_abc.txt', content: 'abc' },
    { name: 'google12.html', content: '<script>alert(1)</script>' },
  ]
  assert.equal(
    (await server.post(path, { verifications, rootFiles, titlePattern: '{页面}｜{网站名称}' }, { headers })).code,
    200,
  )
  const html = await page(server.url, '/xwdt')
  assert.ok(
    html.includes('<meta name="baidu-site-verification" content="codeva-&#34;Ab1">') &&
      html.includes('<title>新闻动态｜筑站科技</title>'),
  )
  assert.equal(await page(server.url, '/MP_verify_abc.txt'), 'abc')
  const file = await fetch(`${server.url}/google12.html`)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  for (const name of [
    'robots.txt',
    'a/b.txt',
    '..txt',
    'x.js',
    'index.php',
    'index.html',
    'INDEX.html',
    'sitemap-2.xml',
    'rss.xml',
    'favicon.html',
    'healthz.txt',
    'p.html',
    '404.html',
    'productdet.html',
    'Login.html',
    'adminnews.txt',
    ...[...routes.map((each) => each.path), ...adminPaths]
      .filter((each) => /^\/\w+$/.test(each))
      .map((each) => `${each.slice(1)}.html`),
  ]) {
    const { status, data } = await server.post(path, { rootFiles: [{ name, content: 'x' }] }, { headers })
    assert.deepEqual([status, data.field], [400, 'rootFiles'], name)
  }
  assert.equal((await server.post(path, { titlePattern: '{网站名称}' }, { headers })).status, 400)
})

test('the records and the fields that are still as shipped are named', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const setup = async () => (await server.post('/v1/site/setup', {}, { headers })).data
  const first = await setup()
  const marked = ['siteName', 'homeTexts.hero', 'banners.home.image', 'scenarios', 'map.lng']
  assert.deepEqual(
    marked.filter((path) => !first.starterFields.includes(path)),
    [],
  )
  const general = [
    'inquiry.form',
    'look.accent',
    'map.tiles',
    'map.title',
    'pageNames.home',
    'aboutTexts.honours.name',
    'homeTexts.cases.name',
    'police',
  ]
  assert.deepEqual(
    general.filter((path) => first.starterFields.includes(path)),
    [],
    'what any company may keep is not marked',
  )
  const counts = Object.entries<string[]>(first.starterRecords).map(([kind, ids]) => [kind, ids.length])
  assert.deepEqual(Object.fromEntries(counts), { product: 20, news: 24, case: 4, carousel: 4, page: 2 })

  const [article] = first.starterRecords.news
  assert.equal((await server.post('/v1/news/updateNews', { newId: article, newTitle: '改过' }, { headers })).code, 200)
  assert.equal(
    (await server.post('/v1/product/deleteProduct', { productId: first.starterRecords.product[0] }, { headers })).code,
    200,
  )
  assert.equal((await server.post(path, { hotline: '0532-7654321' }, { headers })).code, 200)
  const second = await setup()
  assert.deepEqual([second.starterRecords.product.length, second.starterRecords.news.length], [19, 23])
  assert.ok(!second.starterFields.includes('hotline') && second.starterFields.includes('siteName'))
})

test('what is still as shipped is counted by value, and a list until its last shipped item is gone', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const marked = async (): Promise<string[]> =>
    (await server.post('/v1/site/setup', {}, { headers })).data.starterFields
  const { homeTexts, oneStop } = (await server.post('/v1/site/detail')).data
  const change = async (fields: object): Promise<void> =>
    assert.equal((await server.post(path, fields, { headers })).code, 200)
  const before = await marked()
  await change({
    homeTexts: { ...homeTexts, hero: '只做牙科设备。' },
    oneStop: [{ ...oneStop[0], title: '选型' }, oneStop[1]],
  })
  const after = await marked()
  assert.deepEqual(
    before.filter((each) => !after.includes(each)),
    ['homeTexts.hero'],
  )
  await change({ oneStop: [{ ...oneStop[0], title: '选型' }] })
  assert.deepEqual(
    after.filter((each) => each !== 'oneStop'),
    await marked(),
  )
})
