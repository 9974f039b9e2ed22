import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { buildEdited } from '../../editedServer.ts'
import { eventually } from '../../eventually.ts'
import { newFolder, onPostgres, startProgram, type TestProgram } from '../../server.ts'
import { storedTexts } from '../../stored.ts'

const descriptor = `
  film: kind({
    noun: '影片', screen: '/AdminFilm', icon: 'image',
    id: 'filmId', title: 'filmTitle', cover: 'poster', body: 'script', filter: 'place', neighbours: true,
    fields: {
      filmTitle: { kind: 'text', label: '片名', max: 200 },
      script: { kind: 'richText', label: '讲稿', max: limits.richText },
      poster: { kind: 'picture', label: '海报' },
      place: { kind: 'group', label: '位置' },
      intro: { kind: 'paragraph', label: '介绍', max: 200 },
    },
    options: { unpublishAt, year: { kind: 'text', label: '年份', max: 4 }, ...share },
    search: { filmTitle: word, place: location, page, limit },
    order: sorting(['filmTitle', 'year', 'createDate']),
    paths: { list: '/v1/film/list', detail: '/v1/film/detail', save: '/v1/film/save', update: '/v1/film/update', delete: '/v1/film/delete' },
    columns: { filmTitle: {}, year: {} },
    page: {
      route: '/yingpian', address: (id) => \`/yingpian?filmId=\${id}\`, untitled: () => '影片', text: 'intro', feed: true,
      structured: 'Article',
    },
  }),
`
const route = `
  row({ path: '/yingpian', query: ['filmId'], frame: 'wide', page: () => import('./pages/FilmPage.tsx') }),
`
const page = `
import { RichText } from '../../ui/RichText.tsx'
import { recordHead } from '../head.ts'

export const load = async ({ call, query }) => ({ film: await call('filmDetail', { filmId: query.get('filmId') ?? '' }) })
export const head = ({ film }, site) => recordHead({ title: film.filmTitle, text: film.intro, picture: film.poster }, film, site)
export default function FilmPage({ facts: { film } }) {
  return <article className="wrap"><h1>{film.filmTitle}</h1><RichText html={film.script} /></article>
}
`

const beforeKinds = '} as const satisfies Readonly<Record<string, RecordKind>>'
const beforeRoute = "  row({ path: '/dljm'"
const edits = [
  { file: 'contract/kinds/kinds.ts', replaced: beforeKinds, by: descriptor + beforeKinds },
  { file: 'client/site/routes.ts', replaced: beforeRoute, by: route + beforeRoute },
]

/** The server of these sources with one more entry in the contract's kinds and one more page, and nothing else changed. */
async function startWithFilms(t: { after(fn: () => unknown): void }): Promise<TestProgram & { dist: string }> {
  const built = await buildEdited(newFolder(t), edits, { 'client/site/pages/FilmPage.tsx': page })
  return { ...(await startProgram(t, { program: built, env: { SITE_URL: origin } })), dist: dirname(built) }
}

const origin = 'https://www.example.com'
const film = { filmTitle: '塔机十问', script: '<p>第一问</p>', poster: '/uploads/film/a.png', place: 'zhgd', intro: '' }

