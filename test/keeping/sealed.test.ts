import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isSealed, newSealingKey, openSealed, seal, sealedSize } from '../../server/keeping/sealed.ts'

const [headerBytes, sealedChunk] = [24, 65_536 + 16]
const key = await newSealingKey('a pass phrase')
const name = 'uploads-0123abcd/20261124/news/a.png.sealed'
/** The file's own salt, the name's length and the name lie before the bytes. */
const nameBytes = 16 + 2 + name.length

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const sealed = (bytes: Buffer): Promise<Buffer> => all(seal([bytes.subarray(0, 1000), bytes.subarray(1000)], key, name))
const opened = (bytes: Buffer, passphrase = 'a pass phrase', as = name): Promise<Buffer> =>
  all(
    openSealed(
      [bytes.subarray(0, 7), bytes.subarray(7, 70_000), bytes.subarray(70_000)],
      passphrase,
      (sealedName) => sealedName === as,
    ),
  )

test('a file of any size is the same once it is sealed and opened', async () => {
  for (const size of [0, 1, 65_536 - nameBytes, 65_537 - nameBytes, 131_072, 200_000]) {
    const bytes = randomBytes(size)
    const file = await sealed(bytes)
    assert.ok(isSealed(file) && (size < 16 || !file.includes(bytes.subarray(0, 16))))
    assert.equal(file.length, sealedSize(size, name))
    assert.ok((await opened(file)).equals(bytes), `${size} bytes`)
  }
})

test('one that was changed, cut or lengthened anywhere is refused, and so is another pass phrase', async () => {
  const file = await sealed(randomBytes(3 * 65_536 - nameBytes))
  const chunk = (index: number): Buffer =>
    file.subarray(headerBytes + index * sealedChunk, headerBytes + (index + 1) * sealedChunk)
  const header = file.subarray(0, headerBytes)
  const flipped = (at: number): Buffer => Buffer.from(file.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  const damaged = /^Error: 加密的备份已损坏或不完整$/
  const wrong = /口令不对，或加密的备份已损坏/
  const notOurs = /不是筑站的加密备份/
  const cases: [string, Buffer, RegExp][] = [
    ['a bit of the format', flipped(6), notOurs],
    ['a bit of the version', flipped(7), wrong],
    ['a bit of the salt', flipped(10), wrong],
    ['a bit of its own salt', flipped(30), wrong],
    ['a bit of the last chunk', flipped(file.length - 20), damaged],
    ['two chunks exchanged', Buffer.concat([header, chunk(1), chunk(0), chunk(2)]), wrong],
    ['the last chunk cut off', file.subarray(0, headerBytes + 2 * sealedChunk), damaged],
    ['a byte cut off', file.subarray(0, -1), damaged],
    ['a chunk repeated at the end', Buffer.concat([file, chunk(2)]), damaged],
    ['the header alone', header, notOurs],
    ['nothing', Buffer.alloc(0), notOurs],
  ]
  for (const [what, bytes, reason] of cases) await assert.rejects(opened(bytes), reason, what)
  await assert.rejects(opened(file, 'another one'), wrong)
})

test('files of one run have keys of their own', async () => {
  const [one, other] = [await sealed(Buffer.alloc(100)), await sealed(Buffer.alloc(100))]
  assert.deepEqual(one.subarray(0, headerBytes), other.subarray(0, headerBytes))
  assert.notDeepEqual(one.subarray(headerBytes + 16), other.subarray(headerBytes + 16))
  const exchanged = Buffer.concat([one.subarray(0, headerBytes + 16), other.subarray(headerBytes + 16)])
  await assert.rejects(opened(exchanged), /口令不对，或加密的备份已损坏/)
})

test('one in the place of another is refused, and those of older versions are still read', async () => {
  const file = await sealed(randomBytes(1000))
  await assert.rejects(opened(file, 'a pass phrase', 'zhuzhan-20261124-033000.tar.gz.sealed'), /不在它的位置/)
  const of050 = Buffer.from('emh1emhhbgGrGFpWD5w8FT5rS8HI3xhN+2NPjOP+TelKTXXJq7AJBKsT2//0+FQO', 'base64')
  const whole = await all(openSealed([of050], 'a pass phrase', () => false))
  assert.equal(whole.toString(), 'of 0.5.0')
  const named =
    'emh1emhhbgLlnplThiBSi6bNDQY7o+31J2okoDOkjCpe0oHi4CxTuhGe15ygkA8KqJu7zeTvYjAEGy3ddMEwRmnONL/rWFpvO+XQ6qEr02B/z5L/bTpZdzNH29yDdHtPIw=='
  assert.equal((await opened(Buffer.from(named, 'base64'))).toString(), 'of version 2')
})
