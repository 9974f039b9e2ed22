import assert from 'node:assert/strict'
import test from 'node:test'
import { settableClock } from '../clock.ts'
import { newFolder, startServer } from '../server.ts'
import { store, stored } from '../stored.ts'

const day = 86_400_000
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const desktop =
  'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36'

test('the link of a draft shows its page to anybody for a week, and to nobody else', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const server = await startServer(t, { folder, env: { SITE_URL: 'https://example.com' }, now: clock.now })
  const headers = await server.signIn()
  const call = async (path: string, body: object) => (await server.post(path, body, { headers })).data
  const open = async (path: string, agent = desktop) => {
    const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const linkOf = async (kind: string, id: string): Promise<string> => {
    const { url } = await call('/v1/draft/link', { kind, id })
    assert.ok(url.startsWith('https://example.com/preview?'))
    return url.slice('https://example.com'.length)
  }

  for (const [kind, fields] of Object.entries({
    news: { newTitle: '没有发布的新闻', newInfo: '<p>草稿的正文</p>' },
    product: { coverName: '没有发布的产品', productCon: '<p>草稿的正文</p>', locationId: 'zhgd' },
    carousel: {
      photoTitle: '没有发布的轮播图',
      photoUrl: '/uploads/carousel/0123456789abcdef0123456789abcdef.1600x600.jpg',
    },
  })) {
    const { id } = await call('/v1/draft/save', { kind, fields })
    const link = await linkOf(kind, id)
    for (const agent of [desktop, phone]) {
      const { status, headers: sent, html } = await open(link, agent)
      assert.equal(status, 200)
      assert.ok(
        html.includes(kind === 'carousel' ? '/uploads/carousel/0123456789' : '没有发布的') &&
          html.includes('预览：这一页还没有发布'),
        kind,
      )
      if (kind !== 'carousel') assert.ok(html.includes('草稿的正文'))
      assert.equal(sent.get('cache-control'), 'no-store')
      assert.match(sent.get('x-robots-tag') ?? '', /noindex/)
    }
    assert.equal((await open(link.replace(`id=${id}`, 'id=other'))).status, 404)
    assert.equal((await open(link.replace(/until=\d/, 'until=9'))).status, 404, 'the time is signed')
    assert.equal((await open(link.replace(`kind=${kind}`, 'kind=agent'))).status, 404)
    for (const other of ['$1.0', '+$1', '0$1', '$1e0', '%20$1']) {
      const rewritten = link.replace(/(?<=until=)(\d+)/, other)
      assert.equal((await open(rewritten)).status, 404, other)
    }
    assert.equal((await open('/preview')).status, 404)

    if (kind === 'news') {
      const edited = await call('/v1/draft/save', { kind, id, fields: { newInfo: '<p>改过的正文</p>' } })
      assert.equal(edited.id, id)
      assert.ok((await open(link)).html.includes('改过的正文'), 'it shows the latest draft')
      await call('/v1/draft/publish', { kind, id })
      assert.equal((await open(link)).status, 404)
      await call('/v1/draft/save', { kind, id, fields: { newInfo: '<p>neu</p>' } })
      assert.equal((await open(link)).status, 404, 'another draft has another link')
    } else if (kind === 'product') {
      await call('/v1/act/discard', { kind, id })
      assert.equal((await open(link)).status, 404)
    } else {
      clock.advance(7 * day)
      assert.equal((await open(link)).status, 404)
    }
  }
})

test('a link ends with its draft: neither a later draft nor a restored one opens it', async (t) => {
  const folder = newFolder(t)
  const first = await startServer(t, { folder })
  const connect = async ({ url, post, signIn }: typeof first) => {
    const headers = await signIn()
    const call = async (path: string, body: object) =>
      (await post(`/v1/${path}`, { kind: 'news', ...body }, { headers })).data
    return {
      call,
      linkOf: async (id: string): Promise<string> => new URL((await call('draft/link', { id })).url).search,
      open: async (search: string): Promise<number> => (await fetch(`${url}/preview${search}`)).status,
    }
  }
  const { call, linkOf, open } = await connect(first)
  const id = (await call('news/saveNews', { newTitle: '一' })).newId
  await call('act/unpublish', { id })
  const links = [await linkOf(id)]
  const latest = async (): Promise<number[]> => Promise.all(links.map(open))
  await call('draft/save', { id, fields: { newTitle: '二' } })
  assert.deepEqual(await latest(), [200], 'it is the same draft')
  await call('draft/publish', { id })
  await call('act/unpublish', { id })
  assert.deepEqual(await latest(), [404])

  links.push(await linkOf(id))
  await call('act/discard', { id })
  assert.deepEqual(await latest(), [404, 404])
  await call('act/restore', { ids: [id] })
  assert.deepEqual(await latest(), [404, 404])
  links.push(await linkOf(id))
  await call('draft/publish', { id })
  await call('draft/save', { id, fields: { newTitle: '三' } })
  links.push(await linkOf(id))
  await call('act/unpublish', { id })
  assert.deepEqual(await latest(), [404, 404, 404, 200], 'the draft beside is the same')
  await call('draft/publish', { id })
  await call('draft/save', { id, fields: { newTitle: '四' } })
  links.push(await linkOf(id))
  await call('news/deleteNews', { newId: id })
  await call('act/restore', { ids: [id] })
  assert.deepEqual(await latest(), [404, 404, 404, 404, 404])

  await first.stop()
  const draft = JSON.parse((await stored(folder)).find(({ name }) => name === `drafts/news/${id}`)?.text ?? '')
  const { key: _key, ...older } = draft
  await store(folder, 'drafts/news', older)
  const second = await connect(await startServer(t, { folder }))
  const link = await second.linkOf(id)
  await second.call('draft/save', { id, fields: { newTitle: '五' } })
  assert.equal(await second.open(link), 200, 'a draft of an earlier version keeps its links')
  await second.call('act/unpublish', { id })
  await second.call('draft/publish', { id })
  await second.call('act/unpublish', { id })
  assert.equal(await second.open(link), 404)
})
