import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newFolder, startServer } from '../server.ts'

const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const articles = 4 + 150 + 2
const robots = 206

const stored = (n: number) => ({
  id: `id${String(n).padStart(5, '0')}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString().replace('Z', '+00:00'),
})

const folder = newFolder({ after })
async function put(kind: string, count: number, fields: (n: number) => object): Promise<void> {
  await mkdir(join(folder, 'data', kind), { recursive: true })
  const write = (n: number) =>
    writeFile(join(folder, 'data', kind, `${stored(n).id}.json`), JSON.stringify({ ...stored(n), ...fields(n) }))
  await Promise.all(Array.from({ length: count }, (_, index) => write(index + 1)))
}
await put('news', articles, (n) => ({ newTitle: `新闻${n}号`, newIntro: '', newCover: '', newInfo: '' }))
await put('product', robots, (n) => ({
  coverName: `机器人${n}号`,
  coverDescribe: '',
  jumpUrl: '',
  coverUrl: '',
  productCon: '',
  locationId: 'cpxt',
}))
const { url } = await startServer({ after }, { folder })

async function pageAt(path: string, phone = false): Promise<{ status: number; html: string }> {
  const answer = await fetch(url + path, { headers: { 'User-Agent': phone ? phoneAgent : 'Mozilla/5.0' } })
  return {
    status: answer.status,
    html: (await answer.text()).replace(/<script type="application\/(?:ld\+)?json".*?<\/script>|<wbr[^>]*>/g, ''),
  }
}
const numbers = (html: string, words: string): number[] => [
  ...new Set([...html.matchAll(new RegExp(`>${words}(\\d+)号<`, 'g'))].map(([, n]) => Number(n))),
]

test('a page of a long news list has fifteen articles after the four on top, and links to the others', async () => {
  const linked = (html: string): number[] => [
    ...new Set([...html.matchAll(/href="\/xwdt\?page=(\d+)#more"/g)].map(([, n]) => Number(n))),
  ]
  const first = await pageAt('/xwdt')
  assert.deepEqual(
    numbers(first.html, '新闻'),
    Array.from({ length: 19 }, (_, i) => articles - i),
  )
  assert.match(first.html, /href="\/xwdt\?page=2#more" rel="next"/)
  assert.deepEqual(linked(first.html), [2, 3, 11])
  const seventh = await pageAt('/xwdt?page=7')
  assert.deepEqual(
    numbers(seventh.html, '新闻'),
    Array.from({ length: 15 }, (_, i) => articles - 4 - 6 * 15 - i),
  )
  assert.deepEqual(linked(seventh.html), [6, 5, 7, 8, 9, 11])
  assert.match(seventh.html, /href="\/xwdt#more"/)
  assert.doesNotMatch(seventh.html, /news-first/)
  const last = await pageAt('/xwdt?page=11')
  assert.deepEqual(numbers(last.html, '新闻'), [2, 1])
  assert.doesNotMatch(last.html, /rel="next"/)
  for (const page of ['12', '0', '-1', 'x', '1e9']) assert.equal((await pageAt(`/xwdt?page=${page}`)).status, 404, page)
})

test('each page of the news is its own canonical address, the first without a query', async () => {
  for (const [path, canonical] of [
    ['/xwdt', '/xwdt'],
    ['/xwdt?page=1', '/xwdt'],
    ['/xwdt?page=2', '/xwdt?page=2'],
    ['/xwdt?page=2&utm_source=x', '/xwdt?page=2'],
  ] as const) {
    const link = new RegExp(`<link rel="canonical" href="http://localhost:\\d+${canonical.replace('?', '\\?')}">`)
    assert.match((await pageAt(path)).html, link, path)
  }
})

test('only a long catalogue has a field to search above its groups', async (t) => {
  const searches = (html: string): boolean => /id="catalogue"[^]*?role="search"[^]*?role="tab"/.test(html)
  const { url: starter } = await startServer(t, { env: { SEED: 'on' } })
  for (const [path, agent] of [
    ['/product', 'Mozilla/5.0'],
    ['/zhuyingyewu', phoneAgent],
  ] as const) {
    const headers = { 'User-Agent': agent }
    assert.ok(searches((await pageAt(path, agent === phoneAgent)).html), path)
    assert.ok(!searches(await (await fetch(starter + path, { headers })).text()), path)
  }
})

test('the groups of the catalogue have pages too, in both layouts, with their total numbers', async () => {
  for (const [path, phone] of [
    ['/product', false],
    ['/zhuyingyewu', true],
  ] as const) {
    const first = await pageAt(path, phone)
    assert.deepEqual(
      numbers(first.html, '机器人'),
      Array.from({ length: 60 }, (_, i) => robots - i),
    )
    const linked = [...first.html.matchAll(/href="([^"]+)#catalogue"/g)].map(([, address]) => address)
    assert.deepEqual(
      linked,
      ['', '&amp;page=2', '&amp;page=3', '&amp;page=4', '&amp;page=2'].map((end) => `${path}?locationId=cpxt${end}`),
    )
    const last = await pageAt(`${path}?locationId=cpxt&page=4`, phone)
    assert.deepEqual(
      numbers(last.html, '机器人'),
      Array.from({ length: 26 }, (_, i) => 26 - i),
    )
    assert.match(last.html, /aria-current="page" aria-label="第4页"/)
    assert.match(last.html, /<link rel="canonical" href="[^"]+\/product\?locationId=cpxt&#38;page=4">/)
    assert.equal((await pageAt(`${path}?locationId=cpxt&page=5`, phone)).status, 404)
    assert.equal((await pageAt(`${path}?locationId=zhgd&page=2`, phone)).status, 404)
  }
  assert.match((await pageAt('/product')).html, /建筑机器人（206）/)
  assert.match((await pageAt('/product?locationId=cpxt&page=2')).html, /aria-selected="true"[^>]*>建筑机器人/)
  assert.deepEqual(
    numbers((await pageAt('/mobile', true)).html, '机器人'),
    Array.from({ length: 4 }, (_, i) => robots - i),
  )
  const moved = await fetch(`${url}/product?locationId=cpxt&page=4&x=1`, {
    headers: { 'User-Agent': phoneAgent },
    redirect: 'manual',
  })
  assert.equal(moved.headers.get('location'), '/zhuyingyewu?locationId=cpxt&page=4')
})

test('an article links to its neighbours', async () => {
  const beside = async (n: number) => {
    const { html } = await pageAt(`/xwdtDet?newId=${stored(n).id}`)
    return [...html.matchAll(/xwdtDet\?newId=(id\d+)/g)].map(([, id]) => id)
  }
  const around = await beside(100)
  assert.ok(around.includes(stored(101).id) && around.includes(stored(99).id), around.join())
  assert.match((await pageAt(`/xwdtDet?newId=${stored(articles).id}`)).html, /没有(?:<!-- -->)?上一篇(?:<!-- -->)?了/)
})
