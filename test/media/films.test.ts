import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '../../contract/calls/rules.ts'
import { mediaId } from '../../server/media/library.ts'
import { user } from '../accounts.ts'
import { eventually } from '../eventually.ts'
import { answerOf, filesOnly, newFolder, startProgram, startServer, type TestServer } from '../server.ts'
import { storedTexts } from '../stored.ts'
import { mp4 } from './films.ts'
import { png } from './pictures.ts'
import { uploadPicture } from './uploadPicture.ts'
import { chunkUrl, sendLarge } from './sendLarge.ts'

type Sender = ReturnType<typeof senderOn<TestServer>>

async function sender(
  t: { after(fn: () => unknown): void },
  options: Parameters<typeof startServer>[1] = {},
): Promise<Sender> {
  return signedIn(await startServer(t, options))
}

const signedIn = async <Server extends TestServer>(server: Server) => senderOn(server, await server.signIn())

const senderOn = <Server extends TestServer>(server: Server, headers: Record<string, string>) => ({
  server,
  headers,
  ...sendLarge(server, headers),
})

/** A request for a chunk whose bytes are sent one after the other. */
function slowChunk({ server, headers }: Sender, uploadId: string, offset: number, size: number): ClientRequest {
  const sending = request(chunkUrl(server, uploadId, offset), {
    method: 'PUT',
    headers: { ...headers, 'Content-Length': size },
  })
  sending.on('error', () => {})
  return sending
}

const unfinished = ({ server }: Sender): string[] => {
  const folder = join(server.folder, 'uploads', '.unfinished')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a film is sent in chunks, recorded, and served with ranges', async (t) => {
  const staff = await sender(t)
  const { server, call, send } = staff
  const film = mp4({ filler: 300_000, place: '+31.2304+121.4737/' })
  const { code, msg, data } = await send(film, 'D:\\视频\\塔机 现场.MP4', 100_000)
  assert.deepEqual([code, msg], [200, '上传成功！'])
  assert.match(data.address, /^\/uploads\/film\/[0-9a-f]{32}\.1280x720\.mp4$/)
  const { name, type, bytes, width, height, seconds, by, uses } = (await call('detail', { mediaId: data.mediaId })).data
  assert.deepEqual(
    {
      name,
      type,
      bytes,
      width,
      height,
      seconds,
      by,
      uses,
    },
    {
      name: '塔机 现场.MP4',
      type: 'video/mp4',
      bytes: film.length,
      width: 1280,
      height: 720,
      seconds: 12.5,
      by: 'admin',
      uses: 0,
    },
  )
  assert.equal((await call('list', { type: 'film' })).data.count, 1)
  assert.equal((await call('list', { type: 'film' })).data.filmBytes, 200 * 1_048_576)

  const served = await fetch(server.url + data.address)
  assert.deepEqual(
    [served.headers.get('content-type'), served.headers.get('cache-control')],
    ['video/mp4', 'public, max-age=31536000, immutable'],
  )
  const content = Buffer.from(await served.arrayBuffer())
  assert.equal(content.length, film.length)
  assert.ok(!content.includes('+31.2304'), 'the place is removed')
  assert.ok(content.subarray(-300_000).equals(film.subarray(-300_000)), 'the content is not')
  const part = await fetch(server.url + data.address, { headers: { Range: 'bytes=4-7' } })
  assert.deepEqual(
    [part.status, await part.text(), part.headers.get('content-range')],
    [206, 'ftyp', `bytes 4-7/${film.length}`],
  )
  assert.deepEqual(unfinished(staff), [])

  assert.equal((await send(film, 'again.mp4')).data.address, data.address, 'the same bytes are one film')
  assert.equal((await call('list', { type: 'film' })).data.count, 1)
})

/** As its file begins. */
const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')

