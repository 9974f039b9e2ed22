import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { buildEdited, type Edit } from '../../editedServer.ts'
import { filesOnly, newFolder, program, startProgram, type TestProgram } from '../../server.ts'
import { storedTexts } from '../../stored.ts'

/** What the next version changes of its descriptions. No real field is called `nextText` or `nextList`. */
const edits: readonly Edit[] = [
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "coverName: { kind: 'text', label: '产品名称', sheet: '名称', max: 200 },",
    // A new text that a product must have, and a lower limit.
    by: "coverName: { kind: 'text', label: '产品名称', max: 3 }, nextText: { kind: 'text', label: '保修期', required: '请填写保修期', max: 60, fact: true },",
  },
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "pictures: {\n        kind: 'list',\n        label: '图集',",
    // A new list.
    by: `nextList: { kind: 'list', label: '奖项', item: '一项', max: 3, of: { kind: 'text', label: '奖项', max: 20 } },
      pictures: {
        kind: 'list',
        label: '图集',`,
  },
  // A member of a list that becomes required, and one that is gone.
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "key: flag('突出'),",
    by: "unit: { kind: 'text', label: '单位', required: '请填写单位', max: 20 },",
  },
  { file: 'contract/calls/limits.ts', replaced: 'specs: 40,', by: 'specs: 1,' },
  // A field that is gone, and a choice that has lost a value.
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "photoInfo: { kind: 'paragraph', label: '描述', max: 2000, untrimmed: true },",
    by: '',
  },
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "photoInfo: {}, photoUrl: { width: '7rem' }",
    by: "photoUrl: { width: '7rem' }",
  },
  { file: 'contract/site/siteShapes.ts', replaced: "options: { h: '横版', s: '竖版' }", by: "options: { s: '竖版' }" },
  // A text that becomes a list, and a number that becomes a text.
  {
    file: 'contract/kinds/kinds.ts',
    replaced: "warranty: {\n        kind: 'text',\n        label: '保修期',",
    by: "warranty: {\n        kind: 'list',\n        item: '一条',\n        of: { kind: 'text', label: '保修期', max: 60 },\n        label: '保修期',",
  },
  {
    file: 'contract/site/siteFields.ts',
    replaced: "topRebate: { kind: 'number', label: '最高返利', min: 0, max: 100, unit: '%', help: zeroHides },",
    by: "topRebate: { kind: 'text', label: '最高返利', max: 20 },",
  },
  // New members of an object, of the items of lists, and a new section.
  {
    file: 'contract/site/siteFields.ts',
    replaced: "hero: paragraph('口号下的一句话', 120),",
    by: "hero: paragraph('口号下的一句话', 120), nextLine: { kind: 'text', label: '第二句', max: 40 },",
  },
  {
    file: 'contract/site/siteShapes.ts',
    replaced: "title: text('标题', 30), desc: paragraph('说明', 120)",
    by: "title: text('标题', 30), desc: paragraph('说明', 120), nextNote: { kind: 'text', label: '旁注', max: 40 }",
  },
  {
    file: 'contract/site/siteFields.ts',
    replaced: 'const onHome = {\n',
    by: "const onHome = {\n  nextSection: '直播',\n",
  },
  // A choice with another value.
  { file: 'contract/site/siteFields.ts', replaced: "round: '大圆角' }", by: "round: '大圆角', pill: '全圆角' }" },
]

const next = await buildEdited(newFolder({ after }), edits)
const lists = { product: 'product', news: 'news', case: 'cases', carousel: 'carousel', page: 'pages' }

const told = { kind: 'product', id: 'zhgd-deep-pit' }
const merged = { kind: 'product', id: 'zhgd-cloud-platform' }

/** What only the next version knows, and this one must keep. */
async function storeNext(server: TestProgram, headers: Record<string, string>): Promise<void> {
  const change = async (path: string, body: object): Promise<void> => {
    const { code, msg } = await server.post(path, body, { headers })
    assert.equal(code, 200, `${path}: ${msg}`)
  }
  const specs = [{ term: '测斜仪', value: '±30°', unit: '度' }]
  const beside = { nextText: '两年', nextList: ['省优'] }
  await change('/v1/product/updateProduct', { productId: told.id, ...beside, specs, warranty: ['整机2年', '电池1年'] })
  await change('/v1/product/updateProduct', { productId: merged.id, ...beside, coverDescribe: '线上的描述' })
  const { homeTexts, oneStop, homeSections } = (await server.post('/v1/site/detail')).data
  const [first, second, ...others] = homeSections.filter(({ name }: { name: string }) => name !== 'nextSection')
  await change('/v1/site/update', {
    topRebate: '十五个点',
    homeTexts: { ...homeTexts, nextLine: '第二句' },
    oneStop: oneStop.map((point: object, index: number) => ({ ...point, nextNote: `旁注${index}` })),
    homeSections: [first, { name: 'nextSection', on: false }, second, ...others],
  })
}

