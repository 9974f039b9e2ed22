import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { admin, newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

/** Every C0 and C1 control character except tab and line feed, and the two noncharacters that XML forbids. */
const controls = String.fromCharCode(
  ...Array.from({ length: 0xa0 }, (_, code) => code).filter(
    (code) => (code < 32 && code !== 9 && code !== 10) || code > 126,
  ),
  0xfffe,
  0xffff,
)
const forbidden = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/u
const dirty = (text: string): string => [...text].join(controls)

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })
const headers = await server.signIn()

test('control characters are removed from input; tabs and line feeds stay', async () => {
  const saved = await server.post(
    '/v1/news/saveNews',
    {
      newTitle: dirty('标题'),
      newIntro: dirty('一\n\t二\r\n三'),
      newCover: dirty('/a.png'),
      newInfo: '<p>正\u000b文\uFFFE</p>',
    },
    { headers },
  )
  assert.equal(saved.code, 200, saved.msg)
  const { data } = await server.post('/v1/news/detailNews', saved.data)
  assert.deepEqual(
    [data.newTitle, data.newIntro, data.newCover, data.newInfo],
    ['标题', '一\n\t二\n三', '/a.png', '<p>正文</p>'],
  )

  const updated = await server.post(
    '/v1/news/updateNews',
    { newId: saved.data.newId, newTitle: dirty('新标题') },
    { headers },
  )
  assert.equal(updated.code, 200)
  assert.equal((await server.post('/v1/news/list', { newTitle: dirty('新标题') })).data.data[0].newTitle, '新标题')

  await server.post('/v1/agent/saveAgent', {
    agentInfo: dirty('公司'),
    agentName: dirty('姓名'),
    phone: dirty('13800138000'),
  })
  const [applied] = (await server.post('/v1/agent/list', { kind: 'all' }, { headers })).data.data
  assert.deepEqual([applied.agentInfo, applied.agentName, applied.phone], ['公司', '姓名', '13800138000'])
})

test('a title of control characters only is empty', async () => {
  const applied = await server.post('/v1/agent/saveAgent', {
    agentInfo: controls,
    agentName: '姓名',
    phone: '13800138000',
  })
  assert.deepEqual([applied.code, applied.msg, applied.data], [400, '请输入公司名称', { field: 'agentInfo' }])
})

test('stored control characters break neither feeds nor pages', async (t) => {
  const folder = await newFolder(t)
  const old = {
    news: { newTitle: dirty('旧闻'), newIntro: dirty('旧简介'), newCover: '', newInfo: '<p>旧</p>' },
    product: {
      coverName: dirty('旧品'),
      coverDescribe: dirty('旧说明'),
      jumpUrl: '',
      coverUrl: '',
      productCon: '<p>旧</p>',
      locationId: 'zhgd',
    },
  }
  const site = JSON.parse(await readFile(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'))
  for (const [kind, fields] of Object.entries({
    ...old,
    site: {
      ...site,
      siteName: dirty('旧站'),
      slogan: dirty('旧口号'),
      map: { ...site.map, tiles: dirty('http://tiles.example/') },
    },
  })) {
    await store(folder, kind, { ...fields, id: 'old', createdAt: '2026-01-02T03:04:05.678+08:00' })
  }
  const server = await startServer(t, { folder })
  for (const path of ['/rss.xml', '/sitemap.xml']) {
    const text = await (await fetch(server.url + path)).text()
    assert.doesNotMatch(text, forbidden, path)
    assert.match(text, /old/, path)
  }
  assert.match(await (await fetch(`${server.url}/rss.xml`)).text(), /<title>旧闻<\/title>/)
  assert.match(await (await fetch(`${server.url}/rss.xml`)).text(), /<title>旧站新闻动态<\/title>/)
  for (const path of ['/xwdt', '/xwdtDet?newId=old', '/product', '/productDet?productId=old']) {
    const response = await fetch(server.url + path)
    const html = await response.text()
    assert.equal(response.status, 200, path)
    for (const [, json = ''] of html.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs)) {
      assert.doesNotMatch(json, /\p{Cc}(?<![\x7f-\x9f])/u, path)
      assert.ok(JSON.stringify(JSON.parse(json)).includes('旧'), path)
    }
    for (const [tag] of html.matchAll(/<meta[^>]*>|<title>.*?<\/title>|<link[^>]*>/gs))
      assert.doesNotMatch(tag, forbidden, path)
  }
})

test('a password keeps every character', async () => {
  const odd = 'pass\u000bword\u200d\uFFFE'
  const changed = await server.post(
    '/service-basics-item/sys/users/getAssignRole',
    { password: admin.password, newPassword: odd },
    { headers },
  )
  assert.equal(changed.code, '', changed.msg)
  await server.signIn({ username: 'admin', password: odd })
  await assert.rejects(server.signIn({ username: 'admin', password: 'password\u200d' }), /401/)
})