test(
  'a WebM that an older version has stored is in the library, with or without a record, served with ranges, and goes into texts',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const addressOf = (bytes: Buffer): string =>
      `/uploads/film/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.854x480.webm`
    const films = [webm, Buffer.concat([webm, webm])]
    const [known = '', found = ''] = films.map(addressOf)
    await mkdir(join(folder, 'uploads', 'film'), { recursive: true })
    for (const bytes of films) await writeFile(join(folder, addressOf(bytes)), bytes)
    const id = mediaId(known)
    const about = { address: known, name: '现场.webm', alt: '', type: 'video/webm', by: 'admin', seconds: 8.3 }
    const record = {
      id,
      createdAt: '2026-01-01T12:00:00.000+08:00',
      ...about,
      bytes: webm.length,
      width: 854,
      height: 480,
    }
    await mkdir(join(folder, 'data', 'media'), { recursive: true })
    await writeFile(join(folder, 'data', 'media', `${id}.json`), JSON.stringify(record))
    const { server, call, headers } = await sender(t, { folder })
    const listed = async () => (await call('list', { type: 'film' })).data.data
    await eventually(async () => (await listed()).length === 2, 'the one without a record is found')
    const rows: { address: string; type: string; width: number; height: number; seconds?: number }[] = await listed()
    const row = { type: 'video/webm', width: 854, height: 480 }
    for (const [address, seconds] of [
      [known, 8.3],
      [found, undefined],
    ] as const) {
      const { type, width, height, ...rest } = rows.find((each) => each.address === address) ?? assert.fail()
      assert.deepEqual([{ type, width, height }, rest.seconds], [row, seconds])
      const part = await fetch(server.url + address, { headers: { Range: 'bytes=24-27' } })
      assert.deepEqual([part.status, part.headers.get('content-type'), await part.text()], [206, 'video/webm', 'webm'])
    }
    const newInfo = `<p><video src="${known}" preload="metadata" controls=""></video></p>`
    const { data } = await server.post('/v1/news/saveNews', { newTitle: '现场', newInfo }, { headers })
    assert.equal((await server.post('/v1/news/detailNews', data)).data.newInfo, newInfo)
    assert.ok((await (await fetch(`${server.url}/xwdtDet?newId=${data.newId}`)).text()).includes(known))
  },
)

test('a film has a poster, is found where it is used, and goes with its file', async (t) => {
  const { server, headers, call, begin, chunk } = await sender(t)
  const poster = (await uploadPicture(server, headers, png(3, 2), { type: 'media', name: 'poster.png' })).data
  const film = mp4()
  const uploadId = await begin(film.length)
  await chunk(uploadId, 0, film)
  const { mediaId, address } = (await call('film/finish', { uploadId, poster })).data
  assert.equal((await call('detail', { mediaId })).data.poster, poster)
  assert.deepEqual((await call('detail', { address: poster })).data.places, [
    { kind: 'media', id: mediaId, title: '工地.mp4', field: '视频封面' },
  ])

  assert.equal((await call('update', { mediaId, poster: '' })).code, 200)
  assert.equal('poster' in (await call('detail', { mediaId })).data, false)
  assert.equal((await call('update', { mediaId, poster })).code, 200)

  const { newId } = (
    await server.post(
      '/v1/news/saveNews',
      { newTitle: '开工', newInfo: `<p><video src="${address}" poster="${poster}"></video></p>` },
      { headers },
    )
  ).data
  const refused = await call('delete', { mediaIds: [mediaId] })
  assert.deepEqual([refused.code, refused.msg], [409, '“工地.mp4”正在使用，不能删除：新闻“开工”的新闻内容'])
  await server.post('/v1/news/deleteNews', { newId }, { headers })
  await server.post('/v1/trash/delete', { kind: 'news', ids: [newId] }, { headers })
  assert.equal((await call('delete', { mediaIds: [mediaId] })).code, 200)
  assert.equal((await fetch(server.url + address)).status, 404)
  assert.equal((await call('detail', { address: poster })).data.uses, 0)
})

