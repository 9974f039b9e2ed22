import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { fingerprint } from '../../contract/fingerprint.ts'
import { startServer } from '../server.ts'
import { exifSegment, jpg, pngOf } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const of = (bytes: Buffer): string => fingerprint(bytes.length, createHash('sha256').update(bytes).digest('hex'))
const same = async (...files: string[]): Promise<[string, string][]> => {
  const { data } = await server.post('/v1/media/same', { files }, { headers })
  return (data as { file: string; address: string }[]).map(({ file, address }) => [file, address])
}

test('a file is known by its own bytes and by those of what it was drawn from, the last one', async () => {
  const stored = jpg(8, 8)
  const [photo, other] = [jpg(8, 8, exifSegment(1)), pngOf(5_000)]
  const send = async (source?: Buffer): Promise<string> =>
    (
      await uploadPicture(server, headers, stored, {
        type: 'product',
        ...(source && { fields: { source: of(source) } }),
      })
    ).data
  const address = await send()
  assert.deepEqual(await same(of(stored), of(photo)), [[of(stored), address]])
  await send(photo)
  assert.deepEqual(await same(of(photo)), [[of(photo), address]], 'the upload was there already')
  await send(other)
  assert.deepEqual(await same(of(photo), of(other)), [[of(other), address]])
  const { data } = await server.post('/v1/media/detail', { address }, { headers })
  assert.equal(data.source, undefined, 'which is nobody else’s matter')
})

test('without a hash the number of bytes counts, and with one the hash', async () => {
  const stored = pngOf(7_777)
  const { data: address } = await uploadPicture(server, headers, stored)
  assert.deepEqual(await same('7777'), [['7777', address]])
  assert.deepEqual(await same('7777-'), [], 'its hash is known')
  assert.deepEqual(await same(fingerprint(7_777, 'a'.repeat(32))), [])
})

test('what is no fingerprint is refused', async () => {
  for (const file of ['', 'a', '1-xyz', `1-${'a'.repeat(33)}`])
    assert.equal((await server.post('/v1/media/same', { files: [file] }, { headers })).code, 400, file)
  assert.equal((await server.post('/v1/media/same', { files: ['1'] })).code, 401)
})
