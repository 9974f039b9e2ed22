import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, answerOf, startServer, type TestServer } from '../server.ts'
import { exifSegment, jpg, png, webp } from '../uploads/pictures.ts'

type Headers = Record<string, string>

/** A server, and what staff can call there. */
async function library(t: { after(fn: () => unknown): void }, options: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer(t, options)
  const headers = await server.signIn()
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(path, body, { headers })
  const list = async (input: object = {}) => (await call('/v1/media/list', input)).data
  const upload = (bytes: Buffer, name = 'a.png', more: Record<string, string | Buffer> = {}): Promise<string> => uploadTo(server, headers, bytes, name, more)
  const idOf = async (address: string): Promise<string> => (await call('/v1/media/detail', { address })).data.mediaId
  return { server, headers, call, list, upload, idOf }
}

async function uploadTo(server: TestServer, headers: Headers, bytes: Buffer, name: string, more: Record<string, string | Buffer>): Promise<string> {
  const form = new FormData()
  form.append('type', 'media')
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  for (const [field, value] of Object.entries(more)) form.append(field, typeof value === 'string' ? value : new Blob([Uint8Array.from(value)]))
  const { code, msg, data } = await answerOf(fetch(`${server.url}/v1/file/upload`, { method: 'POST', body: form, headers }))
  assert.equal(code, 200, msg)
  return data
}

test('every upload has one record, with the name of its file and the facts of its bytes', async (t) => {
  const { server, headers, call, list, upload } = await library(t)
  const address = await upload(jpg(1920, 1080, exifSegment(6)), '../工地/现场 照片.JPG', { w480: webp(480, 853), color: '#c8d2e0' })
  assert.equal(await upload(jpg(1920, 1080, exifSegment(6)), 'again.jpg', { w480: webp(480, 853), color: '#c8d2e0' }), address)
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(png(30, 20))]), 'logo.png')
  assert.equal((await answerOf(fetch(`${server.url}/service-basics-item/basic/common/upload`, { method: 'POST', body: form, headers }))).code, 200)

  const { data, count, filmBytes } = await list()
  assert.equal(count, 2)
  assert.equal(typeof filmBytes, 'number')
  assert.deepEqual([data[0].name, data[0].width, data[0].height], ['logo.png', 30, 20])
  const { mediaId, createDate, bytes, ...picture } = data[1]
  assert.match(mediaId, /^[0-9a-f]{32}$/)
  assert.match(createDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.equal(bytes, Buffer.from(await (await fetch(server.url + address)).arrayBuffer()).length)
  assert.deepEqual(picture, { address, name: '现场 照片.JPG', alt: '', type: 'image/jpeg', width: 1080, height: 1920, by: 'admin', uses: 0 })
  assert.equal((await call('/v1/media/detail', { mediaId })).data.address, address)
  assert.equal((await server.post('/v1/media/list')).code, 401)
})