test('a film has captions, which its pages show and which are served as such', async (t) => {
  const { server, headers, call, begin, chunk } = await sender(t)
  const film = mp4()
  const uploadId = await begin(film.length)
  await chunk(uploadId, 0, film)
  const { mediaId, address } = (await call('film/finish', { uploadId })).data
  const wrong = await call('update', { mediaId, captions: '1\n00:00:01,000 --> 00:00:02,000\n开工' })
  assert.deepEqual([wrong.code, wrong.data], [400, { field: 'captions' }])
  const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\n开工'
  assert.equal((await call('update', { mediaId, captions })).code, 200)
  assert.equal((await call('detail', { mediaId })).data.captions, captions)
  assert.equal((await call('update', { mediaId, captions: `\uFEFF${captions}` })).code, 200, 'as some editors write it')
  assert.equal('captions' in (await call('list', { type: 'film' })).data.data[0], false)
  const news = { newTitle: '开工', newInfo: `<p><video src="${address}"></video></p>` }
  const { newId } = (await server.post('/v1/news/saveNews', news, { headers })).data
  const page = await (await fetch(`${server.url}/xwdtDet?newId=${newId}`)).text()
  const [, src = ''] = /<track kind="captions" srclang="zh-CN" label="中文" src="([^"]+)">/.exec(page) ?? []
  const served = await fetch(server.url + src)
  assert.deepEqual(
    [served.status, served.headers.get('content-type'), await served.text()],
    [200, 'text/vtt; charset=utf-8', captions],
  )
  const { introFilm } = (await server.post('/v1/site/detail')).data
  await server.post('/v1/site/update', { introFilm: { ...introFilm, url: address } }, { headers })
  assert.match(await (await fetch(`${server.url}/gywm`)).text(), new RegExp(`<track[^>]+src="${src}"`))
  const findings = async (): Promise<string> => {
    await server.post('/v1/news/updateNews', { newId, newInfo: `<p><a href="${src}">字幕</a></p>` }, { headers })
    const { data } = await server.post('/v1/check/list', {}, { headers })
    return JSON.stringify(data.find(({ id }: { id: string }) => id === 'links').findings ?? [])
  }
  assert.doesNotMatch(await findings(), /captions/, 'a link to it leads somewhere')
  await call('update', { mediaId, captions: '' })
  assert.equal((await fetch(server.url + src)).status, 404)
  assert.match(await findings(), /captions/)
})

test('after a lost connection, and after a restart, the upload goes on where it stopped', async (t) => {
  const first = await signedIn(await startProgram(t))
  const film = mp4({ filler: 500_000 })
  const uploadId = await first.begin(film.length)
  assert.deepEqual((await first.call('film/status', { uploadId })).data, {
    uploadId,
    name: '工地.mp4',
    bytes: film.length,
    received: 0,
    chunk: 4_194_304,
  })
  assert.equal((await first.chunk(uploadId, 0, film.subarray(0, 200_000))).data.received, 200_000)
  assert.equal(
    (await first.chunk(uploadId, 0, film.subarray(0, 200_000))).data.received,
    200_000,
    'a repeat is no error',
  )
  for (const [offset, length] of [
    [300_000, 10],
    [100_000, 200_000],
  ] as const) {
    const gap = await first.chunk(uploadId, offset, film.subarray(offset, offset + length))
    assert.deepEqual([gap.code, gap.data.received], [409, 200_000])
  }
  assert.equal((await first.call('film/finish', { uploadId })).code, 409)

  // What a request that breaks off has sent does not count.
  const broken = slowChunk(first, uploadId, 200_000, 300_000)
  await new Promise((resolve) => broken.write(film.subarray(200_000, 300_000), resolve))
  broken.destroy()
  assert.equal((await first.call('film/status', { uploadId })).data.received, 200_000)
  await first.server.stop('SIGKILL')

  const second = await sender(t, { folder: first.server.folder })
  const { received } = (await second.call('film/status', { uploadId })).data
  assert.equal(received, 200_000)
  assert.equal((await second.chunk(uploadId, received, film.subarray(received))).data.received, film.length)
  const { address, mediaId } = (await second.call('film/finish', { uploadId })).data
  assert.ok(Buffer.from(await (await fetch(second.server.url + address)).arrayBuffer()).equals(film))
  assert.deepEqual(
    (await second.call('film/finish', { uploadId })).data,
    { address, mediaId },
    'the answer may have been lost',
  )
})

test('bytes that a lost connection delivers late change no film, and nobody waits for them', async (t) => {
  const staff = await sender(t)
  const film = mp4({ filler: 100_000, place: '+31.2304+121.4737/' })
  const uploadId = await staff.begin(film.length)
  const lost = slowChunk(staff, uploadId, 0, film.length)
  const status = new Promise<number | undefined>((resolve) =>
    lost.on('response', ({ statusCode }) => resolve(statusCode)),
  )
  await new Promise((resolve) => lost.write(film.subarray(0, 10), resolve))
  assert.equal((await staff.chunk(uploadId, 0, film)).data.received, film.length)
  const { address } = (await staff.call('film/finish', { uploadId })).data
  lost.end(film.subarray(10))
  if (filesOnly.skip) assert.equal(await status, 200)
  else assert.equal(await status, 409)
  assert.ok(!Buffer.from(await (await fetch(staff.server.url + address)).arrayBuffer()).includes('+31.2304'))
  assert.deepEqual(unfinished(staff), [])
})

