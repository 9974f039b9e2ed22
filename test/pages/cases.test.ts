import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const paths = ['/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu']
const { url, post, signIn } = await startServer({ after }, { env: { SEED: 'on' } })

const textOf = async (address: string): Promise<string> => (await fetch(address)).text()
/** The rendered HTML, without the embedded data. */
const drawn = async (address: string): Promise<string> =>
  (await textOf(address)).replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')

test('a case shows its outcomes, details and products with links, its banner, and its picture once, in the introduction', async () => {
  for (const path of paths) {
    const html = await drawn(url + path)
    assert.ok(html.split('<dl class="figures-large').length === 2, path)
    assert.match(html, /<dl class="details"><div[^>]*><dt[^>]*>项目类型/)
    assert.equal(new Set(html.match(/\/productDet\?productId=[\w-]+/g)).size, 4, path)
    const { caseImage, caseBanner } = (await post('/v1/cases/detail', { casePath: path })).data
    const [, banner = ''] = /<div class="banner banner-large[^]*?src="([^"]+)"/.exec(html) ?? []
    assert.equal(banner, caseBanner)
    const [, introduction = ''] = /id="overview"([^]*?)<\/section>/.exec(html) ?? []
    for (const picture of [caseBanner, caseImage])
      assert.equal(html.match(new RegExp(`<img[^>]*${picture}`, 'g'))?.length, 1, `${path} shows ${picture} once`)
    assert.ok(introduction.includes(caseImage), path)
    assert.match(html, /<dt[^>]*>工期<\/dt>/, `${path} says how long it took`)
    assert.match(html, /class="case-quote"/, path)
  }
})

test('an outcome says what was before, how much it is now and what was done', async () => {
  const html = await drawn(`${url}/sddianjian1`)
  const [, outcome = ''] = /<dl class="figures-large[^>]*><div>(.*?)<\/div>/.exec(html) ?? []
  assert.match(outcome, /^<dt>未系帽带的提醒<span[^>]*>家属写的卡片[^<]*<\/span><\/dt><dd>/)
  assert.equal(outcome.replace(/^.*?<dd>|<[^>]+>/g, ''), '23变为→9次/天')
  assert.match(await drawn(`${url}/huanghejiangong`), /<dd>−20<small>%/)
  const list = await drawn(`${url}/xiangmuanli`)
  assert.equal(list.match(/<dl class="figures-large/g)?.length, paths.length)
  assert.ok(list.indexOf('未系帽带的提醒') < list.indexOf('齐鲁能源基地项目包含'), 'before the text')
})

test('a figure of an older record is read as it is, and its banner stays beside its picture', async () => {
  const headers = await signIn()
  const sent = {
    caseName: '旧案例',
    casePath: '/xiangmuanli/older',
    caseIntro: '两栋厂房。',
    caseImage: '/media/old.png',
    caseBanner: '/media/old-banner.png',
    figures: [{ value: 14, suffix: '栋', label: '厂房' }],
    films: [{ title: '航拍', url: '/media/film/sdkaili.mp4', poster: '' }],
  }
  const { caseId } = (await post('/v1/cases/save', sent, { headers })).data
  const html = await drawn(url + sent.casePath)
  assert.match(html, /<dt>厂房<\/dt><dd>14<small>栋/)
  assert.match(html, /<div class="banner banner-large[^]*?src="\/media\/old-banner.png"/)
  assert.match(html, /id="overview"[^]*src="\/media\/old.png"/)
  assert.match(html, /<h2[^>]*>航拍<\/h2><\/header>/)
  const film = (await post('/v1/cases/detail', { caseId })).data.films[0]
  assert.equal(film.title, '航拍')
  const tooMany = { caseId, figures: [{ value: -2_000_000_000, suffix: '', label: '用水' }] }
  assert.equal((await post('/v1/cases/update', tooMany, { headers })).code, 400)
  await post('/v1/cases/delete', { caseId }, { headers })
})

test('a deleted product is left out of the cases and scenarios that refer to it', async () => {
  assert.match(await drawn(`${url}/huanghejiangong`), /zhgd-tower-crane/)
  assert.match(await drawn(`${url}/yingyongchangjing`), /zhgd-tower-crane/)
  const { code } = await post(
    '/v1/product/deleteProduct',
    { productId: 'zhgd-tower-crane' },
    { headers: await signIn() },
  )
  assert.equal(code, 200)
  assert.doesNotMatch(await drawn(`${url}/huanghejiangong`), /zhgd-tower-crane/)
  assert.match(await drawn(`${url}/huanghejiangong`), /zhgd-dust-noise/)
  assert.doesNotMatch(await drawn(`${url}/yingyongchangjing`), /zhgd-tower-crane/)
})

test('a case without a banner or anything but its texts has a heading, and no empty sections', async () => {
  const headers = await signIn()
  const sent = {
    caseName: '滨河学校项目',
    casePath: '/xiangmuanli/binhe-school',
    caseIntro: '三栋教学楼。',
    caseImage: '/media/og.png',
  }
  assert.equal((await fetch(url + sent.casePath)).status, 404)
  const { caseId } = (await post('/v1/cases/save', sent, { headers })).data
  const html = await textOf(url + sent.casePath)
  assert.match(html, /<h1[^>]*>滨河<wbr[^>]*>学校<wbr[^>]*>项目<\/h1>/)
  assert.ok(html.includes('"@type":"BreadcrumbList"'))
  assert.match(html, /<a href="\/xiangmuanli" aria-current="page">/)
  assert.match(html, /<a href="\/product" aria-current="true"/)
  assert.doesNotMatch(
    html.replace(/<script[^]*?<\/script>/g, ''),
    /figures-large|class="details"|应用产品|productDet\?/,
  )
  assert.match(await textOf(`${url}/sitemap.xml`), /\/xiangmuanli\/binhe-school<\/loc><lastmod>/)
  assert.ok(
    (await drawn(`${url}/`)).indexOf('滨河学校项目') < (await drawn(`${url}/`)).indexOf('沿黄产业园项目'),
    'the newest first',
  )
  for (const wrong of ['/xiangmuanli/none', '/xiangmuanli/a/b', '/xiangmuanli/*'])
    assert.equal((await fetch(url + wrong)).status, 404, wrong)

  const taken = await post('/v1/cases/save', sent, { headers })
  assert.deepEqual([taken.code, taken.data.field], [400, 'casePath'])
  assert.equal((await post('/v1/cases/update', { caseId, casePath: '/news' }, { headers })).code, 400)
  const preview = { kind: 'case', device: 'desktop', ...sent, caseName: '另一个名称', casePath: '' }
  assert.match((await post('/v1/page/preview', preview, { headers })).data.html, /另一个<wbr[^>]*>名称|另一个名称/)
  await post('/v1/act/order', { kind: 'case', id: caseId, after: 'qdfangwu' }, { headers })
  const order = (await post('/v1/cases/list')).data.data.map(({ casePath }: { casePath: string }) => casePath)
  assert.deepEqual(order, [...paths, sent.casePath])
  await post('/v1/act/unpublish', { kind: 'case', id: caseId }, { headers })
  assert.equal((await fetch(url + sent.casePath)).status, 404)
})

test('a case or scenario without a picture has no empty place for one', async (t) => {
  const folder = newFolder(t)
  const seeded = (path: string) =>
    JSON.parse(readFileSync(new URL(`../../data/seed/${path}.json`, import.meta.url), 'utf8'))
  const site = seeded('site/site')
  site.scenarios[0].image = ''
  await store(folder, 'site', site)
  await store(folder, 'case', { ...seeded('case/qdfangwu'), caseImage: '', caseBanner: '' })
  const server = await startServer(t, { folder })

  assert.match(await drawn(`${server.url}/xiangmuanli`), /<article class="case-row"><div><h2><a href="\/qdfangwu"/)
  assert.match(await drawn(`${server.url}/`), /<div class="lead-scene"><div/)
  assert.match(await drawn(`${server.url}/qdfangwu`), /<div class="banner drawn clipped"><div/)
  const scenarios = await drawn(`${server.url}/yingyongchangjing`)
  assert.equal(scenarios.match(/<figure class="scenario drawn"><figcaption/g)?.length, 1)
  assert.equal(scenarios.match(/<article class="ticked"><div>/g)?.length, 1)
})

test('an older site record without these facts is rendered without their sections', async (t) => {
  const folder = newFolder(t)
  const site = JSON.parse(readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'))
  for (const each of site.scenarios) for (const name of ['details', 'products']) delete each[name]
  await store(folder, 'site', site)
  const older = await startServer(t, { folder })
  const response = await fetch(`${older.url}/yingyongchangjing`)
  assert.equal(response.status, 200)
  const html = (await response.text()).replace(/<script[^]*?<\/script>/g, '')
  assert.doesNotMatch(html, /class="details"|productDet\?|scenario-products/)
  assert.match(html, /<h2[^>]*>智慧(<wbr[^>]*>)?工地<\/h2>/)
})

test('without a case there is no page of cases, and nothing leads there', async (t) => {
  const own = await startServer(t, { env: { SEED: 'on' } })
  const headers = await own.signIn()
  const phone = { headers: { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile' } }
  const visited = ['/', '/mobile', '/product', '/nowhere', '/search?word=xyz', '/sitemap.xml']
  const leads = async (): Promise<string[]> => {
    const pages = await Promise.all(
      visited.map(async (path) => (await fetch(own.url + path, path === '/mobile' ? phone : {})).text()),
    )
    return visited.filter((_, index) => /(?:href="|<loc>[^<]*)\/xiangmuanli["<]/.test(pages[index] ?? ''))
  }
  assert.deepEqual(await leads(), visited)
  for (const caseId of paths.map((path) => path.slice(1))) await own.post('/v1/cases/delete', { caseId }, { headers })
  assert.deepEqual(await leads(), [])
  assert.equal((await fetch(`${own.url}/xiangmuanli`)).status, 404)
  const [first] = (await own.post('/v1/trash/list', { kind: 'case' }, { headers })).data.data
  await own.post('/v1/act/restore', { kind: 'case', ids: [first.id] }, { headers })
  assert.equal((await fetch(`${own.url}/xiangmuanli`)).status, 200)
  assert.equal((await own.post('/v1/site/detail')).data.pagesOn.cases, true, 'the switch of staff stays')
})
