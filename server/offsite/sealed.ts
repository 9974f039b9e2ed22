import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { Bytes } from '../backup/readArchive.ts'
import { ForOperator } from '../system/systemErrors.ts'
import { blocks } from './blocks.ts'

/**
 * A sealed file: a header of 8 bytes that name the format with its version and 16 of salt; then chunks of AES-256-GCM, each of 64 KB and a
 * tag, the last one shorter. The key follows from the pass phrase and the salt by scrypt, which is slow on purpose. A chunk's nonce is its
 * number and whether it is the last, so that a file which is cut, or whose chunks are exchanged, cannot be opened; the header is
 * authenticated with each. What is sealed begins with the name of the object in the bucket, and so with its kind and store: a file in the
 * place of another one is refused. Files of version 1, from before 0.6.0, have no name.
 */
const magic = Buffer.from('zhuzhan', 'latin1')
const versions = { nameless: 1, named: 2 }
const versionAt = magic.length
const headerBytes = 24
const saltAt = magic.length + 1
const chunkBytes = 65_536
const tagBytes = 16
/** The length of the name. */
const lengthBytes = 2
/** 32 MB and a quarter of a second. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1_048_576 }

/** A file that cannot be opened; the message says why. */
class CannotOpen extends ForOperator {}

/** Whether a file begins as a sealed one. */
export const isSealed = (start: Buffer): boolean =>
  start.subarray(0, versionAt).equals(magic) && Object.values(versions).includes(start[versionAt] ?? 0)

/** The size of an object once it is sealed. */
export function sealedSize(size: number, name: string): number {
  const plain = lengthBytes + Buffer.byteLength(name) + size
  return headerBytes + plain + tagBytes * Math.ceil(plain / chunkBytes)
}

export async function* seal(source: Bytes, passphrase: string, name: string): AsyncGenerator<Buffer, void, undefined> {
  const header = Buffer.concat([magic, Buffer.from([versions.named]), randomBytes(headerBytes - saltAt)])
  const key = await keyOf(passphrase, header)
  yield header
  let count = 0
  for await (const { bytes, isLast } of blocks(withName(name, source), chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

async function* withName(name: string, source: Bytes): AsyncGenerator<Buffer, void, undefined> {
  const text = Buffer.from(name)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt16BE(text.length)
  yield Buffer.concat([length, text])
  yield* source
}

/** Yields only what is authentic, of an object that was sealed under such a name. Read it to the end before relying on it. */
export async function* openSealed(
  source: Bytes,
  passphrase: string,
  isRight: (name: string) => boolean,
): AsyncGenerator<Buffer, void, undefined> {
  let opened: { header: Buffer; key: Buffer } | undefined
  let count = 0
  for await (const { bytes, isLast } of blocks(source, chunkBytes + tagBytes, headerBytes)) {
    if (!opened) {
      if (isLast || !isSealed(bytes)) throw new CannotOpen('不是筑站的加密备份，或不完整，或由更新版本的程序制作')
      opened = { header: bytes, key: await keyOf(passphrase, bytes) }
      continue
    }
    const plain = decrypt(bytes, nonceOf(count, isLast), opened)
    if (!plain) throw new CannotOpen(count === 0 ? '口令不对，或加密的备份已损坏' : '加密的备份已损坏或不完整')
    const isFirstNamed = count === 0 && opened.header[versionAt] === versions.named
    count++
    yield isFirstNamed ? withoutName(plain, isRight) : plain
  }
}

function withoutName(plain: Buffer, isRight: (name: string) => boolean): Buffer {
  const end = lengthBytes + plain.readUInt16BE(0)
  const name = plain.subarray(lengthBytes, end).toString()
  if (!isRight(name)) throw new CannotOpen(`加密的文件不在它的位置：原来的名称是 ${name}`)
  return plain.subarray(end)
}

/** An object of a bucket, refused where another one lies in its place. */
export const openObject = (
  bucket: { get(name: string): Bytes },
  name: string,
  passphrase: string,
): AsyncGenerator<Buffer, void, undefined> =>
  openSealed(bucket.get(name), passphrase, (sealedName) => sealedName === name)

const keyOf = (passphrase: string, header: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), header.subarray(saltAt), 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function decrypt(bytes: Buffer, nonce: Buffer, { header, key }: { header: Buffer; key: Buffer }): Buffer | undefined {
  if (bytes.length < tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(header)
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const plain = decipher.update(bytes.subarray(0, -tagBytes))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}