test('what is not a film, too large or too much is refused', async (t) => {
  const staff = await sender(t, { env: { FILM_LIMIT: '1' } })
  const { server, call, begin, chunk, send } = staff
  const tooLarge = await call('film/begin', { name: 'a.mp4', bytes: 1_048_577 })
  assert.deepEqual([tooLarge.code, tooLarge.msg, tooLarge.data], [413, '视频不能超过1MB！', { field: 'bytes' }])
  for (const body of [
    { name: 'a' },
    { name: '', bytes: 5 },
    { name: 'a', bytes: 0 },
    { name: 'a', bytes: 1.5 },
    { name: 'a', bytes: '5' },
  ])
    assert.equal((await call('film/begin', body)).code, 400)

  for (const bytes of ['<script>alert(1)</script>', webm]) {
    const { code, msg } = await send(Buffer.from(bytes), '现场.webm')
    assert.deepEqual([code, msg], [422, '只能上传MP4视频（H.264画面、AAC声音）！'])
  }
  assert.match((await send(mp4({ video: 'hev1' }))).msg, /^视频的编码是H\.265/)
  assert.deepEqual(unfinished(staff), [], 'they are removed at once')
  assert.deepEqual(await storedTexts(server.folder, 'filmUpload'), [])

  const ids = [await begin(1000), await begin(1000), await begin(1000)]
  const [id = ''] = ids
  assert.equal((await chunk(id, 0, Buffer.alloc(1001))).data.field, 'chunk')
  assert.equal((await chunk(id, 0, Buffer.alloc(limits.uploadChunk + 1))).code, 413)
  const withoutLength = {
    method: 'PUT',
    body: new Blob(['a']).stream(),
    duplex: 'half',
    headers: staff.headers,
  } as RequestInit
  assert.equal((await answerOf(fetch(chunkUrl(server, id, 0), withoutLength))).code, 411)
  const fourth = await call('film/begin', { name: 'a.mp4', bytes: 1000 })
  assert.deepEqual([fourth.code, fourth.msg], [429, '同时最多上传3个视频或文档，请等其他文件传完，或取消后再试'])
  assert.equal((await call('film/cancel', { uploadId: id })).code, 200)
  assert.equal((await call('film/status', { uploadId: id })).code, 404)
  await begin(1000)

  assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
  const other = senderOn(server, await server.signIn({ username: 'li.gong', password: 'clerk-secret' }))
  for (const path of ['film/status', 'film/finish', 'film/cancel']) {
    assert.equal((await other.call(path, { uploadId: ids[1] })).code, 404, path)
  }
  assert.equal((await other.chunk(ids[1] ?? '', 0, Buffer.alloc(10))).code, 404)
})

test('FILM_LIMIT=0 accepts no films', async (t) => {
  const { call } = await sender(t, { env: { FILM_LIMIT: '0' } })
  assert.equal((await call('list')).data.filmBytes, 0)
  assert.deepEqual((await call('film/begin', { name: 'a.mp4', bytes: 5 })).data, { field: 'bytes' })
})

test('a film that would use up the reserve is refused before it is sent', filesOnly, async (t) => {
  const { call } = await sender(t, { env: { DISK_RESERVE: '999999999' } })
  const { code, msg } = await call('film/begin', { name: 'a.mp4', bytes: 1000 })
  assert.deepEqual([code, msg], [507, '服务器存储空间不足，无法上传这个文件，请联系管理员'])
})

test('a server that is killed while it keeps a film does the rest when it is asked again', async (t) => {
  const killer = new URL('./killAtFilm.mjs', import.meta.url).href
  for (const at of ['1', '2']) {
    const first = await signedIn(await startProgram(t, { env: { NODE_OPTIONS: `--import ${killer}`, KILL_AT: at } }))
    const film = mp4({ filler: 5000 })
    const uploadId = await first.begin(film.length)
    await first.chunk(uploadId, 0, film)
    await assert.rejects(first.call('film/finish', { uploadId }))
    const { server, call } = await sender(t, { folder: first.server.folder })
    const { code, data } = await call('film/finish', { uploadId })
    assert.equal(code, 200)
    assert.ok(Buffer.from(await (await fetch(server.url + data.address)).arrayBuffer()).equals(film))
    assert.equal((await call('list')).data.count, 1)
    assert.deepEqual(unfinished(first), [])
    await server.stop()
  }
})
