import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { answerOf, startServer, type Answer } from '../server.ts'
import { exifSegment, jpg, onePixel, webp } from './pictures.ts'

const file = '/v1/file/upload'

const server = await startServer({ after })
const headers = await server.signIn()

type Part = readonly [name: string, value: Buffer | string, fileName?: string]

async function upload(path: string, parts: readonly Part[], as: Record<string, string> = headers): Promise<Answer> {
  const form = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName ?? 'a.png')
  }
  return answerOf(fetch(server.url + path, { method: 'POST', body: form, headers: as }))
}

const stored = async (): Promise<string[]> =>
  (await readdir(join(server.folder, 'uploads'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test('a picture is stored once under a generated name', async () => {
  const { code, msg, data } = await upload(file, [
    ['type', 'product'],
    ['file', onePixel, '../../evil.html'],
  ])
  assert.deepEqual([code, msg], [200, '上传成功！'])
  assert.match(data, /^\/uploads\/product\/[0-9a-f]{32}\.1x1\.png$/)
  const again = await upload(file, [
    ['file', onePixel, 'b.jpg'],
    ['type', 'product'],
  ])
  assert.equal(again.data, data)
  assert.equal((await stored()).length, 1)

  const served = await fetch(server.url + data)
  assert.equal(served.status, 200)
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), onePixel)
})

test('the type is detected from the bytes, not from name or header', async () => {
  const before = await stored()
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<script>alert(1)</script>',
    'GIF89a',
    '',
    onePixel.subarray(0, 20),
  ]) {
    for (const type of ['quill', 'news']) {
      const { status, code, msg } = await upload(file, [
        ['type', type],
        ['file', Buffer.from(content), 'a.png'],
      ])
      assert.deepEqual([status, code, msg], [422, 422, '只能上传jpg/png文件！'])
    }
  }
  assert.deepEqual(await stored(), before)
})

test('variants come in the same call, are served, and say so in the address', async () => {
  const before = await stored()
  const picture: [string, Buffer | string][] = [
    ['type', 'carousel'],
    ['file', jpg(1920, 1080, exifSegment(1))],
  ]
  const { data } = await upload(file, [
    ...picture,
    ['w960', webp(960, 540)],
    ['w480', webp(480, 270)],
    ['color', '#c8d2e0'],
  ])
  assert.match(data, /^\/uploads\/carousel\/[0-9a-f]{32}\.1920x1080\.c8d2e0\.480w\.960w\.jpg$/)
  assert.deepEqual(Buffer.from(await (await fetch(server.url + data)).arrayBuffer()), jpg(1920, 1080))
  for (const { width, src } of pictureFacts(data)?.variants ?? assert.fail()) {
    const served = await fetch(server.url + src)
    assert.deepEqual(
      [served.headers.get('content-type'), served.headers.get('cache-control')],
      ['image/webp', 'public, max-age=31536000, immutable'],
    )
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), webp(width, (width * 9) / 16))
  }
  const wrong = await upload(file, [...picture, ['w480', webp(480, 200)]])
  assert.deepEqual([wrong.status, wrong.data], [422, { field: 'w480' }])
  const colour = await upload(file, [...picture, ['color', 'red']])
  assert.deepEqual([colour.status, colour.data], [400, { field: 'color' }])
  assert.equal((await stored()).length, before.length + 3, 'nothing is left of what was refused')
})
