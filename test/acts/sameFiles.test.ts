import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { fingerprint, fingerprintRule } from '../../contract/calls/fingerprint.ts'
import { startServer } from '../server.ts'
import { exifSegment, jpg, pngOf } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const of = (bytes: Buffer): string => fingerprint(bytes.length, createHash('sha256').update(bytes).digest('hex'))
/** Which of these files an import takes for the one that a product shows. */
const same = async (address: string, ...given: string[]): Promise<string[]> => {
  const { productId } = (await server.post('/v1/product/saveProduct', { coverUrl: address }, { headers })).data
  const { data } = await server.post('/v1/record/matches', { kind: 'product', words: [productId] }, { headers })
  return given.filter((each) => data.data[0].files[address].includes(each))
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
  assert.deepEqual(await same(address, of(stored), of(photo)), [of(stored)])
  await send(photo)
  assert.deepEqual(await same(address, of(photo)), [of(photo)], 'the upload was there already')
  await send(other)
  assert.deepEqual(await same(address, of(photo), of(other)), [of(other)])
  const { data } = await server.post('/v1/media/detail', { address }, { headers })
  assert.equal(data.source, undefined, 'which is nobody else’s matter')
})

test('without a hash the number of bytes counts, and with one the hash', async () => {
  const stored = pngOf(7_777)
  const { data: address } = await uploadPicture(server, headers, stored)
  assert.deepEqual(await same(address, '7777'), ['7777'])
  assert.deepEqual(await same(address, '7777-'), [], 'its hash is known')
  assert.deepEqual(await same(address, fingerprint(7_777, 'a'.repeat(32))), [])
})

test('what is no fingerprint is refused', () => {
  for (const file of ['', 'a', '1-xyz', `1-${'a'.repeat(33)}`])
    assert.notEqual(fingerprintRule.validate(file), undefined, file)
})