test('one more descriptor and the file of a page give a kind of record its calls, files, lists, searches and page', async (t) => {
  const server = await startWithFilms(t)
  const headers = await server.signIn()
  const call = async (name: string, body: object) => {
    const { code, msg, data } = await server.post(`/v1/film/${name}`, body, { headers })
    return { code, msg, data }
  }
  const save = async (fields: object): Promise<string> => (await call('save', fields)).data.filmId

  await t.test('create, once for each request id', async () => {
    const saved = await call('save', { ...film, script: '<p onclick="x()">第一问</p>', requestId: 'r1' })
    assert.deepEqual([saved.code, saved.msg, Object.keys(saved.data)], [200, '添加成功！', ['filmId']])
    assert.deepEqual((await call('save', { ...film, requestId: 'r1' })).data, saved.data)
    const [record] = await storedTexts(server.folder, 'film')
    assert.equal(record?.name, `film/${saved.data.filmId}`)
    assert.deepEqual(Object.keys(JSON.parse(record.text)), [
      'id',
      'createdAt',
      'filmTitle',
      'script',
      'poster',
      'place',
      'intro',
      'changedBy',
    ])
    await call('delete', saved.data)
    assert.deepEqual(await storedTexts(server.folder, 'film'), [])
  })

  await t.test('list: newest first, without bodies, searched, filtered and sorted', async () => {
    for (const [filmTitle, place] of [
      ['甲 ABC', 'zhgd'],
      ['乙', 'cpxt'],
      ['丙 abc', 'cpxt'],
    ])
      await save({ ...film, filmTitle, place })
    const titles = async (query: object): Promise<unknown> => {
      const { data } = await call('list', query)
      return [data.count, ...data.data.map((row: { filmTitle: string }) => row.filmTitle)]
    }
    assert.deepEqual(await titles({}), [3, '丙 abc', '乙', '甲 ABC'])
    assert.deepEqual(await titles({ page: 2, limit: 2 }), [3, '甲 ABC'])
    assert.deepEqual(await titles({ filmTitle: 'aBc' }), [2, '丙 abc', '甲 ABC'])
    assert.deepEqual(await titles({ place: 'cpxt', filmTitle: 'abc' }), [1, '丙 abc'])
    assert.deepEqual(await titles({ sort: 'filmTitle', order: 'asc' }), [3, '丙 abc', '甲 ABC', '乙'])
    const [row] = (await call('list', { limit: 1 })).data.data
    assert.deepEqual(Object.keys(row), ['filmId', 'filmTitle', 'poster', 'place', 'intro', 'createDate'])
    const found = await server.post('/v1/search/titles', { word: 'abc' }, { headers })
    assert.deepEqual(
      found.data.map(({ type, title }: { type: string; title: string }) => [type, title]),
      [
        ['film', '丙 abc'],
        ['film', '甲 ABC'],
      ],
    )
  })

  await t.test('an option that is a column is in the rows that have it, and sorts them', async () => {
    const {
      data: { data },
    } = await call('list', {})
    const [newest, , oldest] = data
    const update = async (row: { filmId: string }, year: string) =>
      assert.equal((await call('update', { filmId: row.filmId, year })).code, 200)
    await update(newest, '2024')
    await update(oldest, '2019')
    const years = async (query: object): Promise<unknown[]> =>
      (await call('list', query)).data.data.map((row: { year?: string }) => row.year)
    assert.deepEqual(await years({ sort: 'year', order: 'desc' }), ['2024', '2019', undefined])
    assert.deepEqual(await years({ sort: 'year', order: 'asc', show: 'all' }), [undefined, '2019', '2024'])
    await server.post('/v1/draft/save', { kind: 'film', id: newest.filmId, fields: { year: '2025' } }, { headers })
    assert.deepEqual(await years({ show: 'drafts' }), ['2025'])
    await server.post('/v1/act/discard', { kind: 'film', id: newest.filmId }, { headers })
    for (const row of [newest, oldest]) await update(row, '')
    assert.deepEqual((await call('list', {})).data.data, data)
  })

  await t.test('detail, and an update that is refused when it is based on an older version', async () => {
    const filmId = await save(film)
    const { data } = await call('detail', { filmId })
    const names = [
      'filmId',
      'filmTitle',
      'poster',
      'place',
      'intro',
      'createDate',
      'script',
      'version',
      'newer',
      'older',
    ]
    assert.deepEqual(Object.keys(data), names)
    assert.deepEqual([data.script, data.newer, data.older.filmTitle], [film.script, null, '丙 abc'])
    const updated = await call('update', { filmId, filmTitle: '改', basedOn: data.version })
    assert.deepEqual([updated.code, updated.msg, updated.data], [200, '修改成功！', null])
    const late = await call('update', { filmId, filmTitle: '迟', basedOn: data.version })
    assert.deepEqual([late.code, late.data.changedBy], [409, 'admin'])
    const after = (await call('detail', { filmId })).data
    assert.deepEqual(after, { ...data, filmTitle: '改', version: after.version })
  })

  await t.test('a draft, published and unpublished, with its history and the trash', async () => {
    const draftCall = async (path: string, body: object) =>
      (await server.post(`/v1/${path}`, { kind: 'film', ...body }, { headers })).data
    const { id } = await draftCall('draft/save', { fields: { filmTitle: '草稿片' } })
    assert.equal((await call('detail', { filmId: id })).code, 404)
    await draftCall('draft/publish', { id })
    assert.equal((await call('detail', { filmId: id })).data.filmTitle, '草稿片')
    await call('update', { filmId: id, filmTitle: '改过' })
    assert.equal((await draftCall('history/list', { id })).length, 1)
    await draftCall('act/unpublish', { id })
    const rows = (await call('list', { show: 'drafts' })).data.data
    assert.deepEqual(
      rows.map((row: { filmTitle: string; state: string }) => [row.filmTitle, row.state]),
      [['改过', 'draft']],
    )
    await draftCall('act/discard', { id })
    const { data } = await draftCall('trash/list', { page: 1, limit: 1 })
    assert.deepEqual([data[0].kind, data[0].title], ['film', '改过'])
  })

  await t.test('its page, and who finds it: visitors, search engines, checks, statistics, log and backup', async () => {
    const staff = async (path: string, body: object = {}) => (await server.post(`/v1/${path}`, body, { headers })).data
    const get = async (path: string): Promise<string> =>
      (
        await fetch(server.url + path, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' } })
      ).text()
    await staff('platform/save', { kind: 'push', on: true, site: origin, token: 'abcdefgh' })
    const script = '<p>讲起重的安全，全国第一。<a href="/p/meiyou">招聘</a></p>'
    const fields = { ...film, filmTitle: '焊接课', script, intro: '十分钟看懂' }
    const filmId = await save(fields)
    const address = `/yingpian?filmId=${filmId}`
    const preview = await staff('page/preview', { kind: 'film', device: 'phone', ...fields })
    assert.match(preview.html, /<h1>焊接课<\/h1>/)
    const html = await get(address)
    assert.match(html, /<h1>焊接课<\/h1>/)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    const [, article, trail] = JSON.parse(json)['@graph']
    assert.deepEqual(
      [article['@type'], article.headline, article.description, article.url],
      ['Article', '焊接课', '十分钟看懂', origin + address],
    )
    assert.deepEqual(
      trail.itemListElement.map(({ name }: { name: string }) => name),
      ['首页', '焊接课'],
    )

    const finds = async (): Promise<unknown[]> => {
      const { data } = await staff('search/site', { word: '起重' })
      const item = `<title>焊接课</title><link>${origin}${address}</link>`
      return [
        data.map((hit: { type: string; address: string }) => [hit.type, hit.address]),
        (await get('/rss.xml')).includes(item),
        new RegExp(`${filmId}</loc><lastmod>\\d{4}-`).test(await get('/sitemap.xml')),
        (await fetch(server.url + address)).status,
      ]
    }
    assert.deepEqual(await finds(), [[['film', address]], true, true, 200])
    const { groups } = await staff('site/detail')
    const switched = (on: boolean) =>
      staff('site/update', {
        groups: groups.map((group: { id: string }) => (group.id === film.place ? { ...group, on } : group)),
      })
    await switched(false)
    assert.deepEqual(await finds(), [[], false, false, 404], 'nothing of a group that is off')
    await switched(true)
    await eventually(
      async () => (await staff('platform/detail', { kind: 'push' })).waiting > 0,
      'it waits to be sent to search engines',
    )

    const checks: { id: string; findings?: { text: string; link: string }[] }[] = await staff('check/list')
    const link = `/AdminFilm?edit=${filmId}`
    const found = (id: string) =>
      checks.find((check) => check.id === id)?.findings?.filter((each) => each.link === link)
    assert.deepEqual(
      found('claims')?.map(({ text }) => text),
      ['影片“焊接课”'],
    )
    assert.deepEqual(
      found('links')?.map(({ text }) => text),
      ['影片“焊接课”：/p/meiyou'],
    )
    assert.match(
      checks
        .find(({ id }) => id === 'titles')
        ?.findings?.map(({ text }) => text)
        .join(' ') ?? '',
      /影片“改”：没有描述/,
    )
    const visited = (await staff('visits/summary')).pages.find(({ path }: { path: string }) => path === address)
    assert.deepEqual([visited.title, visited.count > 0], ['焊接课', true])
    const {
      data: [line],
    } = await staff('log/list', { action: 'save' })
    assert.deepEqual([line.kind, line.id, line.title], ['film', filmId, '焊接课'])

    await staff('news/saveNews', { newTitle: '焊接课开班' })
    await staff('cases/save', {
      caseName: '焊接课现场',
      casePath: '/xiangmuanli/dzk',
      caseIntro: '现场',
      caseImage: '/uploads/a.png',
    })
    const hits = await staff('search/site', { word: '焊接课' })
    const typesIn = ({ data }: { data: { type: string }[] }): string[] => data.map(({ type }) => type)
    assert.deepEqual(typesIn(hits), ['case', 'news', 'film'], 'kinds in the feed come last, in the order of the table')
    assert.deepEqual(hits.hitKinds, [
      { kind: 'case', noun: '案例', icon: 'plan' },
      { kind: 'news', noun: '新闻', icon: 'news' },
      { kind: 'film', noun: '影片', icon: 'image' },
    ])
    assert.deepEqual(typesIn(await staff('search/site', { word: '焊接课', kind: 'film' })), ['film'])
    const results = (kind: string) => get(`/search?${new URLSearchParams({ word: '焊接课', kind })}`)
    const films = await results('film')
    assert.match(films, /aria-current="page">影片</)
    assert.match(films, /<p class="small muted">影片<\/p><h2/)
    assert.match(await results('moon'), /aria-current="page">全部</, 'a kind that is not there is ignored')
    if (onPostgres) return
    const archive = join(server.folder, 'site.tar.gz')
    execFileSync(process.execPath, [join(server.dist, 'backup.mjs'), archive], {
      cwd: server.folder,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: join(server.folder, 'data'),
        UPLOADS_DIR: join(server.folder, 'uploads'),
      },
    })
    assert.match(execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }), new RegExp(`film/${filmId}\\.json`))
  })
})
