import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SiteHits } from '../../contract/kinds/entities.ts'
import { visitorAt } from '../../server/call.ts'
import type { Failure } from '../../server/failure.ts'
import { KeptTexts } from '../../server/records/keptTexts.ts'
import { readRecord } from '../../server/records/searched.ts'
import { limitSearches, rememberMisses, siteSearchCalls } from '../../server/records/siteSearch.ts'
import { openStore } from '../../server/store/store.ts'
import { eventually } from '../eventually.ts'
import { newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'

const path = '/v1/search/site'
const server = await startServer({ after })
const headers = await server.signIn()
const staff = async (call: string, body: object) => (await server.post(call, body, { headers })).data
const search = async (word: string, more = {}): Promise<SiteHits> => (await server.post(path, { word, ...more })).data
const titles = async (word: string): Promise<string[]> => (await search(word)).data.map(({ title }) => title)

test('visitors find products, news and pages by title, text and pinyin initials, the best and newest first', async () => {
  const { productId } = await staff('/v1/product/saveProduct', {
    coverName: '盾构导向仪',
    coverDescribe: '记录吊重',
    productCon: '<p>出厂前<b>逐台</b>标定。</p>',
    locationId: 'zhgd',
    specs: [{ term: '供电', value: 'ＤＣ 24V' }],
  })
  const { newId } = await staff('/v1/news/saveNews', {
    newTitle: '交付一批设备',
    newIntro: '',
    newInfo: '<p>其中盾构导向仪四十台。</p>',
  })
  await staff('/v1/news/saveNews', { newTitle: '新款盾构导向仪', newIntro: '简介', newInfo: '' })
  await staff('/v1/pages/save', {
    pageTitle: '服务网点',
    pagePath: 'service',
    pageBanner: '',
    pageBody: '<p>返厂盾构导向仪</p>',
  })

  assert.deepEqual(await titles('盾构导向仪'), ['盾构导向仪', '新款盾构导向仪', '服务网点', '交付一批设备'])
  const { data, count } = await search('盾构 逐台')
  assert.deepEqual(
    { data, count },
    {
      data: [
        {
          type: 'product',
          title: '盾构导向仪',
          address: `/productDet?productId=${productId}`,
          picture: '',
          excerpt: '记录吊重 出厂前逐台标定。 供电 ＤＣ 24V',
        },
      ],
      count: 1,
    },
  )
  assert.deepEqual((await search('四十台')).data, [
    {
      type: 'news',
      title: '交付一批设备',
      address: `/xwdtDet?newId=${newId}`,
      picture: '',
      excerpt: '其中盾构导向仪四十台。',
    },
  ])
  assert.deepEqual(
    (await search('返厂')).data.map(({ type, address }) => [type, address]),
    [['page', '/p/service']],
  )
  assert.deepEqual(await titles('dc 24v'), ['盾构导向仪'])
  assert.deepEqual(await titles('dgdxy'), ['盾构导向仪', '新款盾构导向仪'])
  for (const word of ['', '  ', '没有这样的', '<b>']) assert.equal((await search(word)).count, 0, word)

  await staff('/v1/news/updateNews', { newId, newInfo: '<p>改过了</p>' })
  assert.deepEqual([await titles('四十台'), await titles('改过了')], [[], ['交付一批设备']])
})

test('a model finds its product before what only mentions it', async () => {
  await staff('/v1/product/saveProduct', {
    coverName: '导向轮',
    productCon:
      '<p>一段比较长的说明，放在前面，让型号离开头远一些，超过六十个字以后才出现型号和它的说明，这样才能看出它是按型号找到的，而不是按正文。</p>',
    locationId: 'zhgd',
    models: [{ model: 'DXL-77', note: '加宽型' }],
  })
  await staff('/v1/product/saveProduct', { coverName: '轮架', coverDescribe: '配DXL-77使用', locationId: 'zhgd' })
  await staff('/v1/news/saveNews', { newTitle: '到货', newIntro: 'DXL-77到货', newInfo: '' })
  assert.deepEqual(await titles('dxl-77'), ['导向轮', '轮架', '到货'])
  assert.deepEqual(await titles('加宽型'), ['导向轮'])
})

test('codes are found however they are divided, with a letter less, and only those', async () => {
  const save = (coverName: string, more: object) =>
    staff('/v1/product/saveProduct', { coverName, locationId: 'zhgd', ...more })
  await save('楔式闸阀', { models: [{ model: 'Z41H-16C', note: '法兰连接' }] })
  await save('电力电缆', {
    productCon: `<p>${'内容很长。'.repeat(30)}耐火等级另行说明。</p>`,
    models: [{ model: 'YJV22 0.6/1kV', note: '' }],
    specs: [{ term: '标准', value: 'GB/T 12706，UL 1277' }],
  })
  const first = {
    楔式闸阀: ['z41h16c', 'Z41H 16C', 'z-41h', 'Z 41 H'],
    电力电缆: ['YJV-22', 'yjv 22', 'yv22', 'GB12706', 'gb/t12706', 'GB/T-12706', 'gbt 12706', 'ul1277', 'yjv22 ul1277'],
  }
  for (const [title, words] of Object.entries(first)) {
    for (const word of words) {
      const { data, mentioned } = await search(word)
      assert.deepEqual([data.map((hit) => hit.title), mentioned], [[title], undefined], word)
    }
  }
  assert.equal((await search('耐火')).mentioned, true, 'a model or parameter is not only mentioned, a text is')
  for (const word of ['z99', 'zzz16', 'gb99999', 'abcd16']) assert.deepEqual(await titles(word), [], word)
})

test('the pages that every site has are found, and the cases with all their texts', async () => {
  const { pageNames } = (await server.post('/v1/site/detail')).data
  const own = {
    caseName: '沿黄产业园项目',
    casePath: '/xiangmuanli/yanhuang',
    caseIntro: '介绍',
    caseImage: '/media/og.png',
  }
  await staff('/v1/cases/save', {
    ...own,
    details: [{ term: '管理重点', description: '扬尘与夜间浇筑' }],
    products: ['zhgd-tower-crane'],
  })
  assert.deepEqual(
    (await search('扬尘与夜间浇筑')).data.map(({ type, address }) => [type, address]),
    [['case', own.casePath]],
  )
  assert.deepEqual((await search(pageNames.agent)).data[0], {
    ...(await search(pageNames.agent)).data[0],
    type: 'page',
    address: '/dljm',
  })
  assert.deepEqual(await titles('zhgd-tower-crane'), [], 'an id is no text')
})

test('drafts, hidden groups and pages that are off do not appear', async () => {
  const { pagesOn, groups, version } = (await server.post('/v1/site/detail')).data
  await staff('/v1/draft/save', {
    kind: 'news',
    fields: { newTitle: '秘密草稿', newIntro: '', newCover: '', newInfo: '' },
  })
  assert.deepEqual(await titles('秘密草稿'), [])

  await staff('/v1/product/saveProduct', {
    coverName: '护栏样例',
    coverDescribe: '',
    productCon: '',
    locationId: 'jzbh',
  })
  assert.deepEqual(await titles('护栏样例'), ['护栏样例'])
  const without = groups.map((group: { id: string }) => ({ ...group, on: group.id !== 'jzbh' }))
  await staff('/v1/site/update', {
    groups: without,
    pagesOn: { ...pagesOn, cases: false, agent: false },
    basedOn: version,
  })
  assert.deepEqual(await titles('护栏样例'), [])
  assert.deepEqual((await search('沿黄产业园项目')).count, 0)
  assert.deepEqual(
    (await search('代理加盟')).data.filter(({ address }) => address === '/dljm'),
    [],
  )
  await staff('/v1/site/update', { groups, pagesOn: { ...pagesOn, product: false } })
  assert.deepEqual(await titles('护栏样例'), [])
  await staff('/v1/site/update', { pagesOn })
})

test('an excerpt begins with the sentence of the first word, or is cut before it, between characters', async () => {
  const excerpt = async (newInfo: string, word: string): Promise<string> => {
    const { newId } = await staff('/v1/news/saveNews', {
      newTitle: '摘要样例',
      newIntro: '',
      newInfo: `<p>${newInfo}</p>`,
    })
    const [hit] = (await search(word)).data
    await staff('/v1/news/deleteNews', { newId })
    return hit?.excerpt ?? ''
  }
  assert.equal(
    await excerpt(`${'前文'.repeat(40)}。浇筑混凝土以后${'养护'.repeat(50)}`, '混凝土'),
    `浇筑混凝土以后${'养护'.repeat(36)}养…`,
  )
  assert.equal(
    await excerpt(`${'𠮷'.repeat(60)}目标词${'𠮷'.repeat(60)}`, '目标词'),
    `…${'𠮷'.repeat(20)}目标词${'𠮷'.repeat(57)}…`,
  )
  // What is compared is longer here than what is shown.
  assert.equal(await excerpt(`${'㎡…'.repeat(30)}目标词`, '目标词'), `…${'㎡…'.repeat(10)}目标词`)
  // And shorter here.
  assert.equal(await excerpt(`${'A-1，'.repeat(300)}完。目标词`, '目标词'), '目标词')
})

test('hits come in pages; a word that is too long is a 400', async () => {
  for (let index = 0; index < 12; index++)
    await staff('/v1/news/saveNews', { newTitle: `分页样例${index}`, newIntro: '', newInfo: '' })
  const { data, count } = await search('分页样例', { page: 2 })
  assert.deepEqual([data.map(({ title }) => title), count], [['分页样例1', '分页样例0'], 12])
  assert.equal((await search('分页样例', { limit: 3 })).data.length, 3)
  assert.equal((await server.post(path, { word: '长'.repeat(41) })).code, 400)
})

test('what visitors do not find is counted for staff, once for each search; not for robots, staff and further pages', async () => {
  const visitor = 'Mozilla/5.0 (Windows NT 10.0) Chrome/120'
  const open = (word: string, more = '', send: Record<string, string> = {}) =>
    fetch(`${server.url}/search?word=${encodeURIComponent(word)}${more}`, {
      headers: { 'User-Agent': visitor, ...send },
    })
  for (const word of ['盾构机', '盾构机', '分页样例', '']) assert.equal((await open(word)).status, 200)
  await open('爬虫的词', '', { 'User-Agent': 'Baiduspider/2.0' })
  await open('同事的词', '', { Cookie: 'item_in=1' })
  await open('同一个词', '&page=1')
  assert.equal((await open('另一页的词', '&page=2')).status, 404)
  await server.post(path, { word: '程序的词' })
  const missed = async (): Promise<unknown> => (await staff('/v1/visits/summary', {})).missed
  await eventually(async () => JSON.stringify(await missed()).includes('同一个词'), 'the last one is counted')
  assert.deepEqual(await missed(), [
    { word: '盾构机', count: 2 },
    { word: '同一个词', count: 1 },
  ])
})

const plenty = { isShort: () => false }

/** So long that everybody else would wait while one is read. */
const longText = `<p>${'工地上的㎡，'.repeat(90_000)}</p><p>很长的末尾</p>`

test('the excerpts of long texts are made one at a time, with others served in between', async (t) => {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const { data: current } = await server.post('/v1/site/detail')
  const site = () => current
  const { siteSearch } = siteSearchCalls(store, site, limitSearches(), rememberMisses(), plenty)
  for (let n = 0; n < 12; n++)
    await store.page.insert({ pageTitle: `${n}`, pagePath: `${n}`, pageBanner: '', pageBody: longText } as never)
  const find = () => siteSearch({ word: '很长的末尾', kind: undefined, page: 1, limit: 50 }, visitorAt('192.0.2.1'))
  const first = await find()
  let turns = 0
  let timer = setImmediate(function next() {
    turns++
    timer = setImmediate(next)
  })
  assert.deepEqual(await find(), first)
  clearImmediate(timer)
  assert.equal(first.count, 12)
  for (const { excerpt } of first.data) assert.match(excerpt, /^…(.*工地上的㎡，){2} 很长的末尾$/)
  assert.ok(turns >= 6, `${turns} turns of the event loop`)
})

test('five searches of a network wait, and fifty in all; the others are asked to come back', async (t) => {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const { data: current } = await server.post('/v1/site/detail')
  const site = () => current
  const { siteSearch } = siteSearchCalls(store, site, limitSearches(), rememberMisses(), plenty)
  const served = async (addresses: string[]): Promise<number> => {
    const replies = await Promise.allSettled(
      addresses.map(async (from) => siteSearch({ word: '词', kind: undefined, page: 1, limit: 10 }, visitorAt(from))),
    )
    for (const each of replies) {
      if (each.status === 'rejected')
        assert.deepEqual([each.reason.code, each.reason.headers], [503, { 'Retry-After': '5' }])
    }
    return replies.filter(({ status }) => status === 'fulfilled').length
  }
  assert.equal(await served(Array.from({ length: 9 }, (_, n) => `192.0.2.${n}`)), 5)
  assert.equal(await served(Array.from({ length: 9 }, (_, n) => `2001:db8:1:${n}:0:0:0:1`)), 5)
  assert.equal(await served(Array.from({ length: 80 }, (_, n) => `198.51.${n}.1`)), 50)
  assert.equal(await served(['192.0.2.1']), 1, 'and none are counted any more')
})

test('a visitor whose search is refused gets a page in Chinese', async (t) => {
  const busy = await startServer(t)
  const as = await busy.signIn()
  for (let n = 0; n < 8; n++) {
    assert.equal(
      (await busy.post('/v1/news/saveNews', { newTitle: `${n}`, newIntro: '', newInfo: longText }, { headers: as }))
        .code,
      200,
    )
  }
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${busy.url}/search?word=${encodeURIComponent('很长的末尾')}`)),
  )
  const refused = replies.filter(({ status }) => status === 503)
  assert.ok(refused.length > 0 && refused.length <= 35)
  for (const each of replies) assert.equal(each.headers.get('content-type'), 'text/html; charset=utf-8')
  for (const each of refused) {
    // A slow machine refuses by how long they would wait, not by how many there are.
    assert.match(each.headers.get('retry-after') ?? '', /^(?:5|10)$/)
    assert.equal(each.headers.get('cache-control'), 'no-store')
    assert.match(
      await each.text(),
      /<html lang="zh-CN">.*<meta name="robots" content="noindex">.*搜索的人太多，请过几秒再试.*返回首页/s,
    )
  }
  assert.equal((await fetch(`${busy.url}/search?word=a`)).status, 200)
})

test('a search that would not fit is put off, and the next one is answered', async (t) => {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const { data: current } = await server.post('/v1/site/detail')
  const memory = { isShort: () => true }
  const { siteSearch } = siteSearchCalls(store, () => current, limitSearches(), rememberMisses(), memory)
  const find = () => siteSearch({ word: '公司', kind: undefined, page: 1, limit: 10 }, visitorAt('192.0.2.1'))
  await assert.rejects(
    async () => find(),
    ({ code, message }: Failure) => code === 503 && /稍后再试/.test(message),
  )
  memory.isShort = () => false
  assert.ok((await find()).count > 0)
})

test('who would wait for more than 10 seconds of searches is asked to come back, and who has left is not searched for', async () => {
  let clock = 0
  const limit = limitSearches(() => clock)
  const done: string[] = []
  const search = (from: string, name: string, ms: number, isGone = false) =>
    limit({ address: from, isGone: () => isGone }, async () => {
      await Promise.resolve()
      clock += ms
      done.push(name)
    })
  const busy = ({ code, message, headers }: Failure) =>
    code === 503 && message === '搜索的人太多，请过几秒再试' && headers['Retry-After'] === '10'
  await search('192.0.2.1', 'the first', 6_000)
  const waiting = [1, 2].map((n) => search(`192.0.2.${n}`, `${n}`, 5_000))
  await assert.rejects(search('192.0.2.3', 'one too many', 1), busy)
  await Promise.all(waiting)
  await assert.rejects(search('192.0.2.4', 'somebody who has left', 1, true), busy)
  assert.deepEqual(done, ['the first', '1', '2'])
  await search('192.0.2.3', 'later', 10)
  assert.equal(done.at(-1), 'later')
})

test('hits, ranks and order are the same with all, some or none of the texts kept, while records change', async (t) => {
  const seed = Date.now() % 2 ** 31
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const parts = [
    '塔吊',
    '塔机',
    '塔式起重机',
    '監測',
    '监测',
    '識別',
    '车牌',
    '自动',
    '㎡',
    'BIM',
    'ＤＣ',
    '𠮷',
    '，',
    '。',
  ]
  const words = [
    ...parts,
    '塔基',
    '车牌识别',
    '监测塔吊',
    'td',
    'tadiao',
    'tjc',
    'chepai',
    'm2',
    '钢筋',
    '自動監測 bim',
    '塔雕监测',
  ]
  const text = (length: number): string => Array.from({ length }, () => pick(parts)).join('')
  // More of them than have a number.
  const rare = Array.from({ length: 5000 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('')
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const { data: current } = await server.post('/v1/site/detail')
  const site = () => ({ ...current, synonyms: ['塔吊、塔机、塔式起重机'] })
  const fields = () => ({
    newTitle: text(1 + random(4)),
    newIntro: text(random(3)),
    newCover: '',
    newInfo: `<p>${text(random(30))}<b>${text(1)}</b></p><p>${random(20) === 0 ? rare : ''}${text(random(40))}</p>`,
  })
  const ids: string[] = []
  const insert = async () => ids.push((await store.news.insert(fields() as never)).id)
  for (let n = 0; n < 120; n++) await insert()
  const kept = [new KeptTexts(0), new KeptTexts(20_000), new KeptTexts(1e8)]
  const searches = kept.map(
    (texts) => siteSearchCalls(store, site, limitSearches(), rememberMisses(), plenty, texts).siteSearch,
  )
  const used = new Set<KeptTexts>()
  for (let round = 0; round < 60; round++) {
    const word = round % 3 === 0 ? `${pick(words)}${pick(words)}` : pick(words)
    const hits = await Promise.all(
      searches.map(async (search) => search({ word, kind: undefined, page: 1, limit: 50 }, visitorAt('192.0.2.1'))),
    )
    for (const other of hits.slice(1)) assert.deepEqual(other, hits[0], word)
    // Any of them may drop all.
    for (const texts of kept) if (texts.size > 0) used.add(texts)
    const searching = searches.map(async (search) =>
      search({ word, kind: undefined, page: 1, limit: 5 }, visitorAt('192.0.2.1')),
    )
    const id = pick(ids)
    if (round % 2 === 0) await store.news.update(id, (record) => ({ ...record, ...fields() }))
    else {
      await store.news.remove(id)
      ids.splice(ids.indexOf(id), 1)
      await insert()
    }
    await Promise.all(searching)
  }
  assert.deepEqual(
    kept.map((texts) => used.has(texts)),
    [false, true, true],
  )
})

test('what a search keeps of texts has a bound, and much that is no longer of the site goes', async (t) => {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const { data: current } = await server.post('/v1/site/detail')
  const insert = (n: number) =>
    store.news.insert({
      newTitle: `第${n}篇`,
      newIntro: '',
      newCover: '',
      newInfo: `<p>${'字'.repeat(500)}</p>`,
    } as never)
  const records: Awaited<ReturnType<typeof insert>>[] = []
  for (let n = 0; n < 100; n++) records.push(await insert(n))
  const pass = (texts: KeptTexts): void => {
    texts.beginPass()
    for (const [n, record] of records.entries()) {
      const { key, normal } = readRecord('news', record, current, texts)
      assert.deepEqual([key, normal.length], [`第${n}篇`, 500])
    }
    texts.endPass()
  }
  const each = 750 + 6
  for (const [maxBytes, size] of [
    [1e9, 100 * each],
    [20_000, 26 * each],
    [0, 0],
  ] as const) {
    const texts = new KeptTexts(maxBytes)
    for (const round of [1, 2, 3]) {
      pass(texts)
      assert.equal(texts.size, size, `of round ${round}`)
    }
  }
  const texts = new KeptTexts(1e9)
  pass(texts)
  for (let n = 0; n < 1500; n++) readRecord('news', { ...records[n % 100] } as never, current, texts)
  pass(texts)
  assert.equal(texts.size, 0)
  pass(texts)
  assert.equal(texts.size, 100 * each)
  records.length = 10
  pass(texts)
  assert.equal(texts.size, 100 * each, 'a little may stay')
})
