import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { limits } from '../../contract/calls/rules.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { startServer } from '../server.ts'
import { stored } from '../stored.ts'

const path = '/v1/page/preview'
const product = {
  kind: 'product',
  device: 'desktop',
  coverName: '预览塔吊',
  coverDescribe: '尚未保存',
  locationId: 'zhgd',
  jumpUrl: '/product',
  coverUrl: '/media/og.png',
}

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()

const root = (html: string): string | undefined => /<div id="root">([^]*?)<\/div>(?:<script|<\/body)/.exec(html)?.[1]

test('a preview is not cached, and only of what has a page', async () => {
  const { status, headers: replyHeaders } = await server.post(path, product, { headers })
  assert.deepEqual([status, replyHeaders.get('cache-control')], [200, 'no-store'])
  for (const wrong of [{ kind: 'carousel' }, { device: 'watch' }, { kind: undefined }]) {
    assert.equal((await server.post(path, { ...product, ...wrong }, { headers })).status, 400, JSON.stringify(wrong))
  }
})

test('an unsaved product is rendered as its page for both devices, cleaned and without scripts', async () => {
  const productCon =
    '<p onclick="a()">正文<script>alert(1)</script></p><p style="color:red"><a href="javascript:a()">链接</a></p>'
  const drawn = async (device: string): Promise<string> =>
    (await server.post(path, { ...product, productCon, device }, { headers })).data.html

  const unsaved = { desktop: await drawn('desktop'), phone: await drawn('phone') }
  const saved = (await server.post('/v1/product/saveProduct', { ...product, productCon }, { headers })).data.productId
  for (const [device, address] of [
    ['desktop', '/productDet'],
    ['phone', '/cpDeatail'],
  ] as const) {
    const agent = device === 'phone' ? 'iPhone' : 'Chrome'
    const page = await (
      await fetch(`${server.url}${address}?productId=${saved}`, { headers: { 'User-Agent': agent } })
    ).text()
    const html = unsaved[device]
    assert.ok(root(html)?.includes('预览塔吊'))
    // A new record has no id yet.
    assert.ok(root(html) === root(page)?.replaceAll(saved, 'new'), `what is seen of ${device} is the page itself`)
    assert.doesNotMatch(html, /<script|onclick|javascript:|style=/)
    assert.match(html, /<link rel="stylesheet" href="\/assets\//)
  }
})

test('an article keeps its date and its neighbours; a new one has the current date and follows the newest', async () => {
  const [newest, second] = (await server.post('/v1/news/list')).data.data
  const draw = async (more: object): Promise<string> =>
    (
      await server.post(
        path,
        { kind: 'news', device: 'phone', newTitle: '改过的标题', newInfo: '<p>新的正文</p>', ...more },
        { headers },
      )
    ).data.html.replaceAll(/<wbr[^>]*>/g, '')

  const edited = await draw({ recordId: newest.newId })
  assert.ok(
    edited.includes(`dateTime="${newest.createDate.slice(0, 10)}"`) &&
      edited.includes(second.newTitle) &&
      /<h1[^>]*>改过的标题<\/h1>/.test(edited),
  )
  const today = (): string => chinaTime(Date.now()).slice(0, 10)
  for (const more of [{}, { recordId: 'deleted-meanwhile' }, { recordId: '\ud800' }]) {
    const before = today()
    const html = await draw(more)
    // The day may end meanwhile.
    const isToday = [before, today()].some((day) => html.includes(`dateTime="${day}"`))
    assert.ok(isToday && html.includes(newest.newTitle), JSON.stringify(more))
  }
})

test('a preview writes nothing and changes neither cached pages nor visits', async () => {
  const [{ newId }] = (await server.post('/v1/news/list')).data.data
  const address = `${server.url}/xwdtDet?newId=${newId}`
  const visitor = { headers: { Cookie: 'item_in=1' } }
  const before = await (await fetch(address, visitor)).text()
  const records = await stored(server.folder)
  assert.equal(
    (await server.post(path, { kind: 'news', device: 'desktop', recordId: newId, newTitle: '还没有保存' }, { headers }))
      .status,
    200,
  )
  assert.equal(await (await fetch(address, visitor)).text(), before)
  assert.deepEqual(await stored(server.folder), records)
})

test('what a save would refuse is refused with the same message', async () => {
  for (const wrong of [
    { jumpUrl: 'javascript:a()' },
    { coverName: '字'.repeat(201) },
    { productCon: 'a'.repeat(limits.richText) },
    { locationId: 'moon' },
  ]) {
    const [refused, save] = [
      await server.post(path, { ...product, ...wrong }, { headers }),
      await server.post('/v1/product/saveProduct', { ...product, ...wrong }, { headers }),
    ]
    assert.equal(refused.status, 400)
    assert.deepEqual([refused.msg, refused.data], [save.msg, save.data])
  }
  const long = `<p>${'文'.repeat(100_000)}</p>`
  assert.ok((await server.post(path, { ...product, productCon: long }, { headers })).data.html.includes(long))
  assert.equal(
    (await server.post(path, { ...product, productCon: '', note: 'x'.repeat(limits.jsonBody) }, { headers })).status,
    413,
  )
})

test('a preview of the settings is each page as it is once they are saved', async () => {
  const { data: site } = await server.post('/v1/site/detail')
  const [{ productId }] = (await server.post('/v1/product/list', { locationId: 'zhgd' })).data.data
  const groups = site.groups.map((group: { id: string; name: string }) => ({
    ...group,
    name: `新${group.name}`,
    on: group.id !== 'cpxt',
  }))
  const typed = { groups, siteName: '新名称', pagesOn: { ...site.pagesOn, cases: false } }
  const detail = `/productDet?productId=${productId}`
  const phonePath = `/cpDeatail?productId=${productId}`
  const paths = ['/', '/product', detail, '/search?word=塔', `/product/compare?ids=${productId}`, phonePath]
  const previews = new Map<string, string>()
  for (const at of paths)
    previews.set(at, (await server.post('/v1/site/preview', { path: at, ...typed }, { headers })).data.html)
  assert.equal((await server.post('/v1/site/update', { ...typed, basedOn: site.version }, { headers })).status, 200)
  for (const [at, html] of previews) {
    const agent = at === phonePath ? 'iPhone' : 'Chrome'
    const page = await (await fetch(server.url + at, { headers: { 'User-Agent': agent } })).text()
    assert.ok(root(page) && root(html) === root(page), at)
  }
  assert.match(previews.get(detail) ?? '', /新智慧工地/)
})