/** Edits all of it with this version. */
async function editWithThis(server: TestProgram, headers: Record<string, string>): Promise<void> {
  const change = async (path: string, body: object) => {
    const { code, msg, data } = await server.post(path, body, { headers })
    assert.equal(code, 200, `${path}: ${msg}`)
    return data
  }
  const specs = [
    { term: '新的', value: '1' },
    { term: '测斜仪', value: '±15°' },
  ]
  await change('/v1/product/updateProduct', { productId: told.id, specs })
  const checks: { id: string; findings?: { text: string }[] }[] = await change('/v1/check/list', {})
  const found = checks.find(({ id }) => id === 'otherTypes')?.findings?.map(({ text }) => text) ?? []
  assert.ok(found.includes('产品“深基坑自动化监测系统”：保修期'), found.join('\n'))
  assert.ok(found.includes('网站设置：最高返利'), found.join('\n'))
  await change('/v1/draft/save', { ...told, fields: { coverName: '草稿的名称' } })
  await change('/v1/act/unpublish', told)
  await change('/v1/draft/publish', told)
  await change('/v1/product/deleteProduct', { productId: told.id })
  await change('/v1/act/restore', { kind: 'product', ids: [told.id] })
  // Begun before the next version has changed the record.
  await change('/v1/draft/publish', merged)
  const { homeTexts, oneStop, homeSections } = (await server.post('/v1/site/detail')).data
  const [first, second, ...others] = homeSections
  await change('/v1/site/update', {
    homeTexts: { ...homeTexts, hero: '旧版本改的' },
    oneStop: [...oneStop].reverse(),
    homeSections: [second, first, ...others],
  })
}

/** What the next version finds again. */
async function findNext(server: TestProgram): Promise<void> {
  const detail = async ({ id }: { id: string }) =>
    (await server.post('/v1/product/detailProduct', { productId: id })).data
  const { coverName, nextText, nextList, specs, warranty } = await detail(told)
  assert.deepEqual(
    { coverName, nextText, nextList, warranty },
    { coverName: '草稿的名称', nextText: '两年', nextList: ['省优'], warranty: ['整机2年', '电池1年'] },
  )
  assert.deepEqual(
    specs.map(({ value, unit }: Record<string, string>) => [value, unit]),
    [
      ['1', ''],
      ['±15°', '度'],
    ],
  )
  const other = await detail(merged)
  assert.deepEqual(
    [other.coverName, other.coverDescribe, other.nextText, other.nextList],
    ['草稿的平台', '线上的描述', '两年', ['省优']],
  )
  const site = (await server.post('/v1/site/detail')).data
  assert.deepEqual([site.topRebate, site.homeTexts.hero, site.homeTexts.nextLine], ['十五个点', '旧版本改的', '第二句'])
  const notes: string[] = site.oneStop.map(({ nextNote }: { nextNote: string }) => nextNote)
  assert.deepEqual(notes, [...notes].sort().reverse())
  assert.deepEqual(site.homeSections[1], { name: 'nextSection', on: false })
}

/** Everything that there is of records, for staff. */
async function everything(server: TestProgram, headers: Record<string, string>) {
  const data = async (path: string, body: object) => {
    const { code, msg, data: found } = await server.post(path, body, { headers })
    assert.equal(code, 200, `${path}: ${msg}`)
    return found
  }
  const counts: Record<string, number> = {}
  for (const [kind, path] of Object.entries(lists))
    counts[kind] = (await data(`/v1/${path}/list`, { show: 'all' })).count
  const trash = (await data('/v1/trash/list', {})).data.map(
    ({ kind, title }: Record<string, string>) => `${kind} ${title}`,
  )
  const versions = await data('/v1/history/list', { kind: 'product', id: 'zhgd-tower-crane' })
  const [oldest] = versions.slice(-1)
  const before = await data('/v1/history/detail', { kind: 'product', id: 'zhgd-tower-crane', version: oldest.version })
  const draft = await data('/v1/draft/detail', { kind: 'product', id: 'zhgd-dust-noise' })
  return { counts, trash, versions: versions.length, before: before.fields.coverName, draft: draft.fields.coverName }
}

const quarantined = (server: TestProgram): string[] =>
  server
    .output()
    .stderr.split('\n')
    .filter((line) => line.includes('is not served'))

