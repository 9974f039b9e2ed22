import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { newFolder, program, startServer, type TestServer } from '../server.ts'
import { storedTexts } from '../stored.ts'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { bundleServer } from '../../tools/bundleServer.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const descriptor = `
  film: kind({
    noun: '影片', screen: '/AdminFilm',
    id: 'filmId', title: 'filmTitle', cover: 'poster', body: 'script', filter: 'place', neighbours: true,
    fields: {
      filmTitle: { kind: 'text', label: '片名', max: 200 },
      script: { kind: 'richText', label: '讲稿', max: limits.richText },
      poster: { kind: 'picture', label: '海报' },
      place: { kind: 'group', label: '位置' },
    },
    options: { unpublishAt },
    search: { filmTitle: word, place: location, page, limit },
    order: sorting(['filmTitle', 'createDate']),
    paths: { list: '/v1/film/list', detail: '/v1/film/detail', save: '/v1/film/save', update: '/v1/film/update', delete: '/v1/film/delete' },
    columns: { filmTitle: {} },
  }),
`

/** The server of these sources with one more entry in the contract's kinds, and nothing else changed. */
async function startWithFilms(t: { after(fn: () => unknown): void }): Promise<TestServer> {
  const home = await newFolder(t)
  const end = '} as const satisfies Readonly<Record<string, RecordKind>>'
  const withFilms = {
    name: 'films',
    setup: ({ onLoad }: Parameters<NonNullable<BuildOptions['plugins']>[number]['setup']>[0]) =>
      onLoad({ filter: /contract\/kinds\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        assert.equal(source.split(end).length, 2)
        return { contents: source.replace(end, `${descriptor}${end}`), loader: 'ts' }
      }),
  }
  await bundleServer((options: BuildOptions) => build({ ...options, absWorkingDir: root, plugins: [withFilms] }), join(home, 'dist'))
  cpSync(join(dirname(program), 'client'), join(home, 'dist', 'client'), { recursive: true })
  cpSync(join(root, 'data', 'seed'), join(home, 'data', 'seed'), { recursive: true })
  return startServer(t, { program: join(home, 'dist', 'server.mjs') })
}

const film = { filmTitle: '塔机十问', script: '<p>第一问</p>', poster: '/uploads/film/a.png', place: 'zhgd' }

test('one more descriptor gives a kind of record its calls, files, lists and searches', async (t) => {
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
    assert.deepEqual(Object.keys(JSON.parse(record.text)), ['id', 'createdAt', 'filmTitle', 'script', 'poster', 'place', 'changedBy'])
    await call('delete', saved.data)
    assert.deepEqual(await storedTexts(server.folder, 'film'), [])
  })

  await t.test('list: newest first, without bodies, searched, filtered and sorted', async () => {
    for (const [filmTitle, place] of [['甲 ABC', 'zhgd'], ['乙', 'cpxt'], ['丙 abc', 'cpxt']]) await save({ ...film, filmTitle, place })
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
    assert.deepEqual(Object.keys(row), ['filmId', 'filmTitle', 'poster', 'place', 'createDate'])
    const found = await server.post('/v1/search/titles', { word: 'abc' }, { headers })
    assert.deepEqual(
      found.data.map(({ type, title }: { type: string; title: string }) => [type, title]), [['film', '丙 abc'], ['film', '甲 ABC']],
    )
  })

  await t.test('detail, and an update that is refused when it is based on an older version', async () => {
    const filmId = await save(film)
    const { data } = await call('detail', { filmId })
    assert.deepEqual(Object.keys(data), ['filmId', 'filmTitle', 'poster', 'place', 'createDate', 'script', 'version', 'newer', 'older'])
    assert.deepEqual([data.script, data.newer, data.older.filmTitle], [film.script, null, '丙 abc'])
    const updated = await call('update', { filmId, filmTitle: '改', basedOn: data.version })
    assert.deepEqual([updated.code, updated.msg, updated.data], [200, '修改成功！', null])
    const late = await call('update', { filmId, filmTitle: '迟', basedOn: data.version })
    assert.deepEqual([late.code, late.data.changedBy], [409, 'admin'])
    const after = (await call('detail', { filmId })).data
    assert.deepEqual(after, { ...data, filmTitle: '改', version: after.version })
  })

  await t.test('delete, and then it is gone', async () => {
    const filmId = await save(film)
    const deleted = await call('delete', { filmId })
    assert.deepEqual([deleted.code, deleted.msg], [200, '删除成功！'])
    for (const name of ['detail', 'update', 'delete']) assert.equal((await call(name, { filmId })).code, 404, name)
  })

  await t.test('a draft, published and unpublished, with its history and the trash', async () => {
    const draftCall = async (path: string, body: object) => (await server.post(`/v1/${path}`, { kind: 'film', ...body }, { headers })).data
    const { id } = await draftCall('draft/save', { fields: { filmTitle: '草稿片' } })
    assert.equal((await call('detail', { filmId: id })).code, 404)
    await draftCall('draft/publish', { id })
    assert.equal((await call('detail', { filmId: id })).data.filmTitle, '草稿片')
    await call('update', { filmId: id, filmTitle: '改过' })
    assert.equal((await draftCall('history/list', { id })).length, 1)
    await draftCall('record/unpublish', { id })
    const rows = (await call('list', { show: 'drafts' })).data.data
    assert.deepEqual(rows.map((row: { filmTitle: string; state: string }) => [row.filmTitle, row.state]), [['改过', 'draft']])
    await draftCall('draft/discard', { id })
    const { data } = await draftCall('trash/list', { page: 1, limit: 1 })
    assert.deepEqual([data[0].kind, data[0].title], ['film', '改过'])
  })

  await t.test('wrong input is refused with the name of the field', async () => {
    const wrong: [string, object, string][] = [
      ['save', { filmTitle: 7 }, 'filmTitle'],
      ['save', { poster: 'javascript:x' }, 'poster'],
      ['save', { place: 'moon' }, 'place'],
      ['update', { filmTitle: 'x' }, 'filmId'],
      ['detail', {}, 'filmId'],
      ['list', { limit: 0 }, 'limit'],
      ['list', { sort: 'script' }, 'sort'],
    ]
    for (const [name, body, field] of wrong) {
      const { code, data } = await call(name, body)
      assert.deepEqual([code, data.field], [400, field], `${name} ${field}`)
    }
  })

  await t.test('everyone may read, only staff may write', async () => {
    for (const name of ['save', 'update', 'delete']) assert.equal((await server.post(`/v1/film/${name}`, { filmId: 'x' })).code, 401, name)
    assert.equal((await server.post('/v1/film/list')).code, 200)
    assert.equal((await server.post('/v1/film/list', { sort: 'script' })).code, 200, 'for visitors the order is an unknown field')
  })
})
