import assert from 'node:assert/strict'
import test from 'node:test'
import { startServer } from '../server.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

test('pages with little on them: one article, no picture for phones, no page for dealers', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const html = async (path: string): Promise<string> =>
    (await fetch(server.url + path, { headers: { 'User-Agent': path === '/mobile' ? phone : 'Chrome' } })).text()
  const slide = async (): Promise<string | undefined> =>
    /phone-slide"[^]*?src="([^"]*)"/.exec(await html('/mobile'))?.[1]
  const update = (fields: object) => server.post('/v1/site/update', { siteName: '海右电缆', ...fields }, { headers })
  const { data: site } = await server.post('/v1/site/detail')

  assert.equal(await slide(), site.mobileBanners[0].image)
  assert.equal((await update({ mobileBanners: [], pagesOn: { ...site.pagesOn, agent: false } })).code, 200)
  assert.equal(await slide(), site.banners.home.image, 'that of the desktop')
  for (const path of ['/', '/mobile']) assert.ok(!(await html(path)).includes('/dljm'), path)
  assert.equal((await update({ banners: { ...site.banners, home: { image: '', name: '' } } })).code, 200)
  assert.match((await slide()) ?? '', /^\/media\/product\//, 'that of a product')

  assert.ok((await html('/xwdt')).includes('class="wrap columns"><a class="card news-first"'))
  const { data } = await server.post('/v1/news/list', { page: 1, limit: 100 })
  for (const { newId } of data.data.slice(1)) await server.post('/v1/news/deleteNews', { newId }, { headers })
  const alone = await html('/xwdt')
  assert.ok(alone.includes('class="wrap"><a class="card news-first columns"'))
  assert.ok(!alone.includes('news-side'))

  const [{ newId, newTitle }] = data.data
  await server.post('/v1/news/updateNews', { newId, newCover: '' }, { headers })
  assert.ok(
    (await html('/xwdt')).includes('class="wrap"><a class="card news-first" '),
    'words alone take its whole width',
  )
  const older = { newTitle: '五一放假通知', newIntro: '', newCover: '', newInfo: '', createDate: '2020-05-01 00:00:00' }
  await server.post('/v1/news/saveNews', older, { headers })
  const words = await html('/xwdt')
  assert.ok(words.includes('news-side') && words.includes(newTitle))
  assert.ok(!words.includes('thumbnail'), 'no empty box stands for a picture')
  const lists = (await html('/'))
    .split('<ul class="teasers">')
    .slice(1)
    .map((list) => list.split('</ul>')[0] ?? '')
  const teasers = lists.find((list) => list.includes('/xwdtDet')) ?? ''
  assert.ok(teasers.includes(newId) && !teasers.includes('thumbnail'), 'nor on the home page')
})