async function fill(server: TestProgram): Promise<void> {
  const headers = await server.signIn()
  const change = async (path: string, body: object): Promise<void> => {
    const { code, msg } = await server.post(path, body, { headers })
    assert.equal(code, 200, `${path}: ${msg}`)
  }
  const specs = [
    { term: '起重量', value: '6 t', key: true },
    { term: '电源', value: '220 V' },
  ]
  await change('/v1/product/updateProduct', { productId: 'zhgd-tower-crane', coverName: '改过的名称', specs })
  await change('/v1/draft/save', { kind: 'product', id: 'zhgd-dust-noise', fields: { coverName: '草稿的名称' } })
  await change('/v1/draft/save', { ...merged, fields: { coverName: '草稿的平台' } })
  await change('/v1/product/deleteProduct', { productId: 'cpxt-tile-laying' })
}

test('records, drafts, versions and the trash outlive a change of their descriptions, and the way back', async (t) => {
  const old = await startProgram(t, { env: { SEED: 'on' } })
  await fill(old)
  const atFirst = await everything(old, await old.signIn())
  await old.stop()

  const server = await startProgram(t, { folder: old.folder, program: next })
  const headers = await server.signIn()
  assert.deepEqual(quarantined(server), [])
  assert.deepEqual(await everything(server, headers), atFirst)
  const detail = async (productId: string) =>
    (await server.post('/v1/product/detailProduct', { productId }, { headers })).data
  const found = await detail('zhgd-tower-crane')
  assert.deepEqual(
    [found.coverName, found.nextText, found.specs.length],
    ['改过的名称', '', 2],
    'it is served although rules would refuse it',
  )
  const page = await fetch(`${server.url}/productDet?productId=zhgd-tower-crane`)
  assert.equal(page.status, 200)

  await t.test('an update of other fields goes through, and one of these is refused', async () => {
    const update = (fields: object) =>
      server.post('/v1/product/updateProduct', { productId: 'zhgd-tower-crane', ...fields }, { headers })
    assert.equal((await update({ coverDescribe: '新的描述' })).code, 200)
    const { code, data } = await update({ coverName: '超过了三个字' })
    assert.deepEqual([code, data.field], [400, 'coverName'])
    const draft = { kind: 'product', id: 'zhgd-dust-noise' }
    await server.post('/v1/draft/save', { ...draft, fields: { coverDescribe: '只改描述' } }, { headers })
    assert.equal(
      (await server.post('/v1/draft/publish', draft, { headers })).code,
      200,
      'a draft without what is required by now',
    )
    const incomplete = await server.post(
      '/v1/draft/save',
      { kind: 'product', fields: { coverName: '新产品' } },
      { headers },
    )
    const published = await server.post('/v1/draft/publish', { kind: 'product', id: incomplete.data.id }, { headers })
    assert.deepEqual([published.code, published.data.field], [400, 'nextText'], 'a new one must have it')
    await server.post('/v1/act/discard', { kind: 'product', id: incomplete.data.id }, { headers })
    assert.equal((await update({ nextText: '两年', nextList: ['省优'] })).code, 200)
  })
  await t.test(
    'a field that is a fact is in the table of both product pages, once it is filled in, and is found',
    async () => {
      const termsOf = async (path: string, agent: string): Promise<string[]> => {
        const html = await (
          await fetch(`${server.url}${path}?productId=zhgd-tower-crane`, { headers: { 'User-Agent': agent } })
        ).text()
        const [table = ''] = /<section[^>]* id="specs"[^]*?<\/section>/.exec(html) ?? []
        return [...table.matchAll(/<dt[^>]*>([^<]*)<\/dt>/g)].map(([, term = '']) => term)
      }
      const onDesktop = () => termsOf('/productDet', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0')
      const onPhone = () => termsOf('/cpDeatail', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile')
      assert.deepEqual(await onDesktop(), ['保修期', '起重量', '电源'])
      assert.deepEqual(await onPhone(), ['保修期', '起重量', '电源'])
      const below = async (productId: string) =>
        (await detail(productId)).facts.filter(({ head }: { head?: true }) => !head)
      assert.deepEqual(await below('zhgd-tower-crane'), [{ term: '保修期', value: '两年' }])
      assert.deepEqual(await below('zhgd-dust-noise'), [])
      const hits = (await server.post('/v1/search/site', { word: '两年' })).data.data
      assert.ok(hits.some(({ address }: { address: string }) => address.endsWith('zhgd-tower-crane')))
    },
  )
  await t.test('settings keep a choice that is gone, and others of them can be changed', async () => {
    const honours = async () =>
      (await server.post('/v1/site/detail')).data.honours.map(({ mark }: { mark: string }) => mark)
    const shown = await honours()
    assert.ok(shown.includes('h'))
    const look = { accent: '#0a6b5d', corners: 'pill' }
    assert.equal((await server.post('/v1/site/update', { hotline: '400-123-4567', look }, { headers })).code, 200)
    assert.deepEqual(await honours(), shown)
    assert.equal((await fetch(`${server.url}/gywm`)).status, 200)
  })
  await t.test('a whole record is sent back, and only what differs is judged', async () => {
    const send = async (path: string, body: object) => (await server.post(path, body, { headers })).code
    const product = await detail('zhgd-tower-crane')
    const update = (fields: object) => send('/v1/product/updateProduct', { ...product, ...fields })
    const [first, ...others] = product.specs
    assert.equal(await update({ coverDescribe: '整条发回' }), 200)
    assert.deepEqual(await detail('zhgd-tower-crane'), {
      ...product,
      coverDescribe: '整条发回',
      version: (await detail('zhgd-tower-crane')).version,
    })
    assert.equal(await update({ specs: [...others, first] }), 400, 'a list above its limit is another one')
    assert.equal(await update({ specs: [{ ...first, value: '' }] }), 400)
    assert.equal(await update({ specs: [{ ...first, unit: '吨' }] }), 200)
    const draft = (await server.post('/v1/draft/detail', merged, { headers })).data
    assert.equal(await send('/v1/draft/save', { ...merged, fields: draft.fields }), 200)
    const site = (await server.post('/v1/site/detail')).data
    assert.equal(await send('/v1/site/update', site), 200)
    const honours = [...site.honours, { ...site.honours[0], mark: 's' }]
    assert.equal(await send('/v1/site/update', { honours }), 200, 'those before may have a choice that is gone')
    assert.equal(await send('/v1/site/update', { honours: [...honours, site.honours[0]] }), 400)
  })
  await storeNext(server, headers)
  await server.stop()

  const again = await startProgram(t, { folder: old.folder })
  assert.deepEqual(quarantined(again), [])
  const linked = /href="(\/look\.css[^"]*)"/.exec(await (await fetch(again.url)).text())?.[1] ?? ''
  assert.match(linked, /accent=0a6b5d&#38;corners=soft/, 'it has the company’s colour, and corners that it knows')
  assert.equal((await fetch(again.url + linked.replaceAll('&#38;', '&'))).status, 200)
  const back = await again.signIn()
  assert.equal((await again.post('/v1/product/list', {}, { headers: back })).data.count, atFirst.counts.product)
  await again.post(
    '/v1/product/updateProduct',
    { productId: 'zhgd-tower-crane', coverDescribe: '旧版本改的' },
    { headers: back },
  )
  await editWithThis(again, back)
  await again.stop()
  const [record] = (await storedTexts(old.folder, 'product')).filter(({ name }) => name === 'product/zhgd-tower-crane')
  const { nextText, nextList, coverDescribe } = JSON.parse(record?.text ?? '{}')
  assert.deepEqual(
    [nextText, nextList, coverDescribe],
    ['两年', ['省优'], '旧版本改的'],
    'the way back has lost nothing',
  )
  const photos = (await storedTexts(old.folder, 'carousel')).map(({ text }) => JSON.parse(text).photoInfo)
  assert.ok(photos.every((photoInfo) => typeof photoInfo === 'string' && photoInfo !== ''))

  const later = await startProgram(t, { folder: old.folder, program: next })
  await findNext(later)
})

test('an archive from before a change of the descriptions is restored, whole', filesOnly, async (t) => {
  const old = await startProgram(t, { env: { SEED: 'on' } })
  await fill(old)
  const atFirst = await everything(old, await old.signIn())
  await old.stop()
  const archive = join(old.folder, 'before.tar.gz')
  const run = (server: string, ...words: string[]) =>
    spawnSync(process.execPath, [join(dirname(server), 'zhuzhan.mjs'), ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: join(old.folder, 'data'), UPLOADS_DIR: join(old.folder, 'uploads') },
    })
  const made = run(program, 'backup', archive)
  assert.equal(made.status, 0, made.stdout + made.stderr)
  const restored = run(next, 'restore', archive, '--replace')
  assert.equal(restored.status, 0, restored.stdout + restored.stderr)
  const server = await startProgram(t, { folder: old.folder, program: next })
  assert.deepEqual(quarantined(server), [])
  assert.deepEqual(await everything(server, await server.signIn()), atFirst)
})
